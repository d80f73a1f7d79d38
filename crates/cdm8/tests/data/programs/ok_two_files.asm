#= with: printing.asm
#= image: d6 04 d4 07 d0 03 b0 d7
asect 0
print: ext
        jsr print
        halt
shared> dc 7
end
