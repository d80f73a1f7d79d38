# Lifts the seeds of a pit and drops one into each cell that follows.
#
# In: r0 = address of the pit.

        rsect   sow
sow>    ld      r0, r2          # r2: the seeds to drop
        clr     r1
        st      r0, r1          # the pit is empty now

drop:   tst     r2
        beq     done
        inc     r0
        ld      r0, r1
        inc     r1
        st      r0, r1
        dec     r2
        br      drop
done:   rts
        end
