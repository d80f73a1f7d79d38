//! The processor with its memories.

use crate::draw::{ChipSheet, Drawing, Look, PinNote, chip};
use circuit::project::{Facing, Kind};

use super::listeners::BANK_SWITCH;
use console::Model;
use console::firmware;
use console::hardware::cdm8;
use console::map::y2023::BANK;

// Which net each pin of a chip is on: `pin: net`, or one word for both.
const PROCESSOR_NETS: &str = "clock: Clock, data in: in, IRQ: no IRQ, vec: no vec, address, data out: out, rd/wr': \
    read, data/ins': data cycle";
const BANK_SWITCH_NETS: &str = "Data, Proc_addr: address, Need_adr: cell 11, Cond1: data cycle, CodeFlag: code cycle, Cl: \
    Clock, bit0: bank 0, bit1: bank 1, bit2: bank 2, bit3: bank 3";

pub(crate) const GAME_OPERATOR: &str = "Game_Operator";

/// The processor inside Game_Operator.
pub(crate) const PROCESSOR_AT: (i32, i32) = (420, 140);
pub(crate) const RAM_AT: (i32, i32) = (940, 260);

const PINS: [PinNote; 8] = [
    PinNote {
        name: "Clock",
        means: "the clock",
    },
    PinNote {
        name: "Value",
        means: "what a chip answers in place of the RAM",
    },
    PinNote {
        name: "RAM",
        means: "the RAM answers",
    },
    PinNote {
        name: "ProcAdr",
        means: "the address",
    },
    PinNote {
        name: "W/R",
        means: "1 read, 0 write",
    },
    PinNote {
        name: "StorageFlag",
        means: "a data cycle",
    },
    PinNote {
        name: "Data",
        means: "what is written, or what the RAM holds at the address",
    },
    PinNote {
        name: "Cl",
        means: "Clock",
    },
];

pub(crate) fn draw(drawing: &mut Drawing) {
    drawing.chip(GAME_OPERATOR, game_operator);
    let does = "Processor, RAM, four ROM banks and Bank_Switch. \
        The processor reads the bank in instruction cycles, \
        else the RAM if `RAM` is 1, else `Value`.";
    drawing.explain(GAME_OPERATOR, does, PINS.to_vec());
}

/// Processor, RAM and the four banks.
fn game_operator(sheet: &mut ChipSheet<'_>) {
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

fn processor(sheet: &mut ChipSheet<'_>) {
    let (x, y) = PROCESSOR_AT;
    sheet.constant((x - 40, y + 70), 1, 0, "no IRQ");
    sheet.constant((x - 40, y + 100), 3, 0, "no vec");
    sheet.part(&chip(cdm8::CHIP, PROCESSOR_NETS), PROCESSOR_AT, None);
}

/// Every data write goes to the RAM. On `Data` is what the processor writes, else what the RAM holds at the address.
fn ram(sheet: &mut ChipSheet<'_>) {
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

fn banks(sheet: &mut ChipSheet<'_>) {
    sheet.constant((280, 490), 8, BANK.into(), "cell 11");
    sheet.not((300, 530), 1, "code cycle", "data cycle");
    sheet.part(&chip(BANK_SWITCH.name, BANK_SWITCH_NETS), (320, 420), None);
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
fn answers(sheet: &mut ChipSheet<'_>) {
    sheet.pull((240, 700), Facing::North, false, "Value");
    sheet.mux((360, 690), 8, &["Value", "ram"], "RAM", "data");
    sheet.mux((480, 680), 8, &["code", "data"], "data cycle", "in");
}
