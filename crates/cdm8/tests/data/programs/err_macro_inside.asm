macro a/0
macro b/0
#! 1 error: a macro definition inside another
#~ macro `a/0` is still open
#? close the first with `mend`
        halt
mend
mend
#! 1 error: `mend` without a `macro`
asect 0
end
