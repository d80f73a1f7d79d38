#= image: d6 03 d4 d7 28*00 01 00 00 00 02
# CocoIDE takes the smallest hole, cdm-devkit the first.
asect 0
f: ext
        jsr f
        halt
asect 0x20
        dc 1
asect 0x24
        dc 2
rsect x
#! 1 warning[placement]: rsect `x` is at 0x03; CocoIDE would put it at 0x21
f>      rts
end
