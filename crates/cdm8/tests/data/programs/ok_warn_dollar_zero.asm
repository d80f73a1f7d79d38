#= image: d0 02 d4
macro last/2
        ldi r0, $0
mend
asect 0
        last 1, 2
#! 9 warning[dollar-zero]: `$0` stands for the last operand
#~ in macro `last/2`, whose body line became
#? write the number of the operand
        halt
end
