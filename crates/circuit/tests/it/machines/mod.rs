//! Random machines that are hard on a simulator: what students build where a textbook would not.
//!
//! Gated and divided clocks, clocks behind chains of buffers, latches of gates, loops through multiplexers, buses with
//! several drivers, asynchronous resets from decoded counters, every kind of RAM, and corners that oscillate at times.
//! Everything is drawn through tunnels; half of it in sub-circuits, so that pins delay it.

mod sheet;

use circuit::project::Kind;

use crate::generator::Dice;
use sheet::Sheet;

const HEAD: &str = r##"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<project source="2.7.1" version="1.0">
<lib desc="#Wiring" name="0"/><lib desc="#Gates" name="1"/><lib desc="#Plexers" name="2"/><lib desc="#Arithmetic" name="3"/><lib desc="#Memory" name="4"/><lib desc="#I/O" name="5"/>
<main name="main"/>
"##;
const GATES: [Kind; 6] = [
    Kind::And,
    Kind::Or,
    Kind::Nand,
    Kind::Nor,
    Kind::Xor,
    Kind::Xnor,
];
const WIDTHS: [u32; 4] = [1, 1, 4, 8];

/// A whole project from a seed; `size` is about how many things each of its circuits has.
pub fn project(seed: u64, size: usize) -> String {
    let mut dice = Dice::new(seed ^ 0x6d61_6368);
    let mut text = HEAD.to_string();
    let mut subs = Vec::new();
    for number in 0..dice.below(3) {
        let name = format!("sub{number}");
        let sheet = Sheet::new(&mut dice, &text, &subs).draw(&name, size / 2, false);
        text.push_str(&sheet);
        subs.push(name);
    }
    let main = Sheet::new(&mut dice, &text, &subs).draw("main", size, true);
    format!("{text}{main}</project>\n")
}

impl Sheet<'_> {
    fn draw(mut self, name: &str, size: usize, top: bool) -> String {
        // Their outputs have names before anything else is placed: feedback goes through them.
        let registers: Vec<(String, u32)> = (0..3 + size / 4)
            .map(|_| {
                let width = *self.dice.pick(&WIDTHS);
                (self.net(width), width)
            })
            .collect();
        self.inputs(top);
        for _ in 0..size {
            self.motif();
        }
        for (q, width) in &registers {
            self.clocked(q, *width);
        }
        if !top {
            for width in [1, 1, 8] {
                let net = self.any(width);
                self.pin(&net, width, true);
            }
        }
        format!("<circuit name=\"{name}\">\n{}</circuit>\n", self.out)
    }

    /// Clocks, buttons and constants of every width, so that there is something to read.
    fn inputs(&mut self, top: bool) {
        let clock = self.net(1);
        match top {
            true => self.add(Kind::Clock, &[], &[&clock]),
            false => self.pin(&clock, 1, false),
        }
        self.clocks.push(clock);
        for width in [1, 1, 4, 8] {
            let net = self.net(width);
            match (top, width) {
                (false, _) => self.pin(&net, width, false),
                (true, 1) => self.add(Kind::Button, &[], &[&net]),
                (true, _) => {
                    let value = format!("{:#x}", self.dice.below(1 << width));
                    let set = [("width", &*width.to_string()), ("value", &value)];
                    self.add(Kind::Constant, &set, &[&net]);
                }
            }
        }
        for width in [4, 8] {
            let net = self.net(width);
            let clock = self.clock();
            let max = format!("{:#x}", (1u32 << width) - 1);
            let set = [("width", &*width.to_string()), ("max", &max)];
            self.add(Kind::Counter, &set, &[&net, "", &clock, "", "", "", ""]);
            self.split(&net, width);
        }
    }

    fn motif(&mut self) {
        match self.dice.below(24) {
            0 | 1 => self.gated_clock(),
            2 => self.divided_clock(),
            3 => self.late_clock(),
            4 => self.crossed_latch(),
            5 => self.transparent_latch(),
            6 => self.bus(),
            7 => self.resettable(),
            8 => self.memory(),
            9 => self.ring(),
            10 => self.choice(),
            11 => self.arithmetic(),
            12 => self.comparison(),
            13 if !self.subs.is_empty() => self.sub(),
            14 => {
                let net = self.any(8);
                self.split(&net, 8);
            }
            15 => self.pack(),
            16 => self.transceiver(),
            17 => self.bus_latch(),
            18 => self.choosers(),
            19 => self.matrix(),
            _ => self.gate(),
        }
    }

    /// A clock behind a gate whose other input may change after the edge.
    fn gated_clock(&mut self) {
        let (clock, enable, out) = (self.clock(), self.any(1), self.net(1));
        match self.dice.below(4) {
            0 => {
                // The clean way: the enable passes a latch that is open while the clock is low.
                let held = self.net(1);
                let set = [("width", "1"), ("trigger", "low")];
                self.add(Kind::Register, &set, &[&held, &enable, &clock, "", ""]);
                self.plain(Kind::And, &out, &[&clock, &held]);
            }
            1 => self.plain(Kind::Or, &out, &[&clock, &enable]),
            2 => self.plain(Kind::Xor, &out, &[&clock, &enable]),
            _ => self.plain(Kind::And, &out, &[&clock, &enable]),
        }
        self.clocks.push(out);
    }

    /// A flip-flop that divides a clock, or a multiplexer that chooses between two.
    fn divided_clock(&mut self) {
        let (clock, out, other) = (self.clock(), self.net(1), self.net(1));
        if self.dice.one_in(3) {
            let (second, select) = (self.clock(), self.any(1));
            let set = [("enable", "false")];
            self.add(Kind::Multiplexer, &set, &[&clock, &second, &select, &out]);
            self.plain(Kind::Not, &other, &[&clock]);
        } else {
            let trigger = *self.dice.pick(&["rising", "falling"]);
            self.add(
                Kind::DFlipFlop,
                &[("trigger", trigger)],
                &[&other, &clock, &out, &other, "", "", ""],
            );
        }
        self.clocks.push(out);
    }

    /// A clock behind a chain of buffers: data it clocks may have changed before it arrives.
    fn late_clock(&mut self) {
        let mut clock = self.clock();
        for _ in 0..1 + self.dice.below(12) {
            let out = self.net(1);
            let kind = *self.dice.pick(&[Kind::Buffer, Kind::Not]);
            self.plain(kind, &out, &[&clock]);
            clock = out;
        }
        self.clocks.push(clock);
    }

    /// Two gates, each an input of the other.
    fn crossed_latch(&mut self) {
        let (set, reset) = (self.any(1), self.any(1));
        let (q, not_q) = (self.net(1), self.net(1));
        let kind = *self.dice.pick(&[Kind::Nor, Kind::Nand]);
        self.plain(kind, &q, &[&reset, &not_q]);
        self.plain(kind, &not_q, &[&set, &q]);
    }

    /// A multiplexer that holds its own output, or a register with a level for a clock.
    fn transparent_latch(&mut self) {
        let width = *self.dice.pick(&WIDTHS);
        let (data, open, q) = (self.any(width), self.any(1), self.net(width));
        let wide = width.to_string();
        if self.dice.one_in(2) {
            let set = [("width", &*wide), ("enable", "false")];
            self.add(Kind::Multiplexer, &set, &[&q, &data, &open, &q]);
        } else {
            let trigger = *self.dice.pick(&["high", "low"]);
            let set = [("width", &*wide), ("trigger", trigger)];
            let clear = self.maybe(1, 4);
            self.add(Kind::Register, &set, &[&q, &data, &open, &clear, ""]);
        }
    }

    /// Several drivers on one net: one at a time, or any number at once.
    fn bus(&mut self) {
        let width = *self.dice.pick(&[1, 4, 8]);
        let (bus, wide) = (self.net(width), width.to_string());
        let enables: Vec<String> = match self.dice.one_in(2) {
            true => (0..3).map(|_| self.any(1)).collect(),
            false => {
                let lines: Vec<String> = (0..4).map(|_| self.net(1)).collect();
                let (low, high, select) = (self.any(1), self.any(1), self.net(2));
                self.join(&select, &[&low, &high]);
                let mut nets: Vec<&str> = lines.iter().map(String::as_str).collect();
                nets.push(&select);
                let set = [("select", "2"), ("enable", "false")];
                self.add(Kind::Decoder, &set, &nets);
                lines
            }
        };
        for enable in &enables {
            let data = self.any(width);
            let kind = *self
                .dice
                .pick(&[Kind::ControlledBuffer, Kind::ControlledInverter]);
            self.add(kind, &[("width", &wide)], &[&bus, &data, enable]);
        }
        if self.dice.one_in(2) {
            let pull = *self.dice.pick(&["0", "1"]);
            self.add_wide(Kind::PullResistor, &[("pull", pull)], &[&bus], width);
        }
    }

    /// Two buses with a pair of controlled buffers between them, one for each direction: never on together, or at times.
    fn transceiver(&mut self) {
        let width = *self.dice.pick(&[1, 4, 8]);
        let (near, far, wide) = (self.net(width), self.net(width), width.to_string());
        let (out, back) = (self.any(1), self.net(1));
        match self.dice.one_in(4) {
            true => self.plain(Kind::Buffer, &back, &[&self.clocks[0].clone()]),
            false => self.plain(Kind::Not, &back, &[&out]),
        }
        let wide = [("width", &*wide)];
        let drives = [(&near, &out), (&far, &back)];
        for (bus, enable) in drives {
            let data = self.any(width);
            self.add(Kind::ControlledBuffer, &wide, &[bus, &data, enable]);
        }
        self.add(Kind::ControlledBuffer, &wide, &[&far, &near, &out]);
        let kind = *self
            .dice
            .pick(&[Kind::ControlledBuffer, Kind::ControlledInverter]);
        self.add(kind, &wide, &[&near, &far, &back]);
        if width > 1 && self.dice.one_in(2) {
            self.split(&near, width);
        }
    }

    /// A register with a level for a clock that takes what is on a bus, and may answer on it.
    fn bus_latch(&mut self) {
        let (bus, q) = (self.net(8), self.net(8));
        let (data, drives, open) = (self.any(8), self.any(1), self.net(1));
        let set = [("width", "8")];
        self.add(Kind::ControlledBuffer, &set, &[&bus, &data, &drives]);
        let (clock, select) = (self.clock(), self.any(1));
        match self.dice.one_in(2) {
            true => self.plain(Kind::And, &open, &[&clock, &select]),
            false => self.plain(Kind::Nor, &open, &[&clock, &select]),
        }
        let trigger = *self.dice.pick(&["high", "low"]);
        let clear = self.maybe(1, 8);
        let latch = [("width", "8"), ("trigger", trigger)];
        self.add(Kind::Register, &latch, &[&q, &bus, &open, &clear, ""]);
        if self.dice.one_in(2) {
            let answers = self.net(1);
            self.plain(Kind::Not, &answers, &[&drives]);
            self.add(Kind::ControlledBuffer, &set, &[&bus, &q, &answers]);
        }
    }

    /// Two multiplexers that choose each other's output, mostly in turns.
    fn choosers(&mut self) {
        let (a, b) = (self.net(8), self.net(8));
        let (first, second, select) = (self.any(8), self.any(8), self.any(1));
        let other = match self.dice.one_in(4) {
            true => self.any(1),
            false => select.clone(),
        };
        let set = [("width", "8"), ("enable", "false")];
        self.add(Kind::Multiplexer, &set, &[&first, &b, &select, &a]);
        self.add(Kind::Multiplexer, &set, &[&a, &second, &other, &b]);
    }

    /// Dots with an afterglow.
    fn matrix(&mut self) {
        let persist = *self.dice.pick(&["0", "1", "3", "7"]);
        let set = [
            ("matrixcols", "3"),
            ("matrixrows", "4"),
            ("persist", persist),
        ];
        let columns = [self.any(4), self.any(4), self.any(4)];
        self.add(
            Kind::DotMatrix,
            &set,
            &[&columns[0], &columns[1], &columns[2]],
        );
    }

    /// A counter that is cleared as soon as a gate sees a certain number.
    fn resettable(&mut self) {
        let (q, reset, clock) = (self.net(4), self.net(1), self.clock());
        let trigger = *self.dice.pick(&["rising", "falling"]);
        let set = [("width", "4"), ("max", "0xf"), ("trigger", trigger)];
        let (load, count, carry) = (self.maybe(1, 3), self.maybe(1, 2), self.net(1));
        let data = self.any(4);
        self.add(
            Kind::Counter,
            &set,
            &[&q, &data, &clock, &reset, &load, &count, &carry],
        );
        let bits = self.split(&q, 4);
        let (a, b) = (self.dice.below(4), self.dice.below(4));
        let kind = *self.dice.pick(&[Kind::And, Kind::Nor]);
        self.plain(kind, &reset, &[&bits[a], &bits[b]]);
    }

    fn memory(&mut self) {
        let (data, address, select) = (self.net(8), self.any(4), self.maybe(1, 2));
        let (read, clear, clock) = (self.any(1), self.maybe(1, 8), self.clock());
        let (write, input) = (self.any(1), self.any(8));
        let set = |bus: &'static str| [("addrWidth", "4"), ("dataWidth", "8"), ("bus", bus)];
        match self.dice.below(4) {
            0 => {
                let contents = "addr/data: 4 8&#10;1 2 3 4 fe 12 80 7 5 0 ff 33 9 42 aa 55&#10;";
                let set = [
                    ("addrWidth", "4"),
                    ("dataWidth", "8"),
                    ("contents", contents),
                ];
                self.add(Kind::Rom, &set, &[&data, &address, &select]);
            }
            1 => self.add(
                Kind::Ram,
                &set("separate"),
                &[
                    &data, &address, &select, &read, &clear, &clock, &write, &input,
                ],
            ),
            2 => {
                self.add(
                    Kind::Ram,
                    &set("asynch"),
                    &[&data, &address, &select, &read, &clear],
                );
                self.writer(&data, &input, &read);
            }
            _ => {
                self.add(
                    Kind::Ram,
                    &set("combined"),
                    &[&data, &address, &select, &read, &clear, &clock],
                );
                self.writer(&data, &input, &read);
            }
        }
    }

    /// Drives a memory's data while it does not read.
    fn writer(&mut self, data: &str, input: &str, read: &str) {
        let writing = self.net(1);
        self.plain(Kind::Not, &writing, &[read]);
        let set = [("width", "8")];
        self.add(Kind::ControlledBuffer, &set, &[data, input, &writing]);
    }

    /// Three gates in a ring: it oscillates while all its enables are on, which is seldom.
    fn ring(&mut self) {
        if !self.dice.one_in(3) {
            return self.gate();
        }
        let nets = [self.net(1), self.net(1), self.net(1)];
        let enables = [self.any(1), self.any(1), self.any(1)];
        self.plain(
            Kind::Nand,
            &nets[0],
            &[&nets[2], &enables[0], &enables[1], &enables[2]],
        );
        self.plain(Kind::Buffer, &nets[1], &[&nets[0]]);
        self.plain(Kind::Buffer, &nets[2], &[&nets[1]]);
    }

    fn choice(&mut self) {
        let width = *self.dice.pick(&WIDTHS);
        let (out, wide) = (self.net(width), width.to_string());
        let bits = [self.any(1), self.any(1)];
        let select = self.net(2);
        self.join(&select, &[&bits[0], &bits[1]]);
        let inputs: Vec<String> = (0..4).map(|_| self.any(width)).collect();
        let mut nets: Vec<&str> = inputs.iter().map(String::as_str).collect();
        nets.push(&select);
        let enable = self.maybe(1, 2);
        nets.push(&enable);
        nets.push(&out);
        let disabled = *self.dice.pick(&["0", "Z"]);
        let set = [
            ("width", &*wide),
            ("select", "2"),
            ("enable", "true"),
            ("disabled", disabled),
        ];
        self.add(Kind::Multiplexer, &set, &nets);
    }

    fn arithmetic(&mut self) {
        let width = *self.dice.pick(&[4, 8]);
        let wide = width.to_string();
        let (a, b, out) = (self.any(width), self.any(width), self.net(width));
        if self.dice.one_in(3) {
            let (by, shift) = (self.net(3), ["ll", "lr", "ar", "rl"][self.dice.below(4)]);
            let bits = [self.any(1), self.any(1), self.any(1)];
            self.join(&by, &[&bits[0], &bits[1], &bits[2]]);
            let (data, out) = (self.any(8), self.net(8));
            let set = [("width", "8"), ("shift", shift)];
            return self.add(Kind::Shifter, &set, &[&data, &by, &out]);
        }
        let kind = *self.dice.pick(&[
            Kind::Adder,
            Kind::Adder,
            Kind::Subtractor,
            Kind::Multiplier,
            Kind::Divider,
        ]);
        let (carry, more) = match kind {
            Kind::Adder | Kind::Subtractor => (self.maybe(1, 2), self.net(1)),
            _ => (self.maybe(width, 2), self.net(width)),
        };
        self.add(kind, &[("width", &wide)], &[&a, &b, &out, &carry, &more]);
    }

    fn comparison(&mut self) {
        let width = *self.dice.pick(&[4, 8]);
        let (a, b) = (self.any(width), self.any(width));
        let nets = [self.net(1), self.net(1), self.net(1)];
        let mode = *self.dice.pick(&["twosComplement", "unsigned"]);
        let set = [("width", &*width.to_string()), ("mode", mode)];
        self.add(
            Kind::Comparator,
            &set,
            &[&a, &b, &nets[0], &nets[1], &nets[2]],
        );
    }

    fn gate(&mut self) {
        let width = *self.dice.pick(&WIDTHS);
        let (kind, out) = (*self.dice.pick(&GATES), self.net(width));
        let inputs: Vec<String> = (0..2 + self.dice.below(4))
            .map(|_| self.any(width))
            .collect();
        let (wide, count) = (width.to_string(), inputs.len().to_string());
        let mut nets = vec![out.as_str()];
        nets.extend(inputs.iter().map(String::as_str));
        let negated = *self.dice.pick(&["true", "false"]);
        let mut set = vec![("width", &*wide), ("inputs", &count), ("negate0", negated)];
        if matches!(kind, Kind::Xor | Kind::Xnor) {
            set.push(("xor", *self.dice.pick(&["1", "odd"])));
        }
        self.add(kind, &set, &nets);
    }

    /// Bits from here and there in one word.
    fn pack(&mut self) {
        let width = *self.dice.pick(&[4, 8]);
        let bits: Vec<String> = (0..width).map(|_| self.any(1)).collect();
        let bits: Vec<&str> = bits.iter().map(String::as_str).collect();
        let word = self.net(width);
        self.join(&word, &bits);
    }

    /// A register, counter or flip-flop that drives `q`.
    fn clocked(&mut self, q: &str, width: u32) {
        let clock = self.clock();
        let (data, wide) = (self.any(width), width.to_string());
        let trigger = *self.dice.pick(&["rising", "rising", "falling"]);
        let (clear, enable) = (self.maybe(1, 6), self.maybe(1, 2));
        match self.dice.below(5) {
            0 if width == 1 => {
                let kind = *self.dice.pick(&[Kind::DFlipFlop, Kind::TFlipFlop]);
                let preset = self.maybe(1, 8);
                let set = [("trigger", trigger)];
                self.add(
                    kind,
                    &set,
                    &[&data, &clock, q, "", &clear, &preset, &enable],
                );
            }
            1 => {
                let (load, carry) = (self.maybe(1, 3), self.net(1));
                let max = format!("{:#x}", 1 + self.dice.below((1 << width) - 1));
                let goal = *self.dice.pick(&["wrap", "stay", "continue", "load"]);
                let set = [
                    ("width", &*wide),
                    ("max", &max),
                    ("trigger", trigger),
                    ("ongoal", goal),
                ];
                self.add(
                    Kind::Counter,
                    &set,
                    &[q, &data, &clock, &clear, &load, &enable, &carry],
                );
            }
            _ => {
                let set = [("width", &*wide), ("trigger", trigger)];
                self.add(Kind::Register, &set, &[q, &data, &clock, &clear, &enable]);
            }
        }
    }
}
