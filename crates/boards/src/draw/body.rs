//! The size of a component on a sheet, near enough to keep wires and labels off it.

use circuit::component::{Port, subcircuit_box};
use circuit::project::{Appearance, Circuit, Component, Facing, Kind, Location, View};

/// A box with both edges in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rect {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) right: i32,
    pub(crate) bottom: i32,
}

impl Rect {
    /// From x, y, width and height.
    pub(crate) const fn new(x: i32, y: i32, width: i32, height: i32) -> Rect {
        Rect {
            left: x,
            top: y,
            right: x + width,
            bottom: y + height,
        }
    }

    pub(crate) fn at(self, at: Location) -> Rect {
        Rect {
            left: self.left + at.x,
            top: self.top + at.y,
            right: self.right + at.x,
            bottom: self.bottom + at.y,
        }
    }

    fn turned(self, facing: Facing) -> Rect {
        let a = Facing::turn((self.left, self.top), facing.turns());
        let b = Facing::turn((self.right, self.bottom), facing.turns());
        Rect {
            left: a.0.min(b.0),
            top: a.1.min(b.1),
            right: a.0.max(b.0),
            bottom: a.1.max(b.1),
        }
    }

    fn include(&mut self, x: i32, y: i32) {
        self.left = self.left.min(x);
        self.right = self.right.max(x);
        self.top = self.top.min(y);
        self.bottom = self.bottom.max(y);
    }

    pub(crate) fn meets(&self, other: &Rect) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// The side of the box nearest to a port.
    pub(crate) fn outward(&self, at: Location) -> Facing {
        let sides = [
            (at.x - self.left, Facing::West),
            (self.right - at.x, Facing::East),
            (at.y - self.top, Facing::North),
            (self.bottom - at.y, Facing::South),
        ];
        let nearest = sides.into_iter().min_by_key(|(distance, _)| *distance);
        nearest.map_or(Facing::East, |(_, facing)| facing)
    }
}

/// The box of a built-in component, relative to its location. The bubbles of negated inputs stick out of it: the inputs
/// beside them are reached between them.
pub(super) fn of(kind: Kind, attrs: View<'_>, ports: &[Port]) -> Rect {
    let mut rect = facing_east(kind, attrs).turned(turned_by(kind, attrs));
    for (i, port) in ports.iter().enumerate() {
        let negated = i > 0 && attrs.explicit(&format!("negate{}", i - 1)) == Some("true");
        let bubble = if negated { 10 } else { 0 };
        let (dx, dy) = turned_by(kind, attrs).step(bubble, 0);
        rect.include(port.dx + dx, port.dy + dy);
    }
    rect
}

fn turned_by(kind: Kind, attrs: View<'_>) -> Facing {
    let turns = kind.attributes().iter().any(|attr| attr.name == "facing");
    if turns { attrs.facing() } else { Facing::East }
}

fn facing_east(kind: Kind, attrs: View<'_>) -> Rect {
    let bits = attrs.count("width") as i32;
    match kind {
        Kind::Pin | Kind::Probe => {
            let (columns, rows) = (bits.clamp(1, 8), (bits + 7) / 8);
            let (w, h) = (10 * columns.max(2), 20 * rows.max(1));
            Rect::new(-w, -h / 2, w, h)
        }
        Kind::Tunnel => sign(attrs.text("label")),
        Kind::Constant => Rect::new(-8 - 8 * ((bits + 3) / 4), -8, 8 + 8 * ((bits + 3) / 4), 16),
        Kind::Splitter => Rect::new(0, 0, 20, 0),
        Kind::Clock | Kind::Button | Kind::Led | Kind::Buffer | Kind::ControlledBuffer => {
            Rect::new(-20, -10, 20, 20)
        }
        Kind::Power | Kind::Ground => Rect::new(0, -8, 14, 16),
        Kind::PullResistor => Rect::new(-40, -6, 40, 12),
        Kind::Not | Kind::ControlledInverter => {
            let size = attrs.int("size");
            Rect::new(-size, -10, size, 20)
        }
        _ if kind.library() == "Gates" => {
            let size = attrs.int("size");
            Rect::new(-size, -size / 2, size, size)
        }
        Kind::Multiplexer | Kind::Demultiplexer => plexer(kind, attrs),
        Kind::Adder
        | Kind::Subtractor
        | Kind::Multiplier
        | Kind::Divider
        | Kind::Negator
        | Kind::Comparator
        | Kind::Shifter
        | Kind::BitExtender => Rect::new(-40, -20, 40, 40),
        Kind::Register | Kind::Counter | Kind::Random => Rect::new(-30, -20, 30, 40),
        Kind::DFlipFlop | Kind::TFlipFlop | Kind::JkFlipFlop | Kind::SrFlipFlop => {
            Rect::new(-40, -10, 40, 40)
        }
        Kind::Ram | Kind::Rom => Rect::new(-140, -40, 140, 80),
        Kind::HexDigit => Rect::new(-15, -60, 40, 60),
        Kind::DotMatrix => {
            let (columns, rows) = (attrs.int("matrixcols"), attrs.int("matrixrows"));
            Rect::new(-5, -10 * rows, 10 * columns, 10 * rows)
        }
        _ => Rect::new(0, 0, 0, 0),
    }
}

/// A tunnel with its point at (0, 0), facing east.
pub(super) fn sign(label: &str) -> Rect {
    let width = 6 * label.len().max(2) as i32 + 12;
    Rect::new(-width, -7, width, 14)
}

/// The same, facing as given.
pub(super) fn sign_facing(label: &str, facing: Facing) -> Rect {
    let width = 6 * label.len().max(2) as i32 + 6;
    match facing {
        Facing::East | Facing::West => sign(label).turned(facing),
        Facing::North => Rect::new(-width / 2, 0, width, 20),
        Facing::South => Rect::new(-width / 2, -20, width, 20),
    }
}

fn plexer(kind: Kind, attrs: View<'_>) -> Rect {
    let ways = 1 << attrs.int("select");
    let (w, h) = if ways == 2 { (30, 40) } else { (40, 10 * ways) };
    match kind {
        Kind::Multiplexer => Rect::new(-w, -h / 2, w, h),
        _ => Rect::new(0, -h / 2, w, h),
    }
}

/// The box of a circuit used as a component, relative to its location.
pub(super) fn of_chip(circuit: &Circuit, facing: Facing) -> Rect {
    let drawn = circuit.appearance.as_ref().and_then(frame);
    let ((x, y), (width, height)) = drawn.unwrap_or_else(|| subcircuit_box(circuit));
    Rect::new(x, y, width, height).turned(facing)
}

/// The side of a chip's box one of its pins is on, if the chip has a look.
pub(crate) fn side_of(circuit: &Circuit, pin: &Component) -> Option<Facing> {
    let appearance = circuit.appearance.as_ref()?;
    let mut ports = appearance.ports.iter();
    let port = ports.find(|port| port.pin == pin.location)?;
    let (dx, dy) = (
        port.at.x - appearance.anchor.x,
        port.at.y - appearance.anchor.y,
    );
    Some(of_chip(circuit, Facing::East).outward(Location::new(dx, dy)))
}

/// The first box of an appearance, relative to its anchor: corner and size.
fn frame(appearance: &Appearance) -> Option<((i32, i32), (i32, i32))> {
    let shape = appearance.shapes.iter().find(|s| s.element == "rect")?;
    let number = |name: &str| {
        let attr = shape.attrs.iter().find(|(known, _)| known == name)?;
        attr.1.parse::<i32>().ok()
    };
    let (x, y) = (number("x")?, number("y")?);
    let corner = (x - appearance.anchor.x, y - appearance.anchor.y);
    Some((corner, (number("width")?, number("height")?)))
}
