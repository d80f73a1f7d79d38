//! The library `Wiring`: connecting, feeding, observing and switching wires.

mod bit_extender;
mod clock;
mod constant;
mod pin;
mod probe;
mod pull_resistor;
mod splitter;
mod transistor;
mod tunnel;

pub(super) use bit_extender::BIT_EXTENDER;
pub use bit_extender::BitExtender;
pub(super) use clock::CLOCK;
pub use clock::Clock;
pub use constant::Constant;
pub(super) use constant::{CONSTANT, GROUND, POWER};
pub(super) use pin::PIN;
pub use pin::Pin;
pub(super) use probe::PROBE;
pub(super) use pull_resistor::PULL_RESISTOR;
pub(super) use splitter::SPLITTER;
pub(crate) use splitter::{splitter_ends, spread};
pub(super) use transistor::{TRANSISTOR, TRANSMISSION_GATE};
pub use transistor::{Transistor, TransmissionGate};
pub(super) use tunnel::TUNNEL;

use crate::picture::{Align, BLACK, Box4, Sketch, Text};
use crate::project::{Attr, Facing, Form};

const DELAY: u32 = 1;

const LABEL_WEST: Attr = Attr::new("labelloc", "west", Form::Text);

/// The box of a pin or probe with this many symbols, eight in a row, behind its port.
fn symbols_box(facing: Facing, count: i32) -> Box4 {
    let (w, h) = match count {
        ..=1 => (20, 20),
        2..=8 => (10 * count, 20),
        _ => (80, 20 * (count + 7).div_euclid(8)),
    };
    Box4::behind(facing, w, h)
}

/// The bits at port 0, eight in a row, the lowest at the lower right.
fn bits(sketch: &mut Sketch<'_>, Box4(x, y, w, h): Box4) {
    for bit in 0..sketch.width(0) {
        let (row, column) = ((bit / 8) as i32, (bit % 8) as i32);
        let at = (x + w - 5 - 10 * column, y + h - 10 - 20 * row);
        let text = Text::Bit {
            port: 0,
            bit: bit as u8,
        };
        sketch.say(at, Align::Middle, 11, BLACK, text);
    }
}
