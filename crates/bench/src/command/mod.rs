//! The language in which a person or a script controls a console: actions, conditions to stop at, expectations.

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

/// The context a line is parsed in: the names in the firmware, and the language of error messages.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub code: &'a Code,
    pub texts: &'a Texts,
}
