asect 0
        halt ; a comment
#! 14 error: the character `;` has no meaning here
#? a comment starts with `#`
        halt // a comment
#! 14 error: the character `/` has no meaning here
#? a comment starts with `#`
        x = 5
#! 11 error: the character `=` has no meaning here
#? a constant is `set NAME = value`, or `define NAME, value`
        ld [r0], r1
#! 12 error: the character `[` has no meaning here
#? memory is reached through a register: `ld r0, r1`, `st r0, r1`
        ldi r0, $1
#! 17 error: the character `$` has no meaning here
#? `$1` and `?name` have a meaning only inside a macro
é:      halt
#! 1 error: the character `é` has no meaning here
#? names have only the letters A-Z and a-z
        dc “text”
#! 12 error: the character `“` has no meaning here
#? use the plain quotes " and '
end
after = the end
#! 7 error: the character `=` has no meaning here
#? a constant is `set NAME = value`, or `define NAME, value`
