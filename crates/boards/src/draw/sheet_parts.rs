//! Parts put on a sheet one by one, for circuits that are drawn by loops.

use super::part::{self, Latch, Part, Set};
use super::{At, ChipSheet};
use circuit::project::{Facing, Image, Kind};

/// A controlled buffer's nets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TriState<'s> {
    pub(crate) from: &'s str,
    pub(crate) to: &'s str,
    pub(crate) control: &'s str,
}

impl ChipSheet<'_> {
    /// An input pin with a net of its own name; its wire leaves to the right.
    pub fn input(&mut self, label: &str, width: u32, at: At) {
        self.pin(label, label, width, at, Facing::East, false);
    }

    /// An output pin with a net of its own name, at the right side of a sheet.
    pub fn output(&mut self, label: &str, width: u32, at: At) {
        self.pin(label, label, width, at, Facing::West, true);
    }

    /// A pin of any facing, on any net. The label stands behind the pin.
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
    pub(crate) fn part(&mut self, part: &Part<'_>, at: At, facing: Option<Facing>) {
        if let Some((chip, nets)) = part.as_chip() {
            self.chip_facing(chip, at, facing.unwrap_or(Facing::East), "", &nets);
        }
        if let Some(mut piece) = part.component() {
            if let Some(facing) = facing {
                piece.set.retain(|(name, _)| name != "facing");
                piece = piece.set("facing", facing.name());
            }
            let set: Vec<(&str, &str)> = piece.set.iter().map(|(n, v)| (&**n, &**v)).collect();
            self.put(piece.kind, at, &set, &piece.nets);
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

    /// Passes `from` to `to` while `control` is 1, else leaves it floating. `at` is its output.
    pub(crate) fn tri(&mut self, at: At, facing: Facing, width: u32, nets: TriState<'_>) {
        let tri = part::tri(nets.to, width, nets.from, nets.control);
        self.part(&tri, at, Some(facing));
    }

    /// A multiplexer of 2, 4, 8, 16 or 32 inputs without enable; the select is below.
    pub(crate) fn mux(&mut self, at: At, width: u32, inputs: &[&str], select: &str, out: &str) {
        self.part(&part::mux(out, width, inputs, select), at, None);
    }

    /// Splits `whole` into ends of these widths, the lowest bits first. Facing west it joins them.
    pub(crate) fn split(&mut self, at: At, facing: Facing, whole: &str, ends: &[(&str, u32)]) {
        self.part(&part::splitter("", whole, ends, facing), at, None);
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

    /// A ROM of 256 bytes (or other size); `at` is its data port.
    pub(crate) fn rom(&mut self, at: At, bits: (u32, u32), image: &[u8], nets: [&str; 3]) {
        let (address, data) = (bits.0.to_string(), bits.1.to_string());
        let words = image.iter().map(|&byte| u32::from(byte)).collect();
        let set = [("addrWidth", &*address), ("dataWidth", &*data)];
        // Ports: address, data, chip select as Logisim has them.
        self.put_with(Kind::Rom, at, &set, &nets, Some(Image { words }));
    }

    pub(crate) fn led(&mut self, at: At, facing: Facing, colour: &str, label: &str, net: &str) {
        let mut set = vec![("facing", facing.name()), ("color", colour)];
        if !label.is_empty() {
            set.extend([("label", label), ("labelloc", "north")]);
        }
        self.put(Kind::Led, at, &set, &[net]);
    }

    pub(crate) fn button(&mut self, at: At, facing: Facing, colour: &str, label: &str, net: &str) {
        let set = [
            ("facing", facing.name()),
            ("color", colour),
            ("label", label),
        ];
        self.put(Kind::Button, at, &set, &[net]);
    }

    pub(crate) fn digit(&mut self, at: At, colour: &str, net: &str) {
        let set = [("color", colour), ("bg", "#e6eaea")];
        self.put(Kind::HexDigit, at, &set, &[net]);
    }

    pub(crate) fn pull(&mut self, at: At, facing: Facing, up: bool, net: &str) {
        let set = [
            ("facing", facing.name()),
            ("pull", if up { "1" } else { "0" }),
        ];
        self.put(Kind::PullResistor, at, &set, &[net]);
    }

    pub fn probe(&mut self, at: At, facing: Facing, label: &str, net: &str) {
        let set = [("facing", facing.name()), ("label", label), ("radix", "16")];
        self.put(Kind::Probe, at, &set, &[net]);
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
