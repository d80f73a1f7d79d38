#= image: ee 20 30*00 d0 0d d4
define SIZE, 12
run main
asect 0x20
main:   ldi r0, SIZE + 1
        halt
end
