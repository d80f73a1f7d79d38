asect 0
    setsp 0xf0
s0:
    ldi r0, v0
    ld r0, r1
    while
        tst r1
    stays nz
        dec r1
        if
            cmp r1, r2
        is eq
            inc r2
        else
            stv r2, v0
        fi
    wend
    jsr f0
s1:
    ldi r0, v1
    ld r0, r1
    while
        tst r1
    stays nz
        dec r1
        if
            cmp r1, r2
        is eq
            inc r2
        else
            stv r2, v1
        fi
    wend
    jsr f1
s2:
    ldi r0, v2
    ld r0, r1
    while
        tst r1
    stays nz
        dec r1
        if
            cmp r1, r2
        is eq
            inc r2
        else
            stv r2, v2
        fi
    wend
    jsr f2
s3:
    ldi r0, v3
    ld r0, r1
    while
        tst r1
    stays nz
        dec r1
        if
            cmp r1, r2
        is eq
            inc r2
        else
            stv r2, v3
        fi
    wend
    jsr f3
s4:
    ldi r0, v4
    ld r0, r1
    while
        tst r1
    stays nz
        dec r1
        if
            cmp r1, r2
        is eq
            inc r2
        else
            stv r2, v4
        fi
    wend
    jsr f0
s5:
    ldi r0, v5
    ld r0, r1
    while
        tst r1
    stays nz
        dec r1
        if
            cmp r1, r2
        is eq
            inc r2
        else
            stv r2, v5
        fi
    wend
    jsr f1
s6:
    ldi r0, v6
    ld r0, r1
    while
        tst r1
    stays nz
        dec r1
        if
            cmp r1, r2
        is eq
            inc r2
        else
            stv r2, v6
        fi
    wend
    jsr f2
s7:
    ldi r0, v7
    ld r0, r1
    while
        tst r1
    stays nz
        dec r1
        if
            cmp r1, r2
        is eq
            inc r2
        else
            stv r2, v7
        fi
    wend
    jsr f3
    halt
f0: # subroutine 0
    save r0
    clr r0
    shl r1
    restore
    rts
f1: # subroutine 1
    save r0
    clr r0
    shl r1
    restore
    rts
f2: # subroutine 2
    save r0
    clr r0
    shl r1
    restore
    rts
f3: # subroutine 3
    save r0
    clr r0
    shl r1
    restore
    rts
v0: ds 1
v1: ds 1
v2: ds 1
v3: ds 1
v4: ds 1
v5: ds 1
v6: ds 1
v7: ds 1
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
# a comment line that explains the program to its reader
end
