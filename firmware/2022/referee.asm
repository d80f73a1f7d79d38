# Bank 1, referee: the extra move rule, the capture rule, the end of the game, and who is next.
#
# In:  INPUT = the pit played (1-6 the human's, 9-14 the computer's), LAST = where the last seed fell.
#
# Seeds always reach a store before they leave their pits, so that two empty rows mean final stores: the WLD chips rely
# on it.

        asect 0xE0
LAST:
        asect 0xE1
NEXT:                           # the bank of the next player
        asect 0xF0
PAD:
        asect 0xF8
INPUT:

        asect 0x00
referee:
        setsp   PAD
        ldi     r0, INPUT
        ld      r0, r1
        clr     r2
        st      r0, r2          # whoever is next has not chosen a pit
        ldi     r0, LAST
        ld      r0, r0
        ldi     r2, 8
        and     r1, r2          # 0: the human has moved, 8: the computer
        ldi     r3, PAD+7
        or      r2, r3          # the own store
        tst     r2
        bne     machine
        ldi     r2, 2           # human again
        br      extra
machine:
        ldi     r2, 3           # computer again
extra:  cmp     r0, r3
        beq     ends            # an extra move

        ldi     r1, 1           # the other one: 2 <-> 3
        xor     r1, r2
        push    r2
        move    r0, r1
        xor     r3, r1
        ldi     r2, 8
        and     r1, r2
        bne     no              # in the other's row
        ld      r0, r1
        dec     r1
        bne     no              # the pit was not empty
        ldi     r2, 15
        xor     r0, r2          # opposite
        ld      r2, r1
        tst     r1
        beq     no
        inc     r1
        push    r0
        ld      r3, r0
        add     r1, r0
        st      r3, r0
        pop     r0
        clr     r1
        st      r0, r1
        st      r2, r1
no:     pop     r2

ends:   ldi     r0, NEXT
        st      r0, r2
        ldi     r0, PAD+7
        jsr     count
        beq     over
        ldi     r0, PAD+15
        jsr     count
        beq     over
        ldi     r0, NEXT
        ld      r0, r3
        br      jumper

over:   ldi     r3, PAD+7
        jsr     sweep
        ldi     r3, PAD+15
        jsr     sweep
        halt

# Seeds in the six pits before the store r0. Out: r1, and Z if none.
count:  ldi     r3, 6
        clr     r1
each:   dec     r0
        ld      r0, r2
        add     r2, r1
        dec     r3
        bne     each
        tst     r1
        rts

# Moves the six pits before the store r3 into it.
sweep:  ldi     r0, -6
        add     r3, r0
pit:    ld      r3, r1
        ld      r0, r2
        add     r2, r1
        st      r3, r1
        clr     r1
        st      r0, r1
        inc     r0
        cmp     r0, r3
        bne     pit
        rts

        asect 0xFB              # the same bytes in every bank: on to bank r3
jumper: ldi     r2, PAD         # F0 is the control byte of the ROM manager
        st      r2, r3          # from the next fetch on the new bank answers:
        br      referee         # 00 there
        end
