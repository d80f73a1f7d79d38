//! Drawing a sheet: its wires, the dots where they meet, its components.

use std::collections::{HashMap, HashSet};

use super::sketch::{BLACK, Box4, Sketch, Style, reach};
use super::subcircuit;
use super::{Bounds, Colour, Drawing, Font, Group, Ink, Item, Owner, PortPlace, Xy};
use super::{Shape, Text, When};
use crate::netlist::{BundleId, ComponentId, Sheet, Wiring};
use crate::project::{Circuit, CircuitId, Component, Facing, Location, Project, What, Wire};

/// The width of a wire, of one bit or of many.
const WIRE: f64 = 3.0;
/// The dot where wires meet.
const JUNCTION: f64 = 4.0;

impl Drawing {
    /// Draws a circuit.
    pub fn of(project: &Project, circuit: CircuitId) -> Drawing {
        let circuit = project.circuit(circuit);
        let sheet = Sheet::build(project, circuit, project.options.gate_undefined);
        let mut drawing = Drawing {
            title: circuit.name.clone(),
            ..Drawing::default()
        };
        Wires::new(circuit, &sheet).draw(&mut drawing);
        for (id, _) in circuit.entries() {
            component(&mut drawing, project, circuit, &sheet, id);
        }
        drawing
    }

    /// Draws one component, alone on its sheet.
    pub fn of_part(project: &Project, part: &Component) -> Drawing {
        let circuit = Circuit {
            components: vec![part.clone()],
            ..Circuit::default()
        };
        let sheet = Sheet::build(project, &circuit, project.options.gate_undefined);
        let mut drawing = Drawing::default();
        component(&mut drawing, project, &circuit, &sheet, ComponentId(0));
        drawing
    }
}

fn component(
    drawing: &mut Drawing,
    project: &Project,
    circuit: &Circuit,
    sheet: &Sheet,
    id: ComponentId,
) {
    let component = circuit.component(id);
    let ports = sheet.ports_of(id);
    let place = |port: usize| PortPlace {
        component: id,
        port: port as u16,
    };
    let ink = |(number, port): (usize, &crate::netlist::SheetPort)| match sheet.bundles[port.bundle]
        .conflict
    {
        true => Ink::Fixed(Colour::ORANGE),
        false => Ink::Value(place(number)),
    };
    let mut sketch = Sketch {
        drawing,
        owner: Owner::Part(id),
        id,
        component,
        ports,
        widths: ports.iter().map(|port| sheet.value_width(port)).collect(),
        inks: ports.iter().enumerate().map(ink).collect(),
        clock: None,
        when: When::Always,
        group: None,
    };
    match &component.what {
        What::Builtin(kind) => kind.draw(&mut sketch),
        What::Circuit(id) => subcircuit::draw(&mut sketch, project.circuit(*id)),
        What::Unknown { name, .. } => unknown(&mut sketch, name),
    }
}

/// An unknown component: a red box with its name.
fn unknown(sketch: &mut Sketch<'_>, name: &str) {
    let frame = Box4(-20, -10, 40, 20);
    sketch.outline(frame, 0, Style::line(Ink::Fixed(Colour::RED), 1.0));
    sketch.say_middle(frame, 8, name);
}

/// The wires of a circuit and their nets.
struct Wires<'a> {
    circuit: &'a Circuit,
    sheet: &'a Sheet,
    /// A port on each bundle.
    first_port: HashMap<BundleId, PortPlace>,
}

impl<'a> Wires<'a> {
    fn new(circuit: &'a Circuit, sheet: &'a Sheet) -> Wires<'a> {
        let mut first_port = HashMap::new();
        for (number, port) in sheet.ports.entries() {
            first_port.entry(port.bundle).or_insert_with(|| PortPlace {
                component: port.component,
                port: (number.0 - sheet.first_port(port.component).0) as u16,
            });
        }
        Wires {
            circuit,
            sheet,
            first_port,
        }
    }

    fn owner(&self, bundle: Option<BundleId>) -> Owner {
        Owner::Wire(bundle.and_then(|bundle| self.first_port.get(&bundle).copied()))
    }

    fn ink(&self, bundle: Option<BundleId>) -> Ink {
        match (bundle, self.owner(bundle)) {
            (Some(bundle), _) if self.sheet.bundles[bundle].conflict => Ink::Fixed(Colour::ORANGE),
            (Some(_), Owner::Wire(Some(port))) => Ink::Value(port),
            (Some(_), _) => BLACK,
            (None, _) => Ink::Running(Colour::GREY),
        }
    }

    fn item(&self, bundle: Option<BundleId>, shape: Shape, width: Option<f64>) -> Item {
        let ink = self.ink(bundle);
        Item {
            owner: self.owner(bundle),
            when: When::Always,
            group: None,
            bounds: bounds(&shape, None).grown(2),
            shape,
            stroke: width.map(|width| (ink, width)),
            fill: width.is_none().then_some(ink),
        }
    }

    /// How many ports and runs of wire end at a place.
    fn ends(&self, wiring: Wiring) -> HashMap<Location, (usize, Option<BundleId>)> {
        let places = wiring.ends.into_iter();
        let mut ends: HashMap<_, _> = places.map(|(at, bundle)| (at, (0, bundle))).collect();
        for port in self.sheet.ports.iter() {
            let first = (0, Some(port.bundle));
            ends.entry(port.location).or_insert(first).0 += 1;
        }
        for end in wiring.runs.iter().flat_map(|run| [run.from, run.to]) {
            ends.entry(end).or_insert((0, None)).0 += 1;
        }
        ends
    }

    fn draw(&self, drawing: &mut Drawing) {
        let wiring = self.sheet.wiring(self.circuit);
        let wired: HashSet<Option<BundleId>> = wiring.bundles.iter().copied().collect();
        for (wire, &bundle) in self.circuit.wires.iter().zip(&wiring.bundles) {
            let (from, to) = ((wire.from.x, wire.from.y), (wire.to.x, wire.to.y));
            let both = Bounds::of([from, to]);
            drawing.bounds = join(drawing.bounds, both);
            let shape = Shape::Line { from, to };
            drawing.items.push(self.item(bundle, shape, Some(WIRE)));
        }
        let passing = Passing::new(&wiring.runs);
        let ends = self.ends(wiring);
        let mut dots: Vec<_> = ends
            .into_iter()
            .filter(|&(at, (count, _))| count + 2 * passing.over(at) > 2)
            .collect();
        dots.sort_unstable_by_key(|(at, _)| *at);
        for (at, (_, bundle)) in dots {
            let at = (f64::from(at.x), f64::from(at.y));
            let radius = JUNCTION;
            let mut dot = self.item(bundle, Shape::Circle { at, radius }, None);
            if !wired.contains(&bundle) {
                dot.fill = Some(BLACK);
            }
            drawing.items.push(dot);
        }
    }
}

fn join(a: Option<Bounds>, b: Option<Bounds>) -> Option<Bounds> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.with(b)),
        _ => a.or(b),
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

/// The approximate bounds of a shape on the sheet.
pub(super) fn bounds(shape: &Shape, group: Option<Group>) -> Bounds {
    let around = |(x, y): (f64, f64), radius: f64| {
        let corner = |sign: f64| ((x + sign * radius) as i32, (y + sign * radius) as i32);
        vec![corner(-1.0), corner(1.0)]
    };
    let local = match shape {
        Shape::Line { from, to } => vec![*from, *to],
        Shape::Circle { at, radius } => around(*at, *radius),
        Shape::Knob { at, radius } => around((f64::from(at.0), f64::from(at.1)), *radius),
        Shape::Lever(at) => vec![*at],
        Shape::Rect { at, size, .. } => vec![*at, (at.0 + size.0, at.1 + size.1)],
        Shape::Path(d) => path_places(d),
        Shape::Text {
            at,
            align,
            font,
            text,
        } => {
            let width = text_width(*font, text);
            let left = at.0 - reach(*align, width);
            vec![(left, at.1 - font.size), (left + width, at.1)]
        }
        Shape::Drawn { attrs, .. } => subcircuit::extent(attrs),
    };
    let place = |(x, y): Xy| match group {
        None => (x, y),
        Some(group) => {
            let inner = (x - group.from.0, y - group.from.1);
            let (dx, dy) = Facing::turn(inner, group.turns);
            (group.at.0 + dx, group.at.1 + dy)
        }
    };
    Bounds::of(local.into_iter().map(place)).unwrap_or(Bounds {
        left: 0,
        top: 0,
        right: 0,
        bottom: 0,
    })
}

fn text_width(font: Font, text: &Text) -> i32 {
    match text {
        Text::Fixed(text) => font.width(text),
        _ => font.size,
    }
}

/// The places a path names: ends, corners and handles of its curves.
fn path_places(d: &str) -> Vec<Xy> {
    let (mut places, mut at) = (Vec::new(), (0, 0));
    let starts = d.char_indices().filter(|(_, c)| c.is_ascii_alphabetic());
    let starts: Vec<usize> = starts.map(|(index, _)| index).collect();
    for (number, &start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(d.len());
        let numbers = d[start + 1..end].split([' ', ',']);
        let numbers: Vec<i32> = numbers.filter_map(|text| text.parse().ok()).collect();
        match (&d[start..=start], &numbers[..]) {
            ("H", &[x]) => at.0 = x,
            ("V", &[y]) => at.1 = y,
            ("Q", &[hx, hy, x, y]) => {
                places.push((hx, hy));
                at = (x, y);
            }
            (_, &[.., x, y]) => at = (x, y),
            _ => continue,
        }
        places.push(at);
    }
    places
}
