#= compat: cocoide
#= image: d0 05 d1 61 ef 00 9d 2a e3 0b 8e 00 e1 12 ee 14 ee 0b ee 0b ee 14 e1 14 05 e1 1d ee 1d c2 d9
# What only CocoIDE accepts has one meaning, so we take it.
asect 0
set LIMIT = 5
        ldi r0, LIMIT
        ldi r1, "a"
        nop
        swan r1
        rol r2
        while
        stays true
          while
            tst r0
          stays z
            break 2
          wend
        wend
        do
          continue
        until z
        if
          tst r1
#! 11 warning[unreachable]: nothing reaches this and the next 2 instructions (9 bytes)
#~ in macro `tst/1`, whose body line became
        is z
        else
        fi
        jmp r2
end
