//! Consoles of any build, put together part by part around a game that is written in Rust.
//!
//! The grader sees buttons, displays and lights only; what plays behind them may as well be a program. Nets are tunnels: every
//! port with a net gets a tunnel of that name.

mod game;
mod plan;

use std::sync::Arc;

use circuit::component::{Native, PinInfo, subcircuit_ports};
use circuit::project::{
    Attrs, Circuit, CircuitId, Component, Kind, Location, Project, SourceFile, What,
};
use circuit::sim::{SimOptions, Simulator};

use game::Game;
pub use plan::{Fault, Plan};

/// A console being put together.
#[derive(Clone)]
pub struct Workshop {
    main: Circuit,
    game: Circuit,
    others: Vec<Circuit>,
}

impl Workshop {
    pub fn new() -> Workshop {
        let named = |name: &str| Circuit {
            name: name.to_owned(),
            ..Circuit::default()
        };
        let mut shop = Workshop {
            main: named("Console"),
            game: named("Game"),
            others: Vec::new(),
        };
        shop.takes("clock", 1);
        shop
    }

    fn pin(&mut self, label: &str, width: u32, output: bool) {
        let facing = if output { "west" } else { "east" };
        let output = output.to_string();
        let width = width.to_string();
        let row = 10 * (self.game.components.len() as i32 + 1);
        let attrs = [
            ("label", label),
            ("width", &width),
            ("output", &output),
            ("facing", facing),
            ("tristate", "false"),
        ];
        let at = (if facing == "west" { 400 } else { 100 }, row);
        self.game.components.push(component(Kind::Pin, at, &attrs));
    }

    /// The game has an input, which is the net of its name.
    pub fn takes(&mut self, label: &str, width: u32) {
        self.pin(label, width, false);
    }

    /// The game has an output, which is the net of its name.
    pub fn gives(&mut self, label: &str, width: u32) {
        self.pin(label, width, true);
    }

    /// A part with a net for each of its ports; an empty one leaves a port open.
    pub fn put(&mut self, kind: Kind, at: (i32, i32), attrs: &[(&str, &str)], nets: &[&str]) {
        let start = self.main.components.len();
        put(&mut self.main, kind, at, attrs, nets);
        let open = self.main.components[start..].iter_mut();
        for tunnel in open.filter(|one| one.attrs.explicit("width") == Some("0")) {
            let pins = self.game.components.iter();
            let pin = pins.rev().find(|pin| pin.label() == tunnel.label());
            let width = pin.and_then(|pin| pin.attrs.explicit("width"));
            tunnel.attrs.set("width", width.unwrap_or("1").to_owned());
        }
    }

    /// A chip around parts, so that they are on a sheet of their own; its pins are nets of the same names.
    pub fn inside(
        &mut self,
        name: &str,
        at: (i32, i32),
        pins: &[(&str, u32, bool)],
        fill: impl FnOnce(&mut Circuit),
    ) {
        let mut chip = Circuit {
            name: name.to_owned(),
            ..Circuit::default()
        };
        for (index, (label, width, output)) in pins.iter().enumerate() {
            let (width, output_text) = (width.to_string(), output.to_string());
            let facing = if *output { "west" } else { "east" };
            let attrs = [
                ("label", *label),
                ("width", width.as_str()),
                ("output", &output_text),
                ("facing", facing),
                ("tristate", "false"),
            ];
            put(
                &mut chip,
                Kind::Pin,
                (-500, 10 * index as i32),
                &attrs,
                &[label],
            );
        }
        fill(&mut chip);
        let id = CircuitId(2 + self.others.len() as u32);
        place(&mut self.main, &chip, id, at);
        self.others.push(chip);
    }

    /// The console, with a game that follows a plan.
    pub fn finish(mut self, plan: Plan) -> Simulator {
        let game = self.game;
        let own_clock = self.others.iter().any(|chip| chip.name == "Oscillator");
        if !own_clock {
            put(&mut self.main, Kind::Clock, (-900, -900), &[], &["clock"]);
        }
        place(&mut self.main, &game, CircuitId(0), (-1000, -2000));
        let mut circuits = vec![game, self.main];
        circuits.extend(self.others);
        let ids = (0..circuits.len() as u32).map(CircuitId).collect();
        let file = SourceFile {
            name: "console.circ".to_owned(),
            source: "2.7.1".to_owned(),
            main: Some(CircuitId(1)),
            circuits: ids,
        };
        let project = Project {
            files: vec![file],
            circuits,
            ..Project::default()
        };
        let mut options = SimOptions::default();
        let make =
            move |pins: &[PinInfo]| -> Box<dyn Native> { Box::new(Game::new(plan.clone(), pins)) };
        options
            .design
            .natives
            .push(("/Game@-1000,-2000".to_owned(), Arc::new(make)));
        Simulator::new(Arc::new(project), None, &options).expect("a console")
    }
}

fn component(kind: Kind, at: (i32, i32), attrs: &[(&str, &str)]) -> Component {
    Component {
        what: What::Builtin(kind),
        location: Location::new(at.0, at.1),
        attrs: Attrs::new(
            attrs
                .iter()
                .map(|(n, v)| ((*n).to_owned(), (*v).to_owned())),
        ),
        contents: None,
        from_library: false,
    }
}

/// A part on a sheet, with tunnels at its ports.
pub fn put(sheet: &mut Circuit, kind: Kind, at: (i32, i32), attrs: &[(&str, &str)], nets: &[&str]) {
    let part = component(kind, at, attrs);
    let ports = kind.ports(part.attrs.of(kind));
    assert!(
        nets.len() <= ports.len(),
        "{} has {} ports",
        kind.name(),
        ports.len()
    );
    let location = part.location;
    sheet.components.push(part);
    for (port, net) in ports.iter().zip(nets) {
        tunnel(sheet, location.offset(port.dx, port.dy), port.width, net);
    }
}

fn tunnel(sheet: &mut Circuit, at: Location, width: u32, net: &str) {
    if net.is_empty() {
        return;
    }
    let width = width.to_string();
    let attrs = [("label", net), ("width", width.as_str())];
    sheet
        .components
        .push(component(Kind::Tunnel, (at.x, at.y), &attrs));
}

fn place(sheet: &mut Circuit, chip: &Circuit, id: CircuitId, at: (i32, i32)) {
    let part = Component {
        what: What::Circuit(id),
        location: Location::new(at.0, at.1),
        attrs: Attrs::default(),
        contents: None,
        from_library: false,
    };
    for port in subcircuit_ports(chip, &part) {
        let label = chip.components[port.pin].label().unwrap_or_default();
        tunnel(
            sheet,
            part.location.offset(port.dx, port.dy),
            port.width,
            label,
        );
    }
    sheet.components.push(part);
}
