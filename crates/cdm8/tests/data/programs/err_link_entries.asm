asect 0
f: ext
        jsr f
rsect x
f>      rts
rsect y
#! 1 warning[dropped-section]: rsect `y` is left out: nothing reaches it
#? use one of its entries from a section that is part of the program
f>      rts
#! 1 error: the entry `f` is declared more than once
#~ the first declaration
#? entries are known to all files: give one of them another name
end
