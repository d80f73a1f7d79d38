# Calls the subroutine once.

        asect   0
mkmove: ext
        setsp   0xF0
        jsr     mkmove
        halt
        end
