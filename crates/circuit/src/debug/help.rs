//! The words of the command language.

pub const HELP: &str = "\
running         tick|t [N]          half-ticks                       clock|c [N]    clock cycles
                until CONDITION     change NAME    write CELL        continue|co    to a point
backwards       back|b [N]          half-ticks                       bclock|bc [N]  clock cycles
                runtil CONDITION    rchange NAME   rwrite CELL       rcontinue|rc   to a point
in time         goto N|+N|-N        a half-tick, by number or from here              marks   what was done when
                mark NAME           name this moment                 futures        all there are; future N goes there
stops           break CONDITION     watch NAME     writes CELL       points         list them; delete [N]
looking         print|p NAME...     show [NAME...]                   where
                record NAME...      note values from now on          wave [N]       draw the last N half-ticks of them
doing           press NAME  release NAME  set NAME = VALUE  type NAME \"TEXT\"  joystick NAME X Y  load NAME \"FILE\"
scripts         expect CONDITION    echo TEXT    help|h    quit|q    an empty line repeats the last step
names           /Game/sum  /Game/sum:carry  \"/two words\"             a cell: /RAM@680,420[0x13]
conditions      NAME = VALUE        also != < <= > >= and contains for what a display shows; and, or
";

/// Every command and its short form.
pub const COMMANDS: [&str; 49] = [
    "b",
    "back",
    "bc",
    "bclock",
    "break",
    "c",
    "change",
    "clock",
    "co",
    "continue",
    "delete",
    "echo",
    "exit",
    "expect",
    "future",
    "futures",
    "goto",
    "h",
    "help",
    "joystick",
    "load",
    "mark",
    "marks",
    "p",
    "points",
    "press",
    "print",
    "q",
    "quit",
    "rc",
    "rchange",
    "rcontinue",
    "record",
    "release",
    "runtil",
    "rwrite",
    "set",
    "show",
    "t",
    "tick",
    "type",
    "until",
    "watch",
    "wave",
    "where",
    "write",
    "writes",
    "#",
    "?",
];

/// Commands whose repetition an empty line asks for.
pub(super) const REPEATED: [&str; 18] = [
    "tick",
    "t",
    "clock",
    "c",
    "back",
    "b",
    "bclock",
    "bc",
    "continue",
    "co",
    "rcontinue",
    "rc",
    "change",
    "rchange",
    "until",
    "runtil",
    "write",
    "rwrite",
];

/// What is done to the circuit, in the words of scripts.
pub(super) const DEEDS: [&str; 6] = ["press", "release", "set", "type", "joystick", "load"];
