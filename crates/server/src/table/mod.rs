//! A game between two people, as values: what was agreed, what happened, and what may happen next. No clock and no network:
//! the time comes in with every command.

mod clock;
mod entry;
mod game;
mod offers;
mod phrase;
mod settings;
mod state;

pub use clock::{Clock, Clocks};
pub use entry::{Entry, Event};
pub use game::{Command, Game, Refusal};
pub use phrase::{Phrase, Said};
pub(crate) use settings::asked_name;
pub use settings::{Name, Settings};
pub use state::{Outcome, Reason, Status};

/// Milliseconds since 1970, as the server's clock has them.
pub type Millis = i64;
