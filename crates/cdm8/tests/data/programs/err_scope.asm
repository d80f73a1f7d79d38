# A label of a relocatable section must be an entry, and declared where it is used.
asect 0
        jsr sub
#! 13 error: the label `sub` is not known in this section
#~ it is a label of rsect `x`
#? declare it in this section: `sub: ext`
        jsr inner
#! 13 error: the label `inner` is not known in this section
#~ it is a label of rsect `x`
#? make it an entry there, `inner>`, and declare it here: `inner: ext`
rsect x
sub>    rts
inner:  rts
end
