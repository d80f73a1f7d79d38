//! Parts put on a sheet one by one, for circuits that are drawn by loops.

use super::part::{self, Latch, Made, Part, Set};
use super::{At, ChipSheet};
use circuit::project::{Facing, Image, Kind};

impl ChipSheet<'_> {
    /// An input pin on the net of its name; its wire leaves to the right.
    pub fn input(&mut self, label: &str, width: u32, at: At) {
        self.pin(label, label, width, at, Facing::East, false);
    }

    /// An output pin on the net of its name, at the right side of a sheet.
    pub fn output(&mut self, label: &str, width: u32, at: At) {
        self.pin(label, label, width, at, Facing::West, true);
    }

    /// A pin of any facing, on any net. The label stands beside the pin.
    pub(crate) fn pin(
        &mut self,
        label: &str,
        net: &str,
        width: u32,
        at: At,
        facing: Facing,
        output: bool,
    ) {
        let behind = match facing {
            Facing::East => "west",
            Facing::West => "east",
            Facing::North => "south",
            Facing::South => "north",
        };
        let width = width.to_string();
        let mut set = vec![
            ("facing", facing.name()),
            ("width", &width),
            ("label", label),
        ];
        set.push(("labelloc", behind));
        set.push(match output {
            true => ("output", "true"),
            false => ("tristate", "false"),
        });
        self.put(Kind::Pin, at, &set, &[net]);
    }

    /// A part, turned if a facing is given.
    fn part(&mut self, part: &Part<'_>, at: At, facing: Option<Facing>) {
        self.made(&part.made(), at, facing);
    }

    pub(super) fn made(&mut self, part: &Made, at: At, facing: Option<Facing>) {
        match part {
            Made::Chip(chip, nets) => {
                let nets: Vec<(&str, &str)> = nets.iter().map(|(p, n)| (&**p, &**n)).collect();
                self.chip_facing(chip, at, facing.unwrap_or(Facing::East), "", &nets);
            }
            Made::Piece(piece) => {
                let set = piece.set.iter().map(|(n, v)| (&**n, &**v));
                let mut set: Vec<(&str, &str)> = set.collect();
                if let Some(facing) = facing {
                    set.retain(|(name, _)| *name != "facing");
                    set.push(("facing", facing.name()));
                }
                let nets: Vec<&str> = piece.nets.iter().map(String::as_str).collect();
                let image = piece.contents.as_ref().map(|bytes| Image {
                    words: bytes.iter().map(|&byte| u32::from(byte)).collect(),
                });
                self.put_with(piece.kind, at, &set, &nets, image);
            }
        }
    }

    /// A gate whose output is at `at`, facing east; `!net` is a negated input.
    pub fn gate(&mut self, kind: Kind, at: At, width: u32, out: &str, inputs: &[&str]) {
        self.part(&part::gate(kind, out, width, inputs), at, None);
    }

    pub fn not(&mut self, at: At, width: u32, out: &str, input: &str) {
        self.part(&part::not(out, width, input), at, None);
    }

    pub fn buffer(&mut self, at: At, width: u32, out: &str, input: &str) {
        self.part(&part::buffer(out, width, input), at, None);
    }

    pub fn constant(&mut self, at: At, width: u32, value: u32, net: &str) {
        self.part(&part::constant(net, width, value), at, None);
    }

    /// `a + b`; `at` is the sum.
    pub fn adder(&mut self, at: At, width: u32, a: &str, b: &str, sum: &str) {
        self.part(&part::adder(sum, width, a, b), at, None);
    }

    /// Compares without sign; `at` is the "equal" port. Outputs: greater, equal, less.
    pub fn compare(&mut self, at: At, width: u32, a: &str, b: &str, outputs: [&str; 3]) {
        self.part(&part::compare("", width, [a, b], outputs), at, None);
    }

    pub fn register(&mut self, at: At, width: u32, latch: Latch<'_>) {
        self.part(&part::latch(width, latch), at, None);
    }

    pub fn probe(&mut self, at: At, facing: Facing, label: &str, net: &str) {
        let set = [("facing", facing.name()), ("label", label), ("radix", "16")];
        self.put(Kind::Probe, at, &set, &[net]);
    }

    /// A tunnel in large letters, for a net of one bit.
    pub(super) fn caption(&mut self, at: At, facing: Facing, net: &str) {
        let set: Set<'_> = &[
            ("facing", facing.name()),
            ("label", net),
            ("labelfont", "SansSerif bold 14"),
        ];
        self.put(Kind::Tunnel, at, set, &[net]);
    }

    /// A tunnel placed by hand. It names the net for the reader too.
    pub(crate) fn tunnel(&mut self, at: At, facing: Facing, width: u32, net: &str) {
        let width = width.to_string();
        let set: Set<'_> = &[
            ("facing", facing.name()),
            ("width", &width),
            ("label", net),
            ("labelfont", super::route::FONT),
        ];
        self.put(Kind::Tunnel, at, set, &[net]);
    }

    /// A text with its middle at `at`.
    pub(crate) fn text(&mut self, at: At, size: u32, text: &str) {
        let font = format!("SansSerif bold {size}");
        self.put(Kind::Text, at, &[("text", text), ("font", &font)], &[]);
    }
}
