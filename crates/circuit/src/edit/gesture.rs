//! Drawing wires with a mouse: what a drag draws, shortens, or retracts.
//!
//! ```text
//!   S ───────┐      the first leg keeps the direction the drag began with
//!            P
//! ```

use super::document::Document;
use super::moving::Nets;
use super::route::{Field, Goal};
use super::{Edit, Refusal, geometry};
use crate::netlist::SheetPort;
use crate::picture::Bounds;
use crate::project::{Circuit, CircuitId, Component, Kind, Location, Project, Wire};

/// The place of the grid nearest to a point; halves go up.
pub fn snap((x, y): (i32, i32)) -> Location {
    let nearest = |at: i32| at.saturating_add(5).div_euclid(10) * 10;
    Location::new(nearest(x), nearest(y))
}

/// A drag of the wiring tool, from the press on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag {
    start: Location,
    now: Location,
    /// Whether the first leg is horizontal; unknown while the pointer is where it began.
    across: Option<bool>,
}

impl Drag {
    pub fn new(at: (i32, i32)) -> Drag {
        let start = snap(at);
        Drag {
            start,
            now: start,
            across: None,
        }
    }

    /// The pointer moves.
    pub fn to(&mut self, at: (i32, i32)) {
        let at = snap(at);
        let (same_x, same_y) = (at.x == self.start.x, at.y == self.start.y);
        self.across = match (same_x, same_y, self.across) {
            (true, true, _) => None,
            (true, false, _) => Some(false),
            (false, true, _) => Some(true),
            (_, _, None) => Some(true),
            (_, _, known) => known,
        };
        self.now = at;
    }

    /// The wires drawn so far: none, one, or two with a corner.
    fn legs(&self) -> Vec<Wire> {
        let (from, to) = (self.start, self.now);
        let corner = match self.across {
            None => return Vec::new(),
            Some(true) => Location::new(to.x, from.y),
            Some(false) => Location::new(from.x, to.y),
        };
        [(from, corner), (corner, to)]
            .into_iter()
            .filter(|(a, b)| a != b)
            .map(|(a, b)| Wire::new(a, b))
            .collect()
    }

    /// The edit that releasing the button makes; `None` if the drag drew nothing.
    pub fn edit(&self, document: &Document, circuit: CircuitId) -> Result<Option<Edit>, Refusal> {
        let sheet = document.circuit(circuit)?;
        let legs = self.legs();
        if legs.is_empty() {
            return Ok(None);
        }
        if let Some((remove, add)) = shortened(&sheet.wires, &legs) {
            return Ok(Some(Edit::Wires {
                circuit,
                remove: vec![remove],
                add,
            }));
        }
        let project = document.project();
        let add = pulled_back(project, &sheet.components, legs, [self.start, self.now]);
        Ok(Some(Edit::Wires {
            circuit,
            remove: Vec::new(),
            add,
        }))
    }
}

impl Drag {
    /// The same, but around parts that are in the way, if there is a path.
    pub fn routed(&self, document: &Document, circuit: CircuitId) -> Result<Option<Edit>, Refusal> {
        let edit = self.edit(document, circuit)?;
        let Some(Edit::Wires { remove, add, .. }) = &edit else {
            return Ok(edit);
        };
        let (project, sheet) = (document.project(), document.circuit(circuit)?);
        let nearby = Nearby::new(project, sheet, [self.start, self.now]);
        if !remove.is_empty() || !add.iter().any(|leg| nearby.is_over_a_part(leg)) {
            return Ok(edit);
        }
        let remove = Vec::new();
        let around = nearby.around(project, sheet);
        Ok(match around {
            Some(add) => Some(Edit::Wires {
                circuit,
                remove,
                add,
            }),
            None => edit,
        })
    }
}

/// The surroundings of a drawn wire.
struct Nearby<'a> {
    parts: Vec<(&'a Component, Bounds)>,
    ends: [Location; 2],
}

/// How far around a wire parts are looked at.
const AROUND: i32 = 700;

impl<'a> Nearby<'a> {
    fn new(project: &'a Project, sheet: &'a Circuit, ends: [Location; 2]) -> Nearby<'a> {
        let area = Bounds::of(ends.map(<(i32, i32)>::from)).map(|area| area.grown(AROUND));
        let parts = sheet.components.iter();
        let parts = parts.filter(|part| {
            area.is_some_and(|area| area.contains(part.location.x, part.location.y))
        });
        let parts = parts.map(|part| (part, geometry::part_bounds(project, part)));
        Nearby {
            parts: parts.collect(),
            ends,
        }
    }

    fn is_over_a_part(&self, leg: &Wire) -> bool {
        self.parts.iter().any(|(part, body)| {
            // Tunnels, texts and the like can be drawn over without harm.
            let solid = !matches!(
                part.kind(),
                Some(Kind::Text | Kind::Tunnel | Kind::Splitter)
            );
            solid
                && leg.from.x < body.right
                && body.left < leg.to.x.max(leg.from.x + 1)
                && leg.from.y < body.bottom
                && body.top < leg.to.y.max(leg.from.y + 1)
                && !(leg.from.x == leg.to.x && leg.from.x <= body.left)
                && !(leg.from.y == leg.to.y && leg.from.y <= body.top)
        })
    }

    fn around(&self, project: &Project, sheet: &Circuit) -> Option<Vec<Wire>> {
        let [start, end] = self.ends;
        let mut nets = Nets::new(&sheet.wires);
        // Both ends are of the net that the wire is going to make.
        let (net, other) = (nets.of(start), nets.of(end));
        let mut number = |at| match nets.of(at) {
            found if found == other => net,
            found => found,
        };
        let mut field = Field::default();
        for wire in &sheet.wires {
            field.add_wire(wire, number(wire.from));
        }
        for (part, body) in &self.parts {
            field.add_body(*body);
            for port in geometry::ports(project, part) {
                field.add_port(port.location, number(port.location));
            }
        }
        let goal = Goal {
            place: end,
            wires: Vec::new(),
            old: Vec::new(),
        };
        field.route(start, &goal, net)
    }
}

/// A straight drag along a wire from or to one of its ends takes that piece away.
fn shortened(wires: &[Wire], legs: &[Wire]) -> Option<(Wire, Vec<Wire>)> {
    let &[leg] = legs else { return None };
    let covers = |wire: &&Wire| wire.contains(leg.from) && wire.contains(leg.to);
    let wire = wires.iter().filter(covers).find(|wire| {
        let along = wire.length() > 0 && (wire.from.x == wire.to.x || wire.from.y == wire.to.y);
        along && (wire.from == leg.from || wire.to == leg.to)
    })?;
    let rest = match (wire.from == leg.from, wire.to == leg.to) {
        (true, true) => Vec::new(),
        (true, false) => vec![Wire::new(leg.to, wire.to)],
        _ => vec![Wire::new(wire.from, leg.from)],
    };
    Some((*wire, rest))
}

/// An end drawn a little too far into a part is retracted to its port.
fn pulled_back(
    project: &Project,
    components: &[Component],
    legs: Vec<Wire>,
    ends: [Location; 2],
) -> Vec<Wire> {
    let mut legs = legs;
    for end in ends {
        for leg in &mut legs {
            if leg.ends().contains(&end) {
                *leg = pull_back(project, components, *leg, end);
            }
        }
    }
    legs
}

fn pull_back(project: &Project, components: &[Component], leg: Wire, end: Location) -> Wire {
    if leg.length() <= 10 {
        return leg;
    }
    let other = if leg.from == end { leg.to } else { leg.from };
    let back = Location::new(
        end.x + 10 * (other.x - end.x).signum(),
        end.y + 10 * (other.y - end.y).signum(),
    );
    let here = |component: &Component| {
        let ports = geometry::ports(project, component);
        near(component, end) && ports.iter().any(|port| port.location == end)
    };
    let overshoots = components.iter().any(|component| {
        let pulls = pulls_back(component);
        // Only parts nearby can have a port there.
        pulls && near(component, end) && {
            let ports = geometry::ports(project, component);
            let at = |place: Location| ports.iter().position(|port| port.location == place);
            let port = at(back).is_some_and(|number| pulls_at(component, &ports, number));
            let bounds = geometry::part_bounds(project, component);
            // The right and the lower edge are outside.
            let inside = (bounds.left..bounds.right).contains(&end.x)
                && (bounds.top..bounds.bottom).contains(&end.y);
            port && inside
        }
    });
    let overshoots = overshoots && !components.iter().any(here);
    match overshoots {
        true => Wire::new(back, other),
        false => leg,
    }
}

fn near(component: &Component, at: Location) -> bool {
    let Location { x, y } = component.location;
    (x - at.x).abs().max((y - at.y).abs()) <= 700
}

fn pulls_back(component: &Component) -> bool {
    use Kind::{ControlledBuffer, ControlledInverter, Nor, Or, Splitter, Xnor, Xor};
    matches!(
        component.kind(),
        Some(Splitter | Or | Nor | Xor | Xnor | ControlledBuffer | ControlledInverter)
    )
}

/// Any end of a splitter, the inputs of gates with a hollow back, the control of controlled ones.
fn pulls_at(component: &Component, ports: &[SheetPort], number: usize) -> bool {
    match component.kind() {
        Some(Kind::Splitter) => true,
        Some(Kind::ControlledBuffer | Kind::ControlledInverter) => number + 1 == ports.len(),
        _ => number > 0,
    }
}
