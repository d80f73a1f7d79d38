# A move that earns an extra turn, if there is one; else the first pit with seeds, from 14 down.
#
# In:  r1 = the pad.
# Out: r0 = index of the pit.

        asect   0xF0
IO:
        rsect   choose
mkmove, copy: ext

choose> ldi     r3, 15
find:   dec     r3
        move    r3, r0
        add     r1, r0
        ld      r0, r2
        tst     r2
        beq     find
        move    r3, r0
        rts
        end
