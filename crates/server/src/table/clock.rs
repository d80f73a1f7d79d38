//! Time to think: none, some for the whole game with an increment, or days for each move.
//!
//! Clocks start with the first move. A clock that runs is measured by the server's time; an increment is added when the turn
//! passes to the other side, so that extra turns earn nothing.
//!
//! The network time of a move is given back, within bounds: a client could pretend to be far away.

use kalah::{BySide, Side};
use serde::{Deserialize, Serialize};

use super::Millis;

/// The time control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    rename_all = "lowercase",
    tag = "kind",
    try_from = "PlainClock",
    into = "PlainClock"
)]
pub enum Clock {
    #[default]
    None,
    /// Seconds for the whole game, and seconds more for every turn.
    Game { seconds: u32, increment: u32 },
    /// Days for every turn.
    Turn { days: u32 },
}

/// [`Clock`] as written in JSON, not yet checked.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind", deny_unknown_fields)]
enum PlainClock {
    // In braces, or fields beside it would be accepted silently.
    None {},
    Game { seconds: u32, increment: u32 },
    Turn { days: u32 },
}

impl Clock {
    const LONGEST_GAME: u32 = 3 * 60 * 60;
    const LONGEST_INCREMENT: u32 = 180;
    const MOST_DAYS: u32 = 14;

    /// What each side has at the start, if time is limited.
    fn initial(self) -> Option<Millis> {
        match self {
            Clock::None => None,
            Clock::Game { seconds, .. } => Some(Millis::from(seconds) * 1000),
            Clock::Turn { days } => Some(Millis::from(days) * 24 * 60 * 60 * 1000),
        }
    }
}

impl TryFrom<PlainClock> for Clock {
    type Error = String;

    fn try_from(plain: PlainClock) -> Result<Clock, String> {
        match plain {
            PlainClock::None {} => Ok(Clock::None),
            PlainClock::Game { seconds, increment } => {
                if !(10..=Clock::LONGEST_GAME).contains(&seconds) {
                    return Err(format!(
                        "{seconds} seconds for a game: there can be 10 to {}",
                        Clock::LONGEST_GAME
                    ));
                }
                if increment > Clock::LONGEST_INCREMENT {
                    return Err(format!(
                        "{increment} seconds more for a turn: there can be 0 to {}",
                        Clock::LONGEST_INCREMENT
                    ));
                }
                Ok(Clock::Game { seconds, increment })
            }
            PlainClock::Turn { days } if (1..=Clock::MOST_DAYS).contains(&days) => {
                Ok(Clock::Turn { days })
            }
            PlainClock::Turn { days } => Err(format!(
                "{days} days for a turn: there can be 1 to {}",
                Clock::MOST_DAYS
            )),
        }
    }
}

impl From<Clock> for PlainClock {
    fn from(clock: Clock) -> PlainClock {
        match clock {
            Clock::None => PlainClock::None {},
            Clock::Game { seconds, increment } => PlainClock::Game { seconds, increment },
            Clock::Turn { days } => PlainClock::Turn { days },
        }
    }
}

/// Network time that is given back: at most as much as a player has saved up. They have this at the start, this much more
/// with every move, and never more than that.
const LAG_AT_START: Millis = 1000;
const LAG_EACH: Millis = 300;
const LAG_MOST: Millis = 2000;

/// A move as clocks see it.
pub(super) struct Turn {
    pub mover: Side,
    /// Who is to move now, unless the game is over.
    pub next: Option<Side>,
    pub at: Millis,
    /// The network time that is given back.
    pub lag: Millis,
}

/// Both clocks of a game that limits time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clocks {
    #[serde(skip)]
    agreed: Clock,
    /// The time each side had left at `since`.
    left: BySide<Millis>,
    /// Whose clock runs.
    running: Option<Side>,
    /// When `left` was true.
    since: Millis,
    /// The network time that can still be given back.
    #[serde(skip)]
    lag: BySide<Millis>,
}

impl Clocks {
    /// No clock runs yet. `None` if time is not limited.
    pub(super) fn new(agreed: Clock) -> Option<Clocks> {
        let initial = agreed.initial()?;
        Some(Clocks {
            agreed,
            left: BySide::of(|_| initial),
            running: None,
            since: 0,
            lag: BySide::of(|_| LAG_AT_START),
        })
    }

    /// A side has moved.
    pub(super) fn turn(&mut self, turn: &Turn) {
        let Turn {
            mover,
            next,
            at,
            lag,
        } = *turn;
        self.give_back(mover, lag, at);
        self.advance(at);
        match self.agreed {
            Clock::Game { increment, .. } if next != Some(mover) => {
                self.left[mover] += Millis::from(increment) * 1000;
            }
            Clock::Turn { .. } => {
                let whole = self.agreed.initial().unwrap_or_default();
                self.left = BySide::of(|_| whole);
            }
            Clock::Game { .. } | Clock::None => {}
        }
        self.running = next;
    }

    fn give_back(&mut self, side: Side, lag: Millis, at: Millis) {
        if self.running == Some(side) {
            let lag = self.credit(side, lag).min((at - self.since).max(0));
            self.since += lag;
            self.lag[side] = (self.lag[side] - lag + LAG_EACH).min(LAG_MOST);
        }
    }

    /// How much of this network time can be given back. With days per move it does not matter.
    pub(super) fn credit(&self, side: Side, lag: Millis) -> Millis {
        match self.agreed {
            Clock::Game { .. } => lag.clamp(0, self.lag[side]),
            Clock::Turn { .. } | Clock::None => 0,
        }
    }

    /// The turn goes to a side without a move: one was taken back.
    pub(super) fn hand_to(&mut self, side: Option<Side>, at: Millis) {
        self.advance(at);
        self.running = side;
    }

    /// An outage: its duration does not count.
    pub(super) fn skip(&mut self, from: Millis, to: Millis) {
        if self.running.is_some() {
            self.since += (to - from.max(self.since)).max(0);
        }
    }

    /// Whether the clock ran at some time before this one.
    pub(super) fn runs_before(&self, time: Millis) -> bool {
        self.running.is_some() && self.since < time
    }

    /// Advances the time.
    fn advance(&mut self, at: Millis) {
        if let Some(side) = self.running {
            self.left[side] = (self.left[side] - (at - self.since).max(0)).max(0);
        }
        self.since = at;
    }

    /// When the running clock reaches zero.
    pub(super) fn deadline(&self) -> Option<Millis> {
        self.running.map(|side| self.since + self.left[side])
    }

    /// Whose time is up.
    pub(super) fn fallen(&self, now: Millis) -> Option<Side> {
        self.running
            .filter(|_| self.deadline().is_some_and(|deadline| deadline <= now))
    }
}
