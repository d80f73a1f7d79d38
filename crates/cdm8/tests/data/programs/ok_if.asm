#= image: 00 e1 06 05 e1 09 0a e5 0c 8c ee 0d 89 d4
# and binds tighter than or; then is optional; an else that is empty makes no branch.
asect 0
        if
          tst r0
        is z, and
          tst r1
        is nz, or
          tst r2
        is mi
        then
          inc r0
        else
          dec r1
        fi
        halt
end
