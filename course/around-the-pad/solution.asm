# Makes a move on the pad r1.
#
# In: r0 = index of the pit, cell 0 = index of the mover's own store (7 or 15).
#
# Places before the own store: own pits 6 .. 1, own store 0, the unused index 15, the other's pits 14 .. 9, the other's
# store 8, the unused index 7. Sowing counts them down; the index is always `own store xor places`.

        rsect   mkmove
mkmove> move    r0, r3
        add     r1, r3          # r3: the address of the pit
        ld      r3, r2          # r2: its seeds
        push    r2
        clr     r2
        st      r3, r2
        ld      r2, r3          # r3: the own store
        xor     r3, r0          # r0: places before the own store
        pop     r2

sow:    tst     r2
        beq     done
        dec     r0
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
        br      sow
done:   rts
        end
