asect 0
far: ext
print: ext
local: ext
        jsr far
#! 13 error: the external `far` is an entry nowhere
#? add the file that has `far>`
        jsr far
        jsr print
#! 13 error: the external `print` is an entry nowhere
#? did you mean `pirnt`?
        jsr local
#! 13 error: the external `local` is an entry nowhere
#~ this label of that name is not an entry
#? make it an entry: `local>`
rsect x
#! 1 warning[dropped-section]: rsect `x` is left out: nothing reaches it
#? use one of its entries from a section that is part of the program
pirnt>  rts
local:  rts
end
