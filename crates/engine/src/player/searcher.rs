//! Players that search: as well as the time allows, perfectly, and on levels in between.

use std::time::Duration;

use kalah::{Pit, Position, Record};

use super::mind::{Effort, Mind, Resources};
use super::{Player, PlayerError};
use crate::analyse::{Budget, analyse};
use crate::book;
use crate::level::Level;
use crate::lots::Lots;

/// Solves the position if it can, else looks as far ahead as the effort allows.
pub struct Searcher {
    mind: Mind,
    effort: Effort,
    /// Looks into the opening book first.
    book: bool,
}

/// What perfect play may take: it answers within a second.
const PERFECT: Effort = Effort::Time(Duration::from_millis(900));

impl Searcher {
    #[must_use]
    pub fn new(effort: Effort, resources: Resources) -> Searcher {
        Searcher {
            mind: Mind::for_effort(effort, resources),
            effort,
            book: false,
        }
    }

    /// A player that looks into the opening book first.
    #[must_use]
    pub fn with_book(effort: Effort, resources: Resources) -> Searcher {
        Searcher {
            book: true,
            ..Searcher::new(effort, resources)
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
        match book::best(position).filter(|_| self.book) {
            Some(pit) => {
                self.mind.prepare(position.rules());
                Ok(pit)
            }
            None => self.mind.best(position, self.effort),
        }
    }
}

/// Plays on a level: see [`crate::level`].
pub struct Graded {
    mind: Mind,
    level: Level,
    lots: Lots,
}

impl Graded {
    #[must_use]
    pub fn new(level: Level, lots: Lots, resources: Resources) -> Graded {
        Graded {
            mind: Mind::new(resources),
            level,
            lots,
        }
    }
}

impl Player for Graded {
    fn choose(&mut self, game: &Record) -> Result<Pit, PlayerError> {
        let position = game.position();
        if let Some(only) = only_move(position)? {
            return Ok(only);
        }
        if let Some(known) = book::best(position).filter(|_| self.level.never_errs()) {
            return Ok(known);
        }
        let solver = self.mind.solver(position)?;
        let analysis = analyse(solver, position, &Budget::nodes(self.level.nodes()));
        let chosen = self.level.choose(&analysis, &mut self.lots);
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
