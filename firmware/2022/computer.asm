# Bank 3, computer: a move that gives an extra turn or captures, if there is one, else any; then it sows.
#
# Pits are looked at from FE, nearest the store, to F9; the first that pays is taken, else the first with seeds.
# Where a move ends: see `ends`, with the same arithmetic as places before the store count it.

        asect 0xE0
LAST:                           # where the last seed fell
        asect 0xF0
PAD:
        asect 0xF8
INPUT:
        asect 0x01
REFEREE:

        asect 0x00
computer:                       # INPUT is 0 by the referee: machine thinks
        ldi     r0, PAD+14

# n seeds, d places before the store: n - d seeds are left at the store.
try:    ld      r0, r1
        tst     r1
        beq     next
        ldi     r2, PAD+15
        move    r0, r3
        sub     r2, r3          # d
        sub     r1, r3          # n - d
        bpl     laps
        add     r2, r3          # short of the store: where the last seed falls
        ld      r3, r1
        tst     r1
        bne     next
        ldi     r1, 15
        xor     r3, r1          # opposite
        ld      r1, r1
        tst     r1
        bne     play            # captures
        br      next

laps:   beq     play            # an extra turn
        ldi     r2, PAD+2
        add     r3, r2          # 7 .. 12 left: they end in the own row, F9 .. FE
        ldi     r1, PAD+9
        cmp     r2, r1
        blt     next            # in the human's row
        cmp     r2, r0
        beq     play            # 13 seeds: a capture in the pit itself
        bgt     more
        ld      r2, r1
        tst     r1
        beq     play            # captures
        br      next
more:   ldi     r1, 13          # no capture, but perhaps an extra turn in a later lap
        sub     r3, r1
        beq     play
        bmi     next
        move    r1, r3
        br      more

next:   dec     r0
        ldi     r1, INPUT
        cmp     r0, r1
        bne     try

        ldi     r0, PAD+15      # nothing pays: any move
any:    dec     r0
        ld      r0, r1
        tst     r1
        beq     any

play:   ldi     r1, INPUT
        ldi     r2, 15
        and     r0, r2
        st      r1, r2          # a pit: calculating machine
        ld      r0, r2
        clr     r1
        st      r0, r1
        clr     r3              # 00: the bound behind FF

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

# Behind the own store comes F1, and at the human's store F9.
bound:  tst     r3
        bne     home
        ldi     r0, PAD+1
        ldi     r3, PAD+7
        br      drop
home:   ldi     r0, PAD+9
        clr     r3
        br      drop

        asect 0xFB              # the same bytes in every bank: on to bank r3
jumper: ldi     r2, PAD         # F0 is the control byte of the ROM manager
        st      r2, r3          # from the next fetch on the new bank answers:
        br      computer        # 00 there
        end
