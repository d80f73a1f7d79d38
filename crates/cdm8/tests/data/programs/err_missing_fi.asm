asect 0
        while
          tst r0
        stays nz
          if
            tst r1
          is z
            inc r0
        wend
#! 9 error: this `if` is not closed: `fi` is missing
#~ the `if` begins here
        halt
end
