asect 0
f: ext
g: ext
        ldi r0, -f
#! 17 error: an external cannot be subtracted
        ldi r0, f + g
#! 17 error: two externals in one value
        ldi r0, f + f
#! 17 error: an external added twice
rsect x
h: ext
a:      halt
b:      ldi r0, a + b
#! 17 error: labels of this relocatable section are added
        ldi r0, 5 - a
#! 17 error: a label of this relocatable section is subtracted
        ldi r0, a + h
#! 17 error: an external and a label of this relocatable section
        ldi r0, b - a
f>
g>
h>      rts
#! 1 error: the label `h` is defined already in this section
#~ the first definition
#? give one of them another name
end
