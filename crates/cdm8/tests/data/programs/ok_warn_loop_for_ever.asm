#= silence: dialect
#= image: ef 05 8c ee 00 8d d4
asect 0
        while
        stays true
          inc r0
        wend
        inc r1
#! 9 warning[unreachable]: nothing reaches this and the next 1 instruction (2 bytes)
        halt
end
