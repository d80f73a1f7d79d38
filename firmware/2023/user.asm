# Bank 2, User: waits for a pit with seeds in it.

        asect 0x12
MESSAGE:
        asect 0x14
AI_PIT:
        asect 0x15
USER_PIT:

        asect 0x02
CLEAR:
        asect 0x08
WAIT:
        asect 0x09
TRY_AGAIN:                      # error, and wait
        asect 0x03
MOVE_MAKER:

        asect 0x00
user:   ldi     r2, WAIT
ask:    jsr     choose
        ld      r1, r2
        tst     r2
        bne     valid
        ldi     r2, TRY_AGAIN   # the pit is empty
        br      ask

valid:  st      r0, r1          # r0 is USER_PIT
        ldi     r0, MESSAGE
        ldi     r1, CLEAR
        st      r0, r1
        ld      r0, r1          # the pit is in memory: the button register is cleared
        ldi     r0, AI_PIT
        clr     r2
        st      r0, r2          # the lamp of Deep Purple's last move goes out
        ldi     r3, MOVE_MAKER
        br      jumper

# Shows the messages r2, with the button register cleared once, and waits for a button.
# Out: r1 = the pit, r0 = USER_PIT.
choose: ldi     r0, MESSAGE
        ldi     r1, CLEAR
        or      r2, r1
        st      r0, r1
        ld      r0, r1          # Messages shows what is read
        st      r0, r2
        ld      r0, r2
        ldi     r0, USER_PIT
wait:   ld      r0, r1
        tst     r1
        beq     wait
        rts

        asect 0x11
BANK:
        asect 0xFB              # the same bytes in every bank: on to bank r3
jumper: ldi     r2, BANK
        st      r2, r3          # from the next fetch on the new bank answers:
        br      user            # 00 there
        end
