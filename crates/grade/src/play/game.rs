//! A game as it is played on a console, right presses and wrong ones, and how presses are chosen.

use std::fmt;

use engine::lots::Lots;
use kalah::{Pit, Position, Side};

use crate::panel::Wiring;

/// Something a person does with the buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Press {
    /// A pit, empty or not.
    Pit(Pit),
    /// Two pits at once.
    Two(Pit, Pit),
    /// A pit, and another one some half-ticks later, while the console works.
    Meanwhile {
        pit: Pit,
        other: Pit,
        after: u64,
    },
    /// A pit of the other person, out of turn.
    Others(Pit),
    /// A pit after the game has ended.
    AfterEnd(Pit),
    Reset,
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Press::Pit(pit) | Press::AfterEnd(pit) => write!(f, "{pit}"),
            Press::Two(one, two) => write!(f, "{one}+{two}"),
            Press::Meanwhile { pit, other, .. } => write!(f, "{pit} (then {other} at once)"),
            Press::Others(pit) => write!(f, "the other's {pit}"),
            Press::Reset => f.write_str("reset"),
        }
    }
}

/// Settings, and what is pressed after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Game {
    pub seeds: u16,
    pub first: Side,
    pub presses: Vec<Press>,
}

/// How somebody plays: tests need captures, extra turns and long laps, which luck alone gives rarely.
#[derive(Clone, Copy, Debug)]
enum Style {
    Random,
    /// Likes extra turns and captures.
    Greedy,
    /// Lets a pit grow to a whole lap.
    Hoarder(Pit),
}

/// Chooses what to press next.
pub(super) struct Chooser {
    lots: Lots,
    style: Style,
    has_reset: bool,
    people: bool,
}

impl Chooser {
    pub fn new(seed: u64, number: u64, pits: usize, wiring: &Wiring) -> Chooser {
        let mut lots = Lots::child(seed, number);
        let hoard = 1 + lots.below(pits.div_ceil(2));
        let style = match (number % 3, Pit::new(hoard)) {
            (0, Some(pit)) => Style::Hoarder(pit),
            (1, _) => Style::Greedy,
            _ => Style::Random,
        };
        Chooser {
            lots,
            style,
            has_reset: wiring.reset.is_some(),
            people: wiring.has_two_people(),
        }
    }

    pub fn press(&mut self, position: &Position) -> Press {
        let pit = self.pit(position);
        let pits = position.rules().pits();
        let other = 1 + self.lots.below(pits);
        let other = Pit::new(other).unwrap_or(pit);
        let is_empty = position.pit(position.to_move(), other) == 0;
        match self.lots.below(40) {
            0..5 if is_empty => Press::Pit(other),
            5 | 6 if !is_empty && other != pit => Press::Two(pit, other),
            7 | 8 => Press::Meanwhile {
                pit,
                other,
                after: self.lots.below(2000) as u64,
            },
            9 if self.has_reset => Press::Reset,
            10 | 11 if self.people => Press::Others(other),
            _ => Press::Pit(pit),
        }
    }

    pub(super) fn after_end(&mut self, pits: usize) -> Press {
        Press::AfterEnd(Pit::new(1 + self.lots.below(pits)).unwrap_or_else(first_pit))
    }

    fn pit(&mut self, position: &Position) -> Pit {
        let legal = position.legal_moves();
        let any: Vec<Pit> = match self.style {
            Style::Random => legal.collect(),
            Style::Greedy => {
                let good = |pit: &Pit| {
                    let step = position.step_legal(*pit);
                    step.extra_turn || step.captured > 0
                };
                legal.filter(good).collect()
            }
            Style::Hoarder(hoard) => {
                let lap = position.rules().lap();
                let full = |pit: &Pit| usize::from(position.pit(position.to_move(), *pit)) >= lap;
                match legal.filter(full).collect::<Vec<Pit>>() {
                    ready if !ready.is_empty() => ready,
                    _ => legal.filter(|&pit| pit != hoard).collect(),
                }
            }
        };
        let any = if any.is_empty() { legal.collect() } else { any };
        match any.len() {
            0 => first_pit(),
            count => any[self.lots.below(count)],
        }
    }
}

fn first_pit() -> Pit {
    Pit::new(1).expect("every row has a pit 1")
}
