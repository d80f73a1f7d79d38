//! The record of a game: who played, by which rules, from where, and every move.
//!
//! A record holds only legal moves, so the position after each is always defined. `text` and `json` write and read it;
//! `ain_shams` reads the save files of the Python game.

pub mod ain_shams;
mod json;
mod text;
pub(crate) mod turns;

use std::cmp::Ordering;
use std::fmt;

use crate::by_side::BySide;
use crate::moves::IllegalMove;
use crate::place::{Pit, Side};
use crate::position::Position;
use crate::sowing::Sowing;

pub use json::RecordJsonError;
pub use text::{RecordError, RecordErrorKind};
pub use turns::{Lead, Numbering};

/// A game, finished or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// South's name, then north's; empty if unknown.
    pub players: BySide<String>,
    /// The day it was played, as `2026-11-15`; empty if unknown.
    pub date: String,
    /// Other information to be stored with the game, in order.
    pub tags: Vec<(String, String)>,
    /// Who resigned, if anyone.
    pub resigned: Option<Side>,
    start: Position,
    moves: Vec<Pit>,
    /// The position after all moves; always what replaying them gives.
    position: Position,
}

impl Record {
    #[must_use]
    pub fn new(start: Position) -> Record {
        Record {
            players: BySide::default(),
            date: String::new(),
            tags: Vec::new(),
            resigned: None,
            start,
            moves: Vec::new(),
            position: start,
        }
    }

    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    #[must_use]
    pub fn moves(&self) -> &[Pit] {
        &self.moves
    }

    /// The position after all moves.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Adds a move.
    pub fn push(&mut self, pit: Pit) -> Result<(), IllegalMove> {
        self.position = self.position.play(pit)?;
        self.moves.push(pit);
        Ok(())
    }

    /// Takes the last move back and returns it.
    pub fn pop(&mut self) -> Option<Pit> {
        let pit = self.moves.pop()?;
        self.position = self
            .moves
            .iter()
            .fold(self.start, |position, &pit| position.step_legal(pit).after);
        Some(pit)
    }

    /// Every move with all that happened.
    pub fn sowings(&self) -> impl Iterator<Item = Sowing> + '_ {
        self.moves.iter().scan(self.start, |position, &pit| {
            let sowing = position.sow(pit).expect("a record holds only legal moves");
            *position = sowing.after;
            Some(sowing)
        })
    }

    #[must_use]
    pub fn result(&self) -> GameResult {
        match (self.position.is_over(), self.resigned) {
            (true, _) => GameResult::Finished(BySide::of(|side| self.position.store(side))),
            (false, Some(side)) => GameResult::Resigned(side),
            (false, None) => GameResult::Unfinished,
        }
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its old place if it had one.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }
}

/// The state of a game: `28-20` (south's store first), `south resigned`, or `*` while it is in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    Finished(BySide<u16>),
    Resigned(Side),
    Unfinished,
}

impl GameResult {
    /// The winner; `None` after a draw, and while the game is in progress.
    #[must_use]
    pub fn winner(self) -> Option<Side> {
        match self {
            GameResult::Finished(BySide { south, north }) => match south.cmp(&north) {
                Ordering::Greater => Some(Side::South),
                Ordering::Less => Some(Side::North),
                Ordering::Equal => None,
            },
            GameResult::Resigned(side) => Some(side.other()),
            GameResult::Unfinished => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            GameResult::Finished(BySide { south, north }) => write!(f, "{south}-{north}"),
            GameResult::Resigned(side) => write!(f, "{side} resigned"),
            GameResult::Unfinished => f.write_str("*"),
        }
    }
}
