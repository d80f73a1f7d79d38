//! The vocabulary of the command language.

pub const HELP: &str = "\
running         step|s [N]          next source line, into calls     stepi|si [N]   one instruction
                next|n [N]          next source line, over calls     nexti|ni [N]   one instruction, a call as a whole
                finish|out          until the subroutine returns     until|u LOCATION
                continue|c          to a breakpoint or stop          run|r  start   from the beginning; to the beginning
                clock|cl [N]        clock cycles                     tick|t [N]     half-ticks
backwards       back|bk [N]         the source line before           backi|bi [N]   one instruction
                bclock|bc [N]       clock cycles                     btick [N]      half-ticks
                reverse-continue|rc to the breakpoint or change before
in time         goto N|+N|-N        a half-tick, by number or from here              marks   what was set when
                undo  redo          to before what was set last; set it again
                mark NAME           name this moment                 futures        all there are; future N goes there
breakpoints     break|b LOCATION [if CONDITION]                      tbreak|tb LOCATION   one that is met only once
                watch|w VALUE [if CONDITION]                         writes|wr LOCATION [if CONDITION]
                info breakpoints    list them (points)               delete|d [N]   one, or all
looking         info registers      (regs)                           list|l [LOCATION]
                code|disassemble [LOCATION [N]]                      mem|m|x [FROM [N]]   cmem [FROM [N]]
                print|p VALUE       display VALUE, undisplay N: whenever time has moved
                where               stack|bt  symbols [START OF NAME]    irq        the interrupt plan
                record VALUE, ...   note values from now on          wave [N]       draw the last N half-ticks of them
changing        set THING = VALUE   (r0..r3 pc sp ps, flags c v z n i, [address], code[address])
                irq PLAN            CLOCK, FROM-TO or FROM/PERIOD, then :VECTOR
scripts         expect|assert CONDITION [else MESSAGE]               echo TEXT
                help|h  quit|q      an empty line repeats the last step
values          12 0x0c 0b1100 'a' label label+1 r0 [label] [r0+1] code[0]
conditions      VALUE = VALUE       also != < <= > >=, without sign; and, or
locations       a value, file.asm:12, or :12 for a line
";
