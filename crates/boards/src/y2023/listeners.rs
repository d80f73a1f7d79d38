//! Chips that listen to the program: Messages, WLD, Bank_Switch.

use crate::draw::{
    Chip, Layout, Look, and, chip, column, constant, decoder, extend, input, output, part, pin,
    register, split, tri,
};
use circuit::project::Facing::East;

pub(super) const WLD: Chip = Chip {
    name: "WLD",
    does: "Tells the program whether a row is empty. It answers in place of the RAM.",
    pins: &[
        input("End?", 1, "the row is empty"),
        input(
            "Clock",
            1,
            "the answer is taken when it rises, and holds still during a read",
        ),
        input("Address", 8, "the address of the processor"),
        input("Doc_Cell", 8, "the cell it answers for: 16 or 17"),
        input("DatMem", 1, "a data cycle"),
        input("Write/Read", 1, "1 read, 0 write"),
        output("Data", 8, "the answer in a read of the cell, else floating"),
        output(
            "RAM",
            1,
            "0 in a read of the cell, else floating: the RAM is silent",
        ),
    ],
    parts: &[
        register("end", 1, "End?", "Clock").labelled("END"),
        extend("answer", 8, ("end", 1)),
        chip(
            "Flag_Base",
            "Proc_addr: Address, Need_addr: Doc_Cell, Cond1: DatMem, Cond2: Write/Read, \
                Flag: asked",
        ),
        tri("Data", 8, "answer", "asked"),
        constant("no", 1, 0),
        tri("RAM", 1, "no", "asked"),
    ],
    layout: Layout {
        places: &[
            pin("End?", 180, 80),
            pin("Clock", 180, 120),
            pin("Address", 180, 180),
            pin("Doc_Cell", 180, 220),
            pin("DatMem", 180, 260),
            pin("Write/Read", 180, 300),
            part("end", 300, 80),
            part("answer", 400, 80),
            part("Flag_Base", 300, 170),
            part("Data", 480, 80).facing(East),
            pin("Data", 540, 80),
            part("no", 430, 240),
            part("RAM", 480, 240).facing(East),
            pin("RAM", 540, 240),
        ],
        look: || {
            Look::new(100, 60)
                .unnamed()
                .fill("#e8ffb0")
                .west(&[("End?", 30)])
                .east(&[("RAM", 20), ("Data", 40)])
                .north(&column(
                    10,
                    &["Doc_Cell", "Write/Read", "Clock", "DatMem", "Address"],
                ))
                .label((10, 11), 7, "middle", "Cell")
                .label((30, 11), 7, "middle", "W/R")
                .label((50, 11), 7, "middle", "Cl")
                .label((70, 11), 7, "middle", "Mem")
                .label((90, 11), 7, "middle", "Adr")
                .label((4, 33), 8, "start", "End?")
                .label((96, 23), 8, "end", "RAM")
                .label((96, 43), 8, "end", "Data")
                .text((48, 54), 14, "WLD")
        },
        ..Layout::PLAIN
    },
};

pub(super) const MESSAGES: Chip = Chip {
    name: "Messages",
    does: "Keeps what the program reads from 12 and shows it bit by bit.",
    pins: &[
        input("RAM_val", 8, "the data lines"),
        input("Proc_addr", 8, "the address of the processor"),
        input("Need_addr", 8, "the cell of the messages, 12"),
        input("Cond1", 1, "a data cycle"),
        input("Cond2", 1, "the clock; the messages change when it falls"),
        input("Write/Read", 1, "1 read, 0 write"),
        output("bit0", 1, "Error"),
        output("bit1", 1, "clr_btn_reg: User_Move is cleared"),
        output("bit2", 1, "Choose Setts"),
        output("bit3", 1, "Wait Move"),
        output("bit4", 1, "Computing"),
        output("bit5", 1, "Calculate Holes"),
        output("bit6", 1, "GAME OVER"),
        output("bit7", 1, "not used"),
    ],
    parts: &[
        chip(
            "Flag_Base",
            "Proc_addr, Need_addr, Cond1, Cond2, Flag: there",
        ),
        and("load", 1, &["there", "Write/Read"]),
        register("messages", 8, "RAM_val", "load")
            .falling()
            .labelled("MESSAGES"),
        split(
            "bits of messages",
            "messages",
            &[
                ("bit0", 1),
                ("bit1", 1),
                ("bit2", 1),
                ("bit3", 1),
                ("bit4", 1),
                ("bit5", 1),
                ("bit6", 1),
                ("bit7", 1),
            ],
        ),
    ],
    layout: Layout {
        places: &[
            pin("RAM_val", 180, 80),
            pin("Proc_addr", 180, 140),
            pin("Need_addr", 180, 180),
            pin("Cond1", 180, 220),
            pin("Cond2", 180, 260),
            pin("Write/Read", 180, 300),
            part("Flag_Base", 260, 150),
            part("load", 440, 180),
            part("messages", 500, 80),
            part("bits of messages", 560, 200),
            pin("bit0", 700, 60),
            pin("bit1", 700, 100),
            pin("bit2", 700, 140),
            pin("bit3", 700, 180),
            pin("bit4", 700, 220),
            pin("bit5", 700, 260),
            pin("bit6", 700, 300),
            pin("bit7", 700, 340),
        ],
        wires: &[
            ("bit0", &[(580, 160), (590, 160), (590, 60), (700, 60)]),
            ("bit1", &[(580, 170), (600, 170), (600, 100), (700, 100)]),
            ("bit2", &[(580, 180), (610, 180), (610, 140), (700, 140)]),
            ("bit3", &[(580, 190), (620, 190), (620, 180), (700, 180)]),
            ("bit4", &[(580, 200), (620, 200), (620, 220), (700, 220)]),
            ("bit5", &[(580, 210), (610, 210), (610, 260), (700, 260)]),
            ("bit6", &[(580, 220), (600, 220), (600, 300), (700, 300)]),
            ("bit7", &[(580, 230), (590, 230), (590, 340), (700, 340)]),
        ],
        look: || {
            Look::new(130, 160)
                .unnamed()
                .fill("#fffa90")
                .west(&column(
                    20,
                    &[
                        "RAM_val",
                        "Proc_addr",
                        "Need_addr",
                        "Cond1",
                        "Cond2",
                        "Write/Read",
                    ],
                ))
                .east(&column(
                    10,
                    &[
                        "bit0", "bit1", "bit2", "bit3", "bit4", "bit5", "bit6", "bit7",
                    ],
                ))
                .label((4, 23), 8, "start", "RAM_val")
                .label((4, 43), 8, "start", "Proc_addr")
                .label((4, 63), 8, "start", "Need_addr")
                .label((4, 83), 8, "start", "Cond1")
                .label((4, 103), 8, "start", "Cond2")
                .label((4, 123), 8, "start", "Write/Read")
                .label((126, 13), 8, "end", "0 Error")
                .label((126, 33), 8, "end", "1 clr_btn_reg")
                .label((126, 53), 8, "end", "2 Choose Setts")
                .label((126, 73), 8, "end", "3 Wait Move")
                .label((126, 93), 8, "end", "4 Computing")
                .label((126, 113), 8, "end", "5 Calculate Holes")
                .label((126, 133), 8, "end", "6 GAME OVER")
                .label((126, 153), 8, "end", "7")
                .text((50, 152), 14, "MESSAGES")
        },
        ..Layout::PLAIN
    },
};

pub(super) const BANK_SWITCH: Chip = Chip {
    name: "Bank_Switch",
    does: "Which ROM answers: a register of two bits at 11 and a decoder.",
    pins: &[
        input("Data", 8, "the data lines"),
        input("Proc_addr", 8, "the address of the processor"),
        input("Need_adr", 8, "the cell of the bank, 11"),
        input("Cond1", 1, "a data cycle"),
        input("Cl", 1, "the clock; the bank changes when it falls"),
        input("CodeFlag", 1, "an instruction cycle: the bank answers"),
        output("bit0", 1, "Main answers"),
        output("bit1", 1, "Deep Purple answers"),
        output("bit2", 1, "User answers"),
        output("bit3", 1, "MoveMaker answers"),
    ],
    parts: &[
        split("bits of Data", "Data", &[("bank", 2), ("", 6)]),
        chip(
            "Flag_Base",
            "Proc_addr, Need_addr: Need_adr, Cond1, Cond2: Cl, Flag: load",
        ),
        register("number", 2, "bank", "load")
            .falling()
            .labelled("BANK"),
        decoder(
            "decoder of CodeFlag",
            "number",
            "CodeFlag",
            &["bit0", "bit1", "bit2", "bit3"],
        ),
    ],
    layout: Layout {
        places: &[
            pin("Data", 180, 80),
            pin("Proc_addr", 180, 160),
            pin("Need_adr", 180, 200),
            pin("Cond1", 180, 240),
            pin("Cl", 180, 280),
            pin("CodeFlag", 180, 340),
            part("bits of Data", 240, 80),
            part("Flag_Base", 260, 170),
            part("number", 460, 80),
            part("decoder of CodeFlag", 540, 160),
            pin("bit0", 700, 60),
            pin("bit1", 700, 100),
            pin("bit2", 700, 140),
            pin("bit3", 700, 180),
        ],
        look: || {
            Look::new(140, 130)
                .unnamed()
                .fill("#ffe0c0")
                .west(&column(
                    30,
                    &["Data", "Proc_addr", "Need_adr", "Cond1", "CodeFlag"],
                ))
                .south(&[("Cl", 70)])
                .east(&column(30, &["bit0", "bit1", "bit2", "bit3"]))
                .label((4, 33), 8, "start", "Data")
                .label((4, 53), 8, "start", "Proc_addr")
                .label((4, 73), 8, "start", "Need_adr")
                .label((4, 93), 8, "start", "Cond1")
                .label((4, 113), 8, "start", "CodeFlag")
                .label((136, 33), 8, "end", "0 Main")
                .label((136, 53), 8, "end", "1 Deep Purple")
                .label((136, 73), 8, "end", "2 User")
                .label((136, 93), 8, "end", "3 MoveMaker")
                .label((70, 126), 8, "middle", "Cl")
                .text((70, 14), 12, "Bank_Switch")
        },
        ..Layout::PLAIN
    },
};
