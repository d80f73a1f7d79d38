# Calls the subroutine once.

        asect   0
capture: ext
        setsp   0xF0
        jsr     capture
        halt
        end
