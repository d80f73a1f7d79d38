#= image: d4 01 0f 05 ff 61 62 0a 63 41 c3 a9 00 00 00 00 10 11 0e
# Numbers, strings, characters, space, alignment.
asect 0
        halt
        dc 1, 0x0f, 0b101, -1, "ab\n", 'c', '\x41', "é"
        ds 2
        align 4
last:   dc last, last + 1, last - 2
end
