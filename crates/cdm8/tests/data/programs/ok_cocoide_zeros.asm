#= image: d0 0a d1 0a d2 00 cc f6 d4 08
#= compat: cocoide
# To CocoIDE a leading zero means nothing: 010 is ten, not eight.
asect 000
        ldi r0, 010
        ldi r1, 0010
        ldi r2, 000
        addsp -010
        halt
        dc 08
end
