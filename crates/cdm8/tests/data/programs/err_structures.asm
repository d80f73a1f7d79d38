asect 0
        stays z
#! 9 error: `stays` without `while`
#? put `while` on a line before the code of the condition
        is z
#! 9 error: `is` without `if`
        then
#! 9 error: `then` without `if`
        else
#! 9 error: `else` without `if`
        fi
#! 9 error: `fi` without `if`
        wend
#! 9 error: `wend` without `while`
        until z
#! 9 error: `until` without `do`
        break
#! 9 error: `break` outside a loop
        continue
#! 9 error: `continue` outside a loop
        while
          tst r0
        is z
#! 9 error: `is` in a `while`
#~ the innermost open structure is this `while`
#? the condition of `while` is `stays`
          dec r0
        fi
#! 9 error: `fi` does not close this `while`
#~ the innermost open structure is this `while`
#? `fi` closes `if`
        if
          tst r0
        stays z
#! 9 error: `stays` in an `if`
#~ the innermost open structure is this `if`
#? the condition of `if` is `is`
        wend
#! 9 error: `wend` does not close this `if`
#~ the innermost open structure is this `if`
#? `wend` closes `while`
        if
#! 9 error: this `if` has no `is`
#? `if`, then code that sets the flags, then `is` with a condition
          tst r0
        fi
        while
#! 9 error: this `while` has no `stays`
#? `while`, then code that sets the flags, then `stays` with a condition
        wend
        if
        is z, xor
#! 15 error: a compound condition is joined by `and` or `or`
        is q
#! 12 error: unknown condition `q`
        is z and
#! 9 error: a second `is` in one `if`
#~ the innermost open structure is this `if`
#? join conditions with `is z, and` or `is z, or`
#! 14 error: a comma is missing
        is z
#! 9 error: a second `is` in one `if`
#~ the innermost open structure is this `if`
#? join conditions with `is z, and` or `is z, or`
        then
          inc r0
        then
#! 9 error: `then` must follow the last `is`
#~ the innermost open structure is this `if`
        else
#! 9 warning[dialect]: CocoIDE makes a branch for an empty `else`, cdm-devkit makes none
#? this is the meaning of cdm-devkit; `--compat devkit` or `--compat cocoide` chooses
        else
#! 9 error: a second `else` in one `if`
#~ the innermost open structure is this `if`
        fi
        if nz
#! 12 error: unexpected text after `if`
end
#! 1 error: this `if` is not closed: `fi` is missing
#~ the `if` begins here
