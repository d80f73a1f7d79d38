# Makes a move on the pad r1.
#
# In:  r0 = index of the pit, cell 0 = index of the mover's own store.
# Out: Z set, C clear: the last seed fell into the own store, an extra turn.
#      Z set, C set: the pit is empty; nothing was done.
#      Z clear: r0 = where the last seed fell, as places before the own store; r3 = its address. What `capture` needs.
#
# Places before the own store: own pits 6 .. 1, own store 0, the unused index 15, the other's pits 14 .. 9, the other's
# store 8, the unused index 7. Counting them down is sowing; the index is always `own store xor places`.

        rsect   mkmove
mkmove> move    r0, r3
        add     r1, r3
        ld      r3, r2
        push    r2
        clr     r2
        st      r3, r2          # lift the seeds
        ld      r2, r3
        xor     r3, r0
        pop     r2
        tst     r2
        beq     empty

sow:    dec     r0
        bpl     other
        ldi     r0, 14          # past the unused index
other:  ldi     r3, 8
        cmp     r0, r3
        bne     drop
        ldi     r0, 6           # past the other's store
drop:   clr     r3
        ld      r3, r3
        xor     r0, r3
        add     r1, r3
        push    r2
        ld      r3, r2
        inc     r2
        st      r3, r2
        pop     r2
        dec     r2
        bne     sow
        tst     r0              # clears C
        rts
empty:  clr     r2              # sets Z and C
        rts
        end
