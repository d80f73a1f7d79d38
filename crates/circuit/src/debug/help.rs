//! The vocabulary of the command language.

pub const HELP: &str = "\
running         tick|t|step|s [N]   half-ticks                       clock|cl [N]   clock cycles
                until|u CONDITION   change NAME    write CELL        continue|c     to a breakpoint
                run|r  start        from the beginning; to the beginning
backwards       back|bk [N]         half-ticks                       bclock|bc [N]  clock cycles
                reverse-until CONDITION    rchange NAME   rwrite CELL    reverse-continue|rc   to a breakpoint
in time         goto N|+N|-N        a half-tick, by number or from here              marks   what was done when
                undo  redo          to before the last thing done; do it again
                mark NAME           name this moment                 futures        all there are; future N goes there
breakpoints     break|b CONDITION   tbreak|tb CONDITION   one that is met only once
                watch|w NAME        writes|wr CELL        info breakpoints   list them (points); delete|d [N]
looking         print|p NAME...     show [NAME...]                   where
                display NAME        whenever time has moved; undisplay N
                record NAME, ...    note values from now on          wave [N]       draw the last N half-ticks of them
doing           press NAME  release NAME  set NAME = VALUE  type NAME \"TEXT\"  joystick NAME X Y  load NAME \"FILE\"
scripts         expect CONDITION    echo TEXT    help|h    quit|q    an empty line repeats the last step
names           /Game/sum  /Game/sum:carry  \"/two words\"             a cell: /RAM@680,420[0x13]
conditions      NAME = VALUE        also != < <= > >= and contains for what a display shows; and, or
";

/// Every command; `timeline::words` has the short forms.
pub const COMMANDS: [&str; 48] = [
    "back",
    "bclock",
    "break",
    "btick",
    "change",
    "clock",
    "continue",
    "delete",
    "display",
    "displays",
    "echo",
    "expect",
    "future",
    "futures",
    "goto",
    "help",
    "info",
    "joystick",
    "load",
    "mark",
    "marks",
    "points",
    "press",
    "print",
    "quit",
    "rchange",
    "record",
    "redo",
    "release",
    "reverse-continue",
    "reverse-until",
    "run",
    "rwrite",
    "set",
    "show",
    "start",
    "step",
    "tbreak",
    "tick",
    "type",
    "undisplay",
    "undo",
    "until",
    "watch",
    "wave",
    "where",
    "write",
    "writes",
];

/// Commands that an empty line repeats.
pub(super) const REPEATED: [&str; 14] = [
    "back",
    "bclock",
    "btick",
    "change",
    "clock",
    "continue",
    "rchange",
    "reverse-continue",
    "reverse-until",
    "rwrite",
    "step",
    "tick",
    "until",
    "write",
];

/// Actions on the circuit, in the words of scripts.
pub(super) const DEEDS: [&str; 6] = ["press", "release", "set", "type", "joystick", "load"];
