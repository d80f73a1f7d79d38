# Calls the subroutine once.

        asect   0
sow:    ext
        setsp   0xF0
        jsr     sow
        halt
        end
