#= image: d0 01 e0 02 d4
# CocoIDE lets the target of a branch carry a text; it changes nothing.
asect 0
        ldi r0, 1
loop:   beq loop:"too far"
#! 17 warning[dialect]: cdm-devkit does not accept a text after an operand, only CocoIDE does
        halt
end
