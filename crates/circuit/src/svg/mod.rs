//! Pictures of circuits as Logisim draws them, in SVG.
//!
//! Without a running circuit wires and ports are black; with one they have the colours of their values: dark green 0,
//! bright green 1, blue floating, red error, black for more than one bit, orange where widths disagree.

mod canvas;
mod gates;
mod io;
mod memory;
mod part;
mod plexers;
mod subcircuit;
mod wiring;

use std::collections::HashMap;

use crate::netlist::{InstanceId, PartId, Sheet};
use crate::project::{Circuit, CircuitId, Kind, Location, Project, What, Wire};
use crate::sim::Simulator;
use crate::value::Value;
use canvas::Canvas;
use part::Part;

/// A running circuit to take values from: one of its instances.
#[derive(Clone, Copy)]
pub struct Live<'a> {
    pub simulator: &'a Simulator,
    pub instance: InstanceId,
}

/// Draws a circuit; with values if it is running.
pub fn draw(project: &Project, circuit: CircuitId, live: Option<Live<'_>>) -> String {
    let own = project.circuit(circuit);
    let sheet = Sheet::build(project, own, project.options.gate_undefined);
    let mut drawing = Drawing {
        project,
        circuit: own,
        first_port: sheet
            .ports
            .iter()
            .enumerate()
            .rev()
            .map(|(number, port)| (port.bundle, number))
            .collect(),
        sheet,
        live,
        canvas: Canvas::default(),
    };
    drawing.wires();
    drawing.components();
    drawing.canvas.finish(&own.name)
}

struct Drawing<'a> {
    project: &'a Project,
    circuit: &'a Circuit,
    sheet: Sheet,
    /// A port on each bundle.
    first_port: HashMap<u32, usize>,
    live: Option<Live<'a>>,
    canvas: Canvas,
}

pub(crate) const BLACK: &str = "#000000";
pub(crate) const GREY: &str = "#808080";
const ORANGE: &str = "#ff7b00";

/// The colour of a value.
pub(crate) fn colour(value: Value) -> &'static str {
    if value.word.has_error() {
        return "#c00000";
    }
    match (value.width, value.number()) {
        (0, _) => GREY,
        (1, Some(0)) => "#006400",
        (1, Some(_)) => "#00d200",
        (1, None) => "#2828ff",
        _ => BLACK,
    }
}

impl Drawing<'_> {
    fn part_id(&self, live: Live<'_>, component: usize) -> PartId {
        let instances = &live.simulator.design().instances;
        instances[live.instance].part(component as u32)
    }

    /// The colour of everything that belongs to a bundle.
    fn bundle_colour(&self, bundle: u32) -> &'static str {
        if self.sheet.bundles[bundle as usize].conflict {
            return ORANGE;
        }
        let port = self.first_port.get(&bundle).copied();
        let (Some(live), Some(port)) = (self.live, port) else {
            return BLACK;
        };
        let component = self.sheet.ports[port].component as usize;
        let number = port - self.sheet.port_start[component] as usize;
        colour(live.simulator.port(self.part_id(live, component), number))
    }

    fn wires(&mut self) {
        let bundles = self.sheet.wire_bundles(self.circuit);
        let mut colours: HashMap<Option<u32>, &str> = HashMap::new();
        let mut ends: HashMap<Location, (usize, Option<u32>)> = HashMap::new();
        for port in &self.sheet.ports {
            ends.entry(port.location)
                .or_insert((0, Some(port.bundle)))
                .0 += 1;
        }
        for (wire, &bundle) in self.circuit.wires.iter().zip(&bundles) {
            let colour = *colours.entry(bundle).or_insert_with(|| match bundle {
                Some(bundle) => self.bundle_colour(bundle),
                None if self.live.is_some() => GREY,
                None => BLACK,
            });
            let width = if self.is_bus(bundle) { 4.0 } else { 3.0 };
            let (from, to) = (wire.from, wire.to);
            self.canvas.include(from.x, from.y);
            self.canvas.include(to.x, to.y);
            self.canvas
                .line((from.x, from.y), (to.x, to.y), width, colour);
            for end in [from, to] {
                ends.entry(end).or_insert((0, bundle)).0 += 1;
            }
        }
        let passing = Passing::new(&self.circuit.wires);
        let mut dots: Vec<_> = ends
            .into_iter()
            .filter(|&(at, (count, _))| count + 2 * passing.over(at) > 2)
            .collect();
        dots.sort_unstable_by_key(|(at, _)| *at);
        for (at, (_, bundle)) in dots {
            let colour = colours.get(&bundle).copied().unwrap_or(BLACK);
            let radius = if self.is_bus(bundle) { 5.0 } else { 4.0 };
            self.canvas.disc((at.x, at.y), radius, colour);
        }
    }

    fn is_bus(&self, bundle: Option<u32>) -> bool {
        bundle.is_some_and(|bundle| self.sheet.bundles[bundle as usize].width > 1)
    }

    fn components(&mut self) {
        for index in 0..self.circuit.components.len() {
            self.component(index);
        }
    }

    fn component(&mut self, index: usize) {
        let component = &self.circuit.components[index];
        let range = self.sheet.component_ports(index);
        let mut values = Vec::with_capacity(range.len());
        let mut colours = Vec::with_capacity(range.len());
        for (number, port) in self.sheet.ports[range].iter().enumerate() {
            let value = match self.live {
                Some(live) => live.simulator.port(self.part_id(live, index), number),
                None => Value::NIL,
            };
            let conflict = self.sheet.bundles[port.bundle as usize].conflict;
            values.push(value);
            colours.push(match (conflict, self.live) {
                (true, _) => ORANGE,
                (false, Some(_)) => colour(value),
                (false, None) => BLACK,
            });
        }
        let ports = &self.sheet.ports[self.sheet.component_ports(index)];
        let mut part = Part {
            canvas: &mut self.canvas,
            component,
            ports,
            values,
            colours,
            live: self.live.map(|live| {
                let instances = &live.simulator.design().instances;
                let part = instances[live.instance].part(index as u32);
                (live.simulator, part)
            }),
        };
        match &component.what {
            What::Builtin(kind) => builtin(&mut part, *kind),
            What::Circuit(id) => subcircuit::draw(&mut part, self.project.circuit(*id)),
            What::Unknown { name, .. } => part.unknown(name),
        }
    }
}

/// Wires by the line they lie on, with their starts and ends sorted, to count those that pass over a place.
struct Passing {
    lines: HashMap<(bool, i32), (Vec<i32>, Vec<i32>)>,
}

impl Passing {
    fn new(wires: &[Wire]) -> Passing {
        let mut lines: HashMap<(bool, i32), (Vec<i32>, Vec<i32>)> = HashMap::new();
        for wire in wires {
            let (line, from, to) = match wire.is_vertical() {
                true => ((true, wire.from.x), wire.from.y, wire.to.y),
                false => ((false, wire.from.y), wire.from.x, wire.to.x),
            };
            let (starts, ends) = lines.entry(line).or_default();
            starts.push(from);
            ends.push(to);
        }
        for (starts, ends) in lines.values_mut() {
            starts.sort_unstable();
            ends.sort_unstable();
        }
        Passing { lines }
    }

    /// How many wires pass over a place without ending there.
    fn over(&self, at: Location) -> usize {
        let on = |line: (bool, i32), place: i32| {
            self.lines.get(&line).map_or(0, |(starts, ends)| {
                let begun = starts.partition_point(|&start| start < place);
                begun - ends.partition_point(|&end| end <= place).min(begun)
            })
        };
        on((true, at.x), at.y) + on((false, at.y), at.x)
    }
}

fn builtin(part: &mut Part<'_>, kind: Kind) {
    match kind.library() {
        "Wiring" => wiring::draw(part, kind),
        "Gates" => gates::draw(part, kind),
        "Plexers" => plexers::draw(part, kind),
        "Arithmetic" => memory::arithmetic(part, kind),
        "Memory" => memory::draw(part, kind),
        "I/O" => io::draw(part, kind),
        _ => part.text_component(),
    }
}
