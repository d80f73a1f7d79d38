//! The appearance of a circuit: its ports, its anchor, the size of its box. Free drawings stay as they are.

use super::document::{Document, Inverse};
use super::pen::Pen;
use super::refusal::Refusal;
use super::tree::{Element, Node, escape_text, escape_value};
use crate::component::{subcircuit_box, subcircuit_ports};
use crate::netlist::ComponentId;
use crate::picture::Drawing;
use crate::project::{Attrs, Circuit, CircuitId, Component, Facing, Kind, Location, Shape, What};

/// The position of a box's anchor when a drawing is begun.
const FIRST: Location = Location::new(100, 100);
/// The marks of inputs, outputs and the anchor, from edge to edge.
const INPUT: i32 = 8;
const OUTPUT: i32 = 10;
const ANCHOR: i32 = 6;

/// The appearance of a circuit, in the coordinates of its drawing.
pub struct Looks {
    /// Drawn by hand.
    pub custom: bool,
    /// Left, top, right, bottom of its box; `None` if a drawing has no rectangle.
    pub frame: Option<[i32; 4]>,
    pub anchor: Location,
    /// The pins with the places of their ports.
    pub ports: Vec<(ComponentId, Location)>,
    pub drawing: Drawing,
}

/// The appearance of a circuit of the file.
pub fn appearance(document: &Document, circuit: CircuitId) -> Result<Looks, Refusal> {
    let sheet = document.circuit(circuit)?;
    let drawn = sheet.appearance.as_ref();
    let anchor = drawn.map_or(FIRST, |drawn| drawn.anchor);
    let user = Component {
        what: What::Circuit(circuit),
        location: anchor,
        attrs: Attrs::default(),
        contents: None,
        // Not turned, whichever way the anchor faces.
        from_library: true,
    };
    let ports = subcircuit_ports(sheet, &user).into_iter();
    let ports = ports.map(|port| {
        (
            ComponentId(port.pin as u32),
            anchor.offset(port.dx, port.dy),
        )
    });
    let frame = match drawn {
        Some(drawn) => drawn
            .shapes
            .iter()
            .find(|shape| shape.element == "rect")
            .map(frame_of),
        None => {
            let ((left, top), (width, height)) = subcircuit_box(sheet);
            let (left, top) = (anchor.x + left, anchor.y + top);
            Some([left, top, left + width, top + height])
        }
    };
    Ok(Looks {
        custom: drawn.is_some(),
        frame,
        anchor,
        ports: ports.collect(),
        drawing: Drawing::of_part(document.project(), &user),
    })
}

fn frame_of(rect: &Shape) -> [i32; 4] {
    let number = |name: &str| {
        let value = rect.attrs.iter().find(|(known, _)| known == name);
        let value = value.and_then(|(_, value)| value.parse::<f64>().ok());
        value.unwrap_or(0.0).clamp(-1e6, 1e6) as i32
    };
    let (left, top) = (number("x"), number("y"));
    [left, top, left + number("width"), top + number("height")]
}

pub(super) fn revert(document: &mut Document, circuit: CircuitId) -> Result<Inverse, Refusal> {
    let at = document.circuit_at(circuit)?;
    Ok(document.write(Some(circuit), |pen| {
        let appear = appear_at(pen, at);
        pen.remove(&[at], appear.into_iter().collect());
    }))
}

fn appear_at(pen: &Pen<'_>, circuit: usize) -> Option<usize> {
    let element = pen.get(&[circuit])?;
    element.named("appear").next().map(|(at, _)| at)
}

/// Begins a drawing with the default box, if there is none yet.
fn begin(pen: &mut Pen<'_>, at: usize, circuit: &Circuit) -> Option<usize> {
    if let Some(known) = appear_at(pen, at) {
        return Some(known);
    }
    let after = pen.get(&[at])?.named("a").last().map(|(at, _)| at);
    let element = Element::empty("<appear/>".into());
    pen.insert(&[at], after, vec![element]);
    let appear = appear_at(pen, at)?;
    pen.insert(&[at, appear], None, default_shapes(circuit));
    Some(appear)
}

/// The default box with its ports and anchor as shapes.
fn default_shapes(circuit: &Circuit) -> Vec<Element> {
    let ((left, top), (width, height)) = subcircuit_box(circuit);
    let (x, y) = (FIRST.x + left, FIRST.y + top);
    let rect = format!(
        "<rect fill=\"none\" height=\"{height}\" stroke=\"#000000\" stroke-width=\"2\" width=\"{width}\" x=\"{x}\" y=\"{y}\"/>"
    );
    let mut shapes = vec![Element::empty(rect)];
    let user = Component {
        what: What::Circuit(CircuitId(0)),
        location: FIRST,
        attrs: Attrs::default(),
        contents: None,
        from_library: false,
    };
    for port in subcircuit_ports(circuit, &user) {
        let at = FIRST.offset(port.dx, port.dy);
        shapes.push(port_element(&circuit.components[port.pin], at));
    }
    shapes.push(anchor_element(Facing::East, FIRST));
    shapes
}

fn anchor_element(facing: Facing, at: Location) -> Element {
    let (facing, corner) = (facing.name(), at.offset(-ANCHOR / 2, -ANCHOR / 2));
    Element::empty(format!(
        "<circ-anchor facing=\"{facing}\" height=\"{ANCHOR}\" width=\"{ANCHOR}\" x=\"{}\" y=\"{}\"/>",
        corner.x, corner.y
    ))
}

/// The drawing of a circuit as elements; none for the default box.
pub(super) fn elements(circuit: &Circuit) -> Vec<Element> {
    let Some(drawn) = &circuit.appearance else {
        return Vec::new();
    };
    let ports = drawn.ports.iter().filter_map(|port| {
        let mut pins = circuit.components.iter();
        let pin = pins.find(|part| part.location == port.pin && part.kind() == Some(Kind::Pin))?;
        Some(port_element(pin, port.at))
    });
    let anchor = anchor_element(drawn.anchor_facing, drawn.anchor);
    let shapes = drawn.shapes.iter().map(shape_element);
    shapes.chain(ports).chain([anchor]).collect()
}

fn shape_element(shape: &Shape) -> Element {
    let attrs = shape.attrs.iter();
    let attrs: String = attrs
        .map(|(name, value)| format!(" {name}=\"{}\"", escape_value(value)))
        .collect();
    let name = &shape.element;
    if shape.text.is_empty() {
        return Element::empty(format!("<{name}{attrs}/>"));
    }
    Element {
        open: format!("<{name}{attrs}>"),
        children: vec![Node::Text(escape_text(&shape.text))],
        close: format!("</{name}>"),
    }
}

fn port_size(pin: &Component) -> i32 {
    match pin.attrs.of(Kind::Pin).flag("output") {
        true => OUTPUT,
        false => INPUT,
    }
}

fn port_element(pin: &Component, at: Location) -> Element {
    let size = port_size(pin);
    let corner = at.offset(-size / 2, -size / 2);
    Element::empty(format!(
        "<circ-port height=\"{size}\" pin=\"{}\" width=\"{size}\" x=\"{}\" y=\"{}\"/>",
        pin.location, corner.x, corner.y
    ))
}

/// Moves the middle of a mark to a place.
fn put(pen: &mut Pen<'_>, path: &[usize], at: Location) {
    let Some(mark) = pen.get(path) else { return };
    let size = |name: &str| {
        let text = mark.attribute(name);
        text.and_then(|text| text.parse::<i32>().ok()).unwrap_or(0)
    };
    let (x, y) = (at.x - size("width") / 2, at.y - size("height") / 2);
    pen.set_attribute(path, "x", &x.to_string());
    pen.set_attribute(path, "y", &y.to_string());
}

/// The port of the pin at a place, among the shapes.
fn port_of(pen: &Pen<'_>, path: &[usize], pin: Location) -> Option<usize> {
    let mut ports = pen.get(path)?.named("circ-port");
    let found = ports.find(|(_, port)| {
        let at = port.attribute("pin");
        at.as_deref().and_then(Location::parse) == Some(pin)
    });
    found.map(|(at, _)| at)
}

pub(super) fn move_port(
    document: &mut Document,
    circuit: CircuitId,
    pin: ComponentId,
    to: Location,
) -> Result<Inverse, Refusal> {
    let at = document.circuit_at(circuit)?;
    let sheet = document.circuit(circuit)?.clone();
    let part = sheet.components.get(pin.0 as usize);
    let part = part.ok_or(Refusal::NoPart(pin.0))?;
    let drawn = sheet.appearance.as_ref();
    let has_port = drawn.is_none_or(|drawn| drawn.ports.iter().any(|p| p.pin == part.location));
    if part.kind() != Some(Kind::Pin) || !has_port {
        return Err(Refusal::NoPort);
    }
    if to.x < 0 || to.y < 0 {
        return Err(Refusal::OffSheet);
    }
    Ok(document.write(Some(circuit), |pen| {
        let Some(appear) = begin(pen, at, &sheet) else {
            return;
        };
        if let Some(port) = port_of(pen, &[at, appear], part.location) {
            put(pen, &[at, appear, port], to);
        }
    }))
}

pub(super) fn move_anchor(
    document: &mut Document,
    circuit: CircuitId,
    to: Location,
) -> Result<Inverse, Refusal> {
    let at = document.circuit_at(circuit)?;
    let sheet = document.circuit(circuit)?.clone();
    if to.x < 0 || to.y < 0 {
        return Err(Refusal::OffSheet);
    }
    Ok(document.write(Some(circuit), |pen| {
        let Some(appear) = begin(pen, at, &sheet) else {
            return;
        };
        let shapes = pen.get(&[at, appear]);
        let anchor = shapes.and_then(|shapes| shapes.named("circ-anchor").next());
        if let Some(anchor) = anchor.map(|(anchor, _)| anchor) {
            put(pen, &[at, appear, anchor], to);
        }
    }))
}

pub(super) fn resize(
    document: &mut Document,
    circuit: CircuitId,
    (width, height): (i32, i32),
) -> Result<Inverse, Refusal> {
    let at = document.circuit_at(circuit)?;
    let sheet = document.circuit(circuit)?.clone();
    let drawn = sheet.appearance.as_ref();
    let has_box = drawn.is_none_or(|drawn| drawn.shapes.iter().any(|s| s.element == "rect"));
    if !has_box || width < 10 || height < 10 {
        return Err(Refusal::NoBox);
    }
    Ok(document.write(Some(circuit), |pen| {
        let Some(appear) = begin(pen, at, &sheet) else {
            return;
        };
        let shapes = pen.get(&[at, appear]);
        let rect = shapes.and_then(|shapes| shapes.named("rect").next());
        if let Some(rect) = rect.map(|(rect, _)| rect) {
            let path = [at, appear, rect];
            pen.set_attribute(&path, "width", &width.to_string());
            pen.set_attribute(&path, "height", &height.to_string());
        }
    }))
}

/// Keeps the ports of a drawing with their pins: `pins` says where each was and where it is now; new ones get a port
/// beside the others, and those that are gone lose theirs.
pub(super) fn follow_pins(
    pen: &mut Pen<'_>,
    at: usize,
    pins: &[(Location, Option<Location>)],
    new: &[Component],
) {
    let Some(appear) = appear_at(pen, at) else {
        return;
    };
    let path = [at, appear];
    let found: Vec<(Option<usize>, Option<Location>)> = pins
        .iter()
        .map(|&(pin, now)| (port_of(pen, &path, pin), now))
        .collect();
    let mut gone = Vec::new();
    for (port, now) in found {
        match (port, now) {
            (Some(port), Some(now)) => {
                pen.set_attribute(&[at, appear, port], "pin", &now.to_string());
            }
            (Some(port), None) => gone.push(port),
            _ => {}
        }
    }
    pen.remove(&path, gone);
    for pin in new {
        let side = free_place(pen, &path, port_size(pin) == OUTPUT);
        let element = port_element(pin, side);
        let after = pen.get(&path).and_then(|shapes| {
            let before = shapes.elements().filter(|(_, e)| !e.is("circ-anchor"));
            before.last().map(|(at, _)| at)
        });
        pen.insert(&path, after, vec![element]);
    }
}

/// Below the lowest port at the left edge, for outputs at the right.
fn free_place(pen: &Pen<'_>, path: &[usize], right: bool) -> Location {
    let number = |element: &Element, name: &str| {
        let text = element.attribute(name);
        text.and_then(|text| text.parse::<f64>().ok())
            .unwrap_or(0.0)
    };
    let Some(shapes) = pen.get(path) else {
        return FIRST;
    };
    let ports = shapes
        .elements()
        .filter(|(_, e)| e.is("circ-port") || e.is("circ-anchor"));
    let places: Vec<Location> = ports
        .map(|(_, e)| {
            let middle = |at, size| (number(e, at) + number(e, size) / 2.0).clamp(0.0, 1e6) as i32;
            Location::new(middle("x", "width"), middle("y", "height"))
        })
        .collect();
    let edge = match right {
        true => places.iter().map(|at| at.x).max(),
        false => places.iter().map(|at| at.x).min(),
    };
    let x = edge.unwrap_or(FIRST.x);
    let lowest = places.iter().filter(|at| at.x == x).map(|at| at.y).max();
    Location::new(x, lowest.unwrap_or(FIRST.y) + 10)
}
