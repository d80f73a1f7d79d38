//! A game as it is played on a console, with right and wrong presses, and how presses are chosen.

use std::collections::BTreeSet;
use std::fmt;

use engine::rng::Rng;
use kalah::{Pit, Position, Side, Sowing};

use super::diagnosis::passes_other_store;
use super::situation::{Situation, situations};
use crate::aspect::Aspect;
use crate::driver::Driver;

/// Far more half-ticks than a console works: the remainder modulo its working time is any moment of it.
const ANY_TIME: usize = 1 << 24;
/// The longest pause between presses, as a multiple of the time a console has to notice one.
const PAUSE: u64 = 4;
/// Such pauses come before this many moves, at most.
const LATEST_PAUSE: usize = 8;
/// A row of no more seeds can be emptied in some moves.
const FEW: u32 = 10;

/// An action of a person at the buttons.
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
    /// Nothing, for this many half-ticks.
    Nothing(u64),
    Reset,
}

impl Press {
    /// The pits that a right console may take it for, if it is more than a plain move.
    pub fn alone(self) -> [Option<Pit>; 2] {
        match self {
            Press::Two(one, two) => [Some(one), Some(two)],
            Press::Meanwhile { pit, .. } => [Some(pit), None],
            _ => [None, None],
        }
    }
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Press::Pit(pit) | Press::AfterEnd(pit) => write!(f, "{pit}"),
            Press::Two(one, two) => write!(f, "{one}+{two}"),
            Press::Meanwhile { pit, other, .. } => write!(f, "{pit} (then {other} at once)"),
            Press::Others(pit) => write!(f, "the other's {pit}"),
            Press::Nothing(half_ticks) => write!(f, "(nothing for {half_ticks} half-ticks)"),
            Press::Reset => f.write_str("reset"),
        }
    }
}

/// Settings, and the presses after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Game {
    pub seeds: u16,
    pub first: Side,
    pub presses: Vec<Press>,
}

/// The tester's style of play: tests need captures, extra turns and long laps, which chance alone rarely gives.
#[derive(Clone, Copy, Debug)]
enum Style {
    Random,
    /// Prefers extra turns and captures.
    Greedy,
    /// Lets a pit grow to a whole lap.
    Hoarder(Pit),
}

/// A press that is not a plain move, to occur in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trick {
    Meanwhile,
    Two,
    Empty,
    Others,
    Reset,
}

impl Trick {
    /// The test it is for.
    fn aspect(self) -> Aspect {
        match self {
            Trick::Meanwhile | Trick::Others => Aspect::WhileComputing,
            Trick::Two => Aspect::TwoButtons,
            Trick::Empty => Aspect::EmptyPit,
            Trick::Reset => Aspect::Reset,
        }
    }
}

/// Chooses the next press.
pub(super) struct Chooser {
    rng: Rng,
    style: Style,
    /// Still to be done in this game, the next one last.
    due: Vec<Trick>,
    tricks: Vec<Trick>,
    /// Moves until a pause in the presses, and its length in half-ticks.
    pause: (usize, u64),
    /// What did not come up in earlier games: moves that show it are made first.
    wanted: BTreeSet<Situation>,
}

impl Chooser {
    /// `fatal` are the tests that have ended a game before: their presses are left out, so that this one shows something else.
    pub fn new(
        seed: u64,
        number: u64,
        pits: usize,
        driver: &Driver<'_>,
        (wanted, fatal): (BTreeSet<Situation>, &BTreeSet<Aspect>),
    ) -> Chooser {
        let wiring = driver.wiring();
        let mut rng = Rng::child(seed, number);
        let hoard = pits - rng.below(2.min(pits));
        let style = match (number % 3, Pit::new(hoard)) {
            (0, Some(pit)) => Style::Hoarder(pit),
            (1, _) => Style::Greedy,
            _ => Style::Random,
        };
        let mut tricks = vec![Trick::Empty, Trick::Two, Trick::Meanwhile];
        if wiring.has_two_people() {
            tricks.push(Trick::Others);
        }
        let mut due = tricks.clone();
        if wiring.reset.is_some() {
            tricks.push(Trick::Reset);
            due.extend((number % 2 == 1).then_some(Trick::Reset));
        }
        for index in (1..due.len()).rev() {
            due.swap(index, rng.below(index + 1));
        }
        let ends_games = |trick: &Trick| fatal.contains(&trick.aspect());
        due.retain(|trick| !ends_games(trick));
        tricks.retain(|trick| !ends_games(trick));
        Chooser {
            rng,
            style,
            due,
            tricks,
            pause: Chooser::pause(seed, number, driver),
            wanted,
        }
    }

    /// Once in a game; drawn separately, so that a seed stands for the same moves on every console.
    fn pause(seed: u64, number: u64, driver: &Driver<'_>) -> (usize, u64) {
        let mut rng = Rng::child(!seed, number);
        let longest = PAUSE * driver.limits.notice;
        let moment = 1 + rng.below(LATEST_PAUSE);
        (moment, 1 + rng.below(longest as usize) as u64)
    }

    pub fn press(&mut self, position: &Position) -> Press {
        let (moment, half_ticks) = self.pause;
        self.pause.0 = moment.saturating_sub(1);
        if moment == 1 {
            return Press::Nothing(half_ticks);
        }
        let pit = self.pit(position);
        if !self.due.is_empty() && self.rng.below(3) == 0 {
            for index in (0..self.due.len()).rev() {
                if let Some(press) = self.trick(self.due[index], pit, position) {
                    self.due.remove(index);
                    return press;
                }
            }
        }
        let any = self.rng.below(6 * self.tricks.len().max(1));
        let trick = self.tricks.get(any).copied();
        let press = trick.and_then(|trick| self.trick(trick, pit, position));
        press.unwrap_or(Press::Pit(pit))
    }

    fn trick(&mut self, trick: Trick, pit: Pit, position: &Position) -> Option<Press> {
        let mover = position.to_move();
        let all = (1..=position.rules().pits()).filter_map(Pit::new);
        let (empty, full): (Vec<Pit>, Vec<Pit>) =
            all.partition(|&pit| position.pit(mover, pit) == 0);
        let mut one_of = |pits: &[Pit]| match pits.len() {
            0 => None,
            count => Some(pits[self.rng.below(count)]),
        };
        Some(match trick {
            Trick::Empty => Press::Pit(one_of(&empty)?),
            Trick::Two => {
                let others: Vec<Pit> = full.into_iter().filter(|&other| other != pit).collect();
                Press::Two(pit, one_of(&others)?)
            }
            Trick::Meanwhile => {
                let others: Vec<Pit> = full.into_iter().filter(|&other| other != pit).collect();
                Press::Meanwhile {
                    pit,
                    other: one_of(&others)?,
                    after: self.rng.below(ANY_TIME) as u64,
                }
            }
            Trick::Others => Press::Others(one_of(&full)?),
            Trick::Reset => Press::Reset,
        })
    }

    pub(super) fn after_end(&mut self, pits: usize) -> Press {
        Press::AfterEnd(Pit::new(1 + self.rng.below(pits)).unwrap_or_else(first_pit))
    }

    /// A legal move.
    pub(super) fn pit(&mut self, position: &Position) -> Pit {
        let legal = position.legal_moves();
        let wanted = self.wanted(position);
        let any: Vec<Pit> = match self.style {
            _ if !wanted.is_empty() => wanted,
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
                    _ => {
                        let feeds = |pit: &Pit| {
                            let after = position.step_legal(*pit).after;
                            after.pit(position.to_move(), hoard)
                                > position.pit(position.to_move(), hoard)
                        };
                        match legal.filter(feeds).collect::<Vec<Pit>>() {
                            feeding if !feeding.is_empty() => feeding,
                            _ => legal.filter(|&pit| pit != hoard).collect(),
                        }
                    }
                }
            }
        };
        let any = if any.is_empty() { legal.collect() } else { any };
        match any.len() {
            0 => first_pit(),
            count => any[self.rng.below(count)],
        }
    }
}

impl Chooser {
    /// Moves that bring up what did not come up yet, or that lead there with the next one.
    fn wanted(&self, position: &Position) -> Vec<Pit> {
        if self.wanted.is_empty() {
            return Vec::new();
        }
        let shows = |position: &Position, pit: Pit| {
            let sowing = position.sow(pit).ok();
            let mut shown = sowing.iter().flat_map(situations);
            shown.any(|situation| self.wanted.contains(&situation))
        };
        let mover = position.to_move();
        let leads = |pit: &Pit| {
            let after = position.step_legal(*pit).after.with_to_move(mover);
            let mut next = after.legal_moves();
            next.any(|pit| shows(&after, pit))
        };
        let legal = || position.legal_moves();
        let now: Vec<Pit> = legal().filter(|pit| shows(position, *pit)).collect();
        let soon: Vec<Pit> = legal().filter(leads).collect();
        match (now.is_empty(), soon.is_empty()) {
            (false, _) => now,
            (_, false) => soon,
            _ if self.wanted.contains(&Situation::EndWithSeeds) => {
                emptying(position, self.wanted.len() == 1)
            }
            _ => Vec::new(),
        }
    }
}

/// The moves that leave the fewest seeds in the own row, once it holds few, or all through the game if nothing else is wanted.
fn emptying(position: &Position, always: bool) -> Vec<Pit> {
    let mover = position.to_move();
    let row = |position: &Position| -> u32 {
        let pits = (1..=position.rules().pits()).filter_map(Pit::new);
        pits.map(|pit| u32::from(position.pit(mover, pit))).sum()
    };
    let left = |pit: &Pit| row(&position.step_legal(*pit).after);
    let fewest = position.legal_moves().map(|pit| left(&pit)).min();
    let all = position
        .legal_moves()
        .filter(|pit| Some(left(pit)) == fewest);
    match always || row(position) <= FEW {
        true => all.collect(),
        false => Vec::new(),
    }
}

/// The aspect that a move tests.
pub(super) fn shown_by(sowing: &Sowing) -> Vec<Aspect> {
    let lap = usize::from(sowing.seeds) >= sowing.before.rules().lap();
    let all = [
        (true, Aspect::Sowing),
        (lap, Aspect::Laps),
        (passes_other_store(sowing), Aspect::SkippedStore),
        (sowing.capture.is_some(), Aspect::Capture),
        (sowing.extra_turn, Aspect::ExtraTurn),
        (sowing.over, Aspect::End),
    ];
    let all = all.into_iter().filter(|(shows, _)| *shows);
    all.map(|(_, aspect)| aspect).collect()
}

fn first_pit() -> Pit {
    Pit::new(1).expect("every row has a pit 1")
}
