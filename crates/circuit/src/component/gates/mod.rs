//! The library `Gates`. A gate never outputs x for an x: an unknown result is E.

mod controlled;
mod gate;
mod inverter;

pub use controlled::Controlled;
pub(super) use controlled::{CONTROLLED_BUFFER, CONTROLLED_INVERTER};
pub use gate::Gate;
pub(super) use gate::{AND, EVEN_PARITY, NAND, NOR, ODD_PARITY, OR, XNOR, XOR};
pub(crate) use gate::{Op, PlainGate};
pub use inverter::Buffer;
pub(super) use inverter::{BUFFER, NOT};

use crate::picture::{Sketch, Style};
use crate::project::{Attr, Form, View};
use crate::value::Word;

const DELAY: u32 = 1;

const OUT: Attr = Attr::new("out", "01", Form::Choice(&["01", "0Z", "Z1"]));
const SIZE_30: Attr = Attr::new("size", "30", Form::Choice(&["20", "30"]));

/// The level an output cannot drive, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Output {
    Both,
    /// `0Z`: 1 becomes x.
    LowOnly,
    /// `Z1`: 0 becomes x.
    HighOnly,
}

impl Output {
    fn of(attrs: View<'_>) -> Output {
        match attrs.text("out") {
            "0Z" => Output::LowOnly,
            "Z1" => Output::HighOnly,
            _ => Output::Both,
        }
    }

    #[inline]
    fn pull(self, word: Word, mask: u32) -> Word {
        match self {
            Output::Both => word,
            Output::LowOnly => {
                let high = word.v & !word.u;
                Word {
                    v: word.v & !high,
                    u: word.u | high,
                }
            }
            Output::HighOnly => Word {
                v: word.v,
                u: word.u | (!word.v & mask),
            },
        }
    }
}

fn triangle(sketch: &mut Sketch<'_>, tip: i32, back: i32) {
    sketch.path(format!("M{back} -7L{tip} 0L{back} 7Z"), Style::OUTLINE);
}

fn bubble(sketch: &mut Sketch<'_>, middle: f64, radius: f64) {
    sketch.circle((middle, 0.0), radius, Style::OUTLINE);
}
