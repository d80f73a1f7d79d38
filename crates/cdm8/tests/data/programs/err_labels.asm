asect 0
a:      halt
a:      halt
#! 1 error: the label `a` is defined already in this section
#~ the first definition
#? give one of them another name
b: c:   halt
#! 5 error: more than one `:` or `>` on a line
#? several labels of one place: `a, b: halt`, or each on its own line
r1:     halt
#! 1 error: the register `r1` cannot be a label
1x:     halt
#! 1 error: a label cannot start with a digit
#? for example `l1x`
.:      halt
#! 1 error: the name `.` is reserved
:       halt
#! 1 error: a label needs a name
x y:    halt
#! 3 error: text before the `:` or `>` of a label
e> ext
#! 4 error: a label cannot be both an entry and external
#? write `:` for an external
        br A
#! 12 error: the label `A` is not defined
#? did you mean `a`?
        br nowhere
#! 12 error: the label `nowhere` is not defined
z:      if
#! 9 error: `if` cannot share its line with a label
#? put the label on the line before
          tst r0
        is z
        fi
        ext
#! 9 error: `ext` without a label
#? for example `putchar: ext`
end
