# What CocoIDE's assembler takes: a large negative number for the stack pointer, a colon behind a target, and `until` for
# `wend`.
#= compat: cocoide
#= image: cc 70 d3 03 8b e1 04 0f e0 0d 8b e1 07 ee 02 d4
    asect 0
    addsp -144
start:
    ldi r3, 3
    while
        dec r3
    until z
    while
        tst r3
    stays nz
        dec r3
    until z
    br start:
    halt
end
