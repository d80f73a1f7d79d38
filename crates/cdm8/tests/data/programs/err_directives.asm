#= silence: dialect
asect 0
k:      ds k
#! 12 error: the operand of `ds` must be known at once
        ds -1
#! 12 error: the size of `ds` is negative
        ds
#! 9 error: `ds` takes one number, found 0 operands
        ds 1, 2
#! 9 error: `ds` takes one number, found 2 operands
        ds 100000
#! 12 error: `ds 100000`: the memory has 256 bytes
        align
#! 9 error: `align` takes one number, found 0 operands
        align 0
#! 15 error: an alignment is a positive number
        save
#! 9 error: `save` takes one register
        save 5
#! 9 error: `save` takes one register
        restore
        save r1
#! 9 error: `save r1` without `restore`
set A = A + 1
#! 9 error: the constant `A` is defined by itself
        ldi r0, A
end
