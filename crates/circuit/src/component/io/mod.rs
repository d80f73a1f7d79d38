//! The library `I/O`: inputs for a person, and lights.

mod button;
mod digit;
mod dot_matrix;
mod joystick;
mod keyboard;
mod led;
mod tty;

pub(super) use button::BUTTON;
pub use button::Button;
pub(super) use digit::{HEX_DIGIT, SEVEN_SEGMENT};
pub(crate) use digit::{digit_of, segments_of};
pub(super) use dot_matrix::DOT_MATRIX;
pub use dot_matrix::{DotGrid, DotMatrix};
pub(super) use joystick::JOYSTICK;
pub(crate) use joystick::JOYSTICK_REACH;
pub use joystick::Joystick;
pub(super) use keyboard::KEYBOARD;
pub use keyboard::{Keyboard, KeyboardState};
pub(super) use led::LED;
pub(super) use tty::TTY;
pub use tty::{Tty, TtyState};

use crate::picture::Box4;
use crate::project::{Attr, Facing, Form, View};
use crate::value::Word;

const COLOUR: Attr = Attr::new("color", "#f00000", Form::Text);
const OFF_COLOUR: Attr = Attr::new("offcolor", "#dcdcdc", Form::Text);
const DARK_OFF: Attr = Attr::new("offcolor", "#404040", Form::Text);
const BACKGROUND: Attr = Attr::new("bg", "#ffffff00", Form::Text);
const ACTIVE: Attr = Attr::new("active", "true", Form::Bool);
const EDGE: Attr = Attr::new("trigger", "rising", Form::Choice(&["rising", "falling"]));
const LABEL_CENTRE: Attr = Attr::new("labelloc", "center", Form::Text);
const LABEL_COLOUR: Attr = Attr::new("labelcolor", "#000000", Form::Text);

/// The 20 by 20 box of a button or light, its port on the side it faces.
fn square(facing: Facing) -> Box4 {
    Box4(-20, -10, 20, 20).turned(facing)
}

/// The level that lights a light.
fn active(attrs: View<'_>) -> Word {
    Word::known(u32::from(attrs.flag("active")))
}
