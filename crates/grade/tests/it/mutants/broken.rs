//! The faults of mutants, and how they are made.

use circuit::project::{Circuit, Kind, Location, Project};
use circuit::sim::Simulator;

use super::firmware::{program, with_firmware};
use crate::bench::{panel_text, project, simulator, source};
use crate::workshop::put;
use grade::Panel;

type Xy = (i32, i32);

/// A fault.
#[derive(Clone, Copy)]
pub enum Break {
    /// In a file of the firmware this text is replaced by that.
    Firmware(&'static str, &'static str, &'static str),
    /// On the board, the wires that end here are taken out.
    Cut(i32, i32),
    /// The digit here shows this for ever.
    Stuck(i32, i32, u32),
    /// The light here is on for ever.
    Lit(i32, i32),
    /// The parts at two places have changed places.
    Swap(Xy, Xy),
    /// In every chip of a name, the wires that end at a place are taken out.
    Inside(&'static str, Xy),
    /// Every chip of a name is built in another way.
    Rebuilt(&'static str, &'static [Change]),
    /// Changes that make a fault only together.
    Several(&'static [Break]),
}

/// A change in a chip.
#[derive(Clone, Copy)]
pub enum Change {
    /// The wires that end here are taken out.
    Cut(Xy),
    /// What meets here belongs to a net, with this many bits.
    Net(Xy, u32, &'static str),
    /// A new part, with attributes, and with nets at its ports.
    Put(
        Kind,
        Xy,
        &'static [(&'static str, &'static str)],
        &'static [&'static str],
    ),
    /// An attribute of the part here.
    Set(Xy, &'static str, &'static str),
}

impl Break {
    /// The changes, one by one.
    fn each(self) -> Vec<Break> {
        match self {
            Break::Several(all) => all.iter().flat_map(|one| one.each()).collect(),
            one => vec![one],
        }
    }

    /// Where it is, in the words of the page.
    pub fn place(self) -> String {
        let mut places = Vec::new();
        for one in self.each() {
            let place = match one {
                Break::Firmware(file, ..) => format!("`{file}`"),
                Break::Inside(chip, _) | Break::Rebuilt(chip, _) => format!("chip {chip}"),
                _ => "board".to_owned(),
            };
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places.join(", ")
    }

    fn rewire(self, project: &mut Project) {
        let main = project.main().expect("a main circuit").0 as usize;
        let sheet = &mut project.circuits[main];
        match self {
            Break::Cut(x, y) => cut(sheet, (x, y)),
            Break::Stuck(x, y, value) => hold(sheet, (x, y), 4, value),
            Break::Lit(x, y) => hold(sheet, (x, y), 1, 1),
            Break::Inside(name, at) => cut(chip(project, name), at),
            Break::Rebuilt(name, changes) => {
                let sheet = chip(project, name);
                changes.iter().for_each(|change| change.make(sheet));
            }
            Break::Several(all) => all.iter().for_each(|one| one.rewire(project)),
            Break::Firmware(..) | Break::Swap(..) => {}
        }
    }

    /// The console of a year with this broken.
    pub fn console(self, year: &str) -> Simulator {
        let mut project = project(year, source(&format!("{year}/mancala.circ")));
        self.rewire(&mut project);
        let changes = self.each().into_iter();
        let programs = changes.filter_map(|one| match one {
            Break::Firmware(file, old, new) => Some(program(file, old, new)),
            _ => None,
        });
        let programs: Vec<_> = programs.collect();
        match programs.is_empty() {
            true => simulator(project),
            false => with_firmware(simulator(project), year, &programs),
        }
    }

    /// The panel of a console. Parts that have changed places have changed names, too, and a panel names places: exchanged names
    /// do the same as exchanged parts.
    pub fn panel(self, year: &str) -> Panel {
        let text = self.exchanged(panel_text(year), "\"");
        Panel::parse("panel.toml", &text).unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
    }

    /// A text with the places of two parts exchanged, if that is the fault; `behind` follows each place.
    pub fn exchanged(self, text: &str, behind: &str) -> String {
        let Break::Swap((x, y), (other_x, other_y)) = self else {
            return text.to_owned();
        };
        let [one, two] = [(x, y), (other_x, other_y)].map(|(x, y)| format!("@{x},{y}{behind}"));
        let text = text.replace(&one, "@@").replace(&two, &one);
        text.replace("@@", &two)
    }
}

impl Change {
    fn make(&self, sheet: &mut Circuit) {
        match *self {
            Change::Cut(at) => cut(sheet, at),
            Change::Net(at, width, net) => {
                let attrs = [("label", net), ("width", &width.to_string())];
                put(sheet, Kind::Tunnel, at, &attrs, &[]);
            }
            Change::Put(kind, at, attrs, nets) => put(sheet, kind, at, attrs, nets),
            Change::Set((x, y), name, value) => {
                let at = Location::new(x, y);
                let mut parts = sheet.components.iter_mut();
                let part = parts.find(|part| part.location == at);
                part.expect("a part").attrs.set(name, value);
            }
        }
    }
}

/// Takes out the wires that end at a point of a sheet.
fn cut(sheet: &mut Circuit, (x, y): Xy) {
    let at = Location::new(x, y);
    let before = sheet.wires.len();
    sheet.wires.retain(|wire| wire.from != at && wire.to != at);
    assert!(sheet.wires.len() < before, "no wire ends at {x},{y}");
}

/// Puts a constant in the place of what the wires at a point bring.
fn hold(sheet: &mut Circuit, at: Xy, width: u32, value: u32) {
    cut(sheet, at);
    let attrs = [
        ("width", width.to_string()),
        ("value", format!("{value:#x}")),
    ];
    let attrs = attrs.each_ref().map(|(name, value)| (*name, &**value));
    put(sheet, Kind::Constant, at, &attrs, &[]);
}

fn chip<'p>(project: &'p mut Project, name: &str) -> &'p mut Circuit {
    let mut circuits = project.circuits.iter_mut();
    circuits
        .find(|circuit| circuit.name == name)
        .expect("a chip")
}
