        ldi r0, 5
#! 9 error: code before the first section
#? start the program with `asect 0`
lab:    halt
        halt
end
