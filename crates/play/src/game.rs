//! A game and the moment of it that is shown: moves taken back can be made again until another one is played.

use kalah::record::GameResult;
use kalah::{BySide, IllegalMove, Pit, Position, Record, Side, Sowing};

use crate::seat::{self, Seat};

/// A game, and how many of its moves have been made.
#[derive(Clone, Debug)]
pub struct Game {
    record: Record,
    seats: BySide<Seat>,
    ply: usize,
}

impl Game {
    /// A game after all its moves, with the players its tags name.
    #[must_use]
    pub fn new(record: Record) -> Game {
        Game {
            seats: seat::both(&record),
            ply: record.moves().len(),
            record,
        }
    }

    /// The whole record, moves taken back included.
    #[must_use]
    pub fn whole(&self) -> &Record {
        &self.record
    }

    /// The record for changes other than moves: tags, names, the date.
    pub fn notes(&mut self) -> &mut Record {
        &mut self.record
    }

    /// The record as far as it has been played.
    #[must_use]
    pub fn record(&self) -> Record {
        if self.is_at_end() {
            return self.record.clone();
        }
        let mut record = Record::new(*self.record.start());
        record.players = self.record.players.clone();
        record.date.clone_from(&self.record.date);
        record.tags.clone_from(&self.record.tags);
        for &pit in self.moves() {
            record.push(pit).expect("a record holds only legal moves");
        }
        record
    }

    #[must_use]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Whether no move is taken back.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.ply == self.record.moves().len()
    }

    /// The moves made.
    #[must_use]
    pub fn moves(&self) -> &[Pit] {
        &self.record.moves()[..self.ply]
    }

    /// The position after this many moves; after all of them if there are fewer.
    #[must_use]
    pub fn position_at(&self, ply: usize) -> Position {
        let moves = self.record.moves().iter().take(ply);
        moves.fold(*self.record.start(), |position, &pit| {
            position.step_legal(pit).after
        })
    }

    #[must_use]
    pub fn position(&self) -> Position {
        match self.is_at_end() {
            true => *self.record.position(),
            false => self.position_at(self.ply),
        }
    }

    /// The move that led to a moment.
    #[must_use]
    pub fn sowing_at(&self, ply: usize) -> Option<Sowing> {
        self.record.sowings().nth(ply.checked_sub(1)?)
    }

    /// Who resigned, if that has not been taken back.
    #[must_use]
    pub fn resigned(&self) -> Option<Side> {
        self.record.resigned.filter(|_| self.is_at_end())
    }

    /// The state of the game at the moment shown.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match self.is_at_end() {
            true => self.record.result(),
            false => GameResult::Unfinished,
        }
    }

    #[must_use]
    pub fn is_over(&self) -> bool {
        self.result() != GameResult::Unfinished
    }

    /// The side to move; `None` when the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Side> {
        (!self.is_over()).then(|| self.position().to_move())
    }

    #[must_use]
    pub fn seats(&self) -> &BySide<Seat> {
        &self.seats
    }

    pub fn set_seats(&mut self, seats: BySide<Seat>) {
        seat::set(&mut self.record, &seats);
        self.seats = seats;
    }

    #[must_use]
    pub fn is_person(&self, side: Side) -> bool {
        self.seats[side] == Seat::Person
    }

    /// Whether no person plays at this board.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        Side::BOTH.into_iter().all(|side| !self.is_person(side))
    }

    /// Makes a move. Those taken back cannot be made again.
    pub fn play(&mut self, pit: Pit) -> Result<Sowing, IllegalMove> {
        let sowing = self.position().sow(pit)?;
        self.forget_later();
        self.record.push(pit)?;
        self.ply += 1;
        Ok(sowing)
    }

    /// Resigns for a side; false if the game is over.
    pub fn resign(&mut self, side: Side) -> bool {
        if self.position().is_over() {
            return false;
        }
        self.forget_later();
        self.record.resigned = Some(side);
        true
    }

    /// Takes back a resignation, or the moves up to and including the last one a person made; one move if no person plays. False
    /// if there is nothing to take back.
    pub fn undo(&mut self) -> bool {
        if self.is_at_end() && self.record.resigned.take().is_some() {
            return true;
        }
        let before = self.stop_before();
        self.ply = before.unwrap_or(self.ply);
        before.is_some()
    }

    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.resigned().is_some() || self.stop_before().is_some()
    }

    /// Makes moves again, up to the next turn of a person, and returns them.
    pub fn redo(&mut self) -> Vec<Sowing> {
        let last = self.record.moves().len();
        let mut later = self.ply + 1..=last;
        let stop = later.find(|&ply| ply == last || self.is_stop(ply));
        let before = self.ply;
        self.ply = stop.unwrap_or(before);
        let made = self.record.sowings().skip(before);
        made.take(self.ply - before).collect()
    }

    /// To the moment after this many moves, or the last one.
    pub fn go_to(&mut self, ply: usize) {
        self.ply = ply.min(self.record.moves().len());
    }

    /// Whether taking back stops here: a person is to move, or no person plays.
    fn is_stop(&self, ply: usize) -> bool {
        self.is_watched() || self.is_person(self.position_at(ply).to_move())
    }

    fn stop_before(&self) -> Option<usize> {
        (0..self.ply).rev().find(|&ply| self.is_stop(ply))
    }

    fn forget_later(&mut self) {
        self.record = self.record();
        self.record.resigned = None;
    }
}
