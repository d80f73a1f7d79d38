//! A component being drawn: its place, attributes and ports, and a pencil.

use super::{Align, Bounds, Colour, Drawing, Font, Group, Ink, Item, Owner, Xy};
use super::{PortPlace, Shape, Text, When};
use crate::netlist::{ComponentId, SheetPort};
use crate::project::{Component, Facing, Kind, View};

pub(crate) struct Sketch<'a> {
    pub(super) drawing: &'a mut Drawing,
    pub(super) owner: Owner,
    pub(super) id: ComponentId,
    pub(crate) component: &'a Component,
    pub(crate) ports: &'a [SheetPort],
    /// By port: how wide its value is; 0 if it has none.
    pub(super) widths: Vec<u32>,
    pub(super) inks: Vec<Ink>,
    /// The clock input, which has a mark instead of a dot.
    pub(super) clock: Option<usize>,
    pub(super) when: When,
    pub(super) group: Option<u32>,
}

/// A box relative to the component's location: x, y, width, height.
#[derive(Clone, Copy)]
pub(crate) struct Box4(
    pub(crate) i32,
    pub(crate) i32,
    pub(crate) i32,
    pub(crate) i32,
);

impl Box4 {
    /// A box given for facing east, turned to another facing.
    pub(crate) fn turned(self, facing: Facing) -> Box4 {
        let Box4(x, y, w, h) = self;
        let (ax, ay) = Facing::turn((x, y), facing.turns());
        let (bx, by) = Facing::turn((x + w, y + h), facing.turns());
        Box4(ax.min(bx), ay.min(by), (ax - bx).abs(), (ay - by).abs())
    }

    /// A box behind a port in the middle of the side the part faces.
    pub(crate) fn behind(facing: Facing, w: i32, h: i32) -> Box4 {
        match facing {
            Facing::East => Box4(-w, -h / 2, w, h),
            Facing::West => Box4(0, -h / 2, w, h),
            Facing::North => Box4(-w / 2, 0, w, h),
            Facing::South => Box4(-w / 2, -h, w, h),
        }
    }
}

/// Outline and fill of a shape.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    pub(crate) stroke: Option<(Ink, f64)>,
    pub(crate) fill: Option<Ink>,
}

pub(crate) const BLACK: Ink = Ink::Fixed(Colour::BLACK);
pub(crate) const GREY: Ink = Ink::Fixed(Colour::GREY);

impl Style {
    /// Logisim's usual outline: black, two wide, not filled.
    pub(crate) const OUTLINE: Style = Style::line(BLACK, 2.0);
    pub(crate) const THIN: Style = Style::line(BLACK, 1.0);

    pub(crate) const fn filled(fill: Ink) -> Style {
        Style {
            stroke: None,
            fill: Some(fill),
        }
    }

    pub(crate) const fn line(ink: Ink, width: f64) -> Style {
        Style {
            stroke: Some((ink, width)),
            fill: None,
        }
    }

    /// A black outline around a colour.
    pub(crate) const fn face(fill: Ink, width: f64) -> Style {
        Style {
            stroke: Some((BLACK, width)),
            fill: Some(fill),
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text::Fixed(text.to_string())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text::Fixed(text)
    }
}

impl<'a> Sketch<'a> {
    pub(crate) fn attrs(&self) -> View<'a> {
        let kind = self.component.kind().unwrap_or(Kind::Text);
        self.component.attrs.of(kind)
    }

    pub(crate) fn x(&self) -> i32 {
        self.component.location.x
    }

    pub(crate) fn y(&self) -> i32 {
        self.component.location.y
    }

    pub(crate) fn at(&self) -> Xy {
        (self.x(), self.y())
    }

    pub(crate) fn facing(&self) -> Facing {
        self.attrs().facing()
    }

    /// A colour the component's attributes name.
    pub(crate) fn colour(&self, attribute: &str) -> Colour {
        Colour::parse(self.attrs().text(attribute))
    }

    /// How wide the value at a port is.
    pub(crate) fn width(&self, port: usize) -> u32 {
        self.widths.get(port).copied().unwrap_or(0)
    }

    /// The colour of the wire at a port.
    pub(crate) fn ink(&self, port: usize) -> Ink {
        self.inks.get(port).copied().unwrap_or(BLACK)
    }

    /// The colour of the value at a port, whatever its wire is.
    pub(crate) fn value_ink(&self, port: usize) -> Ink {
        Ink::Value(PortPlace {
            component: self.id,
            port: port as u16,
        })
    }

    /// Extends the picture to include a place.
    pub(crate) fn include(&mut self, x: i32, y: i32) {
        let bounds = Bounds::of([(x, y)].into_iter().chain(corners(self.drawing.bounds)));
        self.drawing.bounds = bounds;
    }

    /// Extends the picture to include a box.
    pub(crate) fn claim(&mut self, Box4(x, y, w, h): Box4) {
        let (left, top) = (self.x() + x, self.y() + y);
        self.include(left, top);
        self.include(left + w, top + h);
    }

    pub(crate) fn include_ports(&mut self) {
        for port in self.ports {
            self.include(port.location.x, port.location.y);
        }
    }

    fn add(&mut self, shape: Shape, style: Style) {
        let group = self.group.map(|group| self.drawing.groups[group as usize]);
        let edge = style.stroke.map_or(0.0, |(_, width)| width / 2.0);
        self.drawing.items.push(Item {
            owner: self.owner,
            when: self.when,
            group: self.group,
            bounds: super::build::bounds(&shape, group).grown(edge.ceil() as i32),
            shape,
            stroke: style.stroke,
            fill: style.fill,
        });
    }

    pub(crate) fn line(&mut self, from: Xy, to: Xy, width: f64, ink: Ink) {
        self.add(Shape::Line { from, to }, Style::line(ink, width));
    }

    pub(crate) fn disc(&mut self, at: Xy, radius: f64, ink: Ink) {
        let at = (f64::from(at.0), f64::from(at.1));
        self.circle(at, radius, Style::filled(ink));
    }

    pub(crate) fn circle(&mut self, at: (f64, f64), radius: f64, style: Style) {
        self.add(Shape::Circle { at, radius }, style);
    }

    /// A rectangle, with rounded corners if `round` is not 0.
    pub(crate) fn rect(&mut self, at: Xy, size: Xy, round: i32, style: Style) {
        self.add(Shape::Rect { at, size, round }, style);
    }

    pub(crate) fn path(&mut self, d: impl Into<String>, style: Style) {
        self.add(Shape::Path(d.into()), style);
    }

    pub(crate) fn shape(&mut self, shape: Shape, style: Style) {
        self.add(shape, style);
    }

    /// Text whose middle line is at `at`.
    pub(crate) fn text(
        &mut self,
        at: Xy,
        align: Align,
        font: Font,
        ink: Ink,
        text: impl Into<Text>,
    ) {
        self.text_at((at.0, at.1 + font.drop()), align, font, ink, text);
    }

    /// Text whose base line is at `at`.
    pub(crate) fn text_at(
        &mut self,
        at: Xy,
        align: Align,
        font: Font,
        ink: Ink,
        text: impl Into<Text>,
    ) {
        let text = text.into();
        let shape = Shape::Text {
            at,
            align,
            font,
            text,
        };
        self.add(shape, Style::filled(ink));
    }

    /// A box of the part itself.
    pub(crate) fn outline(&mut self, Box4(x, y, w, h): Box4, round: i32, style: Style) {
        self.claim(Box4(x, y, w, h));
        let at = (self.x() + x, self.y() + y);
        self.rect(at, (w, h), round, style);
    }

    /// Text at an offset.
    pub(crate) fn say(
        &mut self,
        (dx, dy): Xy,
        align: Align,
        size: i32,
        ink: Ink,
        text: impl Into<Text>,
    ) {
        let at = (self.x() + dx, self.y() + dy);
        self.text(at, align, Font::plain(size), ink, text);
    }

    pub(crate) fn say_middle(&mut self, Box4(x, y, w, h): Box4, size: i32, text: impl Into<Text>) {
        self.say((x + w / 2, y + h / 2), Align::Middle, size, BLACK, text);
    }

    /// Everything drawn inside is visible only then.
    pub(crate) fn when(&mut self, when: When, draw: impl FnOnce(&mut Sketch<'a>)) {
        let outer = std::mem::replace(&mut self.when, when);
        draw(self);
        self.when = outer;
    }

    /// Draws as if the part faced east at the origin.
    pub(crate) fn east(&mut self, draw: impl FnOnce(&mut Sketch<'a>)) {
        let turns = self.facing().turns();
        self.turned(self.at(), turns, draw);
    }

    /// Everything drawn inside is moved to `at` and turned counter-clockwise by quarters.
    pub(crate) fn turned(&mut self, at: Xy, turns: u32, draw: impl FnOnce(&mut Sketch<'a>)) {
        self.grouped(
            Group {
                at,
                turns,
                from: (0, 0),
            },
            draw,
        );
    }

    pub(crate) fn grouped(&mut self, group: Group, draw: impl FnOnce(&mut Sketch<'a>)) {
        self.drawing.groups.push(group);
        self.group = Some(self.drawing.groups.len() as u32 - 1);
        draw(self);
        self.group = None;
    }

    /// Dots in the colours of their values.
    pub(crate) fn dots(&mut self) {
        let (ports, clock) = (self.ports.iter().enumerate(), self.clock);
        for (number, port) in ports.filter(|(number, _)| Some(*number) != clock) {
            self.disc((port.location.x, port.location.y), 2.0, self.ink(number));
        }
    }

    /// A small triangle where the clock enters, from below or from the left.
    pub(crate) fn clock_mark(&mut self, port: usize, below: bool) {
        self.clock = Some(port);
        let Some(port) = self.ports.get(port) else {
            return;
        };
        let (x, y) = (port.location.x, port.location.y);
        let d = match below {
            true => format!("M{} {}L{x} {}L{} {}", x - 3, y - 1, y - 4, x + 3, y - 1),
            false => format!("M{} {}L{} {y}L{} {}", x + 1, y - 3, x + 4, x + 1, y + 3),
        };
        self.path(d, Style::OUTLINE);
    }

    /// A circle with the value of a single bit.
    pub(crate) fn bulb(&mut self, (dx, dy): Xy, port: usize) {
        let at = (self.x() + dx, self.y() + dy);
        self.disc(at, 6.5, self.value_ink(port));
        let bit = Text::Bit {
            port: port as u16,
            bit: 0,
        };
        let white = Ink::Fixed(Colour::WHITE);
        self.text(at, Align::Middle, Font::plain(12), white, bit);
    }

    /// The label above a box.
    pub(crate) fn label_above(&mut self, Box4(x, y, w, _): Box4) {
        if let Some(label) = self.component.label() {
            let at = (self.x() + x + w / 2, self.y() + y - 4);
            self.labelled_at(at, Align::Middle, label);
        }
    }

    fn label_font(&self) -> Font {
        let font = self.component.attrs.explicit("labelfont");
        Font::parse(font.unwrap_or("SansSerif plain 12"))
    }

    fn labelled_at(&mut self, at: Xy, align: Align, label: &str) {
        let font = self.label_font();
        let colour = self.component.attrs.explicit("labelcolor");
        let colour = colour.map_or(Colour::BLACK, Colour::parse);
        let width = font.width(label);
        let left = at.0 - reach(align, width);
        self.include(left, at.1 - font.size);
        self.include(left + width, at.1);
        self.text_at(at, align, font, Ink::Fixed(colour), label);
    }

    /// The label where its attribute `labelloc` says, beside or inside a box.
    pub(crate) fn label(&mut self, Box4(x, y, w, h): Box4, default: &str) {
        let Some(label) = self.component.label() else {
            return;
        };
        let font = self.label_font();
        let place = self.component.attrs.explicit("labelloc").unwrap_or(default);
        let (left, top) = (self.x() + x, self.y() + y);
        let middle = top + h / 2 + font.drop();
        // A label on the side the wire leaves to moves out of its way.
        let wire = Facing::parse(place) == Some(self.facing());
        let beside = if wire { top - 2 } else { middle };
        let (at, align) = match place {
            "east" => ((left + w + 2, beside), Align::Start),
            "north" => ((left + w / 2, top - 2), Align::Middle),
            "south" => ((left + w / 2, top + h + font.size), Align::Middle),
            "center" => ((left + w / 2, middle), Align::Middle),
            _ => ((left - 2, beside), Align::End),
        };
        self.labelled_at(at, align, label);
    }
}

/// The extent of a text to the left of its place.
pub(crate) fn reach(align: Align, width: i32) -> i32 {
    match align {
        Align::Start => 0,
        Align::Middle => width / 2,
        Align::End => width,
    }
}

fn corners(bounds: Option<Bounds>) -> impl Iterator<Item = Xy> {
    let both = bounds.map(|b| [(b.left, b.top), (b.right, b.bottom)]);
    both.into_iter().flatten()
}
