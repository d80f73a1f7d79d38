#= image: ee 15*00 ee 10 14*00 ee 10
asect 0
a:      br a
asect 0x10
a:      br a
#! 1 warning[duplicate-label]: the label `a` is in several absolute sections of this file
#~ it is also here
#? each section uses its own; elsewhere the one in the section with the higher address counts
asect 0x20
        br a
end
