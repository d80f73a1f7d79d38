asect 0
f: ext
        jsr f
asect 0x80
        ds 100
rsect x
#! 1 error: rsect `x` does not fit: it has 130 bytes, 154 are free but not in one piece
f>      ds 130
end
