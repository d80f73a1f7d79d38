//! The cells the game field is made of: they stand side by side, and what one gets it passes on to the next.

use crate::draw::{Drawing, Latch, Look, Sheet, TriState};
use circuit::project::{Facing, Kind};

use super::numbers::{BIN_TO_BCD, FLAG_BASE, PLUS_ONE};
use console::map::y2023::AI_PIT;

pub const DISPLAY_DRIVER: &str = "Display_driver";
pub const BUTTON_DRIVER: &str = "Button_Driver";
pub const AI_MOVE: &str = "AI_Move";

pub fn draw(drawing: &mut Drawing) {
    drawing.chip(DISPLAY_DRIVER, display_driver);
    drawing.chip(BUTTON_DRIVER, button_driver);
    drawing.chip(AI_MOVE, ai_move);
}

/// An output pin that passes on what the input `from` at the height `y` gets.
pub(super) fn passed(sheet: &mut Sheet<'_>, pin: &str, from: &str, width: u32, (x, y): (i32, i32)) {
    sheet.pin(pin, from, width, (x, y), Facing::West, true);
    tap(sheet, (180, y), from, width);
}

/// A tunnel a little above the wire that leaves `from` to the right.
pub(super) fn tap(sheet: &mut Sheet<'_>, (x, y): (i32, i32), net: &str, width: u32) {
    let corners = [(x, y), (x + 10, y), (x + 10, y - 20), (x + 20, y - 20)];
    sheet.wire(net, &corners);
    sheet.tunnel((x + 20, y - 20), Facing::West, width, net);
}

/// Shows the seeds of one cell of the RAM. It listens to the bus: whenever the processor is at its own number, what is on
/// the data lines goes into its register.
fn display_driver(sheet: &mut Sheet<'_>) {
    sheet.reach(50);
    sheet.input("addr_field", 8, (180, 100));
    sheet.input("chain_addr_in", 8, (180, 150));
    sheet.input("ram_flag", 1, (180, 200));
    sheet.input("Cl", 1, (180, 240));
    sheet.input("ram_data_in", 8, (180, 320));
    for (pin, net, width, y) in [
        ("addr_field_out", "addr_field", 8, 100),
        ("ram_flag_out", "ram_flag", 1, 200),
        ("Cl_out", "Cl", 1, 240),
        ("ram_data_out", "ram_data_in", 8, 320),
    ] {
        passed(sheet, pin, net, width, (1080, y));
    }
    sheet.pin("chain_addr_out", "pos", 8, (1080, 150), Facing::West, true);
    sheet.wire("pos", &[(280, 440), (280, 410), (300, 410)]);
    sheet.tunnel((300, 410), Facing::West, 8, "pos");
    let nets = [("In", "chain_addr_in"), ("Out", "pos")];
    sheet.chip(PLUS_ONE, (220, 140), &nets);
    sheet.pin("pos", "pos", 8, (280, 440), Facing::North, true);
    let flag = [
        ("Proc_addr", "addr_field"),
        ("Need_addr", "pos"),
        ("Cond1", "ram_flag"),
        ("Cond2", "Cl"),
        ("Flag", "load"),
    ];
    sheet.chip(FLAG_BASE, (330, 80), &flag);
    let seeds = Latch {
        d: "ram_data_in",
        q: "seeds",
        clock: "load",
        falling: true,
        label: "SEEDS",
        ..Latch::default()
    };
    sheet.register((560, 320), 8, seeds);
    let bcd = [("Bin", "seeds"), ("Tens", "tens"), ("Units", "units")];
    sheet.chip(BIN_TO_BCD, (580, 360), &bcd);
    sheet.pin("tens", "tens", 4, (600, 460), Facing::North, true);
    sheet.pin("units", "units", 4, (660, 460), Facing::North, true);
    sheet.constant((720, 370), 8, 0, "none");
    sheet.compare((800, 330), 8, "seeds", "none", ["some", "", ""]);
    sheet.constant((820, 270), 1, 0, "no");
    let open_drain = TriState {
        from: "no",
        to: "is_zero",
        control: "some",
    };
    sheet.tri((860, 270), Facing::East, 1, open_drain);
    sheet.pin("is_zero", "is_zero", 1, (900, 460), Facing::North, true);
    let look = Look::new(120, 70)
        .unnamed()
        .west(&[
            ("addr_field", 20),
            ("chain_addr_in", 30),
            ("ram_data_in", 40),
            ("Cl", 50),
            ("ram_flag", 60),
        ])
        .east(&[
            ("addr_field_out", 20),
            ("chain_addr_out", 30),
            ("ram_data_out", 40),
            ("Cl_out", 50),
            ("ram_flag_out", 60),
        ])
        .north(&[("tens", 20), ("units", 60), ("is_zero", 100)])
        .south(&[("pos", 60)]);
    let left = [
        "addr_field",
        "chain_addr_in",
        "ram_data_in",
        "Cl",
        "ram_flag",
    ];
    let look = labels(look, &left, 20);
    sheet.look(
        look.label((20, 9), 7, "middle", "tens")
            .label((60, 9), 7, "middle", "units")
            .label((100, 9), 7, "middle", "is_zero")
            .label((68, 67), 7, "start", "pos")
            .label((117, 56), 10, "end", "Display_driver"),
    );
}

/// Names of the pins on the left side, from `top` on.
fn labels(look: Look, names: &[&str], top: i32) -> Look {
    let places = (top..).step_by(10);
    names.iter().zip(places).fold(look, |look, (name, y)| {
        look.label((4, y + 3), 7, "start", name)
    })
}

/// While its button is down: the position of the driver above for the address that comes from the right, and a 1 on the
/// common trigger line.
fn button_driver(sheet: &mut Sheet<'_>) {
    sheet.pin("pos", "pos", 8, (280, 80), Facing::South, false);
    sheet.pin("Addr_in", "Addr_in", 8, (480, 160), Facing::West, false);
    sheet.pin("Addr_out", "Addr_out", 8, (180, 160), Facing::East, true);
    sheet.pin("Button", "Button", 1, (260, 300), Facing::North, false);
    sheet.pin("Trigger", "Trigger", 1, (400, 300), Facing::North, true);
    let set = [
        ("facing", "west"),
        ("select", "1"),
        ("width", "8"),
        ("enable", "false"),
    ];
    let nets = ["Addr_in", "pos", "Button", "Addr_out"];
    sheet.put(Kind::Multiplexer, (240, 160), &set, &nets);
    sheet.constant((320, 240), 1, 1, "one");
    let trigger = TriState {
        from: "one",
        to: "Trigger",
        control: "Button",
    };
    sheet.tri((380, 240), Facing::East, 1, trigger);
    let look = Look::new(120, 40)
        .unnamed()
        .fill("#7fffe6")
        .west(&[("Addr_out", 20)])
        .east(&[("Addr_in", 20)])
        .north(&[("pos", 60)])
        .south(&[("Button", 60), ("Trigger", 90)]);
    sheet.look(
        look.label((4, 14), 7, "start", "Addr_out")
            .label((116, 14), 7, "end", "Addr_in")
            .label((60, 9), 7, "middle", "pos")
            .label((57, 37), 7, "middle", "Button")
            .label((93, 37), 7, "middle", "Trigger")
            .text((60, 24), 11, "Button_Driver"),
    );
}

/// Lights the 5x5 lamp above if the number in the cell 0x14 is its own.
fn ai_move(sheet: &mut Sheet<'_>) {
    sheet.reach(50);
    sheet.input("Ram_data_in", 8, (180, 100));
    sheet.input("Chain_addr_in", 8, (180, 160));
    sheet.input("Proc_addr", 8, (180, 220));
    sheet.input("Ram_flag", 1, (180, 300));
    sheet.input("Cl", 1, (180, 340));
    for (pin, net, width, y) in [
        ("Ram_data_out", "Ram_data_in", 8, 100),
        ("Proc_addr_out", "Proc_addr", 8, 220),
        ("Ram_flag_out", "Ram_flag", 1, 300),
        ("Cl_out", "Cl", 1, 340),
    ] {
        passed(sheet, pin, net, width, (1080, y));
    }
    tap(sheet, (180, 160), "Chain_addr_in", 8);
    sheet.pin("Chain_addr_out", "next", 8, (1080, 150), Facing::West, true);
    let nets = [("In", "Chain_addr_in"), ("Out", "next")];
    sheet.chip(PLUS_ONE, (1000, 140), &nets);
    let pair = ["Ram_data_in", "Chain_addr_in"];
    sheet.compare((320, 110), 8, pair[0], pair[1], ["", "own", ""]);
    sheet.constant((280, 260), 8, AI_PIT.into(), "cell 14");
    let flag = [
        ("Proc_addr", "Proc_addr"),
        ("Need_addr", "cell 14"),
        ("Cond1", "Ram_flag"),
        ("Cond2", "Cl"),
        ("Flag", "load"),
    ];
    sheet.chip(FLAG_BASE, (330, 200), &flag);
    let lamp = Latch {
        d: "own",
        q: "lamp",
        clock: "load",
        falling: true,
        label: "LAMP",
        ..Latch::default()
    };
    sheet.register((520, 110), 1, lamp);
    let set = [("in_width", "1"), ("out_width", "5"), ("type", "sign")];
    sheet.put(Kind::BitExtender, (620, 110), &set, &["column", "lamp"]);
    for k in 0..5 {
        let at = (560 + 70 * k, 220);
        sheet.pin(&format!("Move?{k}"), "column", 5, at, Facing::North, true);
        sheet.wire("column", &[at, (at.0, 180)]);
    }
    sheet.wire("column", &[(560, 180), (840, 180)]);
    sheet.wire("column", &[(620, 110), (640, 110), (640, 180)]);
    let columns: Vec<(String, i32)> = (0..5).map(|k| (format!("Move?{k}"), 40 + 10 * k)).collect();
    let columns: Vec<(&str, i32)> = columns.iter().map(|(pin, x)| (&**pin, *x)).collect();
    let rows = ["Ram_data", "Ram_flag", "Chain_addr", "Proc_addr", "Cl"];
    let mut look = Look::new(120, 60)
        .unnamed()
        .fill("#d078e8")
        .north(&columns)
        .east(&[
            ("Ram_data_in", 10),
            ("Ram_flag", 20),
            ("Chain_addr_in", 30),
            ("Proc_addr", 40),
            ("Cl", 50),
        ])
        .west(&[
            ("Ram_data_out", 10),
            ("Ram_flag_out", 20),
            ("Chain_addr_out", 30),
            ("Proc_addr_out", 40),
            ("Cl_out", 50),
        ])
        .label((60, 10), 7, "middle", "Move?")
        .label((8, 36), 12, "start", "AI_Move");
    for (row, name) in rows.iter().enumerate() {
        look = look.label((116, 13 + 10 * row as i32), 7, "end", name);
    }
    sheet.look(look);
}
