//! The state of a game as sent to its players and watchers.

use kalah::{BySide, Pit, Side};
use serde::Serialize;

use super::clock::Clocks;
use super::game::Game;
use super::phrase::Said;
use super::settings::Settings;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// For a second player.
    Waiting,
    Playing,
    Over,
}

/// How a game ended: who won, if anyone, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    pub winner: Option<Side>,
    pub reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// By the rules.
    Finished,
    Resigned,
    Time,
    /// The loser had gone away.
    Away,
    /// It never began.
    Withdrawn,
    /// A draw was agreed.
    Agreed,
    /// Called off before both had moved.
    Aborted,
    /// Ended by the operators.
    Stopped,
}

/// Everything about a game that does not depend on the client or the time.
#[derive(Clone, Debug, Serialize)]
pub struct State<'a> {
    /// The number of the last entry.
    seq: u64,
    settings: &'a Settings,
    status: Status,
    /// The names of those who have joined.
    players: BySide<Option<&'a str>>,
    moves: &'a [Pit],
    position: String,
    turn: Option<Side>,
    outcome: Option<Outcome>,
    clocks: Option<&'a Clocks>,
    /// The side that asks to take a move back.
    takeback: Option<Side>,
    /// The side that offers a draw.
    draw: Option<Side>,
    /// Whether it can still be called off.
    abortable: bool,
    /// The last phrase of each player.
    said: BySide<Option<Said>>,
    /// The side that offers a rematch.
    rematch: Option<Side>,
    /// The game before this one, and the one after it.
    after: Option<&'a str>,
    next: Option<&'a str>,
}

impl Game {
    #[must_use]
    pub fn state(&self) -> State<'_> {
        State {
            seq: self.seq,
            settings: &self.settings,
            status: self.status(),
            players: BySide::of(|side| self.names[side].as_ref().map(super::Name::as_str)),
            moves: self.record.moves(),
            position: self.record.position().to_string(),
            turn: self.turn(),
            outcome: self.outcome(),
            clocks: self.clocks.as_ref(),
            takeback: self.takeback,
            draw: self.draw,
            abortable: self.is_abortable(),
            said: self.said,
            rematch: self.rematch,
            after: self.after.as_deref(),
            next: self.next.as_deref(),
        }
    }
}
