#= image: d0 05 d1 61 ef 00 9d ee 07
# What only CocoIDE accepts has one meaning, so we take it.
asect 0
set LIMIT = 5
#! 5 warning[dialect]: cdm-devkit does not accept `set`, only CocoIDE does
        ldi r0, LIMIT
        ldi r1, "a"
#! 17 warning[dialect]: cdm-devkit does not accept a character as operand of `ldi`, only CocoIDE does
        nop
#! 9 warning[dialect]: cdm-devkit does not accept `nop`, only CocoIDE does
        swan r1
#! 9 warning[dialect]: cdm-devkit does not accept `swan`, only CocoIDE does
        br *
#! 12 warning[dialect]: cdm-devkit does not accept `*` for the current address, only CocoIDE does
end
