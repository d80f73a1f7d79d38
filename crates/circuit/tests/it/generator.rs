//! Random circuits: every kind of component, with widths, facings and modes at random, wired through tunnels.
//!
//! Feedback goes through clocked parts mostly, so that values stay lively instead of all ending as E.

use std::fmt::Write;

use circuit::component::{Direction, Port, subcircuit_ports};
use circuit::project::{Attrs, Component, Kind, Location, Project, What};
use circuit::read::{NoLibraries, read};

/// A small generator, so that a seed means the same circuit for ever.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

const HEAD: &str = r##"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<project source="2.7.1" version="1.0">
<lib desc="#Wiring" name="0"/><lib desc="#Gates" name="1"/><lib desc="#Plexers" name="2"/><lib desc="#Arithmetic" name="3"/><lib desc="#Memory" name="4"/><lib desc="#I/O" name="5"/><lib desc="#Base" name="6"/>
<main name="main"/>
"##;

const WIDTHS: [u32; 8] = [1, 1, 1, 1, 2, 4, 8, 3];
const FACINGS: [&str; 4] = ["east", "north", "west", "south"];
const CLOCKED: [Kind; 9] = [
    Kind::Register,
    Kind::Register,
    Kind::Counter,
    Kind::Counter,
    Kind::DFlipFlop,
    Kind::TFlipFlop,
    Kind::JkFlipFlop,
    Kind::ShiftRegister,
    Kind::Random,
];
const FREE: [Kind; 40] = [
    Kind::And,
    Kind::Or,
    Kind::Nand,
    Kind::Nor,
    Kind::Xor,
    Kind::Xnor,
    Kind::OddParity,
    Kind::EvenParity,
    Kind::And,
    Kind::Or,
    Kind::Not,
    Kind::Buffer,
    Kind::ControlledBuffer,
    Kind::ControlledInverter,
    Kind::Multiplexer,
    Kind::Multiplexer,
    Kind::Demultiplexer,
    Kind::Decoder,
    Kind::PriorityEncoder,
    Kind::BitSelector,
    Kind::Adder,
    Kind::Subtractor,
    Kind::Multiplier,
    Kind::Divider,
    Kind::Negator,
    Kind::Comparator,
    Kind::Shifter,
    Kind::BitAdder,
    Kind::BitFinder,
    Kind::Ram,
    Kind::Rom,
    Kind::Splitter,
    Kind::Splitter,
    Kind::BitExtender,
    Kind::Transistor,
    Kind::TransmissionGate,
    Kind::SrFlipFlop,
    Kind::Keyboard,
    Kind::Joystick,
    Kind::Button,
];

/// A whole project from a seed, about `size` components a circuit.
pub fn project(seed: u64, size: usize) -> String {
    let mut dice = Dice::new(seed);
    let gate_undefined = if dice.one_in(3) { "error" } else { "ignore" };
    let options =
        format!("<options><a name=\"gateUndefined\" val=\"{gate_undefined}\"/></options>\n");
    let mut text = format!("{HEAD}{options}");
    let subs = dice.below(3);
    let mut names = Vec::new();
    for sub in 0..subs {
        let name = format!("sub{sub}");
        let inner = Draft::new(&mut dice, &text, &names).circuit(&name, size / 3, false);
        text.push_str(&inner);
        names.push(name);
    }
    let main = Draft::new(&mut dice, &text, &names).circuit("main", size, true);
    format!("{text}{main}</project>\n")
}

struct Draft<'a> {
    dice: &'a mut Dice,
    known: Project,
    subs: &'a [String],
    out: String,
    placed: i32,
    /// Net names with their widths, those with a driver.
    nets: Vec<(String, u32)>,
    clocks: Vec<String>,
    fresh: usize,
}

impl<'a> Draft<'a> {
    fn new(dice: &'a mut Dice, before: &str, subs: &'a [String]) -> Draft<'a> {
        let known = read(
            "x",
            format!("{before}</project>").as_bytes(),
            &mut NoLibraries,
        )
        .project;
        Draft {
            dice,
            known,
            subs,
            out: String::new(),
            placed: 0,
            nets: Vec::new(),
            clocks: Vec::new(),
            fresh: 0,
        }
    }

    fn circuit(mut self, name: &str, size: usize, top: bool) -> String {
        let registers: Vec<(Kind, Attrs)> = (0..size / 4 + 1)
            .map(|_| {
                let kind = *self.dice.pick(&CLOCKED);
                (kind, self.attrs(kind))
            })
            .collect();
        // Their outputs have names before anything else is placed: feedback goes through them.
        let outputs: Vec<Vec<String>> = registers
            .iter()
            .map(|(kind, attrs)| self.promise(*kind, attrs))
            .collect();
        self.sources(top);
        for _ in 0..size {
            match self.dice.below(8) {
                0 if !self.subs.is_empty() => self.sub_circuit(),
                1 => self.pull(),
                _ => {
                    let kind = *self.dice.pick(&FREE);
                    let attrs = self.attrs(kind);
                    self.component(kind, &attrs, &[]);
                }
            }
        }
        for ((kind, attrs), names) in registers.iter().zip(&outputs) {
            self.component(*kind, attrs, names);
        }
        if !top {
            for _ in 0..1 + self.dice.below(3) {
                let (net, width) = self.any_net();
                self.pin(true, width, &net);
            }
        }
        format!(
            "<circuit name=\"{name}\"><a name=\"circuit\" val=\"{name}\"/>\n{}</circuit>\n",
            self.out
        )
    }

    fn promise(&mut self, kind: Kind, attrs: &Attrs) -> Vec<String> {
        let list = kind.ports(attrs.of(kind));
        let outputs = list.iter().filter(|port| port.direction == Direction::Out);
        outputs.map(|port| self.new_net(port.width)).collect()
    }

    fn new_net(&mut self, width: u32) -> String {
        self.fresh += 1;
        let name = format!("n{}", self.fresh);
        self.nets.push((name.clone(), width));
        name
    }

    fn any_net(&mut self) -> (String, u32) {
        self.dice.pick(&self.nets).clone()
    }

    fn net_of(&mut self, width: u32) -> Option<String> {
        let fitting: Vec<&(String, u32)> = self.nets.iter().filter(|(_, w)| *w == width).collect();
        (!fitting.is_empty()).then(|| self.dice.pick(&fitting).0.clone())
    }

    /// Clocks, pins and a constant of every width, so that there is something to read.
    fn sources(&mut self, top: bool) {
        for _ in 0..1 + self.dice.below(2) {
            let net = self.new_net(1);
            let (high, low) = (1 + self.dice.below(3), 1 + self.dice.below(2));
            let attrs = attrs(&[
                ("highDuration", &high.to_string()),
                ("lowDuration", &low.to_string()),
            ]);
            self.clocks.push(net.clone());
            self.component(Kind::Clock, &attrs, &[net]);
        }
        for width in [1, 2, 3, 4, 5, 8, 16] {
            let net = self.new_net(width);
            let value = format!("{:#x}", self.dice.next() & ((1 << width) - 1));
            self.component(
                Kind::Constant,
                &attrs(&[("width", &width.to_string()), ("value", &value)]),
                &[net],
            );
        }
        for _ in 0..if top { 1 } else { 2 + self.dice.below(3) } {
            let width = *self.dice.pick(&WIDTHS);
            let net = self.new_net(width);
            self.pin(false, width, &net);
        }
    }

    fn pin(&mut self, output: bool, width: u32, net: &str) {
        let mut set = attrs(&[
            ("width", &width.to_string()),
            ("output", if output { "true" } else { "false" }),
        ]);
        set.set("facing", *self.dice.pick(&FACINGS));
        if self.dice.one_in(3) {
            set.set("tristate", "false");
        }
        if self.dice.one_in(4) {
            set.set("pull", *self.dice.pick(&["up", "down"]));
        }
        let at = self.place(Kind::Pin, &set);
        self.tunnel(at, width, net);
    }

    fn pull(&mut self) {
        let (net, width) = self.any_net();
        let set = attrs(&[("pull", *self.dice.pick(&["0", "1", "X"]))]);
        let at = self.place(Kind::PullResistor, &set);
        self.tunnel(at, width, &net);
    }

    fn sub_circuit(&mut self) {
        let name = self.dice.pick(self.subs).clone();
        let id = self.known.find(&name).unwrap();
        let mut set = Attrs::default();
        set.set("facing", *self.dice.pick(&FACINGS));
        let at = self.next_place();
        let component = Component {
            what: What::Circuit(id),
            location: at,
            attrs: set.clone(),
            contents: None,
            from_library: false,
        };
        // Any port will do as a pattern.
        let pattern = Kind::Clock.ports(Attrs::default().of(Kind::Clock))[0];
        let list: Vec<Port> = subcircuit_ports(self.known.circuit(id), &component)
            .iter()
            .map(|port| Port {
                dx: port.dx,
                dy: port.dy,
                width: port.width,
                direction: port.direction,
                ..pattern
            })
            .collect();
        self.write(None, &name, at, &set);
        self.connect(Kind::Pin, at, &list, &[]);
    }

    fn component(&mut self, kind: Kind, set: &Attrs, names: &[String]) {
        let list = kind.ports(set.of(kind));
        let at = self.place(kind, set);
        self.connect(kind, at, &list, names);
    }

    /// Gives every port a tunnel: outputs a net of their own mostly, inputs a net that is driven.
    fn connect(&mut self, kind: Kind, at: Location, list: &[Port], names: &[String]) {
        let mut given = names.iter();
        let mut clock_at = list
            .iter()
            .position(|port| port.direction == Direction::In && port.width == 1);
        if matches!(kind, Kind::Register | Kind::Counter) {
            clock_at = Some(2);
        }
        if kind == Kind::Ram {
            clock_at = Some(5);
        }
        for (index, port) in list.iter().enumerate() {
            let here = at.offset(port.dx, port.dy);
            let net = match port.direction {
                Direction::Out => match given.next() {
                    Some(name) => Some(name.clone()),
                    None if self.dice.one_in(16) => self.net_of(port.width),
                    None if self.dice.one_in(24) => None,
                    None => Some(self.new_net(port.width)),
                },
                Direction::InOut if port.width == 0 => None,
                Direction::InOut if self.dice.one_in(3) || kind == Kind::Rom => {
                    Some(self.new_net(port.width))
                }
                _ if is_clocked(kind) && clock_at == Some(index) && !self.dice.one_in(5) => {
                    Some(self.dice.pick(&self.clocks).clone())
                }
                _ if self.dice.one_in(8) => None,
                _ => self.net_of(port.width),
            };
            if let Some(net) = net {
                self.tunnel(here, port.width, &net);
            }
        }
    }

    fn next_place(&mut self) -> Location {
        self.placed += 1;
        Location::new(
            400 + 700 * (self.placed % 12),
            400 + 700 * (self.placed / 12),
        )
    }

    fn place(&mut self, kind: Kind, set: &Attrs) -> Location {
        let at = self.next_place();
        self.write(Some(kind), kind.name(), at, set);
        at
    }

    fn tunnel(&mut self, at: Location, width: u32, net: &str) {
        let set = attrs(&[("width", &width.to_string()), ("label", net)]);
        self.write(Some(Kind::Tunnel), "Tunnel", at, &set);
    }

    fn write(&mut self, kind: Option<Kind>, name: &str, at: Location, set: &Attrs) {
        let libraries = ["Wiring", "Gates", "Plexers", "Arithmetic", "Memory", "I/O"];
        let library = kind.and_then(|kind| {
            libraries
                .iter()
                .position(|&library| library == kind.library())
        });
        let lib = library.map_or(String::new(), |number| format!(" lib=\"{number}\""));
        let list: String = set
            .iter()
            .map(|(name, value)| format!("<a name=\"{name}\" val=\"{value}\"/>"))
            .collect();
        writeln!(
            self.out,
            "<comp{lib} loc=\"({at})\" name=\"{name}\">{list}</comp>"
        )
        .unwrap();
    }

    fn attrs(&mut self, kind: Kind) -> Attrs {
        let mut set = Attrs::default();
        let dice = &mut *self.dice;
        let width = *dice.pick(&WIDTHS);
        for attr in kind.attributes() {
            let value: String = match attr.name {
                "width" | "incoming" | "in_width" | "out_width" | "dataWidth" => match attr.name {
                    "width" => width.to_string(),
                    _ => dice.pick(&WIDTHS).to_string(),
                },
                "addrWidth" => (2 + dice.below(4)).to_string(),
                "group" => (1 + dice.below(3)).to_string(),
                "facing" => (*dice.pick(&FACINGS)).to_string(),
                "inputs" => (2 + dice.below(4)).to_string(),
                "select" => (1 + dice.below(3)).to_string(),
                "fanout" => (1 + dice.below(4)).to_string(),
                "length" => (1 + dice.below(5)).to_string(),
                "max" => format!("{:#x}", dice.next() & ((1 << width) - 1)),
                "seed" => (1 + dice.below(1000)).to_string(),
                "bits" => (2 + dice.below(4)).to_string(),
                _ => match attr.form {
                    circuit::project::Form::Choice(choices) => (*dice.pick(choices)).to_string(),
                    circuit::project::Form::Bool if attr.name != "negate#" => {
                        (*dice.pick(&["true", "false"])).to_string()
                    }
                    _ => continue,
                },
            };
            set.set(attr.name, value);
        }
        if kind.attributes().iter().any(|attr| attr.name == "negate#") && dice.one_in(3) {
            set.set("negate0", "true");
        }
        set
    }
}

fn attrs(pairs: &[(&str, &str)]) -> Attrs {
    Attrs::new(
        pairs
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string())),
    )
}

fn is_clocked(kind: Kind) -> bool {
    matches!(kind.library(), "Memory" | "I/O") && kind != Kind::Rom
}

/// Writes circuits to record with the real Logisim: `RANDOM_CIRCUITS=folder,count,size`.
#[test]
fn write_random_circuits_when_asked() {
    let Ok(wish) = std::env::var("RANDOM_CIRCUITS") else {
        return;
    };
    let mut parts = wish.split(',');
    let folder = std::path::PathBuf::from(parts.next().unwrap());
    let number = |text: Option<&str>| text.and_then(|text| text.parse::<usize>().ok()).unwrap();
    let (count, size) = (number(parts.next()), number(parts.next()));
    for seed in 0..count {
        let path = folder.join(format!("random{seed}.circ"));
        std::fs::write(path, project(seed as u64 + 1000 * size as u64, size)).unwrap();
    }
}
