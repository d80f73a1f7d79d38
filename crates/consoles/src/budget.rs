//! The cost of the firmware: bytes per bank, clocks per move, measured in games against a random human.

use engine::rng::Rng;
use kalah::Side;

use crate::console::Console;
use crate::fast::Fast;
use crate::firmware;
use crate::machine::Machine;
use crate::model::Model;
use crate::panel::{Button, Phase};

/// The cost of a console.
#[derive(Clone, Debug)]
pub struct Budget {
    pub model: Model,
    /// Name and size of each bank; a bank has 256 bytes.
    pub banks: Vec<(&'static str, usize)>,
    pub games: u32,
    /// All clocks of all games.
    pub clocks: u64,
    /// Clocks from the press to the end of the human's move.
    pub human: Spread,
    /// Clocks from the computer's turn to the end of its move, the choice included.
    pub computer: Spread,
    /// Clocks from the press until the machine waits again, when each side has made one move.
    pub round: Spread,
}

/// Minimum, mean and maximum of some counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    pub count: u64,
    pub least: u64,
    pub most: u64,
    total: u64,
}

impl Spread {
    fn add(&mut self, value: u64) {
        self.least = match self.count {
            0 => value,
            _ => self.least.min(value),
        };
        self.most = self.most.max(value);
        self.total += value;
        self.count += 1;
    }

    pub fn mean(&self) -> u64 {
        self.total / self.count.max(1)
    }
}

/// More rounds than any game has: every few rounds a seed reaches a store.
const MOST_ROUNDS: u32 = 2000;

impl Budget {
    /// Plays this many games; the same seed gives the same budget.
    pub fn measure(model: Model, games: u32, seed: u64) -> Budget {
        let banks = firmware::banks(model);
        let mut budget = Budget {
            model,
            banks: banks.iter().map(|bank| (bank.name, bank.size())).collect(),
            games,
            clocks: 0,
            human: Spread::default(),
            computer: Spread::default(),
            round: Spread::default(),
        };
        for game in 0..games {
            budget.play(&mut Rng::child(seed, game.into()));
        }
        budget
    }

    fn play(&mut self, rng: &mut Rng) {
        let mut console = Console::fast(self.model);
        let seeds = match self.model.has_settings() {
            true => 4 + rng.below(5) as u8,
            false => 4,
        };
        console.start(seeds, Side::BOTH[rng.below(2)]);
        for _ in 0..MOST_ROUNDS {
            let pits = console.panel().pits[0];
            let legal: Vec<u8> = (1..=6).filter(|&n| pits[usize::from(n) - 1] > 0).collect();
            if console.panel().phase() != Phase::Human || legal.is_empty() {
                break;
            }
            self.round(&mut console.machine, legal[rng.below(legal.len())]);
        }
        self.clocks += console.machine.clocks();
    }

    /// A move of the human and the computer's reply.
    fn round(&mut self, machine: &mut Fast, pit: u8) {
        let began = machine.clocks();
        machine.hold(&[Button::Pit(pit)]);
        machine.hold(&[]);
        for replies in 0..MOST_ROUNDS {
            let from = machine.clocks();
            let phase = machine.finish_move();
            let spread = match replies {
                0 => &mut self.human,
                _ => &mut self.computer,
            };
            spread.add(machine.clocks() - from);
            if phase != Phase::Thinking {
                if replies == 1 && phase == Phase::Human {
                    self.round.add(machine.clocks() - began);
                }
                return;
            }
        }
    }
}
