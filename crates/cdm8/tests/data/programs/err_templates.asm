tplate t
a:      ds 1
a:      ds 1
#! 1 error: the template has a field `a` already
        halt
#! 9 error: a template holds only labels, `ds` and `dc`
#? code goes into an `asect` or `rsect`
b>      ds 1
#! 1 error: a template has neither entries nor externals
        ds -1
#! 9 error: the size of `ds` is negative
        if
#! 9 warning[template-code]: cdm-devkit ignores this in a template, with everything inside it
#? a template holds only labels, `ds` and `dc`; code goes into an `asect` or `rsect`
        is z
        fi
asect 0
        ldi r0, t.q
#! 17 error: template `t` has no field `q`
        ldi r0, t._x
#! 17 error: template `t` has no field `_x`
t.a:    halt
#! 1 error: the label `t.a` looks like a field of template `t`
#? rename the label or the template
end
