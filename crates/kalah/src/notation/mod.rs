//! Positions as text, as KGP boards and as JSON. Every parser is total, and each has a printer that it reads back.
//!
//! ```text
//! text   4,4,4,4,4,4,0/4,4,4,4,4,4,0 s      south's pits 1 to m, its store / north's likewise, side to move (s or n)
//! KGP    <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>    pits a side, both stores, south's pits, north's pits; south moves
//! ```

pub mod json;
mod kgp;
mod text;

use thiserror::Error;

use crate::setup::MAX_TOTAL;

/// Why a text is not a setup. Contains the wrong piece of input.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NotationError {
    #[error("'{0}' is not a number of seeds (0 to {MAX_TOTAL})")]
    Count(String),
    #[error(
        "a position has two rows separated by '/', as in 4,4,4,4,4,4,0/4,4,4,4,4,4,0 s; found {0}"
    )]
    Rows(usize),
    #[error("the row '{0}' needs at least one pit and a store")]
    ShortRow(String),
    #[error("unknown side to move '{0}': write s for south or n for north")]
    Side(String),
    #[error("a board is written between < and >, as in <2,0,0,4,4,4,4>")]
    Brackets,
    #[error("a board of size {pits} has {expected} numbers; found {found}")]
    BoardLength {
        pits: usize,
        expected: usize,
        found: usize,
    },
    #[error("'{0}' is not a number of pits per side (1 to 12)")]
    BoardPits(String),
}

/// A number of seeds; larger numbers than a board can hold are refused here, so that no sum overflows.
fn count(word: &str) -> Result<u32, NotationError> {
    let word = word.trim();
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse()
        .ok()
        .filter(|&seeds| digits && seeds <= MAX_TOTAL)
        .ok_or_else(|| NotationError::Count(shortened(word)))
}

/// Enough of the input to recognise it in a message.
fn shortened(text: &str) -> String {
    const ENOUGH: usize = 40;
    match text.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
