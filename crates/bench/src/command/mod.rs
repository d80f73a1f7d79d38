//! The language in which a person or a script speaks to a console: what to do, where to stop, what to expect.

mod action;
mod condition;
mod expectation;

use consoles::Code;
use texts::Texts;

pub(crate) use action::Travel;
pub use action::{Action, COMMANDS, Moment};
pub use condition::Condition;
pub(crate) use condition::{Lookout, thing};
pub(crate) use expectation::{Expectation, wrong};

/// What a line is read with: the names in the firmware, and the language of error messages.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub code: &'a Code,
    pub texts: &'a Texts,
}
