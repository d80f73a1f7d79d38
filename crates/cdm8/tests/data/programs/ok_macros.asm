#= image: d0 01 44 e0 00 ee 07 d0 61 44 e0 07 ee 0e ee 0e
# Operands, nonces (two on a line too), unique registers, nesting, a label on the use.
macro wait_for/2        # a comment
        unique $2, mask
l':     ldi ?mask, $1
        and $2, ?mask
        bz l'
        br m'
m':
mend    # a comment here is all right
macro twice/1
        wait_for 1, $1
        wait_for 0x61, $1
mend
macro one/0
x': br x'
mend
asect 0
go:     twice r1
        one
end
