#= memory: harvard
#= image: d6 03 d4 d6 06 d7 c0 c4 d7 231*00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e
# With separate memories the stack meets nothing.
asect 0
        jsr one
        halt
one:    jsr two
        rts
two:    push r0
        pop r0
        rts
asect 0xf0
table:  dc 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
end
