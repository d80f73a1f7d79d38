#= image: ee 02 d0 06 ee 06 d4
# Two parts of one relocatable section know each other's labels.
asect 0
go: ext
        br go
rsect x
go>     ldi r0, there
        br there
rsect x
there:  halt
end
