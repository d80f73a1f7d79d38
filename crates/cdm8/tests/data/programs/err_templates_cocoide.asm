#= compat: cocoide
# Only cdm-devkit passes over code in a template.
tplate t
        if
#! 9 error: a template holds only labels, `ds` and `dc`
#? code goes into an `asect` or `rsect`
          tst r0
        is z
          ds 1
        fi
asect 0
        ldi r0, t._
end
