#= image: cd e0 d0 05 01 26 71 e0 00 a3 fb 9b c9 04 cc fc ce d6 00 ee
# Every class of instruction.
asect 0
start:  setsp 0xe0
        ldi r0, 5
        move r0, r1
        addc r1, r2
        cmp r0, r1
        beq start
        st r0, r3
        ldc r2, r3
        shra r3
        ldsa r1, 4
        addsp -4
        pushall
        jsr start
        br start
end
