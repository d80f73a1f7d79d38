asect 0
f: ext
        jsr f
        ds 200
rsect x
#! 1 error: rsect `x` does not fit: it has 80 bytes, with 54 free: 26 too many
f>      ds 80
end
