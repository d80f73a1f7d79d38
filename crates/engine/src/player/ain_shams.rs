//! `ain-shams:LEVEL` (Ain Shams): the `evaluate` of the Python game's document, as printed there.
//!
//! Minimax with alpha-beta pruning to a fixed number of levels, every single sowing a level, a leaf worth the own store minus
//! the other's. The difference from [`super::AlphaBeta`], which does what the document's text means: a position carries
//! the flag `another_turn` of the move that led to it, and it is the flag of the position a move starts from, not of the one
//! it leads to, that decides who moves next. Extra turns therefore take effect one level too late. A player to whom it gives
//! a turn that is not theirs moves all the same; while a game continues both rows have seeds, so there is always a move.
//!
//! Moves are tried from pit 1 up, empty pits are left out, and the first of equal moves is played.

use kalah::{House, Pit, Position, Record, Side};

use super::{Player, PlayerError};

pub struct AinShams {
    levels: u32,
}

/// More than any margin.
const INFINITE: i32 = 1 << 16;

/// The document's `state_tuple`.
struct State {
    position: Position,
    /// The last seed of the move that led here fell into the mover's store.
    another_turn: bool,
}

#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl AinShams {
    /// The document's `max_levels` for easy, medium and hard. It gives the second; the others are those of the players
    /// `easy` and `hard`.
    pub const LEVELS: [u32; 3] = [2, 5, 10];

    /// # Panics
    /// If there are no levels: such a player would not look at any move.
    #[must_use]
    pub fn new(levels: u32) -> AinShams {
        assert!(levels > 0, "a player looks at least one move ahead");
        AinShams { levels }
    }

    /// The move in a position, given whether the last move earned another turn; `None` if the game is over.
    #[must_use]
    pub fn answer(&self, position: &Position, another_turn: bool) -> Option<Pit> {
        let state = State {
            position: *position,
            another_turn,
        };
        let window = Window {
            alpha: -INFINITE,
            beta: INFINITE,
        };
        self.evaluate(&state, position.to_move(), 0, window).1
    }

    /// The score of a state with its side to move, and the best move; `max` is the side that wants a high score.
    fn evaluate(
        &self,
        state: &State,
        max: Side,
        level: u32,
        mut window: Window,
    ) -> (i32, Option<Pit>) {
        let State {
            position,
            another_turn,
        } = state;
        if position.is_over() || level == self.levels {
            return (position.margin(max), None);
        }
        let mover = position.to_move();
        let next = if *another_turn { mover } else { mover.other() };
        let mut best = None;
        for pit in position.legal_moves() {
            let step = position.step_legal(pit);
            let state = State {
                position: step.after.with_to_move(next),
                another_turn: step.last == House::Store { side: mover },
            };
            let (score, _) = self.evaluate(&state, max, level + 1, window);
            if mover == max && score > window.alpha {
                window.alpha = score;
                best = Some(pit);
            }
            if mover != max && score < window.beta {
                window.beta = score;
                best = Some(pit);
            }
            if window.alpha >= window.beta {
                break;
            }
        }
        let score = if mover == max {
            window.alpha
        } else {
            window.beta
        };
        (score, best)
    }
}

impl Player for AinShams {
    /// The flag of the current position: whether the last move of the record was made by the same side.
    fn choose(&mut self, game: &Record) -> Result<Pit, PlayerError> {
        let last = game.sowings().last();
        let another_turn = last.is_some_and(|sowing| sowing.extra_turn);
        self.answer(game.position(), another_turn)
            .ok_or(PlayerError::GameOver)
    }
}
