//! Contests: many games between two players, and their statistics.
//!
//! Games come in pairs: both games of a pair begin with the same opening, and the players change sides. Every game has its
//! own random numbers, made from the contest's seed and the game's number, and results are passed on in the order of
//! those numbers. So a contest gives the same result on any number of threads.

mod sprt;
mod tally;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use kalah::{BySide, Pit, Position, Record, Rules, Side};

use crate::player::{Player, PlayerError};
use crate::rng::Rng;
use crate::threads;

pub use sprt::{Decision, Sprt};
pub use tally::{Elo, Tally};

/// What is played, and how often.
#[derive(Clone, Debug)]
pub struct Contest {
    pub rules: Rules,
    pub games: u64,
    /// Opening positions of the pairs, one after the other and again from the first; the start position if there are
    /// none. All have these rules.
    pub openings: Vec<Position>,
    /// Random moves after that, before the players take over.
    pub random_opening: u32,
    pub seed: u64,
}

/// Makes a player for a game, given the game's random numbers.
pub trait Maker: Fn(Rng) -> Result<Box<dyn Player>, PlayerError> + Sync {}
impl<T: Fn(Rng) -> Result<Box<dyn Player>, PlayerError> + Sync> Maker for T {}

/// Called after every game; returns whether to continue.
type Each<'a> = dyn FnMut(u64, Record) -> ControlFlow<()> + Send + 'a;

/// The side of the first player: south in even games.
#[must_use]
pub fn side_of_first(number: u64) -> Side {
    Side::BOTH[(number % 2) as usize]
}

impl Contest {
    /// Plays the games on this many threads until all are played, `each` breaks off or `stop` says so. `each` gets them in the
    /// order of their numbers, whichever ends first. Games that are not over when the contest stops are dropped.
    pub fn play(
        &self,
        threads: usize,
        first: &impl Maker,
        second: &impl Maker,
        stop: &(dyn Fn() -> bool + Sync),
        each: &mut Each,
    ) -> Result<(), PlayerError> {
        let next = AtomicU64::new(0);
        let delivery = Mutex::new(Delivery::new(each));
        let work = || {
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.games || stop() || locked(&delivery).over {
                    return;
                }
                let game = self.game_until(number, first, second, stop);
                if let Some(game) = game.transpose() {
                    locked(&delivery).take(number, game);
                }
            }
        };
        threads::together(threads, work);
        let failed = locked(&delivery).failed.take();
        failed.map_or(Ok(()), Err)
    }

    /// Plays one game.
    pub fn game(
        &self,
        number: u64,
        first: &impl Maker,
        second: &impl Maker,
    ) -> Result<Record, PlayerError> {
        let game = self.game_until(number, first, second, &|| false)?;
        Ok(game.expect("nobody stops the game"))
    }

    /// Plays one game; `None` if it was stopped.
    fn game_until(
        &self,
        number: u64,
        first: &impl Maker,
        second: &impl Maker,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Record>, PlayerError> {
        let rng = |stream| Rng::child(self.seed, 3 * number + stream);
        let mut record = Record::new(self.opening(number / 2));
        let (first, second) = (first(rng(0))?, second(rng(1))?);
        let mut players = match side_of_first(number) {
            Side::South => BySide::new(first, second),
            Side::North => BySide::new(second, first),
        };
        while !record.position().is_over() {
            if stop() {
                return Ok(None);
            }
            let player = &mut players[record.position().to_move()];
            let pit = player.choose(&record)?;
            record
                .push(pit)
                .map_err(|error| PlayerError::Failed(error.to_string()))?;
        }
        Ok(Some(record))
    }

    /// The position after a pair's opening moves. A move that would end the game is not made.
    fn opening(&self, pair: u64) -> Position {
        let mut rng = Rng::child(!self.seed, pair);
        let mut position = match self.openings.len() {
            0 => Position::start(self.rules, Side::South),
            openings => self.openings[(pair % openings as u64) as usize],
        };
        for _ in 0..self.random_opening {
            let goes_on = |pit: &Pit| !position.step_legal(*pit).after.is_over();
            let moves: Vec<Pit> = position.legal_moves().filter(goes_on).collect();
            if moves.is_empty() {
                break;
            }
            position = position.step_legal(moves[rng.below(moves.len())]).after;
        }
        position
    }
}

/// Restores the order of the games' numbers.
struct Delivery<'a, 'b> {
    next: u64,
    waiting: BTreeMap<u64, Result<Record, PlayerError>>,
    each: &'a mut Each<'b>,
    over: bool,
    failed: Option<PlayerError>,
}

impl<'a, 'b> Delivery<'a, 'b> {
    fn new(each: &'a mut Each<'b>) -> Delivery<'a, 'b> {
        Delivery {
            next: 0,
            waiting: BTreeMap::new(),
            each,
            over: false,
            failed: None,
        }
    }

    fn take(&mut self, number: u64, game: Result<Record, PlayerError>) {
        self.waiting.insert(number, game);
        while !self.over
            && let Some(game) = self.waiting.remove(&self.next)
        {
            match game {
                Ok(record) => self.over = (self.each)(self.next, record).is_break(),
                Err(error) => {
                    self.failed = Some(error);
                    self.over = true;
                }
            }
            self.next += 1;
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
