#= image: d0 02 d1 01 d4
# cdm-devkit ignores structured code in a template: neither its instructions nor its `ds` count.
tplate t
a:      ds 1
        if
#! 9 warning[template-code]: cdm-devkit ignores this in a template, with everything inside it
#? a template holds only labels, `ds` and `dc`; code goes into an `asect` or `rsect`
          tst r0
        is z
inner:    ds 5
        fi
b:      ds 1
asect 0
        ldi r0, t._
        ldi r1, t.b
        halt
end
