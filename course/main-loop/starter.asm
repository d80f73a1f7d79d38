# The main loop: whose turn it is, which pit, the move, the capture, the hand-over.
#
# Given: mkmove and capture as you wrote them, and choose, the mirror.

        asect   0xF0
IO:
        asect   0x10
LAST:                           # the pit the human played last

        asect   0x00
mkmove: ext
capture: ext
choose: ext

        setsp   IO
        ldi     r0, IO
        ldi     r1, IO+6        # four seeds in every pit
        ldi     r2, IO+14
        ldi     r3, 4
fill:   st      r1, r3
        st      r2, r3
        dec     r2
        dec     r1
        cmp     r1, r0
        bne     fill
        ldi     r2, 7           # the human begins
        clr     r3
        st      r3, r2

turn:   br      turn            # write the loop here
        end
