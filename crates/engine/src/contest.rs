//! Contests: many games between two players, and what they show.
//!
//! Every game has lots of its own, drawn from the contest's seed and the game's number, so that the result does not depend
//! on how many games run at once or in which order they end.

use std::sync::{Mutex, PoisonError};

use kalah::{Pit, Position, Record, Rules, Side};
use serde::Serialize;

use crate::lots::Lots;
use crate::player::{Player, PlayerError};
use crate::threads;

/// What is played, and how often.
#[derive(Clone, Debug)]
pub struct Contest {
    pub rules: Rules,
    pub games: u64,
    /// Moves drawn by lot before the players take over. Games come in pairs with the same opening and sides changed.
    pub random_opening: u32,
    pub seed: u64,
}

/// A finished game, seen from the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameScore {
    pub margin: i32,
    pub moves: u32,
}

/// The results of all games, seen from the first player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub moves: u64,
    /// The first player's store minus the second's, on average.
    pub mean_margin: f64,
    /// Half the width of the 95 % confidence interval of that mean.
    pub margin_error: f64,
}

/// Makes a player for a game: called with lots of the game's own.
pub trait Maker: Fn(Lots) -> Result<Box<dyn Player>, PlayerError> + Sync {}
impl<T: Fn(Lots) -> Result<Box<dyn Player>, PlayerError> + Sync> Maker for T {}

impl Contest {
    /// Plays all games on so many threads; `done` hears of each finished game.
    pub fn run(
        &self,
        threads: usize,
        first: &impl Maker,
        second: &impl Maker,
        done: &(impl Fn() + Sync),
    ) -> Result<Tally, PlayerError> {
        let score = |number, record: Record| self.score(number, &record);
        let scores = self.play_all(threads, first, second, done, score)?;
        Ok(Tally::of(&scores))
    }

    /// The same, with the games themselves.
    pub fn run_recorded(
        &self,
        threads: usize,
        first: &impl Maker,
        second: &impl Maker,
        done: &(impl Fn() + Sync),
    ) -> Result<(Tally, Vec<Record>), PlayerError> {
        let records = self.play_all(threads, first, second, done, |_, record| record)?;
        let scores = (0..).zip(&records);
        let scores: Vec<_> = scores.map(|(n, record)| self.score(n, record)).collect();
        Ok((Tally::of(&scores), records))
    }

    fn play_all<T: Send>(
        &self,
        threads: usize,
        first: &impl Maker,
        second: &impl Maker,
        done: &(impl Fn() + Sync),
        keep: impl Fn(u64, Record) -> T + Sync,
    ) -> Result<Vec<T>, PlayerError> {
        let failed = Mutex::new(None);
        let play = |number| {
            let record = self.game(number, first, second);
            done();
            match record {
                Ok(record) => Some(keep(number, record)),
                Err(error) => {
                    let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                    *failed = Some(error);
                    None
                }
            }
        };
        let games = threads::share_out(threads, self.games as usize, |n| play(n as u64));
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(games.into_iter().flatten().collect()),
        }
    }

    /// The side of the first player: south in even games.
    #[must_use]
    pub fn side_of_first(&self, number: u64) -> Side {
        Side::BOTH[(number % 2) as usize]
    }

    fn score(&self, number: u64, record: &Record) -> GameScore {
        GameScore {
            margin: record.position().margin(self.side_of_first(number)),
            moves: record.moves().len() as u32,
        }
    }

    /// Plays one game.
    pub fn game(
        &self,
        number: u64,
        first: &impl Maker,
        second: &impl Maker,
    ) -> Result<Record, PlayerError> {
        let lots = |stream| Lots::child(self.seed, 3 * number + stream);
        let mut record = Record::new(self.opening(number / 2));
        let mut players = [first(lots(0))?, second(lots(1))?];
        if self.side_of_first(number) == Side::North {
            players.reverse();
        }
        while !record.position().is_over() {
            let player = &mut players[record.position().to_move().index()];
            let pit = player.choose(&record)?;
            record
                .push(pit)
                .map_err(|error| PlayerError::Failed(error.to_string()))?;
        }
        Ok(record)
    }

    /// The position after a pair's opening moves. A move that would end the game is not drawn.
    fn opening(&self, pair: u64) -> Position {
        let mut lots = Lots::child(!self.seed, pair);
        let mut position = Position::start(self.rules, Side::South);
        for _ in 0..self.random_opening {
            let goes_on = |pit: &Pit| !position.step_legal(*pit).after.is_over();
            let moves: Vec<Pit> = position.legal_moves().filter(goes_on).collect();
            if moves.is_empty() {
                break;
            }
            position = position.step_legal(moves[lots.below(moves.len())]).after;
        }
        position
    }
}

impl Tally {
    #[must_use]
    pub fn of(scores: &[GameScore]) -> Tally {
        let count = |holds: fn(i32) -> bool| {
            scores.iter().filter(|score| holds(score.margin)).count() as u64
        };
        let games = scores.len() as f64;
        let sum: i64 = scores.iter().map(|score| i64::from(score.margin)).sum();
        let squares: i64 = scores
            .iter()
            .map(|score| i64::from(score.margin).pow(2))
            .sum();
        let mean = sum as f64 / games.max(1.0);
        let variance = (squares as f64 - games * mean * mean).max(0.0) / (games - 1.0).max(1.0);
        Tally {
            games: scores.len() as u64,
            wins: count(|margin| margin > 0),
            draws: count(|margin| margin == 0),
            losses: count(|margin| margin < 0),
            moves: scores.iter().map(|score| u64::from(score.moves)).sum(),
            mean_margin: mean,
            margin_error: 1.96 * (variance / games.max(1.0)).sqrt(),
        }
    }

    /// Wins and half the draws, as a share of all games.
    #[must_use]
    pub fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games.max(1) as f64
    }
}
