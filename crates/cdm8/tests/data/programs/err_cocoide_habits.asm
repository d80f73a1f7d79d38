# The same without asking for CocoIDE.
    asect 0
start:
    addsp -144      #! 11 error: -144 does not fit into a byte
#? the low byte is 112
    while
        dec r3
    stays nz
    until z         #! 5 error: `until` does not close this `while`
#~ the innermost open structure is this `while`
#? `until` closes `do`; CocoIDE takes it here too: `--compat cocoide`
    br start:       #! 13 warning[dialect]: cdm-devkit does not accept a colon after an operand, only CocoIDE does
    halt
end
