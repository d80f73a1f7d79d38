//! Players that search: as well as the time allows, perfectly, and on levels in between.

use std::time::Duration;

use kalah::{Pit, Position, Record};

use super::mind::{Mind, Resources};
use super::pace::Pace;
use super::{Player, PlayerError};
use crate::Effort;
use crate::analyse::analyse;
use crate::level::Level;
use crate::rng::Rng;

/// Solves the position if it can, otherwise looks as far ahead as its pace allows.
pub struct Searcher {
    mind: Mind,
    pace: Pace,
    /// Consults the opening book first.
    book: bool,
}

/// The time limit of perfect play: it answers within a second.
pub(super) const PERFECT: Pace = Pace::Time(Duration::from_millis(900));

impl Searcher {
    #[must_use]
    pub fn new(pace: Pace, resources: Resources) -> Searcher {
        Searcher {
            mind: Mind::new(pace, resources),
            pace,
            book: false,
        }
    }

    /// A player that consults the opening book first.
    #[must_use]
    pub fn with_book(pace: Pace, resources: Resources) -> Searcher {
        Searcher {
            book: true,
            ..Searcher::new(pace, resources)
        }
    }

    /// The same player with the largest table of its library, even if it counts positions.
    #[must_use]
    pub fn with_any_table(self) -> Searcher {
        Searcher {
            mind: self.mind.with_any_table(),
            ..self
        }
    }

    /// The strongest player: opening book, exact search.
    #[must_use]
    pub fn perfect(resources: Resources) -> Searcher {
        Searcher::with_book(PERFECT, resources)
    }
}

impl Player for Searcher {
    fn choose(&mut self, game: &Record) -> Result<Pit, PlayerError> {
        let position = game.position();
        if let Some(only) = only_move(position)? {
            return Ok(only);
        }
        let known = self.book.then(|| self.mind.library().book().get(position));
        match known.flatten() {
            Some(entry) => Ok(entry.best),
            None => self.mind.best(position, self.pace),
        }
    }
}

/// Plays on a level: see [`crate::level`].
pub struct Graded {
    mind: Mind,
    level: Level,
    rng: Rng,
}

impl Graded {
    #[must_use]
    pub fn new(level: Level, rng: Rng, resources: Resources) -> Graded {
        Graded {
            mind: Mind::new(Pace::Nodes(level.nodes()), resources),
            level,
            rng,
        }
    }
}

impl Player for Graded {
    fn choose(&mut self, game: &Record) -> Result<Pit, PlayerError> {
        let position = game.position();
        if let Some(only) = only_move(position)? {
            return Ok(only);
        }
        let book = self.level.never_errs().then(|| self.mind.library().book());
        if let Some(entry) = book.and_then(|book| book.get(position)) {
            return Ok(entry.best);
        }
        let solver = self.mind.solver(position)?;
        let analysis = analyse(solver, position, &Effort::nodes(self.level.nodes()));
        let chosen = self.level.choose(&analysis, &mut self.rng);
        chosen.ok_or(PlayerError::GameOver)
    }
}

/// The move, if there is only one.
fn only_move(position: &Position) -> Result<Option<Pit>, PlayerError> {
    let mut moves = position.legal_moves();
    match (moves.next(), moves.next()) {
        (None, _) => Err(PlayerError::GameOver),
        (only, None) => Ok(only),
        _ => Ok(None),
    }
}
