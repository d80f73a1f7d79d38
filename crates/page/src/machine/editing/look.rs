//! Questions about the sheet under edit.

use circuit::edit::{
    Control, Edit, Plan, Refusal, appearance, connected, control, defaults, part_bounds,
    part_ports, shown_name, snap,
};
use circuit::netlist::ComponentId;
use circuit::picture::Drawing;
use circuit::project::{CircuitId, Component, Kind, Location, Wire};
use circuit::svg;

use super::Editing;
use super::protocol::{
    Attribute, Attributes, Chosen, Ghost, Item, LooksView, Picked, PortView, Pressed, Shelf, Xy,
    drag, wire_view,
};
use crate::reply::{Answer, Failure};

impl Editing {
    pub(super) fn components(&self, circuit: CircuitId) -> impl Iterator<Item = (u32, &Component)> {
        let entries = self.document.project().circuit(circuit).entries();
        entries.map(|(id, part)| (id.0, part))
    }

    fn box_of(&self, part: &Component) -> [i32; 4] {
        let bounds = part_bounds(self.document.project(), part);
        [bounds.left, bounds.top, bounds.right, bounds.bottom]
    }

    /// A press on a port or a wire starts a wire; one inside a part grabs it.
    pub(super) fn press(&self, circuit: CircuitId, x: f64, y: f64) -> Pressed {
        let project = self.document.project();
        let near = |at: Location| {
            let (dx, dy) = (f64::from(at.x) - x, f64::from(at.y) - y);
            dx.hypot(dy) <= 5.0
        };
        let pressed = |kind, part, wire: Option<Wire>, at: Location| Pressed {
            kind,
            part,
            wire: wire.as_ref().map(wire_view),
            at: [at.x, at.y],
        };
        let here = snap((x.round() as i32, y.round() as i32));
        for (number, part) in self.components(circuit) {
            if let Some(&port) = part_ports(project, part).iter().find(|&&port| near(port)) {
                return pressed("wire", Some(number), None, port);
            }
        }
        let wires = &project.circuit(circuit).wires;
        let on = |wire: &&Wire| {
            let [x0, y0, x1, y1] = wire_view(wire).map(f64::from);
            x >= x0 - 4.0 && x <= x1 + 4.0 && y >= y0.min(y1) - 4.0 && y <= y1.max(y0) + 4.0
        };
        if let Some(wire) = wires.iter().find(on) {
            return pressed("wire", None, Some(*wire), here);
        }
        let inside = |part: &Component| {
            let [left, top, right, bottom] = self.box_of(part).map(f64::from);
            (left..=right).contains(&x) && (top..=bottom).contains(&y)
        };
        let mut parts: Vec<(u32, &Component)> = self.components(circuit).collect();
        parts.reverse();
        match parts.into_iter().find(|(_, part)| inside(part)) {
            Some((number, part)) => pressed("part", Some(number), None, part.location),
            None => pressed("empty", None, None, here),
        }
    }

    pub(super) fn inside(&self, circuit: CircuitId, from: Xy, to: Xy) -> Picked {
        let (left, right) = (from[0].min(to[0]), from[0].max(to[0]));
        let (top, bottom) = (from[1].min(to[1]), from[1].max(to[1]));
        let holds = |x: i32, y: i32| (left..=right).contains(&x) && (top..=bottom).contains(&y);
        let parts = self.components(circuit).filter(|(_, part)| {
            let [a, b, c, d] = self.box_of(part);
            holds(a, b) && holds(c, d)
        });
        let wires = self.document.project().circuit(circuit).wires.iter();
        let wires = wires.map(wire_view);
        Picked {
            parts: parts.map(|(number, _)| number).collect(),
            wires: wires
                .filter(|&[x0, y0, x1, y1]| holds(x0, y0) && holds(x1, y1))
                .collect(),
        }
    }

    pub(super) fn drawn(&self, circuit: CircuitId, path: &[Xy]) -> Ghost {
        let mut ghost = Ghost::default();
        let Some(drag) = drag(path) else { return ghost };
        match drag.routed(&self.document, circuit) {
            Ok(Some(Edit::Wires { remove, add, .. })) => {
                // The lost part of a shortened wire is shown as lost.
                let shown = if remove.is_empty() { add } else { remove };
                ghost.wires = shown.iter().map(wire_view).collect();
            }
            Ok(_) => {}
            Err(refusal) => ghost.refused = Some(refusal.to_string()),
        }
        ghost
    }

    pub(super) fn moved(&self, circuit: CircuitId, chosen: &Chosen, by: Xy) -> Ghost {
        let mut ghost = Ghost::default();
        let (dx, dy) = (by[0], by[1]);
        let sheet = self.document.project().circuit(circuit);
        for &part in &chosen.parts {
            if let Some(part) = sheet.components.get(part as usize) {
                let [left, top, right, bottom] = self.box_of(part);
                ghost
                    .boxes
                    .push([left + dx, top + dy, right + dx, bottom + dy]);
                let ports = part_ports(self.document.project(), part);
                ghost
                    .ports
                    .extend(ports.iter().map(|at| [at.x + dx, at.y + dy]));
            }
        }
        match Plan::new(&self.document, circuit, &chosen.selection(), (dx, dy)) {
            Ok(plan) => {
                let new = plan.wires.iter().filter(|wire| !sheet.wires.contains(wire));
                ghost.wires = new.map(wire_view).collect();
                ghost.lost = plan.lost.iter().map(|at| [at.x, at.y]).collect();
                ghost.joined = plan.joined.iter().map(|at| [at.x, at.y]).collect();
                if !plan.lost.is_empty() {
                    ghost.refused = Some(Refusal::NoRoute(plan.lost).to_string());
                }
            }
            Err(refusal) => ghost.refused = Some(refusal.to_string()),
        }
        ghost
    }

    pub(super) fn in_hand(&self, what: &str, at: Xy, attrs: &[(String, String)]) -> Answer<Ghost> {
        let part = self.new_part(what, at, attrs)?.component();
        let ports = part_ports(self.document.project(), &part);
        Ok(Ghost {
            boxes: vec![self.box_of(&part)],
            ports: ports.iter().map(|at| [at.x, at.y]).collect(),
            attributes: defaults(&part).into_iter().map(|(name, _)| name).collect(),
            ..Ghost::default()
        })
    }

    /// The attributes that several parts share.
    pub(super) fn attributes(&self, circuit: CircuitId, parts: &[u32]) -> Attributes {
        let project = self.document.project();
        let sheet = project.circuit(circuit);
        let known: Vec<&Component> = parts
            .iter()
            .filter_map(|&part| sheet.components.get(part as usize))
            .collect();
        let Some((first, rest)) = known.split_first() else {
            return Attributes::default();
        };
        let others: Vec<Vec<(String, String)>> = rest.iter().map(|part| defaults(part)).collect();
        let attributes = defaults(first).into_iter().filter_map(|(name, value)| {
            let values = others.iter().map(|all| {
                let found = all.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| value)
            });
            let values: Option<Vec<&String>> = values.collect();
            let same = values?.into_iter().all(|other| *other == value);
            Some(attribute(first, name, same.then_some(value)))
        });
        Attributes {
            title: match known.len() {
                1 => first.name(project).to_string(),
                count => count.to_string(),
            },
            about: first.kind().map_or("", Kind::about),
            boxes: known.iter().map(|part| self.box_of(part)).collect(),
            attributes: attributes.collect(),
        }
    }

    /// Everything on the nets of the selection.
    pub(super) fn net(&self, circuit: CircuitId, chosen: &Chosen) -> Answer<Picked> {
        let found = connected(&self.document, circuit, &chosen.selection());
        let found = found.map_err(Failure::refused)?;
        Ok(Picked {
            parts: found.parts.iter().map(|part| part.0).collect(),
            wires: found.wires.iter().map(wire_view).collect(),
        })
    }

    /// A part as drawn.
    fn picture(&self, what: &str) -> String {
        let Ok(part) = self.new_part(what, [100, 100], &[]) else {
            return String::new();
        };
        let drawing = Drawing::of_part(self.document.project(), &part.component());
        svg::write(&drawing, None)
    }

    /// The appearance of a circuit.
    pub(super) fn looks(&self, circuit: CircuitId) -> Answer<LooksView> {
        let project = self.document.project();
        let looks = appearance(&self.document, circuit).map_err(Failure::refused)?;
        let sheet = project.circuit(circuit);
        let port = |&(pin, at): &(ComponentId, Location)| {
            let component = sheet.component(pin);
            PortView {
                pin: pin.0,
                label: component.label().unwrap_or_default().to_string(),
                output: component.attrs.of(Kind::Pin).flag("output"),
                at: [at.x, at.y],
            }
        };
        Ok(LooksView {
            custom: looks.custom,
            frame: looks.frame,
            anchor: [looks.anchor.x, looks.anchor.y],
            ports: looks.ports.iter().map(port).collect(),
            svg: svg::write(&looks.drawing, None),
        })
    }

    pub(super) fn palette(&self, circuit: CircuitId) -> Vec<Shelf> {
        let mut shelves: Vec<Shelf> = Vec::new();
        for &kind in Kind::ALL {
            let library = kind.library();
            if shelves.last().is_none_or(|shelf| shelf.library != library) {
                let (library, parts) = (library.to_string(), Vec::new());
                shelves.push(Shelf { library, parts });
            }
            if let Some(shelf) = shelves.last_mut() {
                shelf.parts.push(Item {
                    what: format!("#{library}/{}", kind.name()),
                    name: kind.name().to_string(),
                    about: kind.about(),
                    svg: self.picture(&format!("#{library}/{}", kind.name())),
                });
            }
        }
        let project = self.document.project();
        let others = project.ids().filter(|&id| id != circuit);
        let parts: Vec<Item> = others
            .map(|id| Item {
                what: project.circuit(id).name.clone(),
                name: project.circuit(id).name.clone(),
                about: "",
                svg: String::new(),
            })
            .collect();
        if !parts.is_empty() {
            let library = String::new();
            shelves.push(Shelf { library, parts });
        }
        shelves
    }
}

fn attribute(part: &Component, name: String, value: Option<String>) -> Attribute {
    let (mut choices, mut limits) = (Vec::new(), (0, 0));
    let control = match control(part, &name) {
        Control::Text => "text",
        Control::Switch => "switch",
        Control::Number { min, max } => {
            limits = (min, max);
            "number"
        }
        Control::Hex => "hex",
        Control::Colour => "colour",
        Control::Font => "font",
        Control::Choice(list) => {
            choices = list;
            "choice"
        }
        Control::Contents => "contents",
    };
    Attribute {
        shown: shown_name(part, &name),
        name,
        value,
        control,
        choices,
        min: limits.0,
        max: limits.1,
    }
}
