# Mirror play: the same pit as the human's last, if there are seeds in it; else the first pit with seeds, from 14 down.
#
# In:  r1 = the pad, cell LAST = the pit the human played last (1 to 6).
# Out: r0 = index of the pit.

        asect   0x10
LAST:

        rsect   choose
choose> ldi     r0, LAST
        ld      r0, r0

        rts
        end
