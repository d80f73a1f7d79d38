# The capture rule, after a `mkmove` that ended with Z clear.
#
# In:  r0 = places before the own store, r3 = address of the last seed, r1 = the pad, cell 0 = index of the own store.
# Out: Z set if seeds were captured.

        rsect   capture
capture>
        tst     r3              # clears Z: nothing was captured
        rts
        end
