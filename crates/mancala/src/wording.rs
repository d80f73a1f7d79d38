//! The catalogue of texts in the language the program speaks, and its sentences about moves.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use kalah::record::GameResult;
use kalah::{IllegalMove, Rules, Sowing};
use texts::{Language, Texts, wording};

/// For the reports of commands that are in English only.
pub use diag::count;
pub use texts::wording::{People, Person};

/// The texts of the program's language: English, unless the full screen uses another.
pub fn texts() -> &'static Texts {
    static TEXTS: LazyLock<[Texts; 2]> = LazyLock::new(|| Language::ALL.map(Texts::of));
    &TEXTS[SPOKEN.load(Relaxed)]
}

/// The program's language.
static SPOKEN: AtomicUsize = AtomicUsize::new(0);

/// Switches to this language.
pub fn speak(language: Language) {
    let index = Language::ALL.iter().position(|known| *known == language);
    SPOKEN.store(index.unwrap_or(0), Relaxed);
}

/// A text of the catalogue: `words!("play.loaded", name = "game-1")`.
macro_rules! words {
    ($key:literal $($values:tt)*) => {
        texts::text!($crate::wording::texts(), $key $($values)*)
    };
}
pub(crate) use words;

pub fn moves(count: usize) -> String {
    wording::moves(texts(), count)
}

/// A description of a move, in a sentence or two.
pub fn sowing(sowing: &Sowing, people: &People) -> String {
    wording::sowing(texts(), sowing, people)
}

/// Who won, and how; empty while the game is in progress.
pub fn result(result: GameResult, people: &People) -> Option<String> {
    wording::result(texts(), result, people)
}

/// Why a pit cannot be played.
pub fn illegal(error: &IllegalMove) -> String {
    wording::illegal(texts(), error)
}

/// The rules in words.
pub fn rules(rules: Rules) -> String {
    wording::rules(texts(), rules)
}
