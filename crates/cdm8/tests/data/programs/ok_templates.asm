#= image: cc fc c8 01 00 e1 09 d1 01 cc 04 d4
# Fields may be subtracted, and used inside structures.
tplate frame
count:  ds 1
text:   dc "abc"
asect 0
        addsp -frame._
        ldsa r0, frame.text
        if
          tst r0
        is z
          ldi r1, frame.text - frame.count
        fi
        addsp frame._
        halt
end
