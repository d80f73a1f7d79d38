//! The shortest game that shows a mistake: all short games first, then the found game without some of its presses.
//!
//! Before that, presses that a right console may understand in more than one way become plain ones: a script goes the same way on
//! every right console then.

use std::collections::{BTreeSet, VecDeque};

use kalah::{Pit, Rules};

use super::game::{Game, Press};
use super::referee::{Finding, Referee, Stage};
use crate::aspect::Aspect;
use crate::driver::Driver;

/// The remaining budget, and the tests that all games together charge.
struct Budget<'a> {
    presses: i64,
    charged: &'a BTreeSet<Aspect>,
}

/// Searches for a shorter game with the same mistake. `presses` bounds the work.
pub(super) fn shrink(
    driver: &mut Driver<'_>,
    rules: Rules,
    found: Finding,
    charged: &BTreeSet<Aspect>,
    presses: u32,
) -> Finding {
    let mut budget = Budget {
        presses: i64::from(presses),
        charged,
    };
    if found.game.presses.len() <= 1 {
        return found;
    }
    let found = plainly(driver, rules, found, &mut budget);
    if let Some(shorter) = try_short_games(driver, rules, &found, &mut budget) {
        return shorter;
    }
    leave_out(driver, rules, found, &mut budget)
}

/// Plays a game until it shows the mistake.
fn replay(
    driver: &mut Driver<'_>,
    rules: Rules,
    game: &Game,
    like: &Finding,
    budget: &mut Budget<'_>,
) -> Option<Finding> {
    let mut referee = Referee::begin(driver, rules, game.seeds, game.first);
    let mut presses = game.presses.iter();
    loop {
        let findings = referee.findings.iter().cloned();
        let mut settled = findings.map(|mut finding| {
            finding.settle(budget.charged);
            finding
        });
        let shows = |finding: &Finding| {
            finding.aspect() == like.aspect() && (finding.is_first || !like.is_first)
        };
        if let Some(finding) = settled.find(shows) {
            return Some(finding);
        }
        budget.presses -= 1;
        if referee.stage == Stage::Stopped {
            return None;
        }
        referee.turn(*presses.next()?);
    }
}

/// Makes one press of two at once before the mistake, as long as the mistake stays.
fn plainly(
    driver: &mut Driver<'_>,
    rules: Rules,
    mut found: Finding,
    budget: &mut Budget<'_>,
) -> Finding {
    let mut index = 0;
    while index + 1 < found.game.presses.len() {
        let plain = found.game.presses[index].alone().into_iter().flatten();
        for pit in plain {
            let mut game = found.game.clone();
            game.presses[index] = Press::Pit(pit);
            if let Some(plainer) = replay(driver, rules, &game, &found, budget) {
                found = plainer;
                break;
            }
        }
        index += 1;
    }
    found
}

/// All games of one press, then of two, as long as the budget lasts and they are shorter than the found one.
fn try_short_games(
    driver: &mut Driver<'_>,
    rules: Rules,
    found: &Finding,
    budget: &mut Budget<'_>,
) -> Option<Finding> {
    let half = budget.presses / 2;
    let mut games: VecDeque<Vec<Press>> = VecDeque::from([Vec::new()]);
    while let Some(presses) = games.pop_front() {
        if presses.len() + 1 >= found.game.presses.len() {
            return None;
        }
        for pit in (1..=rules.pits()).filter_map(Pit::new) {
            if budget.presses <= half {
                return None;
            }
            let mut game = Game {
                presses: presses.clone(),
                ..found.game
            };
            game.presses.push(Press::Pit(pit));
            if let Some(finding) = replay(driver, rules, &game, found, budget) {
                return Some(finding);
            }
            games.push_back(game.presses);
        }
    }
    None
}

/// Leaves out one press after the other, from the end: late presses are the cheapest to omit.
fn leave_out(
    driver: &mut Driver<'_>,
    rules: Rules,
    mut found: Finding,
    budget: &mut Budget<'_>,
) -> Finding {
    let mut index = found.game.presses.len().saturating_sub(1);
    while index > 0 && budget.presses > 0 {
        index -= 1;
        let mut game = found.game.clone();
        if index >= game.presses.len() {
            continue;
        }
        game.presses.remove(index);
        if let Some(shorter) = replay(driver, rules, &game, &found, budget) {
            found = shorter;
        }
    }
    found
}
