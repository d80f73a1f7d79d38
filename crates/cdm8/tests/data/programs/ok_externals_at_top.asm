#= image: d6 03 d4 d7
f: ext
macro m/0
        jsr f
mend
asect 0
        m
        halt
rsect x
f>      rts
end
