# Bank 0, Main: the settings, the start of the game, and after every move whether the game is over.

        asect 0x00
SEEDS:
        asect 0x08
FIRST:
        asect 0x10
READY:
        asect 0x12
MESSAGE:
        asect 0x13
TURN:
        asect 0x16
AI_EMPTY:
        asect 0x17
USER_EMPTY:

        asect 0x04
CHOOSE:
        asect 0x40
OVER:
        asect 0x01
DEEP_PURPLE:
        asect 0x02
USER:

        asect 0x00
main:   ldi     r0, READY
        ld      r0, r1
        tst     r1
        bne     next

        ldi     r0, MESSAGE
        ldi     r1, CHOOSE
        st      r0, r1
        ld      r0, r1          # Messages shows what is read
ask:    ldi     r0, SEEDS
        ld      r0, r1
        ldi     r0, FIRST
        ld      r0, r2
        tst     r1
        beq     ask
        tst     r2
        beq     ask

        st      r0, r2          # the answers into memory: r0 is FIRST
        ldi     r0, SEEDS
        st      r0, r1
        ldi     r0, TURN
        st      r0, r2
        ldi     r0, 6
        ldi     r3, 14
fill:   st      r0, r1          # both rows at once
        st      r3, r1
        dec     r3
        dec     r0
        bne     fill
        ldi     r3, 7           # r0 is 0: the stores
        st      r3, r0
        ldi     r3, 15
        st      r3, r0
        ldi     r0, READY
        st      r0, r1

# The game goes on while both players have seeds in their rows.
next:   ldi     r0, AI_EMPTY
        ld      r0, r1
        ldi     r0, USER_EMPTY
        ld      r0, r0
        or      r1, r0
        bne     over
        ldi     r0, TURN
        ld      r0, r1
        ldi     r3, USER
        dec     r1
        beq     jumper
        ldi     r3, DEEP_PURPLE
        br      jumper

over:   ldi     r3, 7           # leftovers to the owners of their rows
        jsr     sweep
        ldi     r3, 15
        jsr     sweep
        ldi     r0, MESSAGE
        ldi     r1, OVER
        st      r0, r1
        ld      r0, r1          # Messages shows what is read
        halt

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

        asect 0x11
BANK:
        asect 0xFB              # the same bytes in every bank: on to bank r3
jumper: ldi     r2, BANK
        st      r2, r3          # from the next fetch on the new bank answers:
        br      main            # 00 there
        end
