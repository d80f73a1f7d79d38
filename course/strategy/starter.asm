# A move that earns an extra turn, if there is one; else a move that captures; else the move that keeps most seeds on the
# own side, which leaves fewest in the human's row. Pits are tried from 14 down; of equals the first is taken.
#
# In:  r1 = the pad.
# Out: r0 = index of the pit.

        asect   0xF0
IO:
        rsect   choose
mkmove, capture, copy, sweep: ext

choose> ldi     r0, 14
try:    push    r0
        jsr     copy            # r1: the copy
        jsr     mkmove
        bne     next            # ends elsewhere
        bcs     next            # an empty pit
        pop     r0
        rts
next:   pop     r0
        dec     r0
        ldi     r3, 8
        cmp     r0, r3
        bne     try

        ldi     r1, IO
        ldi     r3, 15
find:   dec     r3
        move    r3, r0
        add     r1, r0
        ld      r0, r2
        tst     r2
        beq     find
        move    r3, r0
        rts
        end
