# Sums a table.
#
#! expect r2 = 6
#! expect sum = 6 else "the sum belongs into memory too"

        asect   0
start:  ldi     r0, table       # where the next number is
        ldi     r2, 0           # the sum so far
        ldi     r3, 3           # numbers to go
loop:   ld      r0, r1
        add     r1, r2
        inc     r0
        dec     r3
        bnz     loop
        ldi     r0, sum
        st      r0, r2
        halt

table:  dc      1, 2, 3
sum:    ds      1
        end
