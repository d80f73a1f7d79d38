#= silence: popall
#= silence: cmp-carry
#= silence: unreachable
#= image: cf 71 e2 04 d4 8c
asect 0
        popall
        cmp r0, r1
        bhs x
x:      halt
        inc r0
end
