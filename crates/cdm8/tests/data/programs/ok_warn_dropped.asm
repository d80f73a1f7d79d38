#= image:
rsect main
#! 1 warning[dropped-section]: rsect `main` is left out: nothing reaches it
#? a program starts in an absolute section: `asect 0`, `start: ext`, `br start`
start>  halt
end
