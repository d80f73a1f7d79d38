//! Parts: their kinds and the nets at their ports, without positions.
//!
//! The first argument is the part's name, by which a layout places it. A part with one output is named after the net it
//! drives. An empty net leaves a port open.

use circuit::project::{Facing, Kind};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'s> {
    pub(super) name: &'s str,
    /// The net of its output, if it has one output.
    out: &'s str,
    what: What<'s>,
}

#[derive(Clone, Copy, Debug)]
enum What<'s> {
    Gate(Kind, u32, &'s [&'s str]),
    /// A NOT gate or a buffer.
    Single(Kind, u32, &'s str),
    TriState {
        width: u32,
        from: &'s str,
        control: &'s str,
    },
    Mux {
        width: u32,
        inputs: &'s [&'s str],
        select: &'s str,
        enable: &'s str,
    },
    Decoder {
        select: &'s str,
        enable: &'s str,
        outputs: &'s [&'s str],
    },
    Splitter {
        whole: &'s str,
        ends: &'s [(&'s str, u32)],
        facing: Facing,
    },
    Constant(u32, u32),
    Extender {
        from: (&'s str, u32),
        width: u32,
    },
    Adder {
        width: u32,
        terms: [&'s str; 2],
        carry: [&'s str; 2],
    },
    Comparator {
        width: u32,
        inputs: [&'s str; 2],
        outputs: [&'s str; 3],
    },
    Register(u32, Latch<'s>),
    /// A component with one port and a few attributes; those without a name are left out.
    OnePort(Kind, [(&'s str, &'s str); 3]),
    /// Data, address and select of a ROM of 256 bytes.
    Rom {
        image: &'s [u8],
        nets: [&'s str; 3],
    },
    Other(Kind, Set<'s>, &'s [&'s str]),
    Chip(&'s str, &'s str),
}

pub(super) type Set<'s> = &'s [(&'s str, &'s str)];

/// The connections of a register; an empty name leaves one open.
#[derive(Clone, Copy, Debug, Default)]
pub struct Latch<'s> {
    pub d: &'s str,
    pub q: &'s str,
    pub clock: &'s str,
    pub enable: &'s str,
    pub clear: &'s str,
    /// It loads when the clock falls.
    pub falling: bool,
    pub label: &'s str,
}

/// A gate; `!net` is a negated input.
pub(crate) const fn gate<'s>(
    kind: Kind,
    out: &'s str,
    width: u32,
    inputs: &'s [&'s str],
) -> Part<'s> {
    part(out, What::Gate(kind, width, inputs))
}

pub(crate) const fn and<'s>(out: &'s str, width: u32, inputs: &'s [&'s str]) -> Part<'s> {
    gate(Kind::And, out, width, inputs)
}

pub(crate) const fn or<'s>(out: &'s str, width: u32, inputs: &'s [&'s str]) -> Part<'s> {
    gate(Kind::Or, out, width, inputs)
}

pub(crate) const fn nand<'s>(out: &'s str, width: u32, inputs: &'s [&'s str]) -> Part<'s> {
    gate(Kind::Nand, out, width, inputs)
}

pub(crate) const fn nor<'s>(out: &'s str, width: u32, inputs: &'s [&'s str]) -> Part<'s> {
    gate(Kind::Nor, out, width, inputs)
}

pub(crate) const fn xor<'s>(out: &'s str, width: u32, inputs: &'s [&'s str]) -> Part<'s> {
    gate(Kind::Xor, out, width, inputs)
}

pub(crate) const fn xnor<'s>(out: &'s str, width: u32, inputs: &'s [&'s str]) -> Part<'s> {
    gate(Kind::Xnor, out, width, inputs)
}

pub(crate) const fn not<'s>(out: &'s str, width: u32, input: &'s str) -> Part<'s> {
    part(out, What::Single(Kind::Not, width, input))
}

pub(crate) const fn buffer<'s>(out: &'s str, width: u32, input: &'s str) -> Part<'s> {
    part(out, What::Single(Kind::Buffer, width, input))
}

/// Passes `from` on while `control` is 1, else leaves its output floating.
pub(crate) const fn tri<'s>(out: &'s str, width: u32, from: &'s str, control: &'s str) -> Part<'s> {
    let what = What::TriState {
        width,
        from,
        control,
    };
    part(out, what)
}

/// A multiplexer of 2, 4, 8, 16 or 32 inputs.
pub(crate) const fn mux<'s>(
    out: &'s str,
    width: u32,
    inputs: &'s [&'s str],
    select: &'s str,
) -> Part<'s> {
    let what = What::Mux {
        width,
        inputs,
        select,
        enable: "",
    };
    part(out, what)
}

/// A decoder; an empty `enable` means no enable port.
pub(crate) const fn decoder<'s>(
    name: &'s str,
    select: &'s str,
    enable: &'s str,
    outputs: &'s [&'s str],
) -> Part<'s> {
    let what = What::Decoder {
        select,
        enable,
        outputs,
    };
    part(name, what)
}

/// Splits `whole` into ends of these widths, the lowest bits first.
pub(crate) const fn split<'s>(
    name: &'s str,
    whole: &'s str,
    ends: &'s [(&'s str, u32)],
) -> Part<'s> {
    splitter(name, whole, ends, Facing::East)
}

/// Joins ends of these widths, the lowest bits first.
pub(crate) const fn join<'s>(whole: &'s str, ends: &'s [(&'s str, u32)]) -> Part<'s> {
    splitter(whole, whole, ends, Facing::West)
}

pub(super) const fn splitter<'s>(
    name: &'s str,
    whole: &'s str,
    ends: &'s [(&'s str, u32)],
    facing: Facing,
) -> Part<'s> {
    let what = What::Splitter {
        whole,
        ends,
        facing,
    };
    part(name, what)
}

pub(crate) const fn constant(net: &str, width: u32, value: u32) -> Part<'_> {
    part(net, What::Constant(width, value))
}

/// Widens with zeros.
pub(crate) const fn extend<'s>(out: &'s str, width: u32, from: (&'s str, u32)) -> Part<'s> {
    part(out, What::Extender { from, width })
}

pub(crate) const fn adder<'s>(sum: &'s str, width: u32, a: &'s str, b: &'s str) -> Part<'s> {
    let what = What::Adder {
        width,
        terms: [a, b],
        carry: [""; 2],
    };
    part(sum, what)
}

/// Compares without sign. Outputs: greater, equal, less.
pub(crate) const fn compare<'s>(
    name: &'s str,
    width: u32,
    inputs: [&'s str; 2],
    outputs: [&'s str; 3],
) -> Part<'s> {
    let what = What::Comparator {
        width,
        inputs,
        outputs,
    };
    part(name, what)
}

/// A register that loads `d` when `clock` rises.
pub(crate) const fn register<'s>(q: &'s str, width: u32, d: &'s str, clock: &'s str) -> Part<'s> {
    let latch = Latch {
        d,
        q,
        clock,
        enable: "",
        clear: "",
        falling: false,
        label: "",
    };
    part(q, What::Register(width, latch))
}

pub(super) const fn latch(width: u32, latch: Latch<'_>) -> Part<'_> {
    part(latch.q, What::Register(width, latch))
}

const fn one_port<'s>(
    name: &'s str,
    kind: Kind,
    set: [(&'s str, &'s str); 3],
    net: &'s str,
) -> Part<'s> {
    let what = What::OnePort(kind, set);
    Part {
        name,
        out: net,
        what,
    }
}

pub(crate) const fn led<'s>(name: &'s str, colour: &'s str, net: &'s str) -> Part<'s> {
    let set = [("color", colour), ("", ""), ("", "")];
    one_port(name, Kind::Led, set, net)
}

pub(crate) const fn digit<'s>(name: &'s str, colour: &'s str, net: &'s str) -> Part<'s> {
    let set = [("color", colour), ("bg", "#e6eaea"), ("", "")];
    one_port(name, Kind::HexDigit, set, net)
}

/// A push button, with its inscription as its label.
pub(crate) const fn button<'s>(
    name: &'s str,
    colour: &'s str,
    label: &'s str,
    net: &'s str,
) -> Part<'s> {
    let set = [("color", colour), ("label", label), ("", "")];
    one_port(name, Kind::Button, set, net)
}

/// A resistor that makes a net 0 while nothing drives it.
pub(crate) const fn pull_down<'s>(name: &'s str, net: &'s str) -> Part<'s> {
    let set = [("pull", "0"), ("", ""), ("", "")];
    one_port(name, Kind::PullResistor, set, net)
}

/// A resistor that makes a net 1 while nothing drives it.
pub(crate) const fn pull_up<'s>(name: &'s str, net: &'s str) -> Part<'s> {
    let set = [("pull", "1"), ("", ""), ("", "")];
    one_port(name, Kind::PullResistor, set, net)
}

/// A ROM of 256 bytes; its nets are data, address and select, as Logisim has the ports.
pub(crate) const fn rom<'s>(name: &'s str, image: &'s [u8], nets: [&'s str; 3]) -> Part<'s> {
    part(name, What::Rom { image, nets })
}

pub(crate) const fn clock(net: &str) -> Part<'_> {
    one_port(net, Kind::Clock, [("", ""); 3], net)
}

/// Any other component of Logisim, with its attributes and one net per port in Logisim's order.
pub(crate) const fn other<'s>(
    name: &'s str,
    kind: Kind,
    set: &'s [(&'s str, &'s str)],
    nets: &'s [&'s str],
) -> Part<'s> {
    part(name, What::Other(kind, set, nets))
}

/// A chip drawn before. `nets` has its pins, separated by `, `: `pin: net`, or only the pin if its net has the same name.
pub(crate) const fn chip<'s>(chip: &'s str, nets: &'s str) -> Part<'s> {
    part(chip, What::Chip(chip, nets))
}

const fn part<'s>(name: &'s str, what: What<'s>) -> Part<'s> {
    Part {
        name,
        out: name,
        what,
    }
}

impl<'s> Part<'s> {
    /// Gives a multiplexer an enable port, without which it gives 0, or a register one, without which it does not load.
    #[must_use]
    pub(crate) const fn enabled(mut self, by: &'s str) -> Part<'s> {
        match &mut self.what {
            What::Mux { enable, .. } => *enable = by,
            What::Register(_, latch) => latch.enable = by,
            _ => panic!("only multiplexers and registers are enabled"),
        }
        self
    }

    /// Carry in and carry out of an adder.
    #[must_use]
    pub(crate) const fn carry(mut self, into: &'s str, out: &'s str) -> Part<'s> {
        match &mut self.what {
            What::Adder { carry, .. } => *carry = [into, out],
            _ => panic!("only adders carry"),
        }
        self
    }

    /// The register loads when its clock falls.
    #[must_use]
    pub(crate) const fn falling(mut self) -> Part<'s> {
        match &mut self.what {
            What::Register(_, latch) => latch.falling = true,
            _ => panic!("only registers have a clock"),
        }
        self
    }

    /// The register is 0 while this net is 1.
    #[must_use]
    pub(crate) const fn cleared(mut self, by: &'s str) -> Part<'s> {
        match &mut self.what {
            What::Register(_, latch) => latch.clear = by,
            _ => panic!("only registers are cleared"),
        }
        self
    }

    /// The label of a register, by which it is found in a running circuit.
    #[must_use]
    pub(crate) const fn labelled(mut self, label: &'s str) -> Part<'s> {
        match &mut self.what {
            What::Register(_, latch) => latch.label = label,
            _ => panic!("only registers are labelled"),
        }
        self
    }

    /// A button with its label in small letters.
    #[must_use]
    pub(crate) const fn small(mut self) -> Part<'s> {
        match &mut self.what {
            What::OnePort(Kind::Button, set) => set[2] = ("labelfont", "SansSerif plain 9"),
            _ => panic!("only buttons are small"),
        }
        self
    }

    /// Another name, for the second part of the same net or chip.
    #[must_use]
    pub(crate) const fn called(mut self, name: &'s str) -> Part<'s> {
        self.name = name;
        self
    }

    /// The component for a sheet, without the names of its description.
    pub(super) fn made(&self) -> Made {
        match self.what {
            What::Chip(chip, nets) => Made::Chip(chip.to_string(), pairs(nets)),
            _ => Made::Piece(self.piece()),
        }
    }

    fn piece(&self) -> Piece {
        let out = self.out;
        match self.what {
            What::Gate(kind, width, inputs) => gate_piece(kind, out, width, inputs),
            What::Single(kind, width, input) => {
                let piece = piece(kind, &[out, input]).set("width", width);
                match kind {
                    Kind::Not => piece.set("size", 20),
                    _ => piece,
                }
            }
            What::TriState {
                width,
                from,
                control,
            } => piece(Kind::ControlledBuffer, &[out, from, control]).set("width", width),
            What::Mux {
                width,
                inputs,
                select,
                enable,
            } => mux_piece(width, inputs, [select, enable, out]),
            What::Decoder {
                select,
                enable,
                outputs,
            } => decoder_piece(select, enable, outputs),
            What::Splitter {
                whole,
                ends,
                facing,
            } => splitter_piece(whole, ends, facing),
            What::Constant(width, value) => piece(Kind::Constant, &[out])
                .set("width", width)
                .set("value", format!("0x{value:x}")),
            What::Extender { from, width } => piece(Kind::BitExtender, &[out, from.0])
                .set("in_width", from.1)
                .set("out_width", width)
                .set("type", "zero"),
            What::Adder {
                width,
                terms: [a, b],
                carry: [into, over],
            } => piece(Kind::Adder, &[a, b, out, into, over]).set("width", width),
            What::Comparator {
                width,
                inputs: [a, b],
                outputs: [greater, equal, less],
            } => piece(Kind::Comparator, &[a, b, greater, equal, less])
                .set("width", width)
                .set("mode", "unsigned"),
            What::Register(width, latch) => register_piece(width, latch),
            What::Other(kind, set, nets) => {
                set.iter().fold(piece(kind, nets), |piece, (name, value)| {
                    piece.set(name, value)
                })
            }
            What::OnePort(kind, set) => {
                let set = set.iter().filter(|(name, _)| !name.is_empty());
                set.fold(piece(kind, &[out]), |piece, (name, value)| {
                    piece.set(name, value)
                })
            }
            What::Rom { image, nets } => Piece {
                contents: Some(image.to_vec()),
                ..piece(Kind::Rom, &nets)
            }
            .set("addrWidth", 8)
            .set("dataWidth", 8),
            What::Chip(..) => unreachable!("a chip is not a built-in component"),
        }
    }
}

/// `pin: net, pin: net` as pairs.
fn pairs(nets: &str) -> Vec<(String, String)> {
    let pairs = nets.split(", ");
    let pairs = pairs.map(|each| each.split_once(": ").unwrap_or((each, each)));
    pairs
        .map(|(pin, net)| (pin.to_string(), net.to_string()))
        .collect()
}

/// A part that is about to be placed.
#[derive(Clone, Debug)]
pub(super) enum Made {
    /// A chip drawn before, with (pin, net) pairs.
    Chip(String, Vec<(String, String)>),
    Piece(Piece),
}

/// A built-in component.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) set: Vec<(String, String)>,
    /// In Logisim's order of ports.
    pub(super) nets: Vec<String>,
    pub(super) contents: Option<Vec<u8>>,
}

impl Piece {
    #[expect(clippy::needless_pass_by_value, reason = "numbers and texts alike")]
    pub(super) fn set(mut self, name: &str, value: impl ToString) -> Self {
        self.set.push((name.to_string(), value.to_string()));
        self
    }
}

fn piece(kind: Kind, nets: &[&str]) -> Piece {
    Piece {
        kind,
        set: Vec::new(),
        nets: nets.iter().map(ToString::to_string).collect(),
        contents: None,
    }
}

fn gate_piece(kind: Kind, out: &str, width: u32, inputs: &[&str]) -> Piece {
    let mut piece = piece(kind, &[out])
        .set("width", width)
        .set("inputs", inputs.len())
        .set("size", 30);
    for (i, input) in inputs.iter().enumerate() {
        let plain = input.strip_prefix('!');
        if plain.is_some() {
            piece = piece.set(&format!("negate{i}"), "true");
        }
        piece.nets.push(plain.unwrap_or(input).to_string());
    }
    piece
}

/// The number of select bits for the choices.
fn select_bits(choices: usize) -> u32 {
    choices.next_power_of_two().trailing_zeros().max(1)
}

fn mux_piece(width: u32, inputs: &[&str], [select, enable, out]: [&str; 3]) -> Piece {
    let bits = select_bits(inputs.len());
    let mut piece = piece(Kind::Multiplexer, inputs)
        .set("select", bits)
        .set("width", width)
        .set("enable", !enable.is_empty());
    piece.nets.resize(1 << bits, String::new());
    piece.nets.push(select.to_string());
    if !enable.is_empty() {
        piece = piece.set("disabled", 0);
        piece.nets.push(enable.to_string());
    }
    piece.nets.push(out.to_string());
    piece
}

fn decoder_piece(select: &str, enable: &str, outputs: &[&str]) -> Piece {
    let bits = select_bits(outputs.len());
    let mut piece = piece(Kind::Decoder, outputs)
        .set("select", bits)
        .set("enable", !enable.is_empty())
        .set("disabled", 0);
    piece.nets.resize(1 << bits, String::new());
    piece.nets.push(select.to_string());
    if !enable.is_empty() {
        piece.nets.push(enable.to_string());
    }
    piece
}

fn splitter_piece(whole: &str, ends: &[(&str, u32)], facing: Facing) -> Piece {
    let total: u32 = ends.iter().map(|(_, width)| width).sum();
    let mut piece = piece(Kind::Splitter, &[whole])
        .set("facing", facing.name())
        .set("incoming", total)
        .set("fanout", ends.len())
        .set("appear", "center");
    let mut bit = 0;
    for (end, (net, width)) in ends.iter().enumerate() {
        for _ in 0..*width {
            piece = piece.set(&format!("bit{bit}"), end);
            bit += 1;
        }
        piece.nets.push(net.to_string());
    }
    piece
}

fn register_piece(width: u32, latch: Latch<'_>) -> Piece {
    let nets = [latch.q, latch.d, latch.clock, latch.clear, latch.enable];
    let mut piece = piece(Kind::Register, &nets).set("width", width);
    if latch.falling {
        piece = piece.set("trigger", "falling");
    }
    if !latch.label.is_empty() {
        piece = piece.set("label", latch.label);
    }
    piece
}
