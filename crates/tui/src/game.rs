//! The game on the board: its record, who plays it, and the moves taken back.

use kalah::{BySide, House, Sowing};
use play::seat;
use texts::Texts;
use texts::wording::{self, People};

use crate::work::Opened;

#[derive(Clone, Debug)]
pub(crate) struct OpenGame {
    pub played: play::Game,
    pub people: People,
    /// The name it is saved under, if any.
    pub name: Option<String>,
}

impl OpenGame {
    pub(crate) fn new(opened: Opened, texts: &Texts) -> OpenGame {
        let played = play::Game::new(opened.record);
        OpenGame {
            people: seat::people(played.whole(), played.seats(), texts),
            played,
            name: opened.name,
        }
    }

    /// The names of people and players in the words of another language.
    pub(crate) fn speak(&mut self, texts: &Texts) {
        self.people = seat::people(self.played.whole(), self.played.seats(), texts);
    }

    /// The names beside the board.
    pub(crate) fn labels(&self, texts: &Texts) -> BySide<String> {
        let seats = self.played.seats();
        let label = |side| seat::label(&seats[side], side, &self.people, texts);
        BySide::of(|side| wording::capitalised(&label(side)))
    }
}

/// Houses a move began and ended in.
pub(crate) fn touched(sowing: &Sowing) -> Vec<House> {
    let from = House::Pit {
        side: sowing.mover,
        pit: sowing.pit,
    };
    [Some(from), sowing.path.last().copied()]
        .into_iter()
        .flatten()
        .collect()
}

/// Houses a capture emptied.
pub(crate) fn taken(sowing: &Sowing) -> Vec<House> {
    let capture = sowing.capture.into_iter();
    capture
        .flat_map(|capture| [capture.own, capture.opposite])
        .collect()
}
