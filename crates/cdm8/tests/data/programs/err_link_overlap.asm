asect 0
        ds 20
asect 0x10
#! 1 error: sections overlap: both have 4 bytes from 0x10 on
#~ the other one: 0x00, 20 bytes
        ds 20
asect 0xf0
#! 1 error: the section at 0xf0 ends 1 byte behind the memory
        ds 17
end
