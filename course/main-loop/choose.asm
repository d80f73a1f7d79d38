# Mirror play: the same pit as the human's last, if there are seeds in it; else the first pit with seeds, from 14 down.
#
# In:  r1 = the pad, cell LAST = the pit the human played last (1 to 6).
# Out: r0 = index of the pit.

        asect   0x10
LAST:

        rsect   choose
choose> ldi     r0, LAST
        ld      r0, r0
        ldi     r3, 8
        add     r3, r0          # the human's pit 3 is index 3, the computer's index 11
        ldi     r3, 15
try:    move    r0, r2
        add     r1, r2
        ld      r2, r2
        tst     r2
        bne     found
        dec     r3
        move    r3, r0
        br      try
found:  rts
        end
