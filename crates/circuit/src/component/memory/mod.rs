//! The library `Memory`.

mod cells;
mod counter;
mod flip_flop;
mod ram;
mod random;
mod register;
mod shift_register;

pub use cells::Cells;
pub(super) use counter::COUNTER;
pub use counter::Counter;
pub(crate) use flip_flop::DELAY as FLIP_FLOP_DELAY;
pub use flip_flop::FlipFlop;
pub(super) use flip_flop::{D_FLIP_FLOP, JK_FLIP_FLOP, SR_FLIP_FLOP, T_FLIP_FLOP};
pub use ram::Memory;
pub(crate) use ram::Window;
pub(super) use ram::{RAM, ROM};
pub(super) use random::RANDOM;
pub use random::Random;
pub(crate) use register::DELAY as REGISTER_DELAY;
pub(super) use register::REGISTER;
pub use register::Register;
pub(super) use shift_register::SHIFT_REGISTER;
pub use shift_register::ShiftRegister;

use crate::picture::{Align, BLACK, Box4, Sketch, Style, Text};
use crate::project::{Attr, Form, View};
use crate::value::Word;

const EDGE: Attr = Attr::new("trigger", "rising", Form::Choice(&["rising", "falling"]));
const TRIGGER: Attr = Attr::new(
    "trigger",
    "rising",
    Form::Choice(&["rising", "falling", "high", "low"]),
);

/// When a clocked part acts. An edge is an exact 0 then 1 (or 1 then 0); a change by way of x or E is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trigger {
    Rising,
    Falling,
    High,
    Low,
}

impl Trigger {
    pub(in crate::component) fn of(attrs: View<'_>) -> Trigger {
        match attrs.text("trigger") {
            "falling" => Trigger::Falling,
            "high" => Trigger::High,
            "low" => Trigger::Low,
            _ => Trigger::Rising,
        }
    }

    /// Remembers the clock's level; returns whether the part acts now.
    #[inline]
    pub(in crate::component) fn fires(self, last: &mut Word, now: Word) -> bool {
        let before = std::mem::replace(last, now);
        match self {
            Trigger::Rising => before == Word::ZERO && now == Word::ONE,
            Trigger::Falling => before == Word::ONE && now == Word::ZERO,
            Trigger::High => now == Word::ONE,
            Trigger::Low => now == Word::ZERO,
        }
    }
}

/// The box of a register with the digits it holds, up to eight in two rows.
fn register_box(sketch: &mut Sketch<'_>) -> Box4 {
    let frame = Box4(-30, -20, 30, 40);
    sketch.outline(frame, 0, Style::OUTLINE);
    for (dy, from, to) in [(-9, 0, 4), (3, 4, 8)] {
        let digits = Text::Remembered { from, to };
        sketch.say((-15, dy), Align::Middle, 12, BLACK, digits);
    }
    frame
}
