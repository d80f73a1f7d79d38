//! The statistics of a contest: points, margins, Elo, and their errors.
//!
//! The unit is the pair of games with one opening and sides changed. Most of what an opening gives away cancels out in a
//! pair, so errors estimated from pairs are smaller, and right, where errors estimated from single games are not.

use std::collections::HashSet;

use kalah::{Position, Record};

use super::side_of_first;

/// The results of the games so far, seen from the first player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    pub games: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub moves: u64,
    margins: i64,
    /// The first game of a pair whose second is not finished.
    half: Option<GameScore>,
    pairs: Pairs,
    /// The openings played, if the players are deterministic: repeating one shows nothing new.
    seen: Option<HashSet<Position>>,
}

/// A game, seen from the first player: 0, 1 or 2 half points.
#[derive(Clone, Copy, Debug, PartialEq)]
struct GameScore {
    half_points: usize,
    margin: i64,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Pairs {
    /// How many pairs brought 0, 1/2, 1, 3/2 and 2 points.
    counts: [u64; 5],
    /// Sums of the margins of pairs and of their squares.
    margins: i64,
    squares: i64,
}

/// A difference in strength: 400 points are ten to one in points scored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    pub difference: f64,
    /// Half the width of its 95 % confidence interval.
    pub error: Option<f64>,
}

/// The quantile of the normal distribution for 95 %.
const SURE: f64 = 1.96;

impl Tally {
    /// A tally without games. If neither player uses random numbers, repeated openings count only once for the errors.
    #[must_use]
    pub fn new(deterministic: bool) -> Tally {
        Tally {
            seen: deterministic.then(HashSet::new),
            ..Tally::default()
        }
    }

    /// Adds game `number`; they come in order.
    pub fn add(&mut self, number: u64, record: &Record) {
        let margin = record.position().margin(side_of_first(number));
        self.games += 1;
        self.moves += record.moves().len() as u64;
        self.margins += i64::from(margin);
        let points = match margin.signum() {
            1 => &mut self.wins,
            0 => &mut self.draws,
            _ => &mut self.losses,
        };
        *points += 1;
        let game = GameScore {
            half_points: (1 + margin.signum()) as usize,
            margin: margin.into(),
        };
        match self.half.take() {
            None => self.half = Some(game),
            Some(first) => self.add_pair(first, game, record.start()),
        }
    }

    fn add_pair(&mut self, first: GameScore, second: GameScore, opening: &Position) {
        let new = self.seen.as_mut().is_none_or(|seen| seen.insert(*opening));
        if new {
            let margin = first.margin + second.margin;
            self.pairs.counts[first.half_points + second.half_points] += 1;
            self.pairs.margins += margin;
            self.pairs.squares += margin * margin;
        }
    }

    /// How many pairs of games scored 0, 1/2, 1, 3/2 and 2 points. Repeated pairs count once.
    #[must_use]
    pub fn pairs(&self) -> [u64; 5] {
        self.pairs.counts
    }

    /// The number of pairs that count.
    #[must_use]
    pub fn different_pairs(&self) -> u64 {
        self.pairs.counts.iter().sum()
    }

    /// Whether some games were identical to earlier ones.
    #[must_use]
    pub fn has_repeats(&self) -> bool {
        self.different_pairs() < self.games / 2
    }

    /// Wins and half the draws, as a share of all games.
    #[must_use]
    pub fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games.max(1) as f64
    }

    /// The first player's store minus the second's, on average.
    #[must_use]
    pub fn mean_margin(&self) -> f64 {
        self.margins as f64 / self.games.max(1) as f64
    }

    /// Half the width of the 95 % confidence interval of that mean; `None` if there is nothing to estimate it from.
    #[must_use]
    pub fn margin_error(&self) -> Option<f64> {
        let Pairs {
            margins, squares, ..
        } = self.pairs;
        // Half the margin of a pair is the mean of its games.
        self.error(margins as f64 / 2.0, squares as f64 / 4.0)
    }

    /// The difference in strength implied by the score; `None` if one player won every game.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let score = self.score();
        let difference = elo(score)?;
        let bounds = self
            .score_error()
            .and_then(|error| Some((elo(score - error)?, elo(score + error)?)));
        Some(Elo {
            difference,
            error: bounds.map(|(low, high)| (high - low) / 2.0),
        })
    }

    fn score_error(&self) -> Option<f64> {
        let points = (0..5).map(|quarter| f64::from(quarter) / 4.0);
        let counts = self.pairs.counts;
        let sum = |power: i32| -> f64 {
            let terms = points.clone().zip(counts);
            terms
                .map(|(points, count)| points.powi(power) * count as f64)
                .sum()
        };
        self.error(sum(1), sum(2))
    }

    /// The error of a mean over pairs, from the sum of the values and of their squares.
    fn error(&self, sum: f64, squares: f64) -> Option<f64> {
        let pairs = self.different_pairs() as f64;
        if pairs < 2.0 {
            return None;
        }
        let variance = (squares - sum * sum / pairs).max(0.0) / (pairs - 1.0);
        Some(SURE * (variance / pairs).sqrt())
    }
}

/// The Elo difference of a score strictly between 0 and 1; `None` for others.
fn elo(score: f64) -> Option<f64> {
    let inside = score > 0.0 && score < 1.0;
    inside.then(|| 400.0 * (score / (1.0 - score)).log10())
}
