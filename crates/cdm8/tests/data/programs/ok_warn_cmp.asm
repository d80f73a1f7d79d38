#= image: 71 e2 11 d2 01 e3 11 71 e8 0b 8c 31 e8 11 71 ec 11 d4
# After cmp the carry is 0 on mark 5; after sub it is right.
asect 0
        cmp r0, r1
        bhs done
#! 9 warning[cmp-carry]: on mark 5 `cmp` clears the carry: after it `bhs` is never taken
#? use `sub` on a copy instead of `cmp`, or the signed `ge` if both values are below 128
        ldi r2, 1
        blo done
#! 9 warning[cmp-carry]: on mark 5 `cmp` clears the carry: after it `blo` is always taken
#? use `sub` on a copy instead of `cmp`, or the signed `lt` if both values are below 128
        if
          cmp r0, r1
        is ls
#! 9 warning[cmp-carry]: on mark 5 `cmp` clears the carry: after it `ls` always holds
#? use `sub` on a copy instead of `cmp`, or the signed `le` if both values are below 128
          inc r0
        fi
        sub r0, r1
        bhi done
        cmp r0, r1
        bgt done
done:   halt
end
