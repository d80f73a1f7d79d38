# Bank 0, initialisation: four seeds in every pit, then the human moves.

        asect 0xF0
PAD:
        asect 0x02
HUMAN:

        asect 0x00
initialisation:
        ldi     r0, PAD+6       # both rows at once
        ldi     r3, PAD+14
        ldi     r1, 4
        ldi     r2, PAD
fill:   st      r0, r1
        st      r3, r1
        dec     r3
        dec     r0
        cmp     r0, r2
        bne     fill
        clr     r1
        ldi     r0, PAD+7
        st      r0, r1
        ldi     r0, PAD+15
        st      r0, r1
        ldi     r3, HUMAN
        br      jumper

        asect 0xFB              # the same bytes in every bank: on to bank r3
jumper: ldi     r2, PAD         # F0 is the control byte of the ROM manager
        st      r2, r3          # from the next fetch on the new bank answers:
        br      initialisation  # 00 there
        end
