#= image: 88 e0 12 05 e1 08 ee 12 8d 0a e5 0e ee 10 e1 08 ee 00 d4
asect 0
        while
          dec r0
        stays nz
          if
            tst r1
          is z
            break
          fi
          do
            inc r1
            if
              tst r2
            is mi
              break
            fi
          until eq
        wend
        halt
end
