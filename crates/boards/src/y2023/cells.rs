//! The cells of the game field: they stand side by side, and each passes its inputs on to the next.

use crate::draw::{
    Chip, Layout, Look, chip, compare, constant, input, other, output, part, pin, register, tri,
    tunnel,
};
use circuit::project::Facing::{East, North, South, West};
use circuit::project::Kind;
use consoles::map::y2023::AI_PIT;

/// Shows the seeds of one cell of the RAM. It listens to the bus: whenever the processor is at its own number, what is on
/// the data lines goes into its register.
pub(super) const DISPLAY_DRIVER: Chip = Chip {
    name: "Display_driver",
    does: "Shows the seeds of one cell of the RAM. It listens to the bus: whenever the \
        processor is at its own number, what is on the data lines goes into its \
        register.",
    pins: &[
        input("addr_field", 8, "the address of the processor"),
        input("chain_addr_in", 8, "the number of the driver before"),
        input("ram_flag", 1, "a data cycle"),
        input("Cl", 1, "the clock; the register loads when it falls"),
        input("ram_data_in", 8, "the data lines"),
        output("addr_field_out", 8, "addr_field").on("addr_field"),
        output("ram_flag_out", 1, "ram_flag").on("ram_flag"),
        output("Cl_out", 1, "Cl").on("Cl"),
        output("ram_data_out", 8, "ram_data_in").on("ram_data_in"),
        output(
            "chain_addr_out",
            8,
            "chain_addr_in + 1, the number of this driver",
        )
        .on("pos"),
        output("pos", 8, "the number of this driver, for the Button_Driver"),
        output("tens", 4, "the tens of the seeds"),
        output("units", 4, "the units of the seeds"),
        output("is_zero", 1, "0 while there are seeds, else floating"),
    ],
    parts: &[
        chip("+1", "In: chain_addr_in, Out: pos"),
        chip(
            "Flag_Base",
            "Proc_addr: addr_field, Need_addr: pos, Cond1: ram_flag, Cond2: Cl, Flag: load",
        ),
        register("seeds", 8, "ram_data_in", "load")
            .falling()
            .labelled("SEEDS"),
        chip("Bin_To_BCD", "Bin: seeds, Tens: tens, Units: units"),
        constant("none", 8, 0),
        compare("some", 8, ["seeds", "none"], ["some", "", ""]),
        constant("no", 1, 0),
        tri("is_zero", 1, "no", "some"),
    ],
    layout: Layout {
        places: &[
            pin("addr_field", 180, 100),
            pin("chain_addr_in", 180, 150),
            pin("ram_flag", 180, 200),
            pin("Cl", 180, 240),
            pin("ram_data_in", 180, 320),
            pin("addr_field_out", 1080, 100),
            tunnel("addr_field", 8, 200, 80).facing(West),
            pin("ram_flag_out", 1080, 200),
            tunnel("ram_flag", 1, 200, 180).facing(West),
            pin("Cl_out", 1080, 240),
            tunnel("Cl", 1, 200, 220).facing(West),
            pin("ram_data_out", 1080, 320),
            tunnel("ram_data_in", 8, 200, 300).facing(West),
            pin("chain_addr_out", 1080, 150),
            tunnel("pos", 8, 300, 410).facing(West),
            part("+1", 220, 140),
            pin("pos", 280, 440).facing(North),
            part("Flag_Base", 330, 80),
            part("seeds", 560, 320),
            part("Bin_To_BCD", 580, 360),
            pin("tens", 600, 460).facing(North),
            pin("units", 660, 460).facing(North),
            part("none", 720, 370),
            part("some", 800, 330),
            part("no", 820, 270),
            part("is_zero", 860, 270).facing(East),
            pin("is_zero", 900, 460).facing(North),
        ],
        wires: &[
            (
                "addr_field",
                &[(180, 100), (190, 100), (190, 80), (200, 80)],
            ),
            (
                "ram_flag",
                &[(180, 200), (190, 200), (190, 180), (200, 180)],
            ),
            ("Cl", &[(180, 240), (190, 240), (190, 220), (200, 220)]),
            (
                "ram_data_in",
                &[(180, 320), (190, 320), (190, 300), (200, 300)],
            ),
            ("pos", &[(280, 440), (280, 410), (300, 410)]),
        ],
        reach: 50,
        look: || {
            Look::new(120, 70)
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
                .south(&[("pos", 60)])
                .label((4, 23), 7, "start", "addr_field")
                .label((4, 33), 7, "start", "chain_addr_in")
                .label((4, 43), 7, "start", "ram_data_in")
                .label((4, 53), 7, "start", "Cl")
                .label((4, 63), 7, "start", "ram_flag")
                .label((20, 9), 7, "middle", "tens")
                .label((60, 9), 7, "middle", "units")
                .label((100, 9), 7, "middle", "is_zero")
                .label((68, 67), 7, "start", "pos")
                .label((117, 56), 10, "end", "Display_driver")
        },
        ..Layout::PLAIN
    },
};

/// While its button is down: the position of the driver above for the address that comes from the right, and a 1 on the
/// common trigger line.
pub(super) const BUTTON_DRIVER: Chip = Chip {
    name: "Button_Driver",
    does: "While its button is down: the position of the driver above instead of the \
        address that comes from the right, and a 1 on the common trigger line.",
    pins: &[
        input("pos", 8, "the number of the driver above"),
        input("Addr_in", 8, "the number asserted further right"),
        input("Button", 1, "the button is down"),
        output("Addr_out", 8, "pos while the button is down, else Addr_in"),
        output("Trigger", 1, "1 while the button is down, else floating"),
    ],
    parts: &[
        other(
            "Addr_out",
            Kind::Multiplexer,
            &[("select", "1"), ("width", "8"), ("enable", "false")],
            &["Addr_in", "pos", "Button", "Addr_out"],
        ),
        constant("one", 1, 1),
        tri("Trigger", 1, "one", "Button"),
    ],
    layout: Layout {
        places: &[
            pin("pos", 280, 80).facing(South),
            pin("Addr_in", 480, 160).facing(West),
            pin("Addr_out", 180, 160).facing(East),
            pin("Button", 260, 300).facing(North),
            pin("Trigger", 400, 300).facing(North),
            part("Addr_out", 240, 160).facing(West),
            part("one", 320, 240),
            part("Trigger", 380, 240).facing(East),
        ],
        look: || {
            Look::new(120, 40)
                .unnamed()
                .fill("#7fffe6")
                .west(&[("Addr_out", 20)])
                .east(&[("Addr_in", 20)])
                .north(&[("pos", 60)])
                .south(&[("Button", 60), ("Trigger", 90)])
                .label((4, 14), 7, "start", "Addr_out")
                .label((116, 14), 7, "end", "Addr_in")
                .label((60, 9), 7, "middle", "pos")
                .label((57, 37), 7, "middle", "Button")
                .label((93, 37), 7, "middle", "Trigger")
                .text((60, 24), 11, "Button_Driver")
        },
        ..Layout::PLAIN
    },
};

pub(super) const AI_MOVE: Chip = Chip {
    name: "AI_Move",
    does: "Lights the 5x5 lamp above if the number in the cell 14 is its own. It takes it \
        over when the clock falls in a data cycle at 14.",
    pins: &[
        input("Ram_data_in", 8, "the data lines"),
        input("Chain_addr_in", 8, "the number of this cell"),
        input("Proc_addr", 8, "the address of the processor"),
        input("Ram_flag", 1, "a data cycle"),
        input("Cl", 1, "the clock; the lamp changes when it falls"),
        output("Ram_data_out", 8, "Ram_data_in").on("Ram_data_in"),
        output("Proc_addr_out", 8, "Proc_addr").on("Proc_addr"),
        output("Ram_flag_out", 1, "Ram_flag").on("Ram_flag"),
        output("Cl_out", 1, "Cl").on("Cl"),
        output("Chain_addr_out", 8, "Chain_addr_in + 1").on("next"),
        output("Move?0", 5, "the first column of the lamp").on("column"),
        output("Move?1", 5, "the second column").on("column"),
        output("Move?2", 5, "the third column").on("column"),
        output("Move?3", 5, "the fourth column").on("column"),
        output("Move?4", 5, "the fifth column").on("column"),
    ],
    parts: &[
        chip("+1", "In: Chain_addr_in, Out: next"),
        compare("own", 8, ["Ram_data_in", "Chain_addr_in"], ["", "own", ""]),
        constant("cell 14", 8, AI_PIT as u32),
        chip(
            "Flag_Base",
            "Proc_addr, Need_addr: cell 14, Cond1: Ram_flag, Cond2: Cl, Flag: load",
        ),
        register("lamp", 1, "own", "load")
            .falling()
            .labelled("LAMP"),
        other(
            "column",
            Kind::BitExtender,
            &[("in_width", "1"), ("out_width", "5"), ("type", "sign")],
            &["column", "lamp"],
        ),
    ],
    layout: Layout {
        places: &[
            pin("Ram_data_in", 180, 100),
            pin("Chain_addr_in", 180, 160),
            pin("Proc_addr", 180, 220),
            pin("Ram_flag", 180, 300),
            pin("Cl", 180, 340),
            pin("Ram_data_out", 1080, 100),
            tunnel("Ram_data_in", 8, 200, 80).facing(West),
            pin("Proc_addr_out", 1080, 220),
            tunnel("Proc_addr", 8, 200, 200).facing(West),
            pin("Ram_flag_out", 1080, 300),
            tunnel("Ram_flag", 1, 200, 280).facing(West),
            pin("Cl_out", 1080, 340),
            tunnel("Cl", 1, 200, 320).facing(West),
            tunnel("Chain_addr_in", 8, 200, 140).facing(West),
            pin("Chain_addr_out", 1080, 150),
            part("+1", 1000, 140),
            part("own", 320, 110),
            part("cell 14", 280, 260),
            part("Flag_Base", 330, 200),
            part("lamp", 520, 110),
            part("column", 620, 110),
            pin("Move?0", 560, 220).facing(North),
            pin("Move?1", 630, 220).facing(North),
            pin("Move?2", 700, 220).facing(North),
            pin("Move?3", 770, 220).facing(North),
            pin("Move?4", 840, 220).facing(North),
        ],
        wires: &[
            (
                "Ram_data_in",
                &[(180, 100), (190, 100), (190, 80), (200, 80)],
            ),
            (
                "Proc_addr",
                &[(180, 220), (190, 220), (190, 200), (200, 200)],
            ),
            (
                "Ram_flag",
                &[(180, 300), (190, 300), (190, 280), (200, 280)],
            ),
            ("Cl", &[(180, 340), (190, 340), (190, 320), (200, 320)]),
            (
                "Chain_addr_in",
                &[(180, 160), (190, 160), (190, 140), (200, 140)],
            ),
            ("column", &[(560, 220), (560, 180)]),
            ("column", &[(630, 220), (630, 180)]),
            ("column", &[(700, 220), (700, 180)]),
            ("column", &[(770, 220), (770, 180)]),
            ("column", &[(840, 220), (840, 180)]),
            ("column", &[(560, 180), (840, 180)]),
            ("column", &[(620, 110), (640, 110), (640, 180)]),
        ],
        reach: 50,
        look: || {
            Look::new(120, 60)
                .unnamed()
                .fill("#d078e8")
                .north(&[
                    ("Move?0", 40),
                    ("Move?1", 50),
                    ("Move?2", 60),
                    ("Move?3", 70),
                    ("Move?4", 80),
                ])
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
                .label((8, 36), 12, "start", "AI_Move")
                .label((116, 13), 7, "end", "Ram_data")
                .label((116, 23), 7, "end", "Ram_flag")
                .label((116, 33), 7, "end", "Chain_addr")
                .label((116, 43), 7, "end", "Proc_addr")
                .label((116, 53), 7, "end", "Cl")
        },
        ..Layout::PLAIN
    },
};
