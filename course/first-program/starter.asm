# Adds up the seeds of three pits.

        asect   0
        ldi     r0, pits        # r0: where the next pit is
        clr     r2              # r2: the sum so far

        # Add the three pits here.

        ldi     r0, sum
        st      r0, r2
        halt

pits:   dc      4, 0, 9
sum:    dc      0
        end
