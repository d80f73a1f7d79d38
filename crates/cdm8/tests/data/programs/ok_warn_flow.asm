#= image: 00 e0 07 ee 07 8d 8e d6 0a d4 30
asect 0
        tst r0
        bz skip
        br skip
        inc r1
#! 9 warning[unreachable]: nothing reaches this and the next 1 instruction (2 bytes)
        inc r2
skip:   jsr sub
        halt
sub:    clr r0
#! 9 warning[fall-off]: execution runs from here into empty memory at 0x0b
#~ in macro `clr/1`, whose body line became
#? end with `halt`, `rts`, `rti` or a branch
end
