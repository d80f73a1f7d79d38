//! The processor with its memories, and the chips that listen to the program: Messages, WLD, Bank_Switch.

use crate::draw::{Drawing, Latch, Look, Sheet, TriState};
use circuit::project::{Facing, Kind};

use super::numbers::FLAG_BASE;
use console::Model;
use console::firmware;
use console::hardware::cdm8;
use console::map::y2023::BANK;

pub const WLD: &str = "WLD";
pub const MESSAGES: &str = "Messages";
pub const BANK_SWITCH: &str = "Bank_Switch";
pub const GAME_OPERATOR: &str = "Game_Operator";

/// The processor inside Game_Operator.
pub const PROCESSOR_AT: (i32, i32) = (420, 140);
pub const RAM_AT: (i32, i32) = (940, 260);

pub fn draw(drawing: &mut Drawing) {
    drawing.chip(WLD, wld);
    drawing.chip(MESSAGES, messages);
    drawing.chip(BANK_SWITCH, bank_switch);
    drawing.chip(GAME_OPERATOR, game_operator);
}

/// Tells the program whether a row is empty; answers in the place of the RAM.
fn wld(sheet: &mut Sheet<'_>) {
    sheet.input("End?", 1, (180, 80));
    sheet.input("Clock", 1, (180, 120));
    sheet.input("Address", 8, (180, 180));
    sheet.input("Doc_Cell", 8, (180, 220));
    sheet.input("DatMem", 1, (180, 260));
    sheet.input("Write/Read", 1, (180, 300));
    let end = Latch {
        d: "End?",
        q: "end",
        clock: "Clock",
        label: "END",
        ..Latch::default()
    };
    sheet.register((300, 80), 1, end);
    sheet.extend((400, 80), ("end", 1), ("answer", 8));
    let flag = [
        ("Proc_addr", "Address"),
        ("Need_addr", "Doc_Cell"),
        ("Cond1", "DatMem"),
        ("Cond2", "Write/Read"),
        ("Flag", "asked"),
    ];
    sheet.chip(FLAG_BASE, (300, 170), &flag);
    let answer = TriState {
        from: "answer",
        to: "Data",
        control: "asked",
    };
    sheet.tri((480, 80), Facing::East, 8, answer);
    sheet.output("Data", 8, (540, 80));
    sheet.constant((430, 240), 1, 0, "no");
    let silent = TriState {
        from: "no",
        to: "RAM",
        control: "asked",
    };
    sheet.tri((480, 240), Facing::East, 1, silent);
    sheet.output("RAM", 1, (540, 240));
    let look = Look::new(100, 60)
        .unnamed()
        .fill("#e8ffb0")
        .west(&[("End?", 30)])
        .east(&[("RAM", 20), ("Data", 40)])
        .north(&[
            ("Doc_Cell", 10),
            ("Write/Read", 30),
            ("Clock", 50),
            ("DatMem", 70),
            ("Address", 90),
        ]);
    let short = ["Cell", "W/R", "Cl", "Mem", "Adr"];
    let look = short.iter().enumerate().fold(look, |look, (i, name)| {
        look.label((10 + 20 * i as i32, 11), 7, "middle", name)
    });
    sheet.look(
        look.label((4, 33), 8, "start", "End?")
            .label((96, 23), 8, "end", "RAM")
            .label((96, 43), 8, "end", "Data")
            .text((48, 54), 14, "WLD"),
    );
}

/// Keeps what the program reads from 12 and shows it bit by bit.
fn messages(sheet: &mut Sheet<'_>) {
    sheet.input("RAM_val", 8, (180, 80));
    sheet.input("Proc_addr", 8, (180, 140));
    sheet.input("Need_addr", 8, (180, 180));
    sheet.input("Cond1", 1, (180, 220));
    sheet.input("Cond2", 1, (180, 260));
    sheet.input("Write/Read", 1, (180, 300));
    let flag = [
        ("Proc_addr", "Proc_addr"),
        ("Need_addr", "Need_addr"),
        ("Cond1", "Cond1"),
        ("Cond2", "Cond2"),
        ("Flag", "there"),
    ];
    sheet.chip(FLAG_BASE, (260, 150), &flag);
    sheet.gate(Kind::And, (440, 180), 1, "load", &["there", "Write/Read"]);
    let shown = Latch {
        d: "RAM_val",
        q: "messages",
        clock: "load",
        falling: true,
        label: "MESSAGES",
        ..Latch::default()
    };
    sheet.register((500, 80), 8, shown);
    let names: Vec<String> = (0..8).map(|bit| format!("bit{bit}")).collect();
    let ends: Vec<(&str, u32)> = names.iter().map(|name| (&**name, 1)).collect();
    sheet.split((560, 200), Facing::East, "messages", &ends);
    for (bit, name) in names.iter().enumerate() {
        let bit = bit as i32;
        let (end, pin, turn) = (160 + 10 * bit, 60 + 40 * bit, 590 + 10 * bit.min(7 - bit));
        sheet.output(name, 1, (700, pin));
        sheet.wire(name, &[(580, end), (turn, end), (turn, pin), (700, pin)]);
    }
    let pins: Vec<(&str, i32)> = (10..)
        .step_by(20)
        .zip(&names)
        .map(|(y, n)| (&**n, y))
        .collect();
    let mut look = Look::new(130, 160)
        .unnamed()
        .fill("#fffa90")
        .west(&[
            ("RAM_val", 20),
            ("Proc_addr", 40),
            ("Need_addr", 60),
            ("Cond1", 80),
            ("Cond2", 100),
            ("Write/Read", 120),
        ])
        .east(&pins);
    let west = [
        "RAM_val",
        "Proc_addr",
        "Need_addr",
        "Cond1",
        "Cond2",
        "Write/Read",
    ];
    for (i, name) in west.iter().enumerate() {
        look = look.label((4, 23 + 20 * i as i32), 8, "start", name);
    }
    let shown = [
        "0 Error",
        "1 clr_btn_reg",
        "2 Choose Setts",
        "3 Wait Move",
        "4 Computing",
        "5 Calculate Holes",
        "6 GAME OVER",
        "7",
    ];
    for (i, name) in shown.iter().enumerate() {
        look = look.label((126, 13 + 20 * i as i32), 8, "end", name);
    }
    sheet.look(look.text((50, 152), 14, "MESSAGES"));
}

/// Which ROM answers: a register at 11 and a decoder.
fn bank_switch(sheet: &mut Sheet<'_>) {
    sheet.input("Data", 8, (180, 80));
    sheet.input("Proc_addr", 8, (180, 160));
    sheet.input("Need_adr", 8, (180, 200));
    sheet.input("Cond1", 1, (180, 240));
    sheet.input("Cl", 1, (180, 280));
    sheet.input("CodeFlag", 1, (180, 340));
    sheet.split((240, 80), Facing::East, "Data", &[("bank", 2), ("", 6)]);
    let flag = [
        ("Proc_addr", "Proc_addr"),
        ("Need_addr", "Need_adr"),
        ("Cond1", "Cond1"),
        ("Cond2", "Cl"),
        ("Flag", "load"),
    ];
    sheet.chip(FLAG_BASE, (260, 170), &flag);
    let bank = Latch {
        d: "bank",
        q: "number",
        clock: "load",
        falling: true,
        label: "BANK",
        ..Latch::default()
    };
    sheet.register((460, 80), 2, bank);
    let outputs = ["bit0", "bit1", "bit2", "bit3"];
    sheet.decoder((540, 160), "number", "CodeFlag", &outputs);
    for (bank, pin) in outputs.iter().enumerate() {
        sheet.output(pin, 1, (700, 60 + 40 * bank as i32));
    }
    let west = [
        ("Data", 30),
        ("Proc_addr", 50),
        ("Need_adr", 70),
        ("Cond1", 90),
        ("CodeFlag", 110),
    ];
    let east = [("bit0", 30), ("bit1", 50), ("bit2", 70), ("bit3", 90)];
    let look = Look::new(140, 130)
        .unnamed()
        .fill("#ffe0c0")
        .west(&west)
        .south(&[("Cl", 70)])
        .east(&east);
    let look = west.iter().fold(look, |look, &(name, y)| {
        look.label((4, y + 3), 8, "start", name)
    });
    let banks = ["0 Main", "1 Deep Purple", "2 User", "3 MoveMaker"];
    let look = east.iter().zip(banks).fold(look, |look, ((_, y), name)| {
        look.label((136, y + 3), 8, "end", name)
    });
    sheet.look(
        look.label((70, 126), 8, "middle", "Cl")
            .text((70, 14), 12, "Bank_Switch"),
    );
}

/// Processor, RAM and the four banks.
fn game_operator(sheet: &mut Sheet<'_>) {
    sheet.input("Clock", 1, (180, 160));
    sheet.input("Value", 8, (180, 680));
    sheet.input("RAM", 1, (180, 760));
    let outputs = [
        ("ProcAdr", "address", 8, 80),
        ("W/R", "read", 1, 120),
        ("StorageFlag", "data cycle", 1, 160),
        ("Data", "Data", 8, 200),
        ("Cl", "Clock", 1, 40),
    ];
    for (pin, net, width, y) in outputs {
        sheet.pin(pin, net, width, (1180, y), Facing::West, true);
    }
    processor(sheet);
    ram(sheet);
    banks(sheet);
    answers(sheet);
    sheet.tunnels(&[
        "in",
        "address",
        "read",
        "data cycle",
        "Clock",
        "Data",
        "code",
        "out",
        "ram",
    ]);
    sheet.look(
        Look::new(170, 120)
            .fill("#fffda0")
            .west(&[("Clock", 10), ("Value", 30), ("RAM", 50), ("Data", 90)])
            .east(&[
                ("ProcAdr", 10),
                ("W/R", 30),
                ("Cl", 50),
                ("StorageFlag", 70),
            ])
            .text((85, 110), 14, "GAME OPERATOR"),
    );
}

fn processor(sheet: &mut Sheet<'_>) {
    let (x, y) = PROCESSOR_AT;
    sheet.constant((x - 40, y + 70), 1, 0, "no IRQ");
    sheet.constant((x - 40, y + 100), 3, 0, "no vec");
    let nets = [
        ("clock", "Clock"),
        ("data in", "in"),
        ("IRQ", "no IRQ"),
        ("vec", "no vec"),
        ("address", "address"),
        ("data out", "out"),
        ("rd/wr'", "read"),
        ("data/ins'", "data cycle"),
    ];
    sheet.chip(cdm8::CHIP, PROCESSOR_AT, &nets);
}

/// Every data write goes to the RAM. On `Data` is what the processor writes, else what the RAM holds at the address.
fn ram(sheet: &mut Sheet<'_>) {
    let (x, y) = RAM_AT;
    sheet.gate(
        Kind::And,
        (x - 160, y + 80),
        1,
        "write",
        &["data cycle", "!read"],
    );
    sheet.not((x - 90, y + 120), 1, "falling", "Clock");
    let set = [("addrWidth", "8"), ("dataWidth", "8"), ("bus", "separate")];
    let nets = ["ram", "address", "", "", "", "falling", "write", "out"];
    sheet.put(Kind::Ram, (x, y), &set, &nets);
    sheet.mux((x + 120, y), 8, &["out", "ram"], "read", "Data");
}

fn banks(sheet: &mut Sheet<'_>) {
    sheet.constant((280, 490), 8, BANK.into(), "cell 11");
    sheet.not((300, 530), 1, "code cycle", "data cycle");
    let nets = [
        ("Data", "Data"),
        ("Proc_addr", "address"),
        ("Need_adr", "cell 11"),
        ("Cond1", "data cycle"),
        ("CodeFlag", "code cycle"),
        ("Cl", "Clock"),
        ("bit0", "bank 0"),
        ("bit1", "bank 1"),
        ("bit2", "bank 2"),
        ("bit3", "bank 3"),
    ];
    sheet.chip(BANK_SWITCH, (320, 420), &nets);
    sheet.tunnels(&["bank 0", "bank 1", "bank 2", "bank 3"]);
    let y = |number: usize| 460 + 130 * number as i32;
    for (number, bank) in firmware::banks(Model::Y2023).iter().enumerate() {
        let (x, y) = (800, y(number));
        let select = format!("bank {number}");
        sheet.text((x - 70, y - 50), 12, &format!("{number}: {}", bank.name));
        sheet.rom((x, y), (8, 8), bank.image(), ["code", "address", &select]);
        sheet.wire("code", &[(x, y), (x + 40, y)]);
        sheet.wire("address", &[(x - 140, y), (x - 180, y)]);
    }
    sheet.wire("code", &[(840, 430), (840, y(3) + 30)]);
    sheet.tunnel((840, 430), Facing::South, 8, "code");
    sheet.pull((840, y(3) + 30), Facing::North, false, "code");
    sheet.wire("address", &[(620, 430), (620, y(3))]);
    sheet.tunnel((620, 430), Facing::South, 8, "address");
}

/// What the processor reads: the bank, or else the RAM, unless a chip answers in its place.
fn answers(sheet: &mut Sheet<'_>) {
    sheet.pull((240, 700), Facing::North, false, "Value");
    sheet.mux((360, 690), 8, &["Value", "ram"], "RAM", "data");
    sheet.mux((480, 680), 8, &["code", "data"], "data cycle", "in");
}
