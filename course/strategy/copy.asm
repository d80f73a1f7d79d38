# Copies the pad to cells 01 to 0F. Out: r1 = 0, the copy. r0 stays.

        asect   0xF0
IO:
        rsect   copy
copy>   ldi     r1, IO+1
        ldi     r2, 1
next:   ld      r1, r3
        st      r2, r3
        inc     r2
        inc     r1
        bne     next
        rts
        end
