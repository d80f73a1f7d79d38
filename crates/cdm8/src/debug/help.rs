//! The words of the command language.

pub const HELP: &str = "\
running         step|s [N]          next source line, into calls     stepi|si [N]   one instruction
                next|n [N]          next source line, over calls     nexti|ni [N]   one instruction, a call as a whole
                out|finish          until the subroutine returns     until LOCATION
                continue|c          to a breakpoint or stop          clocks N       run N clocks
backwards       back|bk [N]         the source line before           backi|bi [N]   one instruction
                rcontinue|rc        to the breakpoint or change before               rewind  to the start
in time         goto N|+N|-N        a half-tick, by number or from here              marks   what was set when
                mark NAME           name this moment                 futures        all there are; future N goes there
stops           break|b LOCATION [if CONDITION]                      watch|w VALUE [if CONDITION]
                writes|wr LOCATION [if CONDITION]                    points         list them
                delete|d [N]        one, or all
looking         regs|r              list|l [LOCATION]                code|x [LOCATION [N]]
                mem|m [FROM [N]]    cmem [FROM [N]]                  stack|bt       print|p VALUE
                where               symbols [START OF NAME]          irq            the interrupt plan
                record VALUE, ...   note values from now on          wave [N]       draw the last N half-ticks of them
changing        set THING = VALUE   (r0..r3 pc sp ps, flags c v z n i, [address], code[address])
                irq PLAN            CLOCK, FROM-TO or FROM/PERIOD, then :VECTOR
scripts         assert CONDITION [else MESSAGE]                      echo TEXT
                help|h  quit|q      an empty line repeats the last step
values          12 0x0c 0b1100 'a' label label+1 r0 [label] [r0+1] code[0]
conditions      VALUE = VALUE       also != < <= > >=, without sign; and, or
locations       a value, file.asm:12, or :12 for a line
";
