//! The processor with its memories.

use crate::draw::{
    Drawing, Look, Parts, Pin, Plan, and, chip, compare, constant, input, mux, nand, not, notes,
    other, output, pull_down, register, rom, split, tri,
};
use circuit::project::{Facing, Kind};

use super::listeners::BANK_SWITCH;
use consoles::Model;
use consoles::firmware;
use consoles::hardware::cdm8;
use consoles::map::y2023::BANK;

pub(crate) const GAME_OPERATOR: &str = "Game_Operator";

/// The processor inside Game_Operator.
pub(crate) const PROCESSOR_AT: (i32, i32) = (420, 140);
pub(crate) const RAM_AT: (i32, i32) = (940, 260);

const DOES: &str = "Processor, RAM, four ROM banks and Bank_Switch. \
    The processor reads the bank in instruction cycles, \
    else the RAM if `RAM` is 1, else `Value`.";

const PINS: [Pin; 8] = [
    input("Clock", 1, "the clock"),
    input("Value", 8, "what a chip answers in place of the RAM"),
    input("RAM", 1, "the RAM answers"),
    output("ProcAdr", 8, "the address").on("address"),
    output("W/R", 1, "1 read, 0 write").on("read"),
    output("StorageFlag", 1, "a data cycle").on("data cycle"),
    output(
        "Data",
        8,
        "what is written, or what the RAM holds at the address",
    ),
    output("Cl", 1, "Clock").on("Clock"),
];

pub(crate) fn draw(drawing: &mut Drawing) {
    drawing.circuit(GAME_OPERATOR, &PINS, &parts(), plan());
    drawing.explain(GAME_OPERATOR, DOES, notes(&PINS));
}

#[rustfmt::skip]
fn parts() -> Parts {
    let mut parts = Parts::of(&[
        chip(cdm8::CHIP, "clock: Clock, data in: in, IRQ: no IRQ, vec: no vec, address, data out: out, rd/wr': read, \
            data/ins': data cycle"),
        constant("no IRQ", 1, 0),
        constant("no vec", 3, 0),

        // Every data write goes to the RAM. `Data` carries the byte the processor writes, else the RAM's contents at the address.
        and("write", 1, &["data cycle", "!read"]),
        not("falling", 1, "Clock"),
        other("RAM", Kind::Ram, &[("addrWidth", "8"), ("dataWidth", "8"), ("bus", "separate")],
            &["ram", "address", "", "", "", "falling", "write", "out"]),
        mux("Data", 8, &["out", "ram"], "read"),

        constant("cell 11", 8, BANK as u32),
        not("code cycle", 1, "data cycle"),
        chip(BANK_SWITCH.name, "Data, Proc_addr: address, Need_adr: cell 11, Cond1: data cycle, CodeFlag: code cycle, \
            Cl: Clock, bit0: bank 0, bit1: bank 1, bit2: bank 2, bit3: bank 3"),
        pull_down("no code", "code"),

        // The processor's input: the bank, or else the RAM, unless a chip answers in its place.
        pull_down("no value", "Value"),
        mux("data", 8, &["Value", "ram"], "RAM"),
        mux("in", 8, &["code", "data"], "data cycle"),
    ]);
    for (number, bank) in firmware::banks(Model::Y2023).iter().enumerate() {
        let select = format!("bank {number}");
        parts.add(rom(&select, bank.image(), ["code", "address", &select]));
    }
    parts
}

/// The same box as students connect it. With a bus everything meets on one data bus, and a pair of controlled buffers, one
/// for each direction, stands between the bus at the processor and the bus of the board. A latch
/// keeps what is on the bus while the address is 14, and with a logic clock a register takes that over when a comparator
/// says that the address is 12.
pub(crate) fn draw_like_students(drawing: &mut Drawing, bus: bool, latch: bool, logic_clock: bool) {
    let (mut parts, mut plan) = match bus {
        true => (bus_parts(), bus_plan()),
        false => (parts(), plan()),
    };
    if latch {
        let set = [("width", "8"), ("trigger", "high")];
        parts.extend(&[
            constant("fourteen", 8, 14),
            compare("at 14", 8, ["address", "fourteen"], ["", "at 14", ""]),
            and("open", 1, &["at 14", "data cycle"]),
            other("held", Kind::Register, &set, &["held", "Data", "open"]),
            other("probe of held", Kind::Probe, &[], &["held"]),
        ]);
        for (column, name) in (0..).zip(["fourteen", "at 14", "open", "held", "probe of held"]) {
            plan.part(name, (400 + 100 * column, 1200));
        }
    }
    if logic_clock {
        parts.extend(&[
            constant("twelve", 8, 12),
            compare("at 12", 8, ["address", "twelve"], ["", "at 12", ""]),
            register("last", 8, "Data", "at 12"),
            other("probe of last", Kind::Probe, &[], &["last"]),
        ]);
        plan.part("twelve", (400, 1000));
        plan.part("at 12", (500, 1000));
        plan.part("last", (700, 1000));
        plan.part("probe of last", (800, 1000));
    }
    drawing.circuit(GAME_OPERATOR, &PINS, &parts, plan);
}

/// The lines of the bus at the processor, and of that of the board.
const INSIDE: [&str; 8] = ["i0", "i1", "i2", "i3", "i4", "i5", "i6", "i7"];
const OUTSIDE: [&str; 8] = ["d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7"];

#[rustfmt::skip]
fn bus_parts() -> Parts {
    let mut parts = Parts::of(&[
        chip(cdm8::CHIP, "clock: Clock, data in: inner, IRQ: no IRQ, vec: no vec, address, data out: out, mem, \
            rd/wr': read, data/ins': data cycle"),
        constant("no IRQ", 1, 0),
        constant("no vec", 3, 0),

        // The bus at the processor.
        and("writing", 1, &["mem", "data cycle", "!read"]),
        and("reading", 1, &["mem", "read"]),
        tri("inner", 8, "out", "writing").called("out of the processor"),
        // The bus of the board.
        and("code cycle", 1, &["mem", "!data cycle"]),
        tri("Data", 8, "code", "code cycle").called("code"),
        and("chips answer", 1, &["reading", "data cycle", "!RAM"]),
        tri("Data", 8, "Value", "chips answer").called("value"),
        not("falling", 1, "Clock"),
        and("RAM cycle", 1, &["mem", "data cycle", "keeps"]),
        nand("keeps", 1, &["chips answer", "read"]),
        other("RAM", Kind::Ram, &[("addrWidth", "8"), ("dataWidth", "8"), ("bus", "combined")],
            &["Data", "address", "RAM cycle", "read", "", "falling"]),

        constant("cell 11", 8, BANK as u32),
        chip(BANK_SWITCH.name, "Data, Proc_addr: address, Need_adr: cell 11, Cond1: data cycle, CodeFlag: code cycle, \
            Cl: Clock, bit0: bank 0, bit1: bank 1, bit2: bank 2, bit3: bank 3"),
        pull_down("no code", "code"),
        pull_down("no value", "Value"),
        split("bits inside", "inner", &INSIDE.map(|bit| (bit, 1))),
        split("bits outside", "Data", &OUTSIDE.map(|bit| (bit, 1))),
    ]);
    for (inside, outside) in INSIDE.into_iter().zip(OUTSIDE) {
        parts.add(tri(inside, 1, outside, "reading"));
        parts.add(tri(outside, 1, inside, "writing"));
    }
    for (number, bank) in firmware::banks(Model::Y2023).iter().enumerate() {
        let select = format!("bank {number}");
        parts.add(rom(&select, bank.image(), ["code", "address", &select]));
    }
    parts
}

fn bus_plan() -> Plan {
    let mut plan = Plan::new();
    pins(&mut plan);
    let (x, y) = PROCESSOR_AT;
    plan.part("no IRQ", (x - 40, y + 70));
    plan.part("no vec", (x - 40, y + 100));
    plan.part(cdm8::CHIP, PROCESSOR_AT);
    let (x, y) = RAM_AT;
    plan.part("falling", (x - 90, y + 120));
    plan.part("RAM", RAM_AT);
    for (row, name) in (0..).zip([
        "writing",
        "reading",
        "code cycle",
        "chips answer",
        "keeps",
        "RAM cycle",
    ]) {
        plan.part(name, (1100, 1000 + 80 * row));
    }
    for (row, name) in (0..).zip(["out of the processor", "code", "value"]) {
        plan.part(name, (1400, 1000 + 80 * row));
    }
    plan.part("bits inside", (1700, 1000));
    plan.part("bits outside", (2100, 1000));
    for (row, (inside, outside)) in (0..).zip(INSIDE.into_iter().zip(OUTSIDE)) {
        plan.part(inside, (1900, 1000 + 80 * row));
        plan.part(outside, (2300, 1000 + 80 * row));
    }
    plan.part("cell 11", (280, 490));
    plan.part(BANK_SWITCH.name, (320, 420));
    place_banks(&mut plan);
    plan.turned("no value", (240, 700), Facing::North);
    plan.tunnels(&INSIDE);
    plan.tunnels(&OUTSIDE);
    plan.tunnels(&[
        "inner",
        "address",
        "read",
        "data cycle",
        "Clock",
        "Data",
        "mem",
    ]);
    plan.tunnels(&["code", "out", "Value", "RAM", "writing", "reading", "keeps"]);
    plan.tunnels(&["code cycle", "chips answer", "RAM cycle", "falling"]);
    plan.tunnels(&["bank 0", "bank 1", "bank 2", "bank 3"]);
    plan.look(look());
    plan
}
fn plan() -> Plan {
    let mut plan = Plan::new();
    pins(&mut plan);
    let (x, y) = PROCESSOR_AT;
    plan.part("no IRQ", (x - 40, y + 70));
    plan.part("no vec", (x - 40, y + 100));
    plan.part(cdm8::CHIP, PROCESSOR_AT);
    let (x, y) = RAM_AT;
    plan.part("write", (x - 160, y + 80));
    plan.part("falling", (x - 90, y + 120));
    plan.part("RAM", RAM_AT);
    plan.part("Data", (x + 120, y));
    plan.part("cell 11", (280, 490));
    plan.part("code cycle", (300, 530));
    plan.part(BANK_SWITCH.name, (320, 420));
    place_banks(&mut plan);
    plan.turned("no value", (240, 700), Facing::North);
    plan.part("data", (360, 690));
    plan.part("in", (480, 680));
    plan.tunnels(&["in", "address", "read", "data cycle", "Clock", "Data"]);
    plan.tunnels(&["code", "out", "ram"]);
    plan.tunnels(&["bank 0", "bank 1", "bank 2", "bank 3"]);
    plan.look(look());
    plan
}

fn pins(plan: &mut Plan) {
    plan.pin("Clock", (180, 160), None);
    plan.pin("Value", (180, 680), None);
    plan.pin("RAM", (180, 760), None);
    for (pin, y) in [
        ("ProcAdr", 80),
        ("W/R", 120),
        ("StorageFlag", 160),
        ("Data", 200),
        ("Cl", 40),
    ] {
        plan.pin(pin, (1180, y), None);
    }
}

fn look() -> Look {
    Look::new(170, 120)
        .fill("#fffda0")
        .west(&[("Clock", 10), ("Value", 30), ("RAM", 50), ("Data", 90)])
        .east(&[
            ("ProcAdr", 10),
            ("W/R", 30),
            ("Cl", 50),
            ("StorageFlag", 70),
        ])
        .text((85, 110), 14, "GAME OPERATOR")
}

/// The four ROMs below each other between two buses.
fn place_banks(plan: &mut Plan) {
    let y = |number: usize| 460 + 130 * number as i32;
    for (number, bank) in firmware::banks(Model::Y2023).iter().enumerate() {
        let (x, y) = (800, y(number));
        plan.text(&format!("{number}: {}", bank.name), 12, (x - 70, y - 50));
        plan.part(&format!("bank {number}"), (x, y));
        plan.wire("code", &[(x, y), (x + 40, y)]);
        plan.wire("address", &[(x - 140, y), (x - 180, y)]);
    }
    plan.wire("code", &[(840, 430), (840, y(3) + 30)]);
    plan.tunnel("code", 8, (840, 430), Facing::South);
    plan.turned("no code", (840, y(3) + 30), Facing::North);
    plan.wire("address", &[(620, 430), (620, y(3))]);
    plan.tunnel("address", 8, (620, 430), Facing::South);
}
