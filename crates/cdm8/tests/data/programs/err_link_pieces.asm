asect 0
f: ext
        jsr f
asect 0x80
        ds 100
rsect x
#! 1 error: rsect `x` does not fit: it has 130 bytes, with 154 free but not in one piece
f>      ds 130
end
