//! One component while it is drawn: its place, attributes, ports and values.

use super::canvas::{Align, Canvas, Font, Style};
use super::{BLACK, colour};
use crate::netlist::{PartId, SheetPort};
use crate::project::{Component, Facing, Kind, View};
use crate::sim::{Display, Simulator};
use crate::value::Value;

pub(super) struct Part<'a> {
    pub canvas: &'a mut Canvas,
    pub component: &'a Component,
    pub ports: &'a [SheetPort],
    /// At the ports; without width if nothing runs.
    pub values: Vec<Value>,
    pub colours: Vec<&'static str>,
    pub live: Option<(&'a Simulator, PartId)>,
}

/// A box relative to the component's location: x, y, width, height.
#[derive(Clone, Copy)]
pub(super) struct Box4(pub i32, pub i32, pub i32, pub i32);

impl Box4 {
    /// A box given for facing east, turned to another facing.
    pub fn turned(self, facing: Facing) -> Box4 {
        let Box4(x, y, w, h) = self;
        let (ax, ay) = Facing::turn((x, y), facing.turns());
        let (bx, by) = Facing::turn((x + w, y + h), facing.turns());
        Box4(ax.min(bx), ay.min(by), (ax - bx).abs(), (ay - by).abs())
    }
}

impl<'a> Part<'a> {
    pub fn attrs(&self) -> View<'a> {
        self.component
            .attrs
            .of(self.component.kind().unwrap_or(Kind::Text))
    }

    pub fn x(&self) -> i32 {
        self.component.location.x
    }

    pub fn y(&self) -> i32 {
        self.component.location.y
    }

    pub fn at(&self) -> (i32, i32) {
        (self.x(), self.y())
    }

    pub fn facing(&self) -> Facing {
        self.attrs().facing()
    }

    pub fn value(&self, port: usize) -> Value {
        self.values.get(port).copied().unwrap_or(Value::NIL)
    }

    pub fn colour(&self, port: usize) -> &'static str {
        self.colours.get(port).copied().unwrap_or(BLACK)
    }

    pub fn display(&self) -> Option<Display> {
        self.live
            .and_then(|(simulator, part)| simulator.display(part))
    }

    /// Takes room in the picture.
    pub fn claim(&mut self, Box4(x, y, w, h): Box4) {
        let (left, top) = (self.x() + x, self.y() + y);
        self.canvas.include(left, top);
        self.canvas.include(left + w, top + h);
    }

    pub fn outline(&mut self, Box4(x, y, w, h): Box4, round: i32, style: Style<'_>) {
        self.claim(Box4(x, y, w, h));
        let at = (self.x() + x, self.y() + y);
        self.canvas.rect(at, (w, h), round, style);
    }

    /// Text at an offset.
    pub fn say(&mut self, (dx, dy): (i32, i32), align: Align, size: i32, colour: &str, text: &str) {
        let at = (self.x() + dx, self.y() + dy);
        self.canvas
            .text(at, align, &Font::plain(size), colour, text);
    }

    pub fn say_middle(&mut self, Box4(x, y, w, h): Box4, size: i32, text: &str) {
        self.say((x + w / 2, y + h / 2), Align::Middle, size, BLACK, text);
    }

    /// Draws as if it looked east at the origin.
    pub fn east(&mut self, draw: impl FnOnce(&mut Canvas)) {
        let turns = self.facing().turns();
        self.turned(turns, draw);
    }

    pub fn turned(&mut self, turns: u32, draw: impl FnOnce(&mut Canvas)) {
        let at = self.at();
        self.canvas.turned(at, turns, draw);
    }

    /// Dots in the colours of their values.
    pub fn dots(&mut self) {
        for (port, colour) in self.ports.iter().zip(&self.colours) {
            self.canvas
                .disc((port.location.x, port.location.y), 2.0, colour);
        }
    }

    /// A small triangle where the clock enters, from below or from the left.
    pub fn clock_mark(&mut self, port: usize, below: bool) {
        let Some(port) = self.ports.get(port) else {
            return;
        };
        let (x, y) = (port.location.x, port.location.y);
        let d = match below {
            true => format!("M{} {}L{x} {}L{} {}", x - 5, y - 1, y - 7, x + 5, y - 1),
            false => format!("M{} {}L{} {y}L{} {}", x + 1, y - 5, x + 8, x + 1, y + 5),
        };
        self.canvas.path(&d, Style::OUTLINE);
    }

    /// The label above a box.
    pub fn label_above(&mut self, Box4(x, y, w, _): Box4) {
        let font = self.label_font();
        if let Some(label) = self.component.label() {
            let at = (self.x() + x + w / 2, self.y() + y - 4);
            self.labelled_at(at, Align::Middle, &font, label);
        }
    }

    fn label_font(&self) -> Font {
        Font::parse(
            self.component
                .attrs
                .explicit("labelfont")
                .unwrap_or("SansSerif plain 12"),
        )
    }

    fn labelled_at(&mut self, at: (i32, i32), align: Align, font: &Font, label: &str) {
        let colour = self.component.attrs.explicit("labelcolor").unwrap_or(BLACK);
        let colour = safe_colour(colour);
        let width = font.width(label);
        let left = match align {
            Align::Start => at.0,
            Align::Middle => at.0 - width / 2,
            Align::End => at.0 - width,
        };
        self.canvas.include(left, at.1 - font.size);
        self.canvas.include(left + width, at.1);
        self.canvas.text_at(at, align, font, &colour, label);
    }

    /// The label where its attribute `labelloc` says, beside or inside a box.
    pub fn label(&mut self, Box4(x, y, w, h): Box4, default: &str) {
        let Some(label) = self.component.label() else {
            return;
        };
        let font = self.label_font();
        let place = self.component.attrs.explicit("labelloc").unwrap_or(default);
        let (left, top) = (self.x() + x, self.y() + y);
        let middle = top + h / 2 + font.size * 36 / 100;
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
        self.labelled_at(at, align, &font, label);
    }

    /// A circle with the value of a single bit.
    pub fn bulb(&mut self, (dx, dy): (i32, i32), value: Value) {
        let at = (self.x() + dx, self.y() + dy);
        self.canvas.disc(at, 6.5, colour(value));
        self.canvas.text(
            at,
            Align::Middle,
            &Font::plain(12),
            "#ffffff",
            &value.symbol(0).to_string(),
        );
    }

    /// A component we do not have: a dashed box with its name.
    pub fn unknown(&mut self, name: &str) {
        let frame = Box4(-20, -10, 40, 20);
        self.outline(frame, 0, Style::line("#c00000", 1.0));
        self.say_middle(frame, 8, name);
    }

    pub fn text_component(&mut self) {
        let attrs = self.attrs();
        let font = Font::parse(attrs.text("font"));
        let text = attrs.text("text");
        let align = match attrs.text("halign") {
            "left" => Align::Start,
            "right" => Align::End,
            _ => Align::Middle,
        };
        let drop = match attrs.text("valign") {
            "top" => font.size * 9 / 10,
            "center" => font.size * 36 / 100,
            "bottom" => -font.size * 2 / 10,
            _ => 0,
        };
        let at = (self.x(), self.y() + drop);
        let width = font.width(text);
        let left = match align {
            Align::Start => 0,
            Align::Middle => -width / 2,
            Align::End => -width,
        };
        self.claim(Box4(left, drop - font.size, width, font.size));
        self.canvas.text_at(at, align, &font, BLACK, text);
    }
}

/// `#rrggbb` or `#rrggbbaa` as SVG wants it; anything else is black.
pub(super) fn safe_colour(text: &str) -> String {
    let hex = text
        .strip_prefix('#')
        .filter(|hex| hex.chars().all(|c| c.is_ascii_hexdigit()));
    match hex.map(str::len) {
        Some(6 | 8) => text.to_string(),
        _ => BLACK.to_string(),
    }
}
