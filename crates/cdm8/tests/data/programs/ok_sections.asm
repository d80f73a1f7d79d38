#= image: d6 11 d6 05 d4 9*00 d7 00 01 d0 13 d7
# Relocatable sections go into the holes, the largest first; what nothing reaches is left out.
asect 0
small: ext
large: ext
        jsr small
        jsr large
        halt
asect 0x10
        dc 1
rsect one
small>  ldi r0, here
here:   rts
rsect two
large>  ds 9
        rts
rsect never
#! 1 warning[dropped-section]: rsect `never` is left out: nothing reaches it
#? use one of its entries from a section that is part of the program
unused> rts
end
