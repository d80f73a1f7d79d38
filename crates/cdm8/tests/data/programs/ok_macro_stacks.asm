#= image: 8c 8d ee 01 ee
# A structure made of macros, with CocoIDE's macro stacks.
macro forever/0
loop':
        1mpush loop'
mend
macro again/0
        1mpop where, "again without forever"
        br ?where
mend
asect 0
        forever
          inc r0
          forever
            inc r1
          again
        again
#! 9 warning[unreachable]: nothing reaches this instruction (2 bytes)
#~ in macro `again/0`, whose body line became
end
