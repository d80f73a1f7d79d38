# Sorts a table in place: two neighbours in the wrong order are exchanged until there are none.
#
#! expect table = 1 2 3 4 5 7 8 9

        asect   0
start:  ldi     r3, 0           # exchanges in this pass
        ldi     r2, table
next:   ld      r2, r0
        inc     r2
        ld      r2, r1
        cmp     r0, r1
        ble     fine
        st      r2, r0
        dec     r2
        st      r2, r1
        inc     r2
        inc     r3
fine:   ldi     r1, last
        cmp     r2, r1
        bne     next
        tst     r3
        bnz     start
        halt

table:  dc      5, 2, 9, 1
        dc      7, 3, 8
last:   dc      4
        end
