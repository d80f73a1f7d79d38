//! The parts of a sheet by name, with their ports as arguments.

use super::{At, Set, Sheet};
use circuit::project::{Facing, Image, Kind};

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

/// A controlled buffer's nets.
#[derive(Clone, Copy, Debug)]
pub struct TriState<'s> {
    pub from: &'s str,
    pub to: &'s str,
    pub control: &'s str,
}

impl Sheet<'_> {
    /// An input pin with a net of its own name; its wire leaves to the right.
    pub fn input(&mut self, label: &str, width: u32, at: At) {
        self.pin(label, label, width, at, Facing::East, false);
    }

    /// An output pin with a net of its own name, at the right side of a sheet.
    pub fn output(&mut self, label: &str, width: u32, at: At) {
        self.pin(label, label, width, at, Facing::West, true);
    }

    /// A pin of any facing, on any net. The label stands behind the pin.
    pub fn pin(
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

    /// A gate whose output is at `at`, facing east; `!net` is a negated input.
    pub fn gate(&mut self, kind: Kind, at: At, width: u32, out: &str, inputs: &[&str]) {
        let (width, count) = (width.to_string(), inputs.len().to_string());
        let names: Vec<String> = (0..inputs.len()).map(|i| format!("negate{i}")).collect();
        let mut set = vec![("width", &*width), ("inputs", &*count), ("size", "30")];
        let mut nets = vec![out];
        for (name, input) in names.iter().zip(inputs) {
            let plain = input.strip_prefix('!');
            if plain.is_some() {
                set.push((name, "true"));
            }
            nets.push(plain.unwrap_or(input));
        }
        self.put(kind, at, &set, &nets);
    }

    pub fn not(&mut self, at: At, width: u32, out: &str, input: &str) {
        let width = width.to_string();
        self.put(
            Kind::Not,
            at,
            &[("width", &width), ("size", "20")],
            &[out, input],
        );
    }

    pub fn buffer(&mut self, at: At, width: u32, out: &str, input: &str) {
        self.put(
            Kind::Buffer,
            at,
            &[("width", &width.to_string())],
            &[out, input],
        );
    }

    /// Passes `from` to `to` while `control` is 1, else leaves it floating. `at` is its output.
    pub fn tri(&mut self, at: At, facing: Facing, width: u32, nets: TriState<'_>) {
        let width = width.to_string();
        let set = [("facing", facing.name()), ("width", &*width)];
        self.put(
            Kind::ControlledBuffer,
            at,
            &set,
            &[nets.to, nets.from, nets.control],
        );
    }

    /// A multiplexer of 2, 4, 8, 16 or 32 inputs without enable; the select is below.
    pub fn mux(&mut self, at: At, width: u32, inputs: &[&str], select: &str, out: &str) {
        let bits = inputs.len().next_power_of_two().trailing_zeros().max(1);
        let (bits_text, width) = (bits.to_string(), width.to_string());
        let set = [
            ("select", &*bits_text),
            ("width", &*width),
            ("enable", "false"),
        ];
        let mut nets = inputs.to_vec();
        nets.resize(1 << bits, "");
        nets.extend([select, out]);
        self.put(Kind::Multiplexer, at, &set, &nets);
    }

    /// A decoder; `at` is its select, the outputs stand above to the right. An empty `enable` is no enable port.
    pub fn decoder(&mut self, at: At, select: &str, enable: &str, outputs: &[&str]) {
        let bits = outputs.len().next_power_of_two().trailing_zeros().max(1);
        let bits_text = bits.to_string();
        let has = if enable.is_empty() { "false" } else { "true" };
        let set = [("select", &*bits_text), ("enable", has), ("disabled", "0")];
        let mut nets = outputs.to_vec();
        nets.resize(1 << bits, "");
        nets.push(select);
        if !enable.is_empty() {
            nets.push(enable);
        }
        self.put(Kind::Decoder, at, &set, &nets);
    }

    /// Splits `whole` into ends of these widths, the lowest bits first. Facing west it joins them.
    pub fn split(&mut self, at: At, facing: Facing, whole: &str, ends: &[(&str, u32)]) {
        let total: u32 = ends.iter().map(|(_, width)| width).sum();
        let (incoming, fanout) = (total.to_string(), ends.len().to_string());
        let mut bits = Vec::new();
        for (end, (_, width)) in ends.iter().enumerate() {
            for _ in 0..*width {
                bits.push((format!("bit{}", bits.len()), end.to_string()));
            }
        }
        let mut set = vec![
            ("facing", facing.name()),
            ("incoming", &*incoming),
            ("fanout", &*fanout),
            ("appear", "center"),
        ];
        set.extend(bits.iter().map(|(name, end)| (&**name, &**end)));
        let mut nets = vec![whole];
        nets.extend(ends.iter().map(|(net, _)| *net));
        self.put(Kind::Splitter, at, &set, &nets);
    }

    pub fn constant(&mut self, at: At, width: u32, value: u32, net: &str) {
        let (width, value) = (width.to_string(), format!("0x{value:x}"));
        self.put(
            Kind::Constant,
            at,
            &[("width", &width), ("value", &value)],
            &[net],
        );
    }

    /// Widens with zeros; `at` is its output.
    pub fn extend(&mut self, at: At, from: (&str, u32), to: (&str, u32)) {
        let (narrow, wide) = (from.1.to_string(), to.1.to_string());
        let set = [
            ("in_width", &*narrow),
            ("out_width", &*wide),
            ("type", "zero"),
        ];
        self.put(Kind::BitExtender, at, &set, &[to.0, from.0]);
    }

    /// `a + b + carry_in`; `at` is the sum.
    pub fn adder(&mut self, at: At, width: u32, a: &str, b: &str, sum: &str) {
        self.put(
            Kind::Adder,
            at,
            &[("width", &width.to_string())],
            &[a, b, sum],
        );
    }

    /// Compares without sign; `at` is the "equal" port. Outputs: greater, equal, less.
    pub fn compare(&mut self, at: At, width: u32, a: &str, b: &str, outputs: [&str; 3]) {
        let width = width.to_string();
        let set = [("width", &*width), ("mode", "unsigned")];
        self.put(
            Kind::Comparator,
            at,
            &set,
            &[a, b, outputs[0], outputs[1], outputs[2]],
        );
    }

    pub fn register(&mut self, at: At, width: u32, latch: Latch<'_>) {
        let width = width.to_string();
        let mut set = vec![("width", &*width)];
        if latch.falling {
            set.push(("trigger", "falling"));
        }
        if !latch.label.is_empty() {
            set.push(("label", latch.label));
        }
        let nets = [latch.q, latch.d, latch.clock, latch.clear, latch.enable];
        self.put(Kind::Register, at, &set, &nets);
    }

    /// A ROM of 256 bytes (or other size); `at` is its data port.
    pub fn rom(&mut self, at: At, bits: (u32, u32), image: &[u8], nets: [&str; 3]) {
        let (address, data) = (bits.0.to_string(), bits.1.to_string());
        let words = image.iter().map(|&byte| u32::from(byte)).collect();
        let set = [("addrWidth", &*address), ("dataWidth", &*data)];
        // Ports: address, data, chip select as Logisim has them.
        self.put_with(Kind::Rom, at, &set, &nets, Some(Image { words }));
    }

    pub fn led(&mut self, at: At, facing: Facing, colour: &str, label: &str, net: &str) {
        let mut set = vec![("facing", facing.name()), ("color", colour)];
        if !label.is_empty() {
            set.extend([("label", label), ("labelloc", "north")]);
        }
        self.put(Kind::Led, at, &set, &[net]);
    }

    pub fn button(&mut self, at: At, facing: Facing, colour: &str, label: &str, net: &str) {
        let set = [
            ("facing", facing.name()),
            ("color", colour),
            ("label", label),
        ];
        self.put(Kind::Button, at, &set, &[net]);
    }

    pub fn digit(&mut self, at: At, colour: &str, net: &str) {
        self.put(Kind::HexDigit, at, &[("color", colour)], &[net]);
    }

    pub fn pull(&mut self, at: At, facing: Facing, up: bool, net: &str) {
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
    pub fn tunnel(&mut self, at: At, facing: Facing, width: u32, net: &str) {
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
    pub fn text(&mut self, at: At, size: u32, text: &str) {
        let font = format!("SansSerif bold {size}");
        self.put(Kind::Text, at, &[("text", text), ("font", &font)], &[]);
    }
}
