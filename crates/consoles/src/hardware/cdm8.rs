//! The socket of the processor: its name and its pins.

/// The circuit with the processor's pins.
pub const CHIP: &str = "CdM-8";

/// Its output pins.
pub const OUTPUTS: [&str; 13] = [
    "address",
    "data out",
    "mem",
    "rd/wr'",
    "data/ins'",
    "IAck",
    "pc",
    "sp",
    "ps",
    "r0",
    "r1",
    "r2",
    "r3",
];
