# A move that earns an extra turn, if there is one; else a move that captures; else the move that keeps most seeds on the
# own side, which leaves fewest in the human's row. Pits are tried from 14 down; of equals the first is taken.
#
# In:  r1 = the pad.
# Out: r0 = index of the pit.

        asect   0x11
FEWEST:                         # seeds in the human's row after the best move so far; 0 stands for a capture
        asect   0x12
BEST:

        rsect   choose
mkmove, capture, copy, sweep: ext

choose> ldi     r2, 127
        ldi     r3, FEWEST
        st      r3, r2
        ldi     r0, 14
try:    push    r0
        jsr     copy
        jsr     mkmove
        bne     ends
        bcs     next            # an empty pit
        pop     r0              # repeats
        rts

ends:   jsr     capture
        beq     compare
        ldi     r0, 7
        jsr     sweep
compare:
        ldi     r3, FEWEST
        ld      r3, r0
        cmp     r2, r0
        bge     next
        st      r3, r2
        inc     r3
        pop     r0
        push    r0
        st      r3, r0

next:   pop     r0
        dec     r0
        ldi     r3, 8
        cmp     r0, r3
        bne     try
        ldi     r3, BEST
        ld      r3, r0
        rts
        end
