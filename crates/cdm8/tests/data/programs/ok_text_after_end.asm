#= image: d4
# Whatever follows `end` is read by nobody; that is told once, where it begins.
asect 0
        halt
end

# A remark is nothing to warn of.
more:   ldi r0, 1
#! 1 warning[after-end]: nothing after `end` is read
#? move `end` to the last line, or delete what follows it
        halt
end
