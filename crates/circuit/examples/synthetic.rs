//! Writes a circuit the size of a game console, to measure with: processors of gates, ROM, RAM and displays.
//!
//! `cargo run --release -p circuit --example synthetic -- CORES > console.circ`
//!
//! Each core fetches from a ROM with random contents, decodes it with random gates, works with a ripple-carry ALU of
//! gates on four registers, and reads and writes a RAM over a three-state bus. Core 0 always runs; the others only
//! where their ROM says so for core 0, so that most of a large circuit rests at any time.

use std::fmt::Write;

use circuit::component::subcircuit_ports;
use circuit::project::{Attrs, Component, Kind, Location, What};
use circuit::read::{NoLibraries, read};

const HEAD: &str = r##"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<project source="2.7.1" version="1.0">
<lib desc="#Wiring" name="0"/><lib desc="#Gates" name="1"/><lib desc="#Plexers" name="2"/><lib desc="#Arithmetic" name="3"/><lib desc="#Memory" name="4"/><lib desc="#I/O" name="5"/><lib desc="#Base" name="6"/>
<main name="main"/>
"##;
const LIBRARIES: [&str; 6] = ["Wiring", "Gates", "Plexers", "Arithmetic", "Memory", "I/O"];

fn main() {
    let cores = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(4);
    print!("{}", console(cores));
}

pub fn console(cores: usize) -> String {
    let mut file = File {
        text: HEAD.to_string(),
        seed: 1,
    };
    full_adder(&mut file);
    alu(&mut file);
    register_file(&mut file);
    decoder(&mut file);
    core(&mut file);
    root(&mut file, cores);
    format!("{}</project>\n", file.text)
}

struct File {
    text: String,
    seed: u64,
}

impl File {
    fn random(&mut self) -> u32 {
        self.seed = self
            .seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.seed >> 33) as u32
    }

    fn sheet(&mut self, name: &str, draw: impl FnOnce(&mut Sheet<'_>)) {
        let mut sheet = Sheet {
            file: self,
            out: String::new(),
            placed: 0,
        };
        draw(&mut sheet);
        let out = sheet.out;
        writeln!(self.text, "<circuit name=\"{name}\">\n{out}</circuit>").unwrap();
    }
}

struct Sheet<'a> {
    file: &'a mut File,
    out: String,
    placed: i32,
}

impl Sheet<'_> {
    fn place(&mut self) -> Location {
        self.placed += 1;
        Location::new(
            300 + 400 * (self.placed % 16),
            300 + 400 * (self.placed / 16),
        )
    }

    fn write(&mut self, lib: Option<usize>, name: &str, at: Location, attrs: &Attrs) {
        let lib = lib.map_or(String::new(), |lib| format!(" lib=\"{lib}\""));
        let set: String = attrs
            .iter()
            .map(|(name, value)| format!("<a name=\"{name}\" val=\"{value}\"/>"))
            .collect();
        writeln!(
            self.out,
            "<comp{lib} loc=\"({at})\" name=\"{name}\">{set}</comp>"
        )
        .unwrap();
    }

    fn tunnel(&mut self, at: Location, width: u32, net: &str) {
        let attrs = attrs(&[("width", &width.to_string()), ("label", net)]);
        self.write(Some(0), "Tunnel", at, &attrs);
    }

    /// A component with one net a port; an empty name leaves the port open.
    fn add(&mut self, kind: Kind, set: &[(&str, &str)], nets: &[&str]) {
        let attrs = attrs(set);
        let at = self.place();
        let lib = LIBRARIES
            .iter()
            .position(|&library| library == kind.library());
        self.write(lib, kind.name(), at, &attrs);
        let list = kind.ports(attrs.of(kind));
        for (port, net) in list.iter().zip(nets).filter(|(_, net)| !net.is_empty()) {
            self.tunnel(at.offset(port.dx, port.dy), port.width, net);
        }
    }

    fn pin(&mut self, label: &str, width: u32, output: bool) {
        let output = if output { "true" } else { "false" };
        self.add(
            Kind::Pin,
            &[
                ("width", &width.to_string()),
                ("output", output),
                ("label", label),
            ],
            &[label],
        );
    }

    fn pins(&mut self, inputs: &[(&str, u32)], outputs: &[(&str, u32)]) {
        inputs
            .iter()
            .for_each(|(label, width)| self.pin(label, *width, false));
        outputs
            .iter()
            .for_each(|(label, width)| self.pin(label, *width, true));
    }

    /// A sub-circuit with (pin label, net) pairs.
    fn sub(&mut self, name: &str, nets: &[(&str, &str)]) {
        let project = read(
            "x",
            format!("{}</project>", self.file.text).as_bytes(),
            &mut NoLibraries,
        )
        .project;
        let id = project.find(name).expect("drawn before it is used");
        let at = self.place();
        let component = Component {
            what: What::Circuit(id),
            location: at,
            attrs: Attrs::default(),
            contents: None,
            from_library: false,
        };
        self.write(None, name, at, &component.attrs);
        for port in subcircuit_ports(project.circuit(id), &component) {
            let label = project.circuit(id).components[port.pin]
                .label()
                .unwrap_or("");
            if let Some((_, net)) = nets.iter().find(|(pin, _)| *pin == label) {
                self.tunnel(at.offset(port.dx, port.dy), port.width, net);
            }
        }
    }

    fn split(&mut self, width: u32, whole: &str, bits: &[String]) {
        let width = width.to_string();
        let mut nets = vec![whole];
        nets.extend(bits.iter().map(String::as_str));
        self.add(
            Kind::Splitter,
            &[("incoming", &width), ("fanout", &width)],
            &nets,
        );
    }

    fn gate(&mut self, kind: Kind, out: &str, inputs: &[&str]) {
        let mut nets = vec![out];
        nets.extend(inputs);
        self.add(kind, &[("inputs", &inputs.len().to_string())], &nets);
    }
}

fn attrs(set: &[(&str, &str)]) -> Attrs {
    Attrs::new(
        set.iter()
            .map(|(name, value)| (name.to_string(), value.to_string())),
    )
}

fn names(stem: &str, count: usize) -> Vec<String> {
    (0..count).map(|i| format!("{stem}{i}")).collect()
}

fn full_adder(file: &mut File) {
    file.sheet("full_adder", |sheet| {
        sheet.pins(
            &[("a", 1), ("b", 1), ("cin", 1)],
            &[("sum", 1), ("cout", 1)],
        );
        sheet.gate(Kind::Xor, "half", &["a", "b"]);
        sheet.gate(Kind::Xor, "sum", &["half", "cin"]);
        sheet.gate(Kind::And, "both", &["a", "b"]);
        sheet.gate(Kind::And, "carry", &["half", "cin"]);
        sheet.gate(Kind::Or, "cout", &["both", "carry"]);
    });
}

fn alu(file: &mut File) {
    file.sheet("alu", |sheet| {
        sheet.pins(
            &[("x", 8), ("y", 8), ("op", 2)],
            &[("out", 8), ("zero", 1), ("carry", 1)],
        );
        let (x, y, s) = (names("x_", 8), names("y_", 8), names("s_", 8));
        sheet.split(8, "x", &x);
        sheet.split(8, "y", &y);
        sheet.split(8, "sums", &s);
        sheet.add(Kind::Ground, &[], &["c0"]);
        for i in 0..8 {
            let (cin, cout) = (
                format!("c{i}"),
                if i == 7 {
                    "carry".to_string()
                } else {
                    format!("c{}", i + 1)
                },
            );
            sheet.sub(
                "full_adder",
                &[
                    ("a", &x[i]),
                    ("b", &y[i]),
                    ("cin", &cin),
                    ("sum", &s[i]),
                    ("cout", &cout),
                ],
            );
        }
        let wide = [("width", "8"), ("inputs", "2")];
        sheet.add(Kind::And, &wide, &["anded", "x", "y"]);
        sheet.add(Kind::Xor, &wide, &["xored", "x", "y"]);
        sheet.add(Kind::Not, &[("width", "8")], &["inverted", "x"]);
        sheet.add(
            Kind::Multiplexer,
            &[("width", "8"), ("select", "2"), ("enable", "false")],
            &["sums", "anded", "xored", "inverted", "op", "out"],
        );
        let o = names("o_", 8);
        sheet.split(8, "out", &o);
        sheet.gate(
            Kind::Nor,
            "zero",
            &o.iter().map(String::as_str).collect::<Vec<_>>(),
        );
    });
}

fn register_file(file: &mut File) {
    file.sheet("registers", |sheet| {
        sheet.pins(
            &[
                ("clk", 1),
                ("d", 8),
                ("to", 2),
                ("we", 1),
                ("from_a", 2),
                ("from_b", 2),
            ],
            &[("a", 8), ("b", 8)],
        );
        sheet.add(
            Kind::Decoder,
            &[("select", "2")],
            &["e0", "e1", "e2", "e3", "to", "we"],
        );
        for i in 0..4 {
            sheet.add(
                Kind::Register,
                &[("trigger", "falling")],
                &[&format!("q{i}"), "d", "clk", "", &format!("e{i}")],
            );
        }
        let mux = [("width", "8"), ("select", "2"), ("enable", "false")];
        sheet.add(
            Kind::Multiplexer,
            &mux,
            &["q0", "q1", "q2", "q3", "from_a", "a"],
        );
        sheet.add(
            Kind::Multiplexer,
            &mux,
            &["q0", "q1", "q2", "q3", "from_b", "b"],
        );
    });
}

/// Random logic from the 8 bits of an instruction to 16 control lines.
fn decoder(file: &mut File) {
    file.sheet("control", |sheet| {
        sheet.pins(&[("code", 8)], &[("lines", 16)]);
        let mut nets = names("i_", 8);
        sheet.split(8, "code", &nets);
        for gate in 0..160 {
            let kind = [Kind::And, Kind::Or, Kind::Nand, Kind::Xor, Kind::Nor]
                [sheet.file.random() as usize % 5];
            let mut pick = || nets[sheet.file.random() as usize % nets.len()].clone();
            let inputs = [pick(), pick(), pick()];
            let out = format!("g{gate}");
            sheet.gate(
                kind,
                &out,
                &inputs.iter().map(String::as_str).collect::<Vec<_>>(),
            );
            nets.push(out);
        }
        let lines: Vec<String> = nets[nets.len() - 16..].to_vec();
        sheet.split(16, "lines", &lines);
    });
}

fn core(file: &mut File) {
    let program: Vec<String> = (0..256)
        .map(|_| format!("{:x}", file.random() & 0xff))
        .collect();
    let contents = format!("addr/data: 8 8&#10;{}&#10;", program.join(" "));
    file.sheet("core", |sheet| {
        sheet.pins(&[("clk", 1), ("on", 1)], &[("shown", 8), ("flags", 2)]);
        sheet.add(Kind::Counter, &[], &["pc", "", "clk", "", "", "on", ""]);
        sheet.add(Kind::Rom, &[("contents", &contents)], &["code", "pc", ""]);
        sheet.add(
            Kind::Register,
            &[("trigger", "falling")],
            &["ir", "code", "clk", "", "on"],
        );
        sheet.sub("control", &[("code", "ir"), ("lines", "lines")]);
        let line = names("l_", 16);
        sheet.split(16, "lines", &line);
        for (name, low) in [("op", 0), ("to", 2), ("from_a", 4), ("from_b", 6)] {
            sheet.split(2, name, &line[low..low + 2]);
        }
        sheet.gate(Kind::And, "we", &["l_8", "on"]);
        sheet.sub(
            "registers",
            &[
                ("clk", "clk"),
                ("d", "bus"),
                ("to", "to"),
                ("we", "we"),
                ("from_a", "from_a"),
                ("from_b", "from_b"),
                ("a", "a"),
                ("b", "b"),
            ],
        );
        sheet.sub(
            "alu",
            &[
                ("x", "a"),
                ("y", "b"),
                ("op", "op"),
                ("out", "result"),
                ("zero", "z"),
                ("carry", "c"),
            ],
        );
        sheet.add(
            Kind::ControlledBuffer,
            &[("width", "8")],
            &["bus", "result", "l_9"],
        );
        sheet.gate(Kind::Not, "reading", &["l_9"]);
        sheet.add(Kind::Ram, &[], &["bus", "b", "on", "reading", "", "clk"]);
        sheet.add(Kind::DFlipFlop, &[], &["z", "clk", "fz", "", "", "", "on"]);
        sheet.add(Kind::DFlipFlop, &[], &["c", "clk", "fc", "", "", "", "on"]);
        sheet.split(2, "flags", &["fz".to_string(), "fc".to_string()]);
        sheet.add(Kind::Register, &[], &["shown", "bus", "clk", "", "l_10"]);
    });
}

fn root(file: &mut File, cores: usize) {
    file.sheet("main", |sheet| {
        sheet.add(Kind::Clock, &[], &["clk"]);
        sheet.add(Kind::Power, &[], &["always"]);
        sheet.add(
            Kind::Counter,
            &[("width", "16"), ("max", "0xffff")],
            &["time", "", "clk", "", "", "", ""],
        );
        let t = names("t_", 16);
        sheet.split(16, "time", &t);
        for i in 0..cores {
            let (shown, flags, on) = (format!("shown{i}"), format!("flags{i}"), format!("on{i}"));
            let turn = &t[6 + i % 10];
            let next = &t[6 + (i + 1) % 10];
            match i {
                0 => sheet.add(Kind::Buffer, &[], &[&on, "always"]),
                _ => sheet.gate(Kind::And, &on, &[turn, next]),
            }
            sheet.sub(
                "core",
                &[
                    ("clk", "clk"),
                    ("on", &on),
                    ("shown", &shown),
                    ("flags", &flags),
                ],
            );
            let bits = names(&format!("low{i}_"), 2);
            sheet.add(
                Kind::Splitter,
                &[
                    ("incoming", "8"),
                    ("fanout", "2"),
                    ("bit0", "0"),
                    ("bit1", "0"),
                    ("bit2", "0"),
                    ("bit3", "0"),
                    ("bit4", "1"),
                    ("bit5", "1"),
                    ("bit6", "1"),
                    ("bit7", "1"),
                ],
                &[&shown, &bits[0], &bits[1]],
            );
            sheet.add(Kind::HexDigit, &[], &[&bits[0], ""]);
            sheet.add(Kind::HexDigit, &[], &[&bits[1], ""]);
            sheet.add(
                Kind::DotMatrix,
                &[("matrixcols", "2"), ("matrixrows", "8")],
                &[&shown, &shown],
            );
            let lamps = names(&format!("lamp{i}_"), 2);
            sheet.split(2, &flags, &lamps);
            lamps
                .iter()
                .for_each(|lamp| sheet.add(Kind::Led, &[], &[lamp]));
        }
    });
}
