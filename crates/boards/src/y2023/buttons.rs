//! Chips that listen to buttons and answer the processor in place of a cell.

use crate::draw::{
    Chip, Layout, Look, and, buffer, chip, column, compare, constant, input, mux, not, or, output,
    part, pin, register, tri, tunnel,
};
use circuit::project::Facing::{East, North, South, West};
use consoles::map::y2023::{FIRST, IS_AI, IS_USER, SEEDS, USER_PIT};

pub(super) const PRESS: Chip = Chip {
    name: "Press",
    does: "One rising edge from the first button down to the last one up, and not before \
        the value of the button has arrived.",
    pins: &[
        input(
            "Value",
            8,
            "the number of the button; 0 until it has arrived",
        ),
        input("Pressed", 1, "a button is down"),
        output("Heard", 1, "the press, once"),
    ],
    parts: &[
        constant("none", 8, 0),
        compare("arrived", 8, ["Value", "none"], ["arrived", "", ""]),
        and("both", 1, &["arrived", "Pressed"]),
        // The register is released before its edge comes.
        buffer("edge", 1, "both"),
        constant("one", 1, 1),
        not("let go", 1, "Pressed"),
        register("Heard", 1, "one", "edge")
            .cleared("let go")
            .labelled("HEARD"),
    ],
    layout: Layout {
        places: &[
            pin("Value", 180, 100),
            pin("Pressed", 180, 260),
            part("none", 220, 140),
            part("arrived", 300, 110),
            part("both", 360, 200),
            part("edge", 420, 200),
            part("one", 460, 140),
            part("let go", 320, 260),
            part("Heard", 520, 140),
            pin("Heard", 580, 140),
        ],
        look: || {
            Look::new(70, 40)
                .fill("#f0f0f0")
                .west(&[("Value", 10), ("Pressed", 20)])
                .east(&[("Heard", 10)])
                .text((35, 36), 10, "Press")
        },
        ..Layout::PLAIN
    },
};

pub(super) const START_SEEDS: Chip = Chip {
    name: "Start_Seeds",
    does: "Keeps the number of seeds per hole, and answers reads of 00.",
    pins: &[
        input("4", 1, "the button for 4 seeds"),
        input("5", 1, "the button for 5 seeds"),
        input("6", 1, "the button for 6 seeds"),
        input("7", 1, "the button for 7 seeds"),
        input("8", 1, "the button for 8 seeds"),
        input(
            "Choose",
            1,
            "the program asks for the settings; only then does a press count",
        ),
        input("Address", 8, "the address of the processor"),
        input("StFlag", 1, "a data cycle"),
        input("Write/Read", 1, "1 read, 0 write"),
        input("Clock", 1, "the clock"),
        output("StFlag_out", 1, "StFlag unless this chip answers"),
        output("Address_out", 8, "Address").on("Address"),
        output("Write/Read_out", 1, "Write/Read").on("Write/Read"),
        output("Clock_out", 1, "Clock").on("Clock"),
        output("Value", 8, "the choice in a read of 00, else floating"),
    ],
    parts: &[
        // One multiplexer per button: its number, or otherwise the output of the next ones. So the first of the list counts.
        constant("none chosen", 8, 0),
        constant("number 4", 8, 4),
        mux("seeds", 8, &["or 5", "number 4"], "4"),
        constant("number 5", 8, 5),
        mux("or 5", 8, &["or 6", "number 5"], "5"),
        constant("number 6", 8, 6),
        mux("or 6", 8, &["or 7", "number 6"], "6"),
        constant("number 7", 8, 7),
        mux("or 7", 8, &["or 8", "number 7"], "7"),
        constant("number 8", 8, 8),
        mux("or 8", 8, &["none chosen", "number 8"], "8"),
        or("any", 1, &["4", "5", "6", "7", "8"]),
        // The choice is stored, and output in a read of the own cell.
        chip("Press", "Value: seeds, Pressed: any, Heard: heard"),
        register("kept", 8, "seeds", "heard")
            .enabled("Choose")
            .labelled("CHOICE"),
        constant("own cell", 8, SEEDS as u32),
        chip(
            "Flag_Base",
            "Proc_addr: Address, Need_addr: own cell, Cond1: StFlag, Cond2: Write/Read, \
                Flag: asked",
        ),
        tri("Value", 8, "kept", "asked"),
        and("StFlag_out", 1, &["StFlag", "!asked"]),
    ],
    layout: Layout {
        places: &[
            part("none chosen", 230, 110),
            part("number 4", 600, 150),
            part("seeds", 640, 120),
            pin("4", 620, 280).facing(North),
            part("number 5", 510, 150),
            part("or 5", 550, 120),
            pin("5", 530, 280).facing(North),
            part("number 6", 420, 150),
            part("or 6", 460, 120),
            pin("6", 440, 280).facing(North),
            part("number 7", 330, 150),
            part("or 7", 370, 120),
            pin("7", 350, 280).facing(North),
            part("number 8", 240, 150),
            part("or 8", 280, 120),
            pin("8", 260, 280).facing(North),
            part("any", 710, 220),
            part("Press", 750, 200),
            part("kept", 900, 120),
            pin("Choose", 840, 60).facing(South),
            part("own cell", 330, 480),
            part("Flag_Base", 380, 420),
            part("Value", 980, 120).facing(East),
            part("StFlag_out", 880, 490),
            pin("StFlag_out", 1060, 490),
            pin("Address", 180, 440),
            pin("StFlag", 180, 490),
            pin("Write/Read", 180, 540),
            pin("Clock", 180, 580),
            pin("Address_out", 1060, 440),
            tunnel("Address", 8, 200, 420).facing(West),
            pin("Write/Read_out", 1060, 540),
            tunnel("Write/Read", 1, 200, 520).facing(West),
            pin("Clock_out", 1060, 580),
            tunnel("Clock", 1, 200, 560).facing(West),
            tunnel("StFlag", 1, 200, 470).facing(West),
            tunnel("asked", 1, 500, 450).facing(West),
            pin("Value", 1060, 120),
        ],
        wires: &[
            ("4", &[(620, 140), (620, 280)]),
            ("5", &[(530, 140), (530, 280)]),
            ("6", &[(440, 140), (440, 280)]),
            ("7", &[(350, 140), (350, 280)]),
            ("8", &[(260, 140), (260, 280)]),
            ("4", &[(620, 200), (680, 200)]),
            ("5", &[(530, 210), (680, 210)]),
            ("6", &[(440, 220), (680, 220)]),
            ("7", &[(350, 230), (680, 230)]),
            ("8", &[(260, 240), (680, 240)]),
            ("Address", &[(180, 440), (190, 440), (190, 420), (200, 420)]),
            (
                "Write/Read",
                &[(180, 540), (190, 540), (190, 520), (200, 520)],
            ),
            ("Clock", &[(180, 580), (190, 580), (190, 560), (200, 560)]),
            ("StFlag", &[(180, 490), (190, 490), (190, 470), (200, 470)]),
            ("asked", &[(480, 470), (490, 470), (490, 450), (500, 450)]),
        ],
        reach: 50,
        look: || {
            Look::new(130, 120)
                .unnamed()
                .fill("#e0ff90")
                .west(&column(10, &["Address", "Write/Read", "Clock", "StFlag"]))
                .east(&column(
                    10,
                    &[
                        "Address_out",
                        "Value",
                        "Write/Read_out",
                        "Clock_out",
                        "StFlag_out",
                    ],
                ))
                .north(&[("Choose", 100)])
                .south(&column(20, &["4", "5", "6", "7", "8"]))
                .label((4, 13), 8, "start", "Address")
                .label((4, 33), 8, "start", "Write/Read")
                .label((4, 53), 8, "start", "Clock")
                .label((4, 73), 8, "start", "StFlag")
                .label((20, 115), 10, "middle", "4")
                .label((40, 115), 10, "middle", "5")
                .label((60, 115), 10, "middle", "6")
                .label((80, 115), 10, "middle", "7")
                .label((100, 115), 10, "middle", "8")
                .label((100, 10), 8, "middle", "Choose")
                .label((126, 33), 8, "end", "Value")
                .text((88, 56), 14, "Start")
                .text((88, 72), 14, "Seeds")
        },
        ..Layout::PLAIN
    },
};

pub(super) const FIRST_MOVE: Chip = Chip {
    name: "First_Move",
    does: "Keeps who makes the first move, and answers reads of 08. It passes on what \
        Start_Seeds answers.",
    pins: &[
        input("User", 1, "the button for the user"),
        input("AI", 1, "the button for the AI"),
        input(
            "Choose",
            1,
            "the program asks for the settings; only then does a press count",
        ),
        input("Address", 8, "the address of the processor"),
        input("StFlag", 1, "a data cycle"),
        input("Write/Read", 1, "1 read, 0 write"),
        input("Clock", 1, "the clock"),
        input("Data", 8, "what Start_Seeds answers"),
        output("StFlag_out", 1, "StFlag unless this chip answers"),
        output("Address_out", 8, "Address").on("Address"),
        output("Write/Read_out", 1, "Write/Read").on("Write/Read"),
        output("Clock_out", 1, "Clock").on("Clock"),
        output("Value", 8, "the choice in a read of 08, else Data"),
    ],
    parts: &[
        // As in Start_Seeds.
        constant("none chosen", 8, 0),
        constant("number User", 8, IS_USER as u32),
        mux("first", 8, &["or AI", "number User"], "User"),
        constant("number AI", 8, IS_AI as u32),
        mux("or AI", 8, &["none chosen", "number AI"], "AI"),
        or("any", 1, &["User", "AI"]),
        chip("Press", "Value: first, Pressed: any, Heard: heard"),
        register("kept", 8, "first", "heard")
            .enabled("Choose")
            .labelled("CHOICE"),
        constant("own cell", 8, FIRST as u32),
        chip(
            "Flag_Base",
            "Proc_addr: Address, Need_addr: own cell, Cond1: StFlag, Cond2: Write/Read, \
                Flag: asked",
        ),
        tri("Value", 8, "kept", "asked"),
        and("StFlag_out", 1, &["StFlag", "!asked"]),
        not("not asked", 1, "asked"),
        tri("Value", 8, "Data", "not asked").called("Value passed on"),
    ],
    layout: Layout {
        places: &[
            part("none chosen", 230, 110),
            part("number User", 330, 150),
            part("first", 370, 120),
            pin("User", 350, 280).facing(North),
            part("number AI", 240, 150),
            part("or AI", 280, 120),
            pin("AI", 260, 280).facing(North),
            part("any", 440, 220),
            part("Press", 490, 200),
            part("kept", 640, 120),
            pin("Choose", 580, 60).facing(South),
            part("own cell", 330, 480),
            part("Flag_Base", 380, 420),
            part("Value", 720, 120).facing(East),
            part("StFlag_out", 620, 490),
            pin("StFlag_out", 800, 490),
            pin("Address", 180, 440),
            pin("StFlag", 180, 490),
            pin("Write/Read", 180, 540),
            pin("Clock", 180, 580),
            pin("Address_out", 800, 440),
            tunnel("Address", 8, 200, 420).facing(West),
            pin("Write/Read_out", 800, 540),
            tunnel("Write/Read", 1, 200, 520).facing(West),
            pin("Clock_out", 800, 580),
            tunnel("Clock", 1, 200, 560).facing(West),
            tunnel("StFlag", 1, 200, 470).facing(West),
            pin("Data", 180, 320),
            part("not asked", 600, 350),
            part("Value passed on", 660, 320).facing(East),
            pin("Value", 800, 120),
        ],
        wires: &[
            ("User", &[(350, 140), (350, 280)]),
            ("AI", &[(260, 140), (260, 280)]),
            ("User", &[(350, 210), (410, 210)]),
            ("AI", &[(260, 230), (410, 230)]),
            ("Address", &[(180, 440), (190, 440), (190, 420), (200, 420)]),
            (
                "Write/Read",
                &[(180, 540), (190, 540), (190, 520), (200, 520)],
            ),
            ("Clock", &[(180, 580), (190, 580), (190, 560), (200, 560)]),
            ("StFlag", &[(180, 490), (190, 490), (190, 470), (200, 470)]),
        ],
        reach: 50,
        look: || {
            Look::new(120, 120)
                .unnamed()
                .fill("#e0ff90")
                .west(&column(
                    10,
                    &["Address", "Data", "Write/Read", "Clock", "StFlag"],
                ))
                .east(&column(
                    10,
                    &[
                        "Address_out",
                        "Value",
                        "Write/Read_out",
                        "StFlag_out",
                        "Clock_out",
                    ],
                ))
                .north(&[("Choose", 60)])
                .south(&[("AI", 40), ("User", 80)])
                .label((4, 13), 8, "start", "Address")
                .label((4, 33), 8, "start", "Data")
                .label((4, 53), 8, "start", "Write/Read")
                .label((4, 73), 8, "start", "Clock")
                .label((4, 93), 8, "start", "StFlag")
                .label((40, 115), 10, "middle", "AI")
                .label((80, 115), 10, "middle", "User")
                .label((60, 10), 8, "middle", "Choose")
                .label((116, 33), 8, "end", "Value")
                .label((116, 73), 8, "end", "StFlag")
                .text((80, 48), 14, "First")
                .text((80, 64), 14, "Move")
        },
        ..Layout::PLAIN
    },
};

pub(super) const USER_MOVE: Chip = Chip {
    name: "User_Move",
    does: "Keeps the hole the user chose until the program clears it. Answers at 15 while \
        the program waits for a move.",
    pins: &[
        input("Id_cell", 8, "the number of the pressed button"),
        input("Bttn_pressed", 1, "a button is down"),
        input(
            "Wait_move",
            1,
            "the program waits for a move; only then does a press count",
        ),
        input(
            "Need_clear?",
            1,
            "clears the register in the low half of the clock",
        ),
        input("Clock", 1, "the clock"),
        input("ProcAdr", 8, "the address of the processor"),
        input("StFlag", 1, "a data cycle"),
        output("wr_id_cell", 8, "the number kept, while Need_write"),
        output(
            "Need_write",
            1,
            "this chip answers: the processor is at 15 and the program waits for a move",
        ),
    ],
    parts: &[
        chip(
            "Press",
            "Value: Id_cell, Pressed: Bttn_pressed, Heard: heard",
        ),
        register("cell", 8, "Id_cell", "heard")
            .enabled("listen")
            .cleared("clear")
            .labelled("CELL"),
        and("listen", 1, &["Wait_move", "!Need_clear?"]),
        and("clear", 1, &["Need_clear?", "!Clock"]),
        constant("cell 15", 8, USER_PIT as u32),
        chip(
            "Flag_Base",
            "Proc_addr: ProcAdr, Need_addr: cell 15, Cond1: StFlag, Cond2: Wait_move, Flag: \
                Need_write",
        ),
        tri("wr_id_cell", 8, "cell", "Need_write"),
    ],
    layout: Layout {
        places: &[
            pin("Id_cell", 180, 100),
            pin("Bttn_pressed", 180, 180),
            pin("Wait_move", 180, 240),
            pin("Need_clear?", 180, 280),
            pin("Clock", 180, 320),
            pin("ProcAdr", 180, 380),
            pin("StFlag", 180, 440),
            part("Press", 260, 160),
            part("cell", 460, 100),
            part("listen", 340, 250),
            part("clear", 340, 310),
            part("cell 15", 300, 400),
            part("Flag_Base", 340, 380),
            part("wr_id_cell", 560, 100).facing(East),
            pin("wr_id_cell", 620, 100),
            pin("Need_write", 620, 400),
        ],
        look: || {
            Look::new(120, 110)
                .fill("#fff3b0")
                .west(&column(30, &["Clock", "StFlag", "Wait_move", "ProcAdr"]))
                .east(&[("Id_cell", 20), ("Bttn_pressed", 50), ("Need_clear?", 80)])
                .south(&[("wr_id_cell", 30), ("Need_write", 90)])
                .text((50, 16), 13, "User_Move")
        },
        ..Layout::PLAIN
    },
};
