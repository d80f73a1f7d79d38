# Bank 2, human: waits for a pit and sows it. An empty pit's button driver does not pass on the press.

        asect 0xE0
LAST:                           # where the last seed fell
        asect 0xF0
PAD:
        asect 0xF8
INPUT:
        asect 0x01
REFEREE:

        asect 0x00
human:  ldi     r1, INPUT       # 0 by the referee: awaiting user
wait:   ld      r1, r0
        tst     r0
        beq     wait            # once it is a pit: calculating user
        ldi     r2, PAD
        add     r2, r0
        ld      r0, r2
        clr     r1
        st      r0, r1
        ldi     r3, PAD+8

sow:    inc     r0
        cmp     r0, r3
        beq     bound
drop:   ld      r0, r1
        inc     r1
        st      r0, r1
        dec     r2
        bne     sow
        ldi     r1, LAST
        st      r1, r0
        ldi     r3, REFEREE
        br      jumper

# Behind the own store comes F9, and at the computer's store F1.
bound:  ldi     r1, PAD+8
        cmp     r3, r1
        bne     home
        ldi     r0, PAD+9
        ldi     r3, PAD+15
        br      drop
home:   ldi     r0, PAD+1
        move    r1, r3
        br      drop

        asect 0xFB              # the same bytes in every bank: on to bank r3
jumper: ldi     r2, PAD         # F0 is the control byte of the ROM manager
        st      r2, r3          # from the next fetch on the new bank answers:
        br      human           # 00 there
        end
