# Calls the subroutine once.

        asect   0
choose: ext
        setsp   0xF0
        ldi     r1, 0xF0
        jsr     choose
        halt
        end
