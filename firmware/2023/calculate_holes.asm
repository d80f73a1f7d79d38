# Bank 3, Move maker: sows, captures, passes the turn.
#
# Sowing runs in two stretches, each up to a bound: the own row with the store, the other row without.
#
#   user   01 .. 07 up to 08, 09 .. 0E up to 0F      the two bounds of a player make 17 (hex):
#   AI     09 .. 0F up to 10, 01 .. 06 up to 07      from one comes the other

        asect 0x12
MESSAGE:
        asect 0x13
TURN:
        asect 0x14
AI_PIT:
        asect 0x15
USER_PIT:

        asect 0x20
MAKING:
        asect 0x00
MAIN:

        asect 0x00
make_move:
        ldi     r0, MESSAGE
        ldi     r1, MAKING
        st      r0, r1
        ld      r0, r1          # Messages shows what is read
        ldi     r0, TURN
        ld      r0, r1
        dec     r1
        bne     ai
        ldi     r0, USER_PIT
        ldi     r3, 8
        br      lift
ai:     ldi     r0, AI_PIT
        ldi     r3, 16
lift:   push    r3
        ld      r0, r0
        ld      r0, r2
        clr     r1
        st      r0, r1

sow:    inc     r0
        cmp     r0, r3
        beq     bound
drop:   ld      r0, r1
        inc     r1
        st      r0, r1
        dec     r2
        bne     sow

        pop     r3
        dec     r3              # the own store
        cmp     r0, r3
        beq     done            # an extra turn
        move    r0, r1
        xor     r3, r1
        ldi     r2, 8
        and     r1, r2
        bne     pass            # in the other's row
        ld      r0, r1
        dec     r1
        bne     pass            # the pit was not empty
        ldi     r2, 15
        xor     r0, r2          # opposite
        ld      r2, r1
        tst     r1
        beq     pass
        inc     r1
        push    r0
        ld      r3, r0
        add     r1, r0
        st      r3, r0
        pop     r0
        clr     r1
        st      r0, r1
        st      r2, r1

pass:   ldi     r0, TURN
        ld      r0, r1
        ldi     r2, 3
        sub     r2, r1          # 1 <-> 2
        st      r0, r1
done:   ldi     r3, MAIN
        br      jumper

bound:  ldi     r1, 0x17
        sub     r1, r3
        ldi     r0, 1
        ldi     r1, 9
        cmp     r3, r1
        blt     drop
        move    r1, r0
        br      drop

        asect 0x11
BANK:
        asect 0xFB              # the same bytes in every bank: on to bank r3
jumper: ldi     r2, BANK
        st      r2, r3          # from the next fetch on the new bank answers:
        br      make_move       # 00 there
        end
