#= image: c0 c1 30 c5 c7 d4
asect 0
        save r0
        save r1
          clr r0
        restore
        restore r3
        halt
end
