#= variant: mark5-devkit
#= image: ef 11 8d ee 05 e1 02 00 e1 0b 8c 9e c1 c1 d7 ee
# Default: cdm-devkit's meaning, and a word where CocoIDE's is another.
asect 0
        while
        stays true
#! 9 warning[dialect]: CocoIDE makes no branch for `true`, cdm-devkit makes one (2 bytes)
#? this is the meaning of cdm-devkit; `--compat devkit` or `--compat cocoide` chooses
          do
            inc r1
            continue
#! 13 warning[dialect]: `continue` in a `do` goes to the `until` in cdm-devkit, to the start of the loop in CocoIDE
#? this is the meaning of cdm-devkit; `--compat devkit` or `--compat cocoide` chooses
          until z
          if
            tst r0
          is z
            inc r0
          else
#! 11 warning[dialect]: CocoIDE makes a branch for an empty `else`, cdm-devkit makes none
#? this is the meaning of cdm-devkit; `--compat devkit` or `--compat cocoide` chooses
          fi
          rol r2
#! 11 warning[dialect]: CocoIDE makes four bytes of `rol` (addc, bcc, inc), cdm-devkit one opcode
#? this is the meaning of cdm-devkit; `--compat devkit` or `--compat cocoide` chooses
          push r01
#! 16 warning[dialect]: CocoIDE reads `r01` as r0
#? this is the meaning of cdm-devkit; `--compat devkit` or `--compat cocoide` chooses
          jmp r1
#! 11 warning[dialect]: CocoIDE makes `push, rti` of `jmp`, cdm-devkit `push, rts`
#~ in macro `jmp/1`, whose body line became
#? this is the meaning of cdm-devkit; `--compat devkit` or `--compat cocoide` chooses
        wend
end
