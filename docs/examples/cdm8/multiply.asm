# A subroutine: multiplies by adding, again and again.
#
#! expect product = 42
#! expect sp = 0 else "what is pushed has to be popped"

        asect   0
start:  ldi     r0, 6
        ldi     r1, 7
        jsr     times
        ldi     r0, product
        st      r0, r2
        halt

# r2 := r0 * r1. Keeps r0; r1 is 0 in the end.
times:  push    r0
        clr     r2
        while
          tst   r1
        stays nz
          add   r0, r2
          dec   r1
        wend
        pop     r0
        rts

product: ds     1
        end
