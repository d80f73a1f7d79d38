# The capture rule, after a `mkmove` that ended with Z clear.
#
# In:  r0 = places before the own store, r3 = address of the last seed, r1 = the pad.
# Out: Z set and r2 = 0 if seeds were captured.

        rsect   capture
capture>
        ldi     r2, 8
        and     r0, r2
        bne     no              # in the other's row
        ld      r3, r2
        dec     r2
        bne     no              # the pit was not empty
        ldi     r0, 15
        xor     r3, r0          # opposite: the one's complement of the index
        ld      r0, r2
        dec     r2
        bmi     no              # nothing opposite
        inc     r2
        inc     r2
        push    r2
        clr     r2
        st      r0, r2
        st      r3, r2
        ld      r2, r3
        add     r1, r3          # the own store
        pop     r0
        ld      r3, r2
        add     r0, r2
        st      r3, r2
        clr     r2
no:     rts
        end
