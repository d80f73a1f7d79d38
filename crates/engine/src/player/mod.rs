//! Players: one small trait, and the players the old documents describe.
//!
//! Where a document leaves an order or a tie open, pits are looked at from the one nearest the own store to the farthest,
//! and the first one found is taken.

mod ain_shams;
mod alpha_beta;
mod deep_purple;
mod mind;
mod mirror;
mod opportunist;
mod pace;
mod random;
mod reference;
mod searcher;
mod spec;

use kalah::{House, Pit, Position, Record, Step};
use thiserror::Error;

pub use ain_shams::AinShams;
pub use alpha_beta::AlphaBeta;
pub use deep_purple::DeepPurple;
pub use mind::Resources;
pub use mirror::Mirror;
pub use opportunist::Opportunist;
pub use pace::{Clock, Pace, Stop};
pub use random::Random;
pub use reference::Reference;
use searcher::Graded;
pub use searcher::Searcher;
pub use spec::{Entry, MAX_DEPTH, PlayerSpec, SpecError};

/// A player.
pub trait Player: Send {
    /// The move to make in the game's current position.
    ///
    /// The game is not over, and the move returned is legal. The whole game is passed because some players need more
    /// than the position: the mirror needs the last move, a program on the 8-bit console every move.
    fn choose(&mut self, game: &Record) -> Result<Pit, PlayerError>;
}

/// Why a player has no move.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PlayerError {
    #[error("there is no move to choose: the game is over")]
    GameOver,
    #[error("the player failed: {0}")]
    Failed(String),
    #[error("nobody waits for the move any more")]
    Stopped,
}

/// The legal moves with their results, nearest the store first.
fn nearest_first(position: &Position) -> impl Iterator<Item = (Pit, Step)> + '_ {
    position
        .legal_moves()
        .rev()
        .map(|pit| (pit, position.step_legal(pit)))
}

/// The last seed falls into the mover's own store. (Whether an extra turn follows is for the rules to say: not if the
/// game has ended.)
fn repeats(position: &Position, step: &Step) -> bool {
    step.last
        == House::Store {
            side: position.to_move(),
        }
}

fn captures(step: &Step) -> bool {
    step.captured > 0
}

/// By how much the own store grows through sowing and capture. Leftovers swept up at the end of the game do not count.
fn growth(position: &Position, pit: Pit, step: &Step) -> u16 {
    let rules = position.rules();
    let distance = (rules.pits() - pit.index()) as u16;
    let seeds = position.pit(position.to_move(), pit);
    let sown = seeds
        .checked_sub(distance)
        .map_or(0, |rest| 1 + rest / rules.lap() as u16);
    sown + step.captured
}
