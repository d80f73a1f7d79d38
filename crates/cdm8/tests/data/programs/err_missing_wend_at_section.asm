asect 0
        while
          tst r0
        stays nz
          inc r0
asect 0x10
#! 1 error: this `while` is not closed: `wend` is missing
#~ the `while` begins here
        halt
end
