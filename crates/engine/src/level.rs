//! Levels of play: from beginner to perfect, by what moves really cost.
//!
//! A level looks at what every move is worth and draws one by lot, a move that costs c seeds against the best being
//! exp(-c / tolerance) times as likely as the best. The tolerance falls from level to level, so a beginner gives seeds away
//! freely but takes what is plainly there, a good player errs rarely and by little, and the highest level never errs.

use kalah::Pit;

use crate::analyse::Analysis;
use crate::lots::Lots;

/// Seeds a move may cost before it becomes e times less likely, a level each; the last level costs nothing.
const TOLERANCE: [f64; 10] = [12.0, 8.0, 5.5, 4.0, 2.8, 2.0, 1.4, 0.9, 0.5, 0.0];

/// A level of play, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(usize);

impl Level {
    pub const HIGHEST: usize = TOLERANCE.len();

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
    pub fn never_errs(self) -> bool {
        self.0 == Level::HIGHEST
    }

    /// How likely each move of the analysis is, as weights.
    #[must_use]
    pub fn weights(self, analysis: &Analysis) -> Vec<f64> {
        let tolerance = TOLERANCE[self.0 - 1];
        let most = analysis.moves.iter().map(|value| value.margin).max();
        let weight = |margin: i32| match most.unwrap_or(margin) - margin {
            0 => 1.0,
            cost if tolerance > 0.0 => (-f64::from(cost) / tolerance).exp(),
            _ => 0.0,
        };
        analysis
            .moves
            .iter()
            .map(|value| weight(value.margin))
            .collect()
    }

    /// Draws a move; none if there is none.
    pub fn choose(self, analysis: &Analysis, lots: &mut Lots) -> Option<Pit> {
        const GRAINS: usize = 1 << 30;
        let weights = self.weights(analysis);
        let mut drawn = lots.below(GRAINS) as f64 / GRAINS as f64 * weights.iter().sum::<f64>();
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
