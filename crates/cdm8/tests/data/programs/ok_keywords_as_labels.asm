#= image: ee 00 ee 02 ee 04 ee 06
asect 0
if:     br if
end:    br end
wend>   br wend
macro:  br macro
end
