//! Levels of play: from beginner to perfect, by the real cost of moves.
//!
//! A level values every move and chooses one at random, a move that costs c seeds against the best being
//! exp(-c / tolerance) times as likely as the best. The tolerance falls from level to level, so a beginner gives seeds away
//! freely but takes what is obvious, a good player errs rarely and by little, and the highest level never errs.

use kalah::Pit;

use crate::analyse::Analysis;
use crate::rng::Rng;

/// The factor by which each seed of cost makes a move less likely, one number per level: exp(-1 / tolerance), the tolerance being
/// 12, 8, 5.5, 4, 2.8, 2, 1.4, 0.9, 0.5 and 0 seeds. Products of these are the same on every machine, which `exp` is not.
const FADING: [f64; 10] = [
    0.920_044_414_629_323_3,
    0.882_496_902_584_595_5,
    0.833_752_918_075_180_6,
    0.778_800_783_071_404_9,
    0.699_672_537_375_130_4,
    0.606_530_659_712_633_4,
    0.489_541_659_556_953_1,
    0.329_192_987_807_905_57,
    0.135_335_283_236_612_7,
    0.0,
];

/// A level of play, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(usize);

impl Level {
    pub const HIGHEST: usize = FADING.len();

    #[must_use]
    pub fn new(number: usize) -> Option<Level> {
        (1..=Level::HIGHEST)
            .contains(&number)
            .then_some(Level(number))
    }

    #[must_use]
    pub fn number(self) -> usize {
        self.0
    }

    /// Nodes the level may spend on a move: seeing less is part of being a beginner, and of answering at once.
    #[must_use]
    pub fn nodes(self) -> u64 {
        250 << self.0
    }

    /// Whether the level never chooses a move it knows to be worse.
    #[must_use]
    pub(crate) fn never_errs(self) -> bool {
        self.0 == Level::HIGHEST
    }

    /// The probabilities of the analysed moves, as weights.
    #[must_use]
    fn weights(self, analysis: &Analysis) -> Vec<f64> {
        let fading = FADING[self.0 - 1];
        let most = analysis.moves.iter().map(|value| value.margin).max();
        let weight = |margin: i32| {
            let cost = most.unwrap_or(margin) - margin;
            (0..cost).fold(1.0, |weight, _| weight * fading)
        };
        analysis
            .moves
            .iter()
            .map(|value| weight(value.margin))
            .collect()
    }

    /// Chooses a move; `None` if there is none.
    pub fn choose(self, analysis: &Analysis, rng: &mut Rng) -> Option<Pit> {
        const GRAINS: usize = 1 << 30;
        let weights = self.weights(analysis);
        let mut drawn = rng.below(GRAINS) as f64 / GRAINS as f64 * weights.iter().sum::<f64>();
        let mut chosen = None;
        for (value, weight) in analysis.moves.iter().zip(weights) {
            if weight > 0.0 {
                chosen = Some(value.pit);
                if drawn < weight {
                    break;
                }
            }
            drawn -= weight;
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_fade_with_what_they_cost() {
        let tolerances = [12.0, 8.0, 5.5, 4.0, 2.8, 2.0, 1.4, 0.9, 0.5];
        for (fading, tolerance) in FADING.iter().zip(tolerances) {
            assert!((fading - f64::exp(-1.0 / tolerance)).abs() < 1e-15);
        }
    }
}
