//! The drawing of a sheet as a value: shapes and texts that know what they belong to.
//!
//! ```text
//!   Project ── Drawing::of ──> Drawing ── paint ──> shapes with colours and texts ──> SVG, a canvas ...
//!                              (once)     (as often as anything changes)
//! ```
//!
//! Anything that changes while a circuit runs is stored as a reference: an [`Ink`] may be the colour of the value
//! at a port, a [`Text`] the digits of a register, and an item may show only [`When`] a button is down. Painting
//! looks these up in a running circuit; nothing is drawn again.
//!
//! Without a running circuit wires and ports are black. With one they have the colours of their values: dark green 0,
//! bright green 1, blue floating, red error, black for more than one bit, orange where widths disagree.

mod build;
mod colour;
mod font;
mod paint;
mod sketch;
mod subcircuit;

pub use colour::Colour;
pub use font::{Align, Font};
pub use paint::{Live, Painted};
pub(crate) use sketch::{BLACK, Box4, GREY, Sketch, Style, reach};

use crate::netlist::ComponentId;

/// A place on the sheet.
pub type Xy = (i32, i32);

/// A port of a component of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PortPlace {
    pub component: ComponentId,
    pub port: u16,
}

/// The owner of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    Part(ComponentId),
    /// Everything joined by wires. `None` for wires that meet no port, otherwise a port on them.
    Wire(Option<PortPlace>),
}

/// The meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    Fixed(Colour),
    /// This colour while the circuit runs, black otherwise.
    Running(Colour),
    /// The colour of the value at a port.
    Value(PortPlace),
    /// A light of the part: an LED, a segment, a dot.
    Light {
        light: u16,
        on: Colour,
        off: Colour,
    },
    /// White on the cell of a memory that is read, black on the others.
    Cell(CellPlace),
}

/// One of the cells a memory shows: row and column of its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellPlace {
    pub row: u8,
    pub column: u8,
}

/// The source of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    Fixed(String),
    /// A bit of the value at a port: 0, 1, x or E.
    Bit {
        port: u16,
        bit: u8,
    },
    /// The value at a port in base 2, 8, 10 or 16, or as a signed number.
    Number {
        port: u16,
        base: u8,
    },
    /// Hexadecimal digits of what a register holds, from one (at the left) up to another.
    Remembered {
        from: u8,
        to: u8,
    },
    /// A stage of a shift register.
    Stage(u8),
    /// The address of the first cell of a row.
    Address {
        row: u8,
    },
    Cell(CellPlace),
    /// The characters waiting in a keyboard.
    Typed,
    /// A line of a terminal.
    Line(u8),
}

/// Base 10, with a sign.
pub(crate) const SIGNED: u8 = 0;

/// When an item is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Always,
    /// The circuit is not running.
    Idle,
    Running,
    /// The value at a port of the part is 1.
    High(u16),
    NotHigh(u16),
    /// The cell is the one that is read.
    Read(CellPlace),
}

/// Something on a sheet whose look can change; [`Live::look`] returns the look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// The colour of the value at a port: 0, 1, 2 floating, 3 error, 4 several bits, 5 nothing.
    Value(PortPlace),
    /// A light of a part: 0 off, 1 on, 2 undefined.
    Light(ComponentId, u16),
    /// Whether the value at a port is 1.
    High(PortPlace),
    /// Whether a cell of a memory is the one that is read.
    Read(ComponentId, CellPlace),
}

impl Item {
    /// The object its visibility depends on, and the look required.
    pub fn shown(&self) -> Option<(Change, u8)> {
        let Owner::Part(component) = self.owner else {
            return None;
        };
        let high = |port: u16| Change::High(PortPlace { component, port });
        match self.when {
            When::Always | When::Idle | When::Running => None,
            When::High(port) => Some((high(port), 1)),
            When::NotHigh(port) => Some((high(port), 0)),
            When::Read(cell) => Some((Change::Read(component, cell), 1)),
        }
    }

    /// An object one of its inks depends on.
    pub fn depends(&self, ink: Ink) -> Option<Change> {
        match (ink, self.owner) {
            (Ink::Value(place), _) => Some(Change::Value(place)),
            (Ink::Light { light, .. }, Owner::Part(part)) => Some(Change::Light(part, light)),
            (Ink::Cell(cell), Owner::Part(part)) => Some(Change::Read(part, cell)),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Line {
        from: Xy,
        to: Xy,
    },
    Circle {
        at: (f64, f64),
        radius: f64,
    },
    Rect {
        at: Xy,
        size: Xy,
        round: i32,
    },
    /// A path as SVG writes it, in absolute M, L, H, V, Q, A and Z.
    Path(String),
    /// A text whose base line is at a place.
    Text {
        at: Xy,
        align: Align,
        font: Font,
        text: Text,
    },
    /// The lever of a joystick from its foot to where it stands.
    Lever(Xy),
    /// The knob at its end.
    Knob {
        at: Xy,
        radius: f64,
    },
    /// An element of a drawn appearance, with the attributes of SVG.
    Drawn {
        element: String,
        attrs: Vec<(String, String)>,
        text: String,
    },
}

/// Items of a group are moved to `at` and turned counter-clockwise by quarters, after the origin was moved to `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    pub at: Xy,
    pub turns: u32,
    pub from: Xy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

/// One shape or text.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub owner: Owner,
    pub when: When,
    /// Index in [`Drawing::groups`].
    pub group: Option<u32>,
    pub shape: Shape,
    /// Colour and width of the outline.
    pub stroke: Option<(Ink, f64)>,
    pub fill: Option<Ink>,
    /// The approximate bounds on the sheet.
    pub bounds: Bounds,
}

/// A circuit as it is drawn.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    pub title: String,
    /// From the bottom to the top.
    pub items: Vec<Item>,
    pub groups: Vec<Group>,
    pub bounds: Option<Bounds>,
}

impl Drawing {
    /// The object at a place: a part before a wire, the topmost first.
    pub fn find(&self, (x, y): Xy) -> Option<Owner> {
        let here = |item: &&Item| item.bounds.contains(x, y);
        let hits = || self.items.iter().rev().filter(here).map(|item| item.owner);
        let part = hits().find(|owner| matches!(owner, Owner::Part(_)));
        part.or_else(|| hits().next())
    }
}

impl Bounds {
    pub(crate) fn of(places: impl IntoIterator<Item = Xy>) -> Option<Bounds> {
        places.into_iter().fold(None, |bounds, (x, y)| {
            let point = Bounds {
                left: x,
                top: y,
                right: x,
                bottom: y,
            };
            Some(bounds.map_or(point, |bounds: Bounds| bounds.with(point)))
        })
    }

    pub(crate) fn with(self, other: Bounds) -> Bounds {
        Bounds {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(crate) fn grown(self, by: i32) -> Bounds {
        Bounds {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    pub fn contains(&self, x: i32, y: i32) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }
}
