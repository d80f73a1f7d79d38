//! Chips that listen to buttons and answer the processor in the place of a cell.

use crate::draw::{Drawing, Latch, Look, Sheet, TriState};
use circuit::project::{Facing, Kind};

use super::cells::{passed, tap};
use super::numbers::FLAG_BASE;
use console::map::y2023::{FIRST, IS_AI, IS_USER, SEEDS, USER_PIT};

pub const PRESS: &str = "Press";
pub const START_SEEDS: &str = "Start_Seeds";
pub const FIRST_MOVE: &str = "First_Move";
pub const USER_MOVE: &str = "User_Move";

pub fn draw(drawing: &mut Drawing) {
    drawing.chip(PRESS, press);
    drawing.chip(START_SEEDS, start_seeds);
    drawing.chip(FIRST_MOVE, first_move);
    drawing.chip(USER_MOVE, user_move);
}

/// One rising edge from the first button down to the last one up, and not before the value of the button has arrived.
fn press(sheet: &mut Sheet<'_>) {
    sheet.input("Value", 8, (180, 100));
    sheet.input("Pressed", 1, (180, 260));
    sheet.constant((220, 140), 8, 0, "none");
    sheet.compare((300, 110), 8, "Value", "none", ["arrived", "", ""]);
    sheet.gate(Kind::And, (360, 200), 1, "both", &["arrived", "Pressed"]);
    // The register is let go of before its edge comes.
    sheet.buffer((420, 200), 1, "edge", "both");
    sheet.constant((460, 140), 1, 1, "one");
    sheet.not((320, 260), 1, "let go", "Pressed");
    let heard = Latch {
        d: "one",
        q: "Heard",
        clock: "edge",
        clear: "let go",
        label: "HEARD",
        ..Latch::default()
    };
    sheet.register((520, 140), 1, heard);
    sheet.output("Heard", 1, (580, 140));
    sheet.look(
        Look::new(70, 40)
            .fill("#f0f0f0")
            .west(&[("Value", 10), ("Pressed", 20)])
            .east(&[("Heard", 10)])
            .text((35, 36), 10, "Press"),
    );
}

/// One multiplexer a button: its number, or else what comes from the buttons behind it. So the first of the list counts.
fn choice(sheet: &mut Sheet<'_>, buttons: &[(&str, u32)], out: &str) {
    let count = buttons.len();
    let x = |place: usize| 280 + 90 * (count - 1 - place) as i32;
    sheet.constant((x(count - 1) - 50, 110), 8, 0, "none chosen");
    for (place, &(button, value)) in buttons.iter().enumerate() {
        let behind = match place + 1 {
            last if last == count => "none chosen".to_string(),
            next => format!("or {}", buttons[next].0),
        };
        let net = match place {
            0 => out.to_string(),
            _ => format!("or {button}"),
        };
        let number = format!("number {button}");
        sheet.constant((x(place) - 40, 150), 8, value, &number);
        sheet.mux((x(place), 120), 8, &[&behind, &number], button, &net);
        let at = (x(place) - 20, 280);
        sheet.pin(button, button, 1, at, Facing::North, false);
        sheet.wire(button, &[(at.0, 140), at]);
    }
    // The buttons' lines to an OR gate, one below the other.
    let (last, middle) = (x(0), 220);
    let gap = |place: usize| i32::from(count.is_multiple_of(2) && place >= count / 2);
    let height = |place: usize| middle + 10 * (place as i32 - count as i32 / 2 + gap(place));
    for (place, (button, _)) in buttons.iter().enumerate() {
        let y = height(place);
        sheet.wire(button, &[(x(place) - 20, y), (last + 40, y)]);
    }
    let names: Vec<&str> = buttons.iter().map(|(button, _)| *button).collect();
    sheet.gate(Kind::Or, (last + 70, middle), 1, "any", &names);
}

/// What Start_Seeds and First_Move have in common: a register for the choice, and the answer to a read of its cell.
struct Setting<'a> {
    cell: u8,
    /// The output of the choice and where the column right of it begins.
    chosen: &'a str,
    x: i32,
    /// The net the answer goes to.
    answer: &'a str,
}

fn setting(sheet: &mut Sheet<'_>, what: &Setting<'_>) {
    let Setting { x, .. } = *what;
    let press = [
        ("Value", what.chosen),
        ("Pressed", "any"),
        ("Heard", "heard"),
    ];
    sheet.chip(PRESS, (x + 110, 200), &press);
    let kept = Latch {
        d: what.chosen,
        q: "kept",
        clock: "heard",
        enable: "Choose",
        label: "CHOICE",
        ..Latch::default()
    };
    sheet.register((x + 260, 120), 8, kept);
    sheet.pin("Choose", "Choose", 1, (x + 200, 60), Facing::South, false);
    sheet.constant((330, 480), 8, what.cell.into(), "own cell");
    let flag = [
        ("Proc_addr", "Address"),
        ("Need_addr", "own cell"),
        ("Cond1", "StFlag"),
        ("Cond2", "Write/Read"),
        ("Flag", "asked"),
    ];
    sheet.chip(FLAG_BASE, (380, 420), &flag);
    let answer = TriState {
        from: "kept",
        to: what.answer,
        control: "asked",
    };
    sheet.tri((x + 340, 120), Facing::East, 8, answer);
    sheet.gate(
        Kind::And,
        (x + 240, 490),
        1,
        "StFlag_out",
        &["StFlag", "!asked"],
    );
    sheet.output("StFlag_out", 1, (x + 420, 490));
    sheet.input("Address", 8, (180, 440));
    sheet.input("StFlag", 1, (180, 490));
    sheet.input("Write/Read", 1, (180, 540));
    sheet.input("Clock", 1, (180, 580));
    let out = x + 420;
    passed(sheet, "Address_out", "Address", 8, (out, 440));
    passed(sheet, "Write/Read_out", "Write/Read", 1, (out, 540));
    passed(sheet, "Clock_out", "Clock", 1, (out, 580));
    tap(sheet, (180, 490), "StFlag", 1);
    sheet.reach(50);
}

/// The number of seeds a pit; answers reads of 00.
fn start_seeds(sheet: &mut Sheet<'_>) {
    let buttons = [("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8)];
    choice(sheet, &buttons, "seeds");
    let what = Setting {
        cell: SEEDS,
        chosen: "seeds",
        x: 640,
        answer: "Value",
    };
    setting(sheet, &what);
    tap(sheet, (480, 470), "asked", 1);
    sheet.output("Value", 8, (1060, 120));
    let look = Look::new(130, 120)
        .unnamed()
        .fill("#e0ff90")
        .west(&[
            ("Address", 10),
            ("Write/Read", 30),
            ("Clock", 50),
            ("StFlag", 70),
        ])
        .east(&[
            ("Address_out", 10),
            ("Value", 30),
            ("Write/Read_out", 50),
            ("Clock_out", 70),
            ("StFlag_out", 90),
        ])
        .north(&[("Choose", 100)])
        .south(&[("4", 20), ("5", 40), ("6", 60), ("7", 80), ("8", 100)]);
    let west = [
        ("Address", 10),
        ("Write/Read", 30),
        ("Clock", 50),
        ("StFlag", 70),
    ];
    let south = [("4", 20), ("5", 40), ("6", 60), ("7", 80), ("8", 100)];
    sheet.look(
        named(look, &west, &south)
            .label((100, 10), 8, "middle", "Choose")
            .label((126, 33), 8, "end", "Value")
            .text((88, 56), 14, "Start")
            .text((88, 72), 14, "Seeds"),
    );
}

/// Who makes the first move; answers reads of 08, and passes on what Start_Seeds answers.
fn first_move(sheet: &mut Sheet<'_>) {
    let buttons = [("User", IS_USER.into()), ("AI", IS_AI.into())];
    choice(sheet, &buttons, "first");
    let what = Setting {
        cell: FIRST,
        chosen: "first",
        x: 380,
        answer: "Value",
    };
    setting(sheet, &what);
    sheet.input("Data", 8, (180, 320));
    sheet.not((600, 350), 1, "not asked", "asked");
    let passing = TriState {
        from: "Data",
        to: "Value",
        control: "not asked",
    };
    sheet.tri((660, 320), Facing::East, 8, passing);
    sheet.output("Value", 8, (800, 120));
    let look = Look::new(120, 120)
        .unnamed()
        .fill("#e0ff90")
        .west(&[
            ("Address", 10),
            ("Data", 30),
            ("Write/Read", 50),
            ("Clock", 70),
            ("StFlag", 90),
        ])
        .east(&[
            ("Address_out", 10),
            ("Value", 30),
            ("Write/Read_out", 50),
            ("StFlag_out", 70),
            ("Clock_out", 90),
        ])
        .north(&[("Choose", 60)])
        .south(&[("AI", 40), ("User", 80)]);
    let west = [
        ("Address", 10),
        ("Data", 30),
        ("Write/Read", 50),
        ("Clock", 70),
        ("StFlag", 90),
    ];
    sheet.look(
        named(look, &west, &[("AI", 40), ("User", 80)])
            .label((60, 10), 8, "middle", "Choose")
            .label((116, 33), 8, "end", "Value")
            .label((116, 73), 8, "end", "StFlag")
            .text((80, 48), 14, "First")
            .text((80, 64), 14, "Move"),
    );
}

fn named(look: Look, west: &[(&str, i32)], south: &[(&str, i32)]) -> Look {
    let look = west.iter().fold(look, |look, &(pin, y)| {
        look.label((4, y + 3), 8, "start", pin)
    });
    south.iter().fold(look, |look, &(pin, x)| {
        look.label((x, 115), 10, "middle", pin)
    })
}

/// The pit the user chose, kept until the program clears it; answers at 15 while a move is waited for.
fn user_move(sheet: &mut Sheet<'_>) {
    sheet.input("Id_cell", 8, (180, 100));
    sheet.input("Bttn_pressed", 1, (180, 180));
    sheet.input("Wait_move", 1, (180, 240));
    sheet.input("Need_clear?", 1, (180, 280));
    sheet.input("Clock", 1, (180, 320));
    sheet.input("ProcAdr", 8, (180, 380));
    sheet.input("StFlag", 1, (180, 440));
    let press = [
        ("Value", "Id_cell"),
        ("Pressed", "Bttn_pressed"),
        ("Heard", "heard"),
    ];
    sheet.chip(PRESS, (260, 160), &press);
    let cell = Latch {
        d: "Id_cell",
        q: "cell",
        clock: "heard",
        enable: "listen",
        clear: "clear",
        label: "CELL",
        ..Latch::default()
    };
    sheet.register((460, 100), 8, cell);
    let listen = ["Wait_move", "!Need_clear?"];
    sheet.gate(Kind::And, (340, 250), 1, "listen", &listen);
    sheet.gate(
        Kind::And,
        (340, 310),
        1,
        "clear",
        &["Need_clear?", "!Clock"],
    );
    sheet.constant((300, 400), 8, USER_PIT.into(), "cell 15");
    let flag = [
        ("Proc_addr", "ProcAdr"),
        ("Need_addr", "cell 15"),
        ("Cond1", "StFlag"),
        ("Cond2", "Wait_move"),
        ("Flag", "Need_write"),
    ];
    sheet.chip(FLAG_BASE, (340, 380), &flag);
    let answer = TriState {
        from: "cell",
        to: "wr_id_cell",
        control: "Need_write",
    };
    sheet.tri((560, 100), Facing::East, 8, answer);
    sheet.output("wr_id_cell", 8, (620, 100));
    sheet.output("Need_write", 1, (620, 400));
    sheet.look(
        Look::new(120, 110)
            .fill("#fff3b0")
            .west(&[
                ("Clock", 30),
                ("StFlag", 50),
                ("Wait_move", 70),
                ("ProcAdr", 90),
            ])
            .east(&[("Id_cell", 20), ("Bttn_pressed", 50), ("Need_clear?", 80)])
            .south(&[("wr_id_cell", 30), ("Need_write", 90)])
            .text((50, 16), 13, "User_Move"),
    );
}
