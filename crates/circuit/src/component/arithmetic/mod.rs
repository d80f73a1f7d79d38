//! The library `Arithmetic`: operands on the left, the result at the location. No part of it can be turned.
//!
//! The delay grows with the width; undefined bits spread the way carries do.

mod bit_adder;
mod bit_finder;
mod comparator;
mod operation;
mod shifter;

pub(super) use bit_adder::BIT_ADDER;
pub use bit_adder::BitAdder;
pub(super) use bit_finder::BIT_FINDER;
pub use bit_finder::BitFinder;
pub(super) use comparator::COMPARATOR;
pub use comparator::Comparator;
pub use operation::Arithmetic;
pub(super) use operation::{ADDER, DIVIDER, MULTIPLIER, NEGATOR, SUBTRACTOR};
pub(super) use shifter::SHIFTER;
pub use shifter::Shifter;

use crate::picture::{Align, BLACK, Box4, Sketch, Style};

/// Bits of the distance: enough for every shift below the width.
fn shift_width(width: u32) -> u32 {
    bit_length(width.saturating_sub(1)).max(1)
}

/// Bits needed to write `n`.
fn bit_length(n: u32) -> u32 {
    32 - n.leading_zeros()
}

/// The box of a part with this many operands, and a sign in it.
fn body(sketch: &mut Sketch<'_>, operands: i32, size: i32, sign: &str) {
    let half = 20.max(5 * operands + 5);
    sketch.outline(Box4(-40, -half, 40, 2 * half), 0, Style::OUTLINE);
    sketch.say((-12, 0), Align::Middle, size, BLACK, sign);
}
