asect 0
strat:  psh r0
#! 9 error: unknown instruction `psh`
#? did you mean `push`?
        mvoe r1, r2
#! 9 error: unknown instruction `mvoe`
#? did you mean `move`?
        HALT
#! 9 error: unknown instruction `HALT`
#? did you mean `halt`?
        bae start
#! 9 error: unknown instruction `bae`: `ae` is no branch condition
#? for unsigned above or equal write `bhs`
        bxx start
#! 9 error: unknown instruction `bxx`: `xx` is no branch condition
        mov r1, r2
#! 9 error: unknown instruction `mov`
#? here that is `move`
        jz start
#! 9 error: unknown instruction `jz`
#? here that is `beq`
        br start
#! 12 error: the label `start` is not defined
#? did you mean `strat`?
        rsotre
#! 9 error: unknown instruction `rsotre`
#? did you mean `restore`?
end
