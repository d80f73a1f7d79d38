#= image: 05 3a 2f d1 40 b5 c1 d1 41 a4 c5 ca 00 df c1 d1 07 44 c5 c1 da c1 d1 1d c1 d1 80 c1 d9 c5 c1 d1 26 c1 d1 00 c1 d9 c5 c1 d7
asect 0
        tst r1
        clr r2
        shl r3
        ldv 0x40, r1
        stv r0, 0x41
        ldsp r2
        rannum 7
        jsrr r1
        ei
        di
        jmp r1
#! 9 warning[dialect]: CocoIDE makes `push, rti` of `jmp`, cdm-devkit `push, rts`
#~ in macro `jmp/1`, whose body line became
#? this is the meaning of cdm-devkit; `--compat devkit` or `--compat cocoide` chooses
end
