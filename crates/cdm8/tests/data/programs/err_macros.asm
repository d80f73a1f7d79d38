macro bad/1
        ldi r0, $2
        push ?x
        psuh $1
mend
macro outer/1
        bad $1
mend
macro bad/1
#! 1 error: macro `bad/1` is defined already, with another body
#~ the first definition
#? give it another name, or another number of operands
        halt
mend
macro tst/1
#! 1 error: macro `tst/1` is defined already, with another body
#~ it is a standard macro
#? give it another name, or another number of operands
        halt
mend
macro nothing
#! 6 error: this is not a macro header
#? for example `macro swap/2`
mend
macro two/12
#! 6 error: this is not a macro header
#? for example `macro swap/2`
mend
asect 0
        outer r0
#! 9 error: `$2` in a macro of 1 operand
#~ in macro `outer/1`, whose body line became
#~ in macro `bad/1`, whose body line became
#! 9 error: the macro variable `?x` has no value
#~ in macro `outer/1`, whose body line became
#~ in macro `bad/1`, whose body line became
#! 9 error: unknown instruction `psuh`
#~ in macro `outer/1`, whose body line became
#~ in macro `bad/1`, whose body line became
#? did you mean `push`?
        bad r1
#! 9 error: unknown instruction `psuh`
#~ in macro `bad/1`, whose body line became
#? did you mean `push`?
        bad
#! 9 error: the macro `bad` takes 1 operand, found 0
        later r0
#! 9 error: the macro `later/1` is used before its definition
#? move the definition up
macro later/1
        push $1
mend
macro loop/0
        loop
mend
        loop
#! 9 error: macro `loop/0` expands itself without end
#~ in macro `loop/0`, whose body line became
#~ in macro `loop/0`, whose body line became
#~ in macro `loop/0`, whose body line became
#~ in macro `loop/0`, whose body line became
#~ in macro `loop/0`, whose body line became
#~ in macro `loop/0`, whose body line became
        mend
#! 1 error: `mend` without a `macro`
        two_names
#! 9 error: unknown instruction `two_names`
macro u/0
        unique a, b, c, d, e
mend
        u
#! 9 error: unique: more names than the four registers
#~ in macro `u/0`, whose body line became
macro v/2
        unique $1, $2
mend
        v r1, r1
#! 9 error: unique: `r1` appears more than once
#~ in macro `v/2`, whose body line became
        v r7, r1
#! 9 error: unique: there is no register `r7`, only r0 to r3
#~ in macro `v/2`, whose body line became
macro open/0
#! 1 error: macro `open/0` has no `mend`
#? end the body with a line holding only `mend`
        halt
end
