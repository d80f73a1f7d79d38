asect 0
        ldi r0, 010
#! 17 error: the number `010` starts with a zero
#? decimal is `10`, hexadecimal `0x10`
        ldi r0, 256
#! 17 error: 256 does not fit into a byte
#? the low byte is 0x00
        ldi r0, -129
#! 17 error: -129 does not fit into a byte
#? the low byte is 127
        ldi r0, 0XFF
#! 17 error: `0XFF` is not a number
#? write the second character small: `0xFF`
        ldi r0, 12h
#! 17 error: `12h` is not a number
#? hexadecimal is `0x12`
        ldi r0, 1F
#! 17 error: `1F` is not a number
#? hexadecimal is `0x1F`
        ldi r0, 0x
#! 17 error: `0x` is not a number
        ldi r0, 99999999999999999999999
#! 17 error: this value is far too large for a byte
        dc 200 + 100
#! 12 error: 300 does not fit into a byte
#? the low byte is 0x2c
end
