//! A sequential test: plays until it is clear which of two differences in strength is nearer the truth.
//!
//! After every pair of games the likelihood of what was seen is compared under two hypotheses: the first player is `elo0`
//! stronger, or `elo1`. The logarithm of their ratio, the LLR, starts at 0. Above ln((1 - beta) / alpha) the second
//! hypothesis is accepted, below ln(beta / (1 - alpha)) the first. If the difference is `elo0` or less, the second is accepted
//! with a chance of at most about alpha; if it is `elo1` or more, the first with at most about beta.
//!
//! A pair scores 0, 1/2, 1, 3/2 or 2 points. The frequency of each is not known, so each hypothesis uses the shares
//! that explain the games best among all with the mean score the hypothesis predicts: a generalised likelihood ratio.

use std::str::FromStr;

/// The two hypotheses and their error probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// The probability of accepting `elo1` although `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` although `elo1` is true.
    pub beta: f64,
}

/// The accepted hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Elo0,
    Elo1,
}

/// Shares of outcomes that did not occur are small, not zero.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// The logarithm of the likelihood ratio, given the counts of pairs that scored 0, 1/2, 1, 3/2 and 2 points.
    #[must_use]
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let [zero, one] = [self.elo0, self.elo1].map(|elo| likeliest(&seen, score(elo)));
        let terms = counts.iter().zip(zero.iter().zip(&one));
        terms
            .map(|(count, (zero, one))| count * (one / zero).ln())
            .sum()
    }

    /// The LLR at which the first hypothesis is accepted, and the second.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        let Sprt { alpha, beta, .. } = self;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// The decision after the pairs so far, if any.
    #[must_use]
    pub fn decision(&self, pairs: &[u64; 5]) -> Option<Decision> {
        let (llr, [low, high]) = (self.llr(pairs), self.bounds());
        match llr {
            llr if llr <= low => Some(Decision::Elo0),
            llr if llr >= high => Some(Decision::Elo1),
            _ => None,
        }
    }
}

/// The expected score for an Elo difference.
fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The shares of the five outcomes that explain the counts best, among all whose mean score is `mean`.
///
/// With a multiplier x they are count / (1 + x (points - mean)), where x makes the mean come out right: a falling function
/// of x, so halving the interval finds it.
fn likeliest(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    const ROUNDS: usize = 60;
    let apart: [f64; 5] = std::array::from_fn(|quarter| quarter as f64 / 4.0 - mean);
    let (mut low, mut high) = (-1.0 / apart[4], -1.0 / apart[0]);
    for _ in 0..ROUNDS {
        let middle = f64::midpoint(low, high);
        let terms = seen.iter().zip(&apart);
        let off: f64 = terms
            .map(|(share, apart)| share * apart / (1.0 + middle * apart))
            .sum();
        match off > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|i| seen[i] / (1.0 + x * apart[i]))
}

impl FromStr for Sprt {
    type Err = String;

    /// `ELO0,ELO1`, or `ELO0,ELO1,ALPHA,BETA`.
    fn from_str(text: &str) -> Result<Sprt, String> {
        const MOST: f64 = 1000.0;
        let wrong = || {
            format!(
                "'{text}' should be two Elo differences, the lower one first, as in 0,10; then perhaps two chances of error between 0 and 0.5, as in 0,10,0.05,0.05"
            )
        };
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|word| word.trim().parse()).collect();
        let sprt = match numbers.map_err(|_| wrong())?[..] {
            [elo0, elo1] => Sprt {
                elo0,
                elo1,
                alpha: 0.05,
                beta: 0.05,
            },
            [elo0, elo1, alpha, beta] => Sprt {
                elo0,
                elo1,
                alpha,
                beta,
            },
            _ => return Err(wrong()),
        };
        let chance = |chance: f64| chance > 0.0 && chance < 0.5;
        let sound = sprt.elo0 >= -MOST && sprt.elo1 <= MOST && sprt.elo0 < sprt.elo1;
        match sound && chance(sprt.alpha) && chance(sprt.beta) {
            true => Ok(sprt),
            false => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    const TEST: Sprt = Sprt {
        elo0: 0.0,
        elo1: 20.0,
        alpha: 0.05,
        beta: 0.05,
    };

    /// For many pairs the LLR is near the one of a normal distribution.
    #[test]
    fn the_ratio_is_what_the_normal_distribution_gives() {
        let pairs = [600, 2100, 4000, 2500, 800];
        let total: u64 = pairs.iter().sum();
        let moment = |power: i32, center: f64| -> f64 {
            (0..5)
                .map(|i| (i as f64 / 4.0 - center).powi(power) * pairs[i] as f64 / total as f64)
                .sum()
        };
        let mean = moment(1, 0.0);
        let variance = moment(2, mean);
        let [zero, one] = [score(0.0), score(20.0)];
        let normal = total as f64 * (one - zero) * (2.0 * mean - zero - one) / (2.0 * variance);
        let llr = TEST.llr(&pairs);
        assert!((llr - normal).abs() < 0.02 * normal.abs(), "{llr} {normal}");
        assert_eq!(TEST.llr(&[0; 5]), 0.0);
    }

    #[test]
    fn a_few_wins_in_a_row_decide_nothing() {
        assert_eq!(TEST.decision(&[0, 0, 0, 0, 5]), None);
        assert_eq!(TEST.decision(&[0, 0, 0, 0, 200]), Some(Decision::Elo1));
        assert_eq!(TEST.decision(&[200, 0, 0, 0, 0]), Some(Decision::Elo0));
    }

    /// How often a test between 0 and 60 accepts 60 if the true difference is this.
    fn accepted(elo: f64) -> f64 {
        const TEST: Sprt = Sprt {
            elo1: 60.0,
            ..super::tests::TEST
        };
        const RUNS: u64 = 400;
        let win = score(elo);
        let run = |number: &u64| {
            let mut rng = Rng::child(5, *number);
            let mut pairs = [0; 5];
            loop {
                let chance = (win * f64::from(1 << 20)) as usize;
                let wins = (0..2).filter(|_| rng.below(1 << 20) < chance).count();
                pairs[2 * wins] += 1;
                if let Some(decision) = TEST.decision(&pairs) {
                    return decision == Decision::Elo1;
                }
            }
        };
        (0..RUNS).filter(run).count() as f64 / RUNS as f64
    }

    #[test]
    fn it_is_wrong_as_seldom_as_was_asked_for() {
        let (false_alarms, found) = (accepted(0.0), accepted(60.0));
        assert!((0.01..=0.08).contains(&false_alarms), "{false_alarms}");
        assert!((0.92..=0.99).contains(&found), "{found}");
    }

    #[test]
    fn tests_are_read_as_people_write_them() {
        assert_eq!("0,20".parse(), Ok(TEST));
        assert_eq!("0, 20, 0.05, 0.05".parse(), Ok(TEST));
        for wrong in [
            "",
            "5",
            "10,0",
            "0,x",
            "0,nan",
            "0,10,0.6,0.05",
            "0,10,0.05",
            "0,inf",
        ] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}
