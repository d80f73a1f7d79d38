#= variant: ideal
#= image: 71 e2 11 d2 01 e3 11 71 e8 0b 8c 31 e8 11 71 ec 11 d4
# Nothing to say where cmp sets the carry.
asect 0
        cmp r0, r1
        bhs done
        ldi r2, 1
        blo done
        if
          cmp r0, r1
        is ls
          inc r0
        fi
        sub r0, r1
        bhi done
        cmp r0, r1
        bgt done
done:   halt
end
