#= with: doubling.mlb
#= image: 95 76 05 d4
asect 0
        double r1
        tst r1, r2              # the library's, beside the standard tst
        tst r1
        halt
end
