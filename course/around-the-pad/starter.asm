# Makes a move on the pad r1.
#
# In: r0 = index of the pit, cell 0 = index of the mover's own store (7 or 15).

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

        rts
        end
