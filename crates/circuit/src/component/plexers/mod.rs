//! The library `Plexers`: choosing one of many. Drawn as trapezoids, the wide side where the many ports are.

mod bit_selector;
mod decoder;
mod multiplexer;
mod priority_encoder;

pub(super) use bit_selector::BIT_SELECTOR;
pub use bit_selector::BitSelector;
pub(super) use decoder::DECODER;
pub(super) use multiplexer::{DEMULTIPLEXER, MULTIPLEXER};
pub use multiplexer::{Demultiplexer, Multiplexer};
pub(super) use priority_encoder::PRIORITY_ENCODER;
pub use priority_encoder::PriorityEncoder;

use super::{Io, Site};
use crate::picture::{Align, Box4, Colour, GREY, Ink, Sketch, Style};
use crate::project::{Attr, Facing, Form, View};
use crate::value::Word;

const DELAY: u32 = 3;

const SELECT_LOC: Attr = Attr::new("selloc", "bl", Form::Choice(&["bl", "tr"]));
const SELECT_1: Attr = Attr::new("select", "1", Form::Int(1, 5));
const DISABLED: Attr = Attr::new("disabled", "Z", Form::Choice(&["Z", "0"]));
const ENABLE: Attr = Attr::new("enable", "true", Form::Bool);
const TRISTATE: Attr = Attr::new("tristate", "false", Form::Bool);

/// The effect of the select and enable inputs.
enum Choice {
    Index(usize),
    /// Every output gets this bit.
    All(Word),
}

/// Select and enable, which multiplexer, demultiplexer and decoder share.
#[derive(Clone, Debug)]
struct Select {
    select: usize,
    /// The enable port, if there is one, and whether it is connected.
    enable: Option<(usize, bool)>,
    disabled: Word,
}

impl Select {
    fn of(site: &Site<'_>, select: usize) -> Select {
        let enable = site
            .attrs
            .flag("enable")
            .then(|| (select + 1, (site.connected)(select + 1)));
        Select {
            select,
            enable,
            disabled: disabled(site.attrs),
        }
    }

    fn after(&self) -> usize {
        self.select + 1 + usize::from(self.enable.is_some())
    }

    #[inline]
    fn choose<I: Io>(&self, io: &I) -> Choice {
        if let Some((port, connected)) = self.enable {
            match io.get(port) {
                Word::ZERO => return Choice::All(self.disabled),
                Word::E if connected => return Choice::All(Word::E),
                _ => {}
            }
        }
        let select = io.get(self.select);
        if select.is_known() {
            Choice::Index(select.v as usize)
        } else if select.has_error() {
            Choice::All(Word::E)
        } else {
            Choice::All(Word::X)
        }
    }
}

fn disabled(attrs: View<'_>) -> Word {
    if attrs.is("disabled", "0") {
        Word::ZERO
    } else {
        Word::X
    }
}

fn can_float(attrs: View<'_>) -> bool {
    attrs.flag("tristate") || attrs.is("disabled", "Z")
}

/// The number of ways of a part with select inputs.
fn ways(attrs: View<'_>) -> i32 {
    1 << attrs.count("select").min(5)
}

/// Draws a part: its name in a box whose narrow side looks to `narrow`.
fn picture(sketch: &mut Sketch<'_>, name: &str, frame: Box4, lean: i32, narrow: Facing) {
    sketch.claim(frame);
    sketch.include_ports();
    let lean = lean.min(frame.2.min(frame.3) / 2);
    stubs(sketch, frame, lean, narrow);
    trapezoid(sketch, frame, lean, narrow);
    select_mark(sketch, frame);
    sketch.say_middle(frame, 12, name);
}

/// A light dot inside, next to the select input.
fn select_mark(sketch: &mut Sketch<'_>, Box4(x, y, w, h): Box4) {
    let kind = sketch.attrs().kind();
    let ports = kind.ports(sketch.attrs());
    let Some(select) = ports.iter().find(|port| port.name.stem() == "select") else {
        return;
    };
    let reach = if w.max(h) <= 50 { 8 } else { 6 };
    let (dx, dy) = match h >= w {
        true if select.dy < y + h / 2 => (0, reach),
        true => (0, -reach),
        false if select.dx < x + w / 2 => (reach, 0),
        false => (-reach, 0),
    };
    let at = (sketch.x() + select.dx + dx, sketch.y() + select.dy + dy);
    sketch.disc(at, 3.0, Ink::Fixed(Colour::rgb(0xc0_c0_c0)));
}

fn behind(facing: Facing) -> Facing {
    match facing {
        Facing::East => Facing::West,
        Facing::West => Facing::East,
        Facing::North => Facing::South,
        Facing::South => Facing::North,
    }
}

/// A trapezoid whose narrow side looks to `narrow`.
fn trapezoid(sketch: &mut Sketch<'_>, Box4(x, y, w, h): Box4, lean: i32, narrow: Facing) {
    let (left, top) = (sketch.x() + x, sketch.y() + y);
    let (right, bottom) = (left + w, top + h);
    let points = match narrow {
        Facing::East => [
            (left, top),
            (right, top + lean),
            (right, bottom - lean),
            (left, bottom),
        ],
        Facing::West => [
            (left, top + lean),
            (right, top),
            (right, bottom),
            (left, bottom - lean),
        ],
        Facing::North => [
            (left + lean, top),
            (right - lean, top),
            (right, bottom),
            (left, bottom),
        ],
        Facing::South => [
            (left, top),
            (right, top),
            (right - lean, bottom),
            (left + lean, bottom),
        ],
    };
    let d: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
    sketch.path(format!("M{}Z", d.join("L")), Style::OUTLINE);
}

/// Lines from the ports beside the slanted edges to those edges.
fn stubs(sketch: &mut Sketch<'_>, Box4(x, y, w, h): Box4, lean: i32, narrow: Facing) {
    let (left, top) = (sketch.x() + x, sketch.y() + y);
    let (right, bottom) = (left + w, top + h);
    for number in 0..sketch.ports.len() {
        let at = sketch.ports[number].location;
        let (along, depth) = match narrow {
            Facing::East => (at.x - left, w),
            Facing::West => (right - at.x, w),
            Facing::North => (bottom - at.y, h),
            Facing::South => (at.y - top, h),
        };
        if along <= 0 || along >= depth {
            continue;
        }
        let inset = lean * along / depth;
        let to = match narrow {
            Facing::East | Facing::West if at.y > top + h / 2 => (at.x, bottom - inset),
            Facing::East | Facing::West => (at.x, top + inset),
            _ if at.x > left + w / 2 => (right - inset, at.y),
            _ => (left + inset, at.y),
        };
        let ink = sketch.ink(number);
        sketch.line((at.x, at.y), to, 3.0, ink);
    }
}

/// A grey 0 beside the first of many ports.
fn zero(sketch: &mut Sketch<'_>) {
    let Some(first) = sketch.ports.first() else {
        return;
    };
    let (dx, dy) = (first.location.x - sketch.x(), first.location.y - sketch.y());
    let (dx, dy) = match sketch.facing() {
        Facing::East | Facing::West => (dx + if dx < 0 { 7 } else { -7 }, dy),
        Facing::North | Facing::South => (dx + 4, dy + if dy < 0 { 8 } else { -8 }),
    };
    sketch.say((dx, dy), Align::Middle, 11, GREY, "0");
}
