#= silence: dialect
#= image: ce cf 9d db 03
asect 0
        pushall
        popall
#! 9 warning[popall]: on the original mark 5 `popall` does not load the registers
#? pop them one by one: `pop r0` ... `pop r3`
        rol r1
#! 9 warning[rol]: on the original mark 5 this opcode swaps nibbles (`swan`)
#? for a rotation there: `shla r0`, `bcc` over, `inc r0`
        osix 3
#! 9 warning[illegal]: the circuits have no `osix`: the processor stops here
end
