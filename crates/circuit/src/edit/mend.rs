//! Repairs of problems found by the check of a circuit: edits with names, for buttons beside a problem.

use super::document::Document;
use super::repair::repair;
use super::{Edit, NewPart, PartKind, attributes, geometry};
use crate::component::Direction;
use crate::netlist::{Sheet, SheetPort, unconnected_inputs};
use crate::project::{Circuit, CircuitId, Component, Facing, Kind, Location, Project, Wire};

/// From the combined end of a splitter with one other end to that end.
const SPLITTER: i32 = 20;

/// A way to mend a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Its effect, in an imperative: "Put a splitter in".
    pub name: String,
    pub edit: Edit,
}

/// The repairs of each problem of a circuit; a problem is the code of its diagnostic and its place.
pub fn repairs(
    document: &Document,
    circuit: CircuitId,
    problems: &[(&str, Location)],
) -> Vec<Vec<Repair>> {
    let Ok(sheet) = document.circuit(circuit) else {
        return vec![Vec::new(); problems.len()];
    };
    let project = document.project();
    let nets = Sheet::build(project, sheet, project.options.gate_undefined);
    let mender = Mender {
        project,
        circuit,
        sheet,
        nets,
    };
    let problems = problems.iter();
    problems.map(|&(code, at)| mender.of(code, at)).collect()
}

struct Mender<'a> {
    project: &'a Project,
    circuit: CircuitId,
    sheet: &'a Circuit,
    nets: Sheet,
}

impl Mender<'_> {
    fn of(&self, code: &str, at: Location) -> Vec<Repair> {
        match code {
            "width-conflict" => self.widths(at),
            "unconnected-input" => self.open_inputs().into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Every unconnected input gets a constant.
    fn open_inputs(&self) -> Option<Repair> {
        let open = unconnected_inputs(self.project, self.sheet, &self.nets);
        let constants: Vec<Edit> = open.iter().map(|port| self.zero(port)).collect();
        (!constants.is_empty()).then(|| Repair {
            name: "Connect to 0".to_string(),
            edit: Edit::Several(constants),
        })
    }

    /// A constant 0 at a port, with its body outside the part.
    fn zero(&self, port: &SheetPort) -> Edit {
        let part = self.sheet.component(port.component);
        let body = geometry::part_bounds(self.project, part);
        let Location { x, y } = port.location;
        let sides = [
            (x - body.left, Facing::East),
            (body.right - x, Facing::West),
            (y - body.top, Facing::South),
            (body.bottom - y, Facing::North),
        ];
        let nearest = sides.into_iter().min_by_key(|(distance, _)| *distance);
        let facing = nearest.map_or(Facing::East, |(_, facing)| facing);
        let attrs = [
            ("facing", facing.name().to_string()),
            ("width", port.width.max(1).to_string()),
            ("value", "0x0".to_string()),
        ];
        self.add(Kind::Constant, port.location, attrs.map(owned).into())
    }

    fn add(&self, kind: Kind, location: Location, attrs: Vec<(String, String)>) -> Edit {
        Edit::Add {
            circuit: self.circuit,
            part: NewPart {
                what: PartKind::Builtin(kind),
                location,
                attrs,
            },
        }
    }

    /// The narrow part becomes as wide as its neighbour, or takes its low bits.
    fn widths(&self, at: Location) -> Vec<Repair> {
        let here = self.nets.ports.iter().filter(|port| port.location == at);
        let Some(narrow) = here
            .filter(|port| port.width > 0)
            .min_by_key(|port| port.width)
        else {
            return Vec::new();
        };
        let joined = self.nets.ports.iter();
        let joined = joined.filter(|port| port.bundle == narrow.bundle);
        let wide = joined.map(|port| port.width).max().unwrap_or(0);
        if wide <= narrow.width {
            return Vec::new();
        }
        let splitter = self.splitter(narrow, wide);
        splitter
            .into_iter()
            .chain(self.wider(narrow, wide))
            .collect()
    }

    fn wider(&self, narrow: &SheetPort, wide: u32) -> Option<Repair> {
        let part = self.sheet.component(narrow.component);
        let value = wide.to_string();
        let has = attributes::has(part, "width");
        if !has || attributes::objection(part, "width", &value).is_some() {
            return None;
        }
        let name = part.label().unwrap_or_else(|| part.name(self.project));
        Some(Repair {
            name: format!("Make {name} {}", diag::count(wide, "bit")),
            edit: Edit::Set {
                circuit: self.circuit,
                parts: vec![narrow.component],
                name: "width".to_string(),
                value: Some(value),
            },
        })
    }

    /// A splitter in the wire that ends at an input, with the low bits for it.
    fn splitter(&self, narrow: &SheetPort, wide: u32) -> Option<Repair> {
        let at = narrow.location;
        let is_input = narrow.direction == Direction::In || self.is_output_pin(narrow);
        let wire = self.only_wire(at).filter(|_| is_input)?;
        let [from, to] = wire.ends();
        let other = if from == at { to } else { from };
        let (dx, dy) = ((at.x - other.x).signum(), (at.y - other.y).signum());
        let facing = match (dx, dy) {
            (1, 0) => Facing::East,
            (-1, 0) => Facing::West,
            (0, 1) => Facing::South,
            (0, -1) => Facing::North,
            _ => return None,
        };
        if wire.length() < SPLITTER {
            return None;
        }
        let place = at.offset(-dx * SPLITTER, -dy * SPLITTER);
        let rest = (place != other).then(|| Wire::new(other, place));
        let end = |bit| if bit < narrow.width { "0" } else { "none" };
        let bits = (0..wide).map(|bit| (format!("bit{bit}"), end(bit).to_string()));
        let attrs = [
            ("facing", facing.name().to_string()),
            ("fanout", "1".to_string()),
            ("incoming", wide.to_string()),
            ("appear", "center".to_string()),
        ];
        let attrs = attrs.map(owned).into_iter().chain(bits);
        let splitter = self.add(Kind::Splitter, place, attrs.collect());
        let wires = Edit::Wires {
            circuit: self.circuit,
            remove: vec![wire],
            add: rest.into_iter().collect(),
        };
        Some(Repair {
            name: "Put a splitter in".to_string(),
            edit: Edit::Several(vec![wires, splitter]),
        })
    }

    fn is_output_pin(&self, port: &SheetPort) -> bool {
        let part: &Component = self.sheet.component(port.component);
        part.kind() == Some(Kind::Pin) && part.view().flag("output")
    }

    /// The wire at a place where there is one port and one wire, as it stands in the file.
    fn only_wire(&self, at: Location) -> Option<Wire> {
        let ports = self.nets.ports.iter().filter(|port| port.location == at);
        let places = geometry::port_places(self.project, self.sheet);
        let wires = repair(self.sheet.wires.iter().copied(), &places);
        let mut ending = wires.into_iter().filter(|wire| wire.ends().contains(&at));
        match (ports.count(), ending.next(), ending.next()) {
            (1, Some(wire), None) => self.sheet.wires.contains(&wire).then_some(wire),
            _ => None,
        }
    }
}

fn owned((name, value): (&str, String)) -> (String, String) {
    (name.to_string(), value)
}
