# Counts the seeds of the row before a store and moves them into it, on the pad r1 = 0.
#
# In: r0 = index of the store. Out: r2 = how many; r0 stays.

        rsect   sweep
sweep>  push    r0
        clr     r2
pit:    dec     r0
        ld      r0, r3
        add     r3, r2
        clr     r3
        st      r0, r3
        ldi     r3, 7
        and     r0, r3
        dec     r3
        bne     pit
        pop     r0
        ld      r0, r3
        add     r2, r3
        st      r0, r3
        tst     r2
        rts
        end
