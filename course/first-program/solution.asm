# Adds up the seeds of three pits.

        asect   0
        ldi     r0, pits        # r0: where the next pit is
        clr     r2              # r2: the sum so far

        ldi     r3, 3           # r3: pits left
next:   ld      r0, r1
        add     r1, r2
        inc     r0
        dec     r3
        bne     next

        ldi     r0, sum
        st      r0, r2
        halt

pits:   dc      4, 0, 9
sum:    dc      0
        end
