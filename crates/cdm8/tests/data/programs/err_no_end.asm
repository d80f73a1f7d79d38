asect 0
        if
#! 9 error: this `if` is not closed: `fi` is missing
          tst r0
        is z
        halt
#! 1 error: the file has no `end`
#? add a line `end`
