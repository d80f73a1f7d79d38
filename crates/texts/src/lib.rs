//! The texts of the interactive faces, in their languages.
//!
//! Each language is one flat JSON file (`en.json`): a key, and a text with `{named}` places for values. A text with a
//! count has a form for each plural of its language; `{count}` chooses it.
//!
//! ```json
//! "play.goodbye": "Goodbye.",
//! "play.loaded": "Going on with '{name}'.",
//! "seeds": {"one": "{count} seed", "other": "{count} seeds"}
//! ```
//!
//! [`wording`] makes sentences about moves and results, [`judging`] about the values of moves,
//! [`puzzles`] about puzzles, for every face alike.

mod catalogue;
pub mod judging;
mod language;
pub mod players;
pub mod puzzles;
mod template;
pub mod wording;

pub use catalogue::{CatalogueError, TextError, Texts};
pub use language::Language;
pub use template::Value;

/// A text with its values: `text!(texts, "play.loaded", name = "game-1")`. A test finds every key and every name used so.
#[macro_export]
macro_rules! text {
    ($texts:expr, $key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $texts.text($key, &[$((stringify!($name), $crate::Value::from($value))),*])
    };
}
