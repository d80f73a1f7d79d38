asect 0
far: ext
print: ext
local: ext
        jsr far
#! 13 error: no file defines `far`
#? add the file that has `far>`
        jsr far
        jsr print
#! 13 error: no file defines `print`
#? did you mean `pirnt`?
        jsr local
#! 13 error: no file defines `local`
#~ this label of that name is not an entry
#? make it an entry: `local>`
rsect x
#! 1 warning[dropped-section]: rsect `x` is left out: nothing reaches it
#? use one of its entries from a section that is part of the program
pirnt>  rts
local:  rts
end
