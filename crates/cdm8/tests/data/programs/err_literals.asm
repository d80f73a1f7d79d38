asect 0
        dc "\q"
#! 12 error: unknown escape `\q`
#? a backslash itself is `\\`
        dc "\x4"
#! 12 error: `\x` without its number
        dc "\400"
#! 12 error: an octal escape above a byte
        dc ''
#! 12 error: this character literal is empty
        dc 'ab'
#! 12 error: a character literal is one byte, this has 2
#? a string has double quotes: `dc "text"`
        dc 'é'
#! 12 error: a character literal is one byte, this has 2
#? a string has double quotes: `dc "text"`
        dc "open
#! 12 error: this quote is not closed on its line
        dc 'a
#! 12 error: this quote is not closed on its line
end
