//! A sheet of a random machine: nets by name, parts at the ends of tunnels.

use std::fmt::Write;

use circuit::component::subcircuit_ports;
use circuit::project::{Attrs, Component, Kind, Location, What};
use circuit::read::{NoLibraries, read};

use crate::generator::Dice;

const LIBRARIES: [&str; 6] = ["Wiring", "Gates", "Plexers", "Arithmetic", "Memory", "I/O"];

pub(super) struct Sheet<'a> {
    pub(super) dice: &'a mut Dice,
    pub(super) before: String,
    pub(super) subs: &'a [String],
    pub(super) out: String,
    pub(super) placed: i32,
    /// Nets that are driven, or will be, with their widths.
    pub(super) nets: Vec<(String, u32)>,
    pub(super) clocks: Vec<String>,
    pub(super) names: usize,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(dice: &'a mut Dice, before: &str, subs: &'a [String]) -> Sheet<'a> {
        Sheet {
            dice,
            before: format!("{before}</project>"),
            subs,
            out: String::new(),
            placed: 0,
            nets: Vec::new(),
            clocks: Vec::new(),
            names: 0,
        }
    }

    pub(super) fn plain(&mut self, kind: Kind, out: &str, inputs: &[&str]) {
        let mut nets = vec![out];
        nets.extend(inputs);
        let count = inputs.len().to_string();
        match inputs.len() {
            1 => self.add(kind, &[], &nets),
            _ => self.add(kind, &[("inputs", &count)], &nets),
        }
    }

    /// The bits of a word, as nets of their own.
    pub(super) fn split(&mut self, word: &str, width: u32) -> Vec<String> {
        let bits: Vec<String> = (0..width).map(|_| self.net(1)).collect();
        let list: Vec<&str> = bits.iter().map(String::as_str).collect();
        self.join(word, &list);
        bits
    }

    pub(super) fn join(&mut self, word: &str, bits: &[&str]) {
        let width = bits.len().to_string();
        let mut nets = vec![word];
        nets.extend(bits);
        let set = [("incoming", &*width), ("fanout", &*width)];
        self.add(Kind::Splitter, &set, &nets);
    }

    pub(super) fn sub(&mut self) {
        let name = self.dice.pick(self.subs).clone();
        let project = read("x", self.before.as_bytes(), &mut NoLibraries).project;
        let id = project.find(&name).unwrap();
        let at = self.place();
        let component = Component {
            what: What::Circuit(id),
            location: at,
            attrs: Attrs::default(),
            contents: None,
            from_library: false,
        };
        self.write(None, &name, at, &component.attrs);
        for port in subcircuit_ports(project.circuit(id), &component) {
            let inner = &project.circuit(id).components[port.pin];
            let net = match (inner.attrs.of(Kind::Pin).flag("output"), inner.label()) {
                (true, _) => self.net(port.width),
                (false, Some("n-clock")) => self.clock(),
                (false, _) => self.any(port.width),
            };
            self.tunnel(at.offset(port.dx, port.dy), port.width, &net);
        }
    }

    pub(super) fn net(&mut self, width: u32) -> String {
        self.names += 1;
        let name = format!("n{}", self.names);
        self.nets.push((name.clone(), width));
        name
    }

    /// A net of a width: there always is one of 1, 4 and 8.
    pub(super) fn any(&mut self, width: u32) -> String {
        let fitting: Vec<&String> = self
            .nets
            .iter()
            .filter(|(_, wide)| *wide == width)
            .map(|(name, _)| name)
            .collect();
        (*self.dice.pick(&fitting)).clone()
    }

    /// A net of a width, or nothing, which is as likely as `one_in` says not.
    pub(super) fn maybe(&mut self, width: u32, one_in: usize) -> String {
        match self.dice.one_in(one_in) {
            true => self.any(width),
            false => String::new(),
        }
    }

    pub(super) fn clock(&mut self) -> String {
        match self.dice.one_in(2) {
            true => self.clocks[0].clone(),
            false => self.dice.pick(&self.clocks).clone(),
        }
    }

    pub(super) fn pin(&mut self, net: &str, width: u32, output: bool) {
        let output_text = if output { "true" } else { "false" };
        let label = match !output && self.clocks.is_empty() {
            true => "n-clock",
            false => net,
        };
        let pull = match self.dice.one_in(3) && !output {
            true => *self.dice.pick(&["up", "down"]),
            false => "none",
        };
        let set = [
            ("width", &*width.to_string()),
            ("output", output_text),
            ("label", label),
            ("tristate", "false"),
            ("pull", pull),
        ];
        self.add(Kind::Pin, &set, &[net]);
        if !output && width == 8 && self.dice.one_in(3) {
            let (data, drives) = (self.any(8), self.any(1));
            self.add(
                Kind::ControlledBuffer,
                &[("width", "8")],
                &[net, &data, &drives],
            );
        }
    }

    /// A component with one net a port; an empty name leaves the port open.
    pub(super) fn add(&mut self, kind: Kind, set: &[(&str, &str)], nets: &[&str]) {
        self.add_wide(kind, set, nets, 0);
    }

    /// The same, for ports that take the width of whatever they are connected to.
    pub(super) fn add_wide(&mut self, kind: Kind, set: &[(&str, &str)], nets: &[&str], width: u32) {
        let attrs = attributes(set);
        let at = self.place();
        self.write(Some(kind), kind.name(), at, &attrs);
        let list = kind.ports(attrs.of(kind));
        for (port, net) in list.iter().zip(nets).filter(|(_, net)| !net.is_empty()) {
            let wide = if width == 0 { port.width } else { width };
            self.tunnel(at.offset(port.dx, port.dy), wide, net);
        }
    }

    pub(super) fn place(&mut self) -> Location {
        self.placed += 1;
        Location::new(
            400 + 700 * (self.placed % 12),
            400 + 700 * (self.placed / 12),
        )
    }

    pub(super) fn tunnel(&mut self, at: Location, width: u32, net: &str) {
        let attrs = attributes(&[("width", &width.to_string()), ("label", net)]);
        self.write(Some(Kind::Tunnel), "Tunnel", at, &attrs);
    }

    pub(super) fn write(&mut self, kind: Option<Kind>, name: &str, at: Location, attrs: &Attrs) {
        let library = kind.and_then(|kind| {
            LIBRARIES
                .iter()
                .position(|&library| library == kind.library())
        });
        let lib = library.map_or(String::new(), |number| format!(" lib=\"{number}\""));
        let list: String = attrs
            .iter()
            .map(|(name, value)| format!("<a name=\"{name}\" val=\"{value}\"/>"))
            .collect();
        writeln!(
            self.out,
            "<comp{lib} loc=\"({at})\" name=\"{name}\">{list}</comp>"
        )
        .unwrap();
    }
}

fn attributes(set: &[(&str, &str)]) -> Attrs {
    let owned = |(name, value): &(&str, &str)| (name.to_string(), value.to_string());
    Attrs::new(set.iter().map(owned))
}
