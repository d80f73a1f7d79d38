#= image: 232*00 d0 01 d0 02 d0 03 d0 04 d4
asect 0xe8
        ldi r0, 1
        ldi r0, 2
        ldi r0, 3
        ldi r0, 4
        halt
#! 9 warning[vectors]: asect 0xe8 runs into F0-FF (to 0xf0), where interrupt vectors and devices are
#? with separate memories (`--memory harvard`) only the vectors matter
end
