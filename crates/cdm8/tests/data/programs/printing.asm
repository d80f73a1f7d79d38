# The other half of ok_two_files.asm.
rsect printing
shared: ext
print>  ldi r0, shared
        ld r0, r0
        rts
end
