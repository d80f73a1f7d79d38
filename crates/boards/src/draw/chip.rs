//! A chip as a description: its pins, its parts with their nets, and only then their positions.

use circuit::project::{Facing, Kind};

use super::part::Part;
use super::plan::{Parts, Plan};
use super::{At, ChipSheet, Drawing, Look, REACH};

/// A circuit with pins, made of parts.
pub(crate) struct Chip {
    pub(crate) name: &'static str,
    /// A description for the page beside the circuits.
    pub(crate) does: &'static str,
    pub(crate) pins: &'static [Pin],
    pub(crate) parts: &'static [Part<'static>],
    pub(crate) layout: Layout,
}

/// A pin of a chip. It is on the net of its name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pin {
    pub(super) name: &'static str,
    width: u32,
    output: bool,
    net: &'static str,
    idle: Idle,
    means: &'static str,
}

pub(crate) const fn input(name: &'static str, width: u32, means: &'static str) -> Pin {
    Pin {
        name,
        width,
        output: false,
        net: name,
        idle: Idle::Driven,
        means,
    }
}

pub(crate) const fn output(name: &'static str, width: u32, means: &'static str) -> Pin {
    Pin {
        name,
        width,
        output: true,
        net: name,
        idle: Idle::Driven,
        means,
    }
}

impl Pin {
    /// The net, if its name differs.
    #[must_use]
    pub(crate) const fn on(mut self, net: &'static str) -> Pin {
        self.net = net;
        self
    }

    /// An input that may float.
    #[must_use]
    pub(crate) const fn floating(mut self) -> Pin {
        self.idle = Idle::Floats;
        self
    }

    /// An input that is 0 while nothing drives it.
    #[must_use]
    pub(crate) const fn held_low(mut self) -> Pin {
        self.idle = Idle::Low;
        self
    }
}

/// The value of an input while nothing drives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Idle {
    /// It is always driven.
    Driven,
    /// It floats, as a bus does.
    Floats,
    /// It is held at 0.
    Low,
}

/// How a chip is drawn.
pub(crate) struct Layout {
    /// Every pin and every part once, in the order they have in the file.
    pub(crate) places: &'static [Placing],
    /// Nets that are joined by tunnels wherever they occur.
    pub(crate) tunnels: &'static [&'static str],
    /// Wires drawn by hand: a net and the corners. All others are found by the router.
    pub(crate) wires: &'static [(&'static str, &'static [At])],
    /// Maximum length of the router's wires before tunnels take over.
    pub(crate) reach: u32,
    /// The appearance of the chip.
    pub(crate) look: fn() -> Look,
}

impl Layout {
    /// Default: no places, no wires, no tunnels except those the router needs.
    pub(crate) const PLAIN: Layout = Layout {
        places: &[],
        tunnels: &[],
        wires: &[],
        reach: REACH,
        look: || Look::new(0, 0),
    };
}

/// The position of a part. Inputs face east and outputs west unless they are turned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placing {
    what: Placed,
    at: At,
    facing: Option<Facing>,
}

#[derive(Clone, Copy, Debug)]
enum Placed {
    Pin(&'static str),
    Part(&'static str),
    /// A tunnel, with its width.
    Tunnel(&'static str, u32),
    /// A text, with its size.
    Text(&'static str, u32),
}

const fn place(what: Placed, x: i32, y: i32) -> Placing {
    Placing {
        what,
        at: (x, y),
        facing: None,
    }
}

pub(crate) const fn pin(name: &'static str, x: i32, y: i32) -> Placing {
    place(Placed::Pin(name), x, y)
}

pub(crate) const fn part(name: &'static str, x: i32, y: i32) -> Placing {
    place(Placed::Part(name), x, y)
}

pub(crate) const fn tunnel(net: &'static str, width: u32, x: i32, y: i32) -> Placing {
    place(Placed::Tunnel(net, width), x, y)
}

pub(crate) const fn text(text: &'static str, size: u32, x: i32, y: i32) -> Placing {
    place(Placed::Text(text, size), x, y)
}

/// The headline of a sheet.
pub(crate) const fn title(title: &'static str) -> Placing {
    text(title, 16, 300, 40)
}

impl Placing {
    #[must_use]
    pub(crate) const fn facing(mut self, facing: Facing) -> Placing {
        self.facing = Some(facing);
        self
    }
}

/// The description of a pin on the page beside the circuits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PinNote {
    pub(crate) name: &'static str,
    pub(crate) means: &'static str,
}

pub(crate) fn notes(pins: &[Pin]) -> Vec<PinNote> {
    let notes = pins.iter().map(|pin| PinNote {
        name: pin.name,
        means: pin.means,
    });
    notes.collect()
}

impl Drawing {
    /// Draws a chip from its description.
    pub(crate) fn add(&mut self, chip: &'static Chip) {
        self.circuit(chip.name, chip.pins, &Parts::of(chip.parts), chip.plan());
        self.explain(chip.name, chip.does, notes(chip.pins));
    }
}

impl Chip {
    /// The meaning of a pin of the chip.
    pub(crate) fn means(&self, pin: &str) -> Option<&'static str> {
        let mut pins = self.pins.iter();
        pins.find(|known| known.name == pin).map(|pin| pin.means)
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan::new();
        plan.reach(self.layout.reach);
        plan.tunnels(self.layout.tunnels);
        for &Placing { what, at, facing } in self.layout.places {
            match what {
                Placed::Pin(name) => plan.pin(name, at, facing),
                Placed::Part(name) => match facing {
                    None => plan.part(name, at),
                    Some(facing) => plan.turned(name, at, facing),
                },
                Placed::Tunnel(net, width) => {
                    plan.tunnel(net, width, at, facing.unwrap_or(Facing::East));
                }
                Placed::Text(text, size) => plan.text(text, size, at),
            }
        }
        for (net, corners) in self.layout.wires {
            plan.wire(net, corners);
        }
        plan.look((self.layout.look)());
        plan
    }
}

pub(super) fn draw_pin(sheet: &mut ChipSheet<'_>, pin: &Pin, at: At, facing: Option<Facing>) {
    let usual = match pin.output {
        true => Facing::West,
        false => Facing::East,
    };
    let facing = facing.unwrap_or(usual);
    let idle: &[(&str, &str)] = match pin.idle {
        Idle::Driven => {
            return sheet.pin(pin.name, pin.net, pin.width, at, facing, pin.output);
        }
        Idle::Floats => &[("tristate", "true")],
        Idle::Low => &[("tristate", "false"), ("pull", "down")],
    };
    let width = pin.width.to_string();
    let mut set = vec![
        ("width", &*width),
        ("label", pin.name),
        ("labelloc", "west"),
    ];
    set.extend(idle);
    sheet.put(Kind::Pin, at, &set, &[pin.net]);
}

#[cfg(test)]
mod tests {
    use super::super::{and, chip, constant, not};
    use super::*;

    const NAND: Chip = Chip {
        name: "nand",
        does: "Not both.",
        pins: &[
            input("a", 1, "one input"),
            input("b", 1, "the other"),
            output("out", 1, "0 if both are 1"),
        ],
        parts: &[and("both", 1, &["a", "b"]), not("out", 1, "both")],
        layout: Layout {
            places: &[
                pin("a", 100, 100),
                pin("b", 100, 140),
                part("both", 200, 120),
                part("out", 260, 120),
                pin("out", 320, 120),
            ],
            look: || {
                Look::new(40, 40)
                    .west(&[("a", 10), ("b", 30)])
                    .east(&[("out", 20)])
            },
            ..Layout::PLAIN
        },
    };

    const USER: Chip = Chip {
        name: "user",
        pins: &[output("out", 1, "always 1")],
        parts: &[
            constant("zero", 1, 0),
            chip("nand", "a: zero, b: zero, out"),
        ],
        layout: Layout {
            places: &[
                part("zero", 100, 100),
                part("nand", 160, 90),
                pin("out", 300, 110),
            ],
            look: || Look::new(40, 20).east(&[("out", 10)]),
            ..Layout::PLAIN
        },
        ..NAND
    };

    const UNPLACED: Chip = Chip {
        parts: &[
            and("both", 1, &["a", "b"]),
            not("out", 1, "both"),
            constant("one", 1, 1),
        ],
        ..NAND
    };

    #[test]
    fn a_table_draws_what_calls_draw() {
        let mut tables = Drawing::new("x.circ");
        tables.add(&NAND);
        tables.add(&USER);
        let mut calls = Drawing::new("x.circ");
        calls.chip("nand", |sheet| {
            sheet.input("a", 1, (100, 100));
            sheet.input("b", 1, (100, 140));
            sheet.gate(Kind::And, (200, 120), 1, "both", &["a", "b"]);
            sheet.not((260, 120), 1, "out", "both");
            sheet.output("out", 1, (320, 120));
            sheet.look((NAND.layout.look)());
        });
        calls.chip("user", |sheet| {
            sheet.constant((100, 100), 1, 0, "zero");
            let nets = [("a", "zero"), ("b", "zero"), ("out", "out")];
            sheet.chip("nand", (160, 90), &nets);
            sheet.output("out", 1, (300, 110));
            sheet.look((USER.layout.look)());
        });
        assert_eq!(tables.text(), calls.text());
    }

    #[test]
    #[should_panic(expected = "nand: places of part one")]
    fn a_part_without_a_place_is_a_mistake() {
        Drawing::new("x.circ").add(&UNPLACED);
    }

    #[test]
    fn a_chip_knows_what_its_pins_mean() {
        assert_eq!(NAND.means("b"), Some("the other"));
        assert_eq!(NAND.means("c"), None);
    }
}
