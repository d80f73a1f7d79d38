# A `halt` behind an endless loop is a habit, and a program that has just told a device to switch banks goes on elsewhere.
#= memory: harvard
#= image: d6 05 ee 00 d4 d0 f4 d1 02 a1
    asect 0
loop:
    jsr next
    br loop
    halt
next:
    ldi r0, 0xf4
    ldi r1, 2
    st r0, r1
end
