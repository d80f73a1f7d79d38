# Three mistakes: the list below the editor names each one and what to do about it.

        asect   0
start:  ldi     r0, 300
        lodi    r1, 2
        br      strat
        end
