#= compat: devkit
#= image: 00 e1 06 8d ee 09 8e e1 00 d4
# cdm-devkit mixes up, and here we do too, the labels of these two structures.
asect 0
        do
          if
            tst r0
          is z
            inc r1
          else
#! 11 warning[nested-start]: cdm-devkit sends this branch to the wrong place: its structure starts at the same address as another
#? compiled that way, as asked; put an instruction between the two structures' starts
            inc r2
          fi
        until z
        halt
end
