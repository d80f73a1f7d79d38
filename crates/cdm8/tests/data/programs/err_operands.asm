asect 0
x:      push
#! 9 error: `push` takes 1 operand, found 0
        add r0, r1, r2
#! 9 error: `add` takes 2 operands, found 3
        add r0, 5
#! 17 error: `add` needs a register here, not a number or a name
#? load it into a register first: `ldi r1, 5`, then `add r0, r1`
        push R1
#! 14 error: `push` needs a register here, not a name
#? registers are written small: `r1`
        push r4
#! 14 error: there is no register `r4`
        push r12345678901234567890
#! 14 error: there is no register `r12345678901234567890`
        ldi 5, r0
#! 13 error: `ldi` needs a register here, not a number or a name
#? the register comes first: `ldi r0, 5`
        ldi r0, r1
#! 17 error: `ldi` needs a number or a name here, not a register
#? to copy a register: `move r1, r0`
        ld x, r0
#! 12 error: `ld` needs a register here, not a number or a name
#? to load a variable: `ldv x, r0`, or `ldi r1, x` and `ld r1, r0`
        st x, r0
#! 12 error: `st` needs a register here, not a number or a name
#? to store a variable: `stv r0, x`, or `ldi r1, x` and `st r1, r0`
        jsr r0
#! 13 error: `jsr` needs a number or a name here, not a register
#? a call of the address in a register is `jsrr r0`
        br r0
#! 12 error: `br` needs a number or a name here, not a register
#? a jump to the address in a register is `jmp r0`
        jmp x
#! 9 error: `push` needs a register here, not a number or a name
#~ in macro `jmp/1`, whose body line became
#? a jump to a label is `br x`
#! 9 warning[dialect]: CocoIDE makes `push, rti` of `jmp`, cdm-devkit `push, rts`
#~ in macro `jmp/1`, whose body line became
#? this is the meaning of cdm-devkit; `--compat devkit` or `--compat cocoide` chooses
        halt r0
#! 9 error: `halt` takes 0 operands, found 1
        ldi r0 5
#! 16 error: a comma is missing between operands
        move r0,
#! 16 error: an operand is missing
        dc ,5
#! 12 error: an operand is missing
        dc r1
#! 12 error: a register is not a value
        dc
#! 9 error: `dc` without a value
        ldi r0, "ab"
#! 17 error: `ldi` needs a number or a name here, not a literal
#? only one character fits into a register
        br "a"
#! 12 error: `br` needs a number or a name here, not a literal
        ldi r0, low(5)
#! 17 error: `low(...)`: the CdM-8 has no parts of a value to choose
#? every value is one byte: leave the parentheses away
        ldi r0, x + r1
#! 21 error: the register `r1` in an expression
        ldi r0, )
#! 17 error: unexpected `)`
end
