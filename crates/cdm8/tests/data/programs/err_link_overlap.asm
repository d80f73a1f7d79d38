asect 0
        ds 20
asect 0x10
#! 1 error: sections overlap: both occupy 0x10 to 0x13
#~ the other one: 0x00, 20 bytes
        ds 20
asect 0xf0
#! 1 error: the section at 0xf0 ends 1 byte past the end of memory
        ds 17
end
