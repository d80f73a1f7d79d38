//! One sheet of the running circuit as a canvas paints it.
//!
//! Everything that has a shape goes to the page once, as paths and texts with their bounding boxes. Whatever changes is
//! numbered: a *slot* is a byte that encodes the present look of something, a *text* is a string. The page compares what it
//! gets with what it painted and knows nothing else.

use std::collections::HashMap;

use circuit::component::Direction;
use circuit::netlist::{Child, ComponentId, Design, InstanceId, PartId};
use circuit::picture::{
    Align, Bounds, Change, Colour, Drawing, Font, Group, Ink, Item, Live, Owner, PortPlace, Shape,
    Text, When,
};
use circuit::project::Kind;
use circuit::sim::Simulator;
use serde::Serialize;

use super::outline;
use crate::failures;
use crate::reply::{Answer, Failure};

/// A sheet that is shown.
pub struct Sheet {
    pub instance: InstanceId,
    pub path: String,
    /// The version of the circuit it shows.
    pub version: usize,
    /// The page has not fetched the current picture yet.
    pub unseen: bool,
    drawing: Drawing,
    slots: Vec<Change>,
    /// The items whose text, or lever, may change.
    texts: Vec<usize>,
    /// Their last texts.
    said: Vec<String>,
    /// A port on each of the sheet's wires.
    ports: HashMap<u32, PortPlace>,
}

/// The data a canvas needs to paint a sheet, and a list of its parts.
#[derive(Serialize)]
pub struct SheetView {
    path: String,
    title: String,
    crumbs: Vec<Crumb>,
    bounds: Box4,
    slots: usize,
    matrices: Vec<[i32; 6]>,
    items: Vec<ItemView>,
    parts: Vec<PartView>,
}

type Box4 = [i32; 4];

/// A sheet on the way from the top to this one.
#[derive(Serialize)]
struct Crumb {
    path: String,
    title: String,
}

/// Something to paint: a path, a text, or the lever of a joystick.
#[derive(Default, Serialize)]
struct ItemView {
    #[serde(rename = "box")]
    bounds: Box4,
    #[serde(skip_serializing_if = "Option::is_none")]
    d: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lever: Option<LeverView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stroke: Option<InkView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fill: Option<InkView>,
    /// Visible only while a slot has this value.
    #[serde(skip_serializing_if = "Option::is_none")]
    when: Option<(usize, u8)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<u32>,
}

#[derive(Serialize)]
struct TextView {
    at: (f64, f64),
    align: &'static str,
    font: String,
    size: f64,
    says: Says,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Says {
    Fixed(String),
    Text(usize),
}

/// A line from a foot to where it leans, or a knob there.
#[derive(Serialize)]
struct LeverView {
    at: (i32, i32),
    radius: Option<f64>,
    text: usize,
}

#[derive(Serialize)]
#[serde(untagged)]
pub enum InkView {
    Fixed(String),
    /// The colour of a value.
    Value {
        value: usize,
    },
    Light {
        light: usize,
        on: String,
        off: String,
    },
    /// White where the slot is 1, black otherwise.
    Cell {
        cell: usize,
    },
}

/// A part, for screen readers and for the mouse.
#[derive(Serialize)]
struct PartView {
    part: u32,
    name: String,
    /// The kind of part.
    kind: String,
    label: Option<String>,
    #[serde(rename = "box")]
    bounds: Box4,
    /// The path of its contents.
    opens: Option<String>,
    /// The actions a hand can do with it.
    hand: Option<&'static str>,
}

/// The instance at a path; `/` is the top.
pub fn instance(design: &Design, path: &str) -> Answer<InstanceId> {
    if path.trim_matches('/').is_empty() {
        return Ok(InstanceId::ROOT);
    }
    let part = design.find(path).map_err(Failure::refused)?;
    match design.inside(part) {
        Some(Child::Instance(instance)) => Ok(instance),
        _ => Err(failures::NOTHING_INSIDE.with(&[("path", &path)])),
    }
}

/// The name of the circuit of an instance.
fn title(design: &Design, instance: InstanceId) -> String {
    design
        .project
        .circuit(design.circuit(instance))
        .name
        .clone()
}

impl Sheet {
    /// Draws an instance.
    pub fn open(simulator: &Simulator, instance: InstanceId) -> (Sheet, SheetView) {
        let design = simulator.design();
        let live = Live {
            simulator,
            instance,
        };
        let drawing = Drawing::of(&design.project, design.circuit(instance));
        let mut pen = Pen {
            live,
            slots: Numbered::default(),
            texts: Vec::new(),
            ports: HashMap::new(),
        };
        let mut items = Vec::new();
        for (number, item) in drawing.items.iter().enumerate() {
            if item.when != When::Idle {
                items.push(pen.item(number, item));
            }
        }
        let view = SheetView {
            path: design.instance_path(instance),
            title: title(design, instance),
            crumbs: crumbs(design, instance),
            bounds: drawing.bounds.map_or([0, 0, 100, 100], box4),
            slots: pen.slots.all.len(),
            matrices: drawing.groups.iter().map(matrix).collect(),
            items,
            parts: parts(&live, &drawing),
        };
        let (slots, texts, ports) = (pen.slots.all, pen.texts, pen.ports);
        let said = vec![String::new(); texts.len()];
        let sheet = Sheet {
            instance,
            path: String::new(),
            version: 0,
            unseen: false,
            drawing,
            slots,
            texts,
            said,
            ports,
        };
        (sheet, view)
    }

    fn live<'a>(&self, simulator: &'a Simulator) -> Live<'a> {
        Live {
            simulator,
            instance: self.instance,
        }
    }

    /// The present state of every slot.
    pub fn frame(&self, simulator: &Simulator) -> Vec<u8> {
        let live = self.live(simulator);
        self.slots.iter().map(|slot| live.look(*slot)).collect()
    }

    /// The texts that changed since the last call, or all of them.
    pub fn texts(&mut self, simulator: &Simulator, all: bool) -> Vec<(usize, String)> {
        let live = self.live(simulator);
        let mut changed = Vec::new();
        for (number, &item) in self.texts.iter().enumerate() {
            let item = &self.drawing.items[item];
            let says = match &item.shape {
                Shape::Text { .. } => live.says(item).unwrap_or_default().into_owned(),
                _ => {
                    let (x, y) = live.lean(item);
                    format!("{x},{y}")
                }
            };
            if all || self.said[number] != says {
                self.said[number].clone_from(&says);
                changed.push((number, says));
            }
        }
        changed
    }

    /// A part of the sheet in the running circuit.
    pub fn part(&self, simulator: &Simulator, number: u32) -> Answer<PartId> {
        let design = simulator.design();
        let found = design.parts_of(self.instance).nth(number as usize);
        found.ok_or_else(|| Failure::failed(format!("there is no part {number}")))
    }

    /// A port on wires of the sheet.
    pub fn port(&self, net: u32) -> Answer<PortPlace> {
        let port = self.ports.get(&net).copied();
        port.ok_or_else(|| Failure::failed(format!("there are no wires {net}")))
    }

    /// All ports of the sheet that are joined with a port.
    pub fn joined(&self, simulator: &Simulator, net: u32) -> Vec<PortPlace> {
        let live = self.live(simulator);
        let design = simulator.design();
        let parts = design.parts_of(self.instance).zip((0..).map(ComponentId));
        let mut joined = Vec::new();
        for (part, component) in parts {
            let ports = 0..design.ports_of(part).len() as u16;
            let places = ports.map(|port| PortPlace { component, port });
            joined.extend(places.filter(|place| live.wires(*place) == net));
        }
        joined
    }
}

/// A numbering of distinct values.
#[derive(Default)]
struct Numbered {
    all: Vec<Change>,
    known: HashMap<Change, usize>,
}

impl Numbered {
    fn number(&mut self, change: Change) -> usize {
        *self.known.entry(change).or_insert_with(|| {
            self.all.push(change);
            self.all.len() - 1
        })
    }
}

/// Turns items into canvas items.
struct Pen<'a> {
    live: Live<'a>,
    slots: Numbered,
    texts: Vec<usize>,
    ports: HashMap<u32, PortPlace>,
}

impl Pen<'_> {
    fn item(&mut self, number: usize, item: &Item) -> ItemView {
        let mut view = ItemView {
            bounds: box4(item.bounds),
            when: item
                .shown()
                .map(|(change, wanted)| (self.slots.number(change), wanted)),
            matrix: item.group,
            ..ItemView::default()
        };
        match item.owner {
            Owner::Part(part) => view.part = Some(part.0),
            Owner::Wire(Some(port)) => {
                let net = self.live.wires(port);
                self.ports.entry(net).or_insert(port);
                view.net = Some(net);
            }
            Owner::Wire(None) => {}
        }
        view.width = item.stroke.map(|(_, width)| width);
        view.stroke = item.stroke.map(|(ink, _)| self.ink(item, ink));
        view.fill = item.fill.map(|ink| self.ink(item, ink));
        self.shape(number, item, &mut view);
        view
    }

    fn shape(&mut self, number: usize, item: &Item, view: &mut ItemView) {
        match &item.shape {
            Shape::Line { from, to } => view.d = Some(outline::line(*from, *to)),
            Shape::Circle { at, radius } => view.d = Some(outline::ellipse(*at, *radius, *radius)),
            Shape::Rect { at, size, round } => view.d = Some(outline::rect(*at, *size, *round)),
            Shape::Path(d) => view.d = Some(d.clone()),
            Shape::Text {
                at,
                align,
                font,
                text,
            } => {
                let at = (f64::from(at.0), f64::from(at.1));
                view.text = Some(self.text(number, at, *align, *font, text));
            }
            Shape::Lever(at) => view.lever = Some(self.lever(number, *at, None)),
            Shape::Knob { at, radius } => {
                view.lever = Some(self.lever(number, *at, Some(*radius)));
            }
            Shape::Drawn {
                element,
                attrs,
                text,
            } => {
                let drawn = outline::Drawn::new(element, attrs);
                view.fill = drawn.fill().map(InkView::Fixed);
                view.stroke = drawn.stroke().map(InkView::Fixed);
                view.width = Some(drawn.width());
                match element.as_str() {
                    "text" => {
                        let (at, align, font, size) = drawn.lettering();
                        let says = Says::Fixed(text.clone());
                        view.text = Some(TextView {
                            at,
                            align,
                            font,
                            size,
                            says,
                        });
                    }
                    _ => view.d = drawn.path(),
                }
            }
        }
    }

    fn changing(&mut self, number: usize) -> usize {
        self.texts.push(number);
        self.texts.len() - 1
    }

    fn lever(&mut self, number: usize, at: (i32, i32), radius: Option<f64>) -> LeverView {
        LeverView {
            at,
            radius,
            text: self.changing(number),
        }
    }

    fn text(
        &mut self,
        number: usize,
        at: (f64, f64),
        align: Align,
        font: Font,
        text: &Text,
    ) -> TextView {
        let says = match text {
            Text::Fixed(text) => Says::Fixed(text.clone()),
            _ => Says::Text(self.changing(number)),
        };
        let weight = if font.bold { "bold " } else { "" };
        let slant = if font.italic { "italic " } else { "" };
        TextView {
            at,
            align: match align {
                Align::Start => "left",
                Align::Middle => "center",
                Align::End => "right",
            },
            font: format!("{slant}{weight}{}px {}", font.size, font.family),
            size: font.size.into(),
            says,
        }
    }

    fn ink(&mut self, item: &Item, ink: Ink) -> InkView {
        let fixed = |colour: Colour| InkView::Fixed(colour.to_string());
        let slot = item.depends(ink).map(|change| self.slots.number(change));
        match (ink, slot) {
            (Ink::Fixed(colour) | Ink::Running(colour), _) => fixed(colour),
            (Ink::Value(_), Some(value)) => InkView::Value { value },
            (Ink::Light { on, off, .. }, Some(light)) => InkView::Light {
                light,
                on: on.to_string(),
                off: off.to_string(),
            },
            (Ink::Cell(_), Some(cell)) => InkView::Cell { cell },
            (_, None) => fixed(Colour::BLACK),
        }
    }
}

fn box4(bounds: Bounds) -> Box4 {
    [bounds.left, bounds.top, bounds.right, bounds.bottom]
}

/// A transformation as the numbers of a canvas: where x goes, where y goes, where the origin goes.
fn matrix(group: &Group) -> [i32; 6] {
    let (a, b) = match group.turns % 4 {
        0 => (1, 0),
        1 => (0, -1),
        2 => (-1, 0),
        _ => (0, 1),
    };
    let (x, y) = group.from;
    let moved = (group.at.0 - (a * x - b * y), group.at.1 - (b * x + a * y));
    [a, b, -b, a, moved.0, moved.1]
}

/// The sheets from the top to an instance.
fn crumbs(design: &Design, instance: InstanceId) -> Vec<Crumb> {
    let path = design.instance_path(instance);
    let is_above = |above: &str| {
        let rest = path.strip_prefix(above.trim_end_matches('/'));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let all = design.instance_ids().map(|above| Crumb {
        path: design.instance_path(above),
        title: title(design, above),
    });
    all.filter(|crumb| is_above(&crumb.path)).collect()
}

fn parts(live: &Live<'_>, drawing: &Drawing) -> Vec<PartView> {
    let mut boxes: HashMap<ComponentId, Box4> = HashMap::new();
    for item in &drawing.items {
        if let Owner::Part(part) = item.owner {
            let [left, top, right, bottom] = box4(item.bounds);
            let joined = boxes.entry(part).or_insert([left, top, right, bottom]);
            *joined = [
                joined[0].min(left),
                joined[1].min(top),
                joined[2].max(right),
                joined[3].max(bottom),
            ];
        }
    }
    let design = live.simulator.design();
    let parts = design.parts_of(live.instance).zip((0..).map(ComponentId));
    let view = |(id, component): (PartId, ComponentId)| {
        let info = design.info(id);
        let opens = match design.inside(id) {
            Some(Child::Instance(inner)) => Some(design.instance_path(inner)),
            _ => None,
        };
        Some(PartView {
            part: component.0,
            name: info.path.rsplit('/').next().unwrap_or("").to_owned(),
            kind: info.name,
            label: info.label,
            bounds: *boxes.get(&component)?,
            opens,
            hand: info.kind.and_then(|kind| hand(live, id, kind)),
        })
    };
    parts.filter_map(view).collect()
}

/// The actions a hand can do with a part.
fn hand(live: &Live<'_>, part: PartId, kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Button => Some("press"),
        Kind::Keyboard => Some("type"),
        Kind::Joystick => Some("move"),
        Kind::Ram | Kind::Rom => Some("memory"),
        Kind::Pin => {
            let drives = live.simulator.ports(part).first();
            let input = drives.is_some_and(|port| port.direction == Direction::Out);
            (input && live.instance == InstanceId::ROOT).then_some("set")
        }
        _ => None,
    }
}
