asect
#! 6 error: `asect` needs an address
asect -1
#! 7 error: `asect` needs a plain number, not `-`
asect foo
#! 7 error: `asect` needs a plain number, not `foo`
asect 5 6
#! 9 error: unexpected text after `asect`
rsect
#! 6 error: `rsect` needs a name
rsect "x"
#! 7 error: `rsect` needs a name
tplate a.b
#! 8 error: the name of a template has no dot
#? `T.field` means the field `field` of template `T`
end
