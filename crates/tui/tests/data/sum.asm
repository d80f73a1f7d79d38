# The sum of the numbers from 1 to n, in memory.
        asect 0x00
        ldi r0, n       # how many
        ld  r0, r0
        clr r1
again:  add r0, r1      # r1 := r1 + r0
        dec r0
        bnz again
        ldi r2, total
        st  r2, r1
        push r1
        halt
n:      dc 5
total:  ds 1
        end
