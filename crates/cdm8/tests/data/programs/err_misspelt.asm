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
#! 9 error: unknown instruction `bae`: `ae` is not a branch condition
#? for unsigned above or equal write `bhs`
        bxx start
#! 9 error: unknown instruction `bxx`: `xx` is not a branch condition
        mov r1, r2
#! 9 error: unknown instruction `mov`
#? here that is `move`
        jz start
#! 9 error: unknown instruction `jz`
#? here that is `beq`
        br start
#! 12 error: the label `start` is not defined
#? did you mean `strat`?
        foo
#! 9 error: unknown instruction `foo`
        sub r1, 1
#! 17 error: `sub` needs a register here, not a number or a name
#? load it into a register first: `ldi r0, 1`, then `sub r1, r0`
        ldi r0, 0b12
#! 17 error: `0b12` is not a number
#? binary digits are 0 and 1
        rsotre
#! 9 error: unknown instruction `rsotre`
#? did you mean `restore`?
end
