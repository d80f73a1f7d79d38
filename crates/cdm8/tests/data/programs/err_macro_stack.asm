macro again/0
        mpop where, "again without forever"
        br ?where
mend
macro name/1
        lchk $1
mend
asect 0
        again
#! 9 error: again without forever
#~ in macro `again/0`, whose body line became
        name 5
#! 9 error: `5` is not a label
#~ in macro `name/1`, whose body line became
end
