//! Grading in steps: one game, then the next, until there is a report. It can be suspended and resumed after every game, by
//! a caller that has no thread to spare.

use std::collections::{BTreeMap, BTreeSet};

use kalah::Side;
use results::{Fact, Outcome, Report, Test};

use super::game::{Chooser, Press};
use super::referee::{Finding, Referee, Stage};
use super::situation::Situation;
use super::story::charges;
use super::tally::Tally;
use super::told::{describe, run, script};
use super::{MOST_PRESSES, Options, shrink};
use crate::aspect::Aspect;
use crate::driver::Driver;
use crate::panel::Panel;

const PRESSES_AFTER_END: u32 = 2;
/// Presses of the next game, if a reset after the end begins one.
const PRESSES_AFTER_RESET: u32 = 3;
/// After this many stuck games in a row no more are tried.
const MOST_STUCK: u32 = 3;
/// Games of each style before moves are chosen by what did not come up.
const FREE_GAMES: u32 = 3;
/// One extra game per this many, if something did not come up in them.
const GAMES_PER_EXTRA: u32 = 4;
/// A console that is being graded.
pub(super) struct Grading {
    panel: Panel,
    options: Options,
    tally: Tally,
    /// The findings, by the tests that they may be about.
    found: BTreeMap<Vec<Aspect>, Found>,
    /// Tests that have ended a game before its end.
    fatal: BTreeSet<Aspect>,
    /// No more games are played.
    is_done: bool,
    /// Why the remaining games were not played.
    given_up: Option<&'static str>,
    played: u32,
    /// Number of stuck games in a row.
    stuck: u32,
}

/// Findings with the same stories.
struct Found {
    /// The best proof: the first mistake of its game rather than a later one, then the shorter game.
    best: Finding,
    count: u32,
    /// One of them came without any reset before it.
    without_reset: bool,
}

impl Found {
    fn add(&mut self, other: Found) {
        let rank = |finding: &Finding| (!finding.is_first, finding.game.presses.len());
        self.count += other.count;
        self.without_reset |= other.without_reset;
        if rank(&other.best) < rank(&self.best) {
            self.best = other.best;
        }
    }
}

impl Grading {
    pub(super) fn new(panel: &Panel, options: Options) -> Grading {
        Grading {
            panel: panel.clone(),
            options,
            tally: Tally::default(),
            found: BTreeMap::new(),
            fatal: BTreeSet::new(),
            is_done: false,
            given_up: None,
            played: 0,
            stuck: 0,
        }
    }

    /// Games played, and games in all.
    pub(super) fn games(&self) -> (u32, u32) {
        (self.played, self.options.games.max(self.played))
    }

    /// Whether there is another game to play.
    pub(super) fn has_games(&self) -> bool {
        let games = self.options.games;
        let extra = match self.wanted().is_empty() {
            true => 0,
            false => games.div_ceil(GAMES_PER_EXTRA),
        };
        !self.is_done && self.played < games + extra
    }

    /// Plays one game.
    pub(super) fn play(&mut self, driver: &mut Driver<'_>) {
        let findings = self.game(driver, self.played);
        self.played += 1;
        let hangs = findings.iter().any(|one| one.aspect() == Aspect::LongGames);
        self.stuck = if hangs { self.stuck + 1 } else { 0 };
        self.keep(findings);
        if driver.is_tired() || self.stuck >= MOST_STUCK {
            self.give_up("the console got stuck too often, or reached its limit");
        }
    }

    /// Plays no more games.
    pub(super) fn give_up(&mut self, why: &'static str) {
        self.is_done = true;
        if self.played < self.options.games {
            self.given_up = Some(why);
        }
    }

    /// The cases that moves could still bring up.
    fn wanted(&self) -> BTreeSet<Situation> {
        let all = Situation::STEERED.into_iter();
        let all = all.filter(|situation| !self.tally.met.contains(situation));
        all.filter(|_| self.played >= FREE_GAMES).collect()
    }

    fn game(&mut self, driver: &mut Driver<'_>, number: u32) -> Vec<Finding> {
        let (seeds, first) = self.settings(driver, number);
        let pits = self.options.rules.pits();
        let has_reset = driver.wiring().reset.is_some();
        let wanted = self.wanted();
        let choice = (wanted, &self.fatal);
        let mut chooser = Chooser::new(self.options.seed, number.into(), pits, driver, choice);
        let mut referee = Referee::begin(driver, self.options.rules, seeds, first);
        while referee.stage == Stage::Playing && referee.game.presses.len() < MOST_PRESSES {
            let press: Press = chooser.press(&referee.position);
            referee.turn(press);
        }
        for _ in 0..PRESSES_AFTER_END {
            if referee.stage == Stage::Over {
                referee.turn(chooser.after_end(pits));
            }
        }
        if referee.stage == Stage::Over && has_reset {
            referee.turn(Press::Reset);
            for _ in 0..PRESSES_AFTER_RESET {
                if referee.stage == Stage::Playing {
                    let press = Press::Pit(chooser.pit(&referee.position));
                    referee.turn(press);
                }
            }
        }
        self.tally.add(&referee.tally);
        if referee.stage == Stage::Stopped {
            self.fatal
                .extend(referee.findings.last().map(Finding::aspect));
        }
        referee.findings
    }

    /// Settings in turn, so that a few games see all of them.
    fn settings(&self, driver: &Driver<'_>, number: u32) -> (u16, Side) {
        let wiring = driver.wiring();
        let number = number as usize;
        let usual = self.options.rules.seeds();
        let mut offered: Vec<u16> = wiring.seeds.iter().map(|(seeds, _)| *seeds).collect();
        offered.sort_by_key(|&seeds| (seeds != usual, seeds));
        let seeds = match offered.len() {
            0 => usual,
            many => offered[number % many],
        };
        let first = match (&wiring.first.south, &wiring.first.north) {
            (Some(_), Some(_)) => Side::BOTH[(number + number / offered.len().max(2)) % 2],
            _ => self.options.first.unwrap_or(self.panel.starts),
        };
        (seeds, first)
    }

    fn keep(&mut self, findings: Vec<Finding>) {
        for finding in findings {
            let found = Found {
                count: 1,
                without_reset: !finding.game.presses.contains(&Press::Reset),
                best: finding,
            };
            match self.found.get_mut(&found.best.aspects()) {
                Some(known) => known.add(found),
                None => {
                    self.found.insert(found.best.aspects(), found);
                }
            }
        }
    }

    /// The tests that all findings together charge.
    fn charged(&self) -> BTreeSet<Aspect> {
        let counts = self.found.iter();
        let counts: Vec<_> = counts
            .map(|(aspects, found)| (aspects.clone(), found.count))
            .collect();
        charges(&counts)
    }

    /// The points of the tests that have failed so far.
    pub(super) fn lost(&self) -> Vec<(Aspect, u32)> {
        let charged = self.charged().into_iter();
        charged
            .map(|aspect| (aspect, self.panel.points(aspect)))
            .collect()
    }

    /// The marks: for every mistake the shortest game is searched for first.
    pub(super) fn report(&self, name: &str, driver: &mut Driver<'_>) -> Report {
        let charged = self.charged();
        let mut failed = self.settled(&charged);
        self.blame_reset(&mut failed, driver);
        let mut tests = Vec::new();
        for aspect in Aspect::ALL {
            let failed = failed.remove(&aspect).map(|found| {
                let (rules, presses) = (self.options.rules, self.options.shrink);
                let shortest = shrink::shrink(driver, rules, found.best, &charged, presses);
                (shortest, found.count)
            });
            tests.push(self.test(driver, aspect, failed));
        }
        Report {
            name: name.to_owned(),
            facts: self.facts(driver),
            notes: self.notes(&tests),
            tests,
        }
    }

    /// The findings, by the test that is charged for them.
    fn settled(&self, charged: &BTreeSet<Aspect>) -> BTreeMap<Aspect, Found> {
        let mut failed: BTreeMap<Aspect, Found> = BTreeMap::new();
        for found in self.found.values() {
            let mut best = found.best.clone();
            best.settle(charged);
            let aspect = best.aspect();
            let found = Found { best, ..*found };
            match failed.get_mut(&aspect) {
                Some(known) => known.add(found),
                None => {
                    failed.insert(aspect, found);
                }
            }
        }
        failed
    }

    /// A mistake that only occurs after a reset, and not if the same is pressed after power-on, is a mistake of the reset.
    fn blame_reset(&self, failed: &mut BTreeMap<Aspect, Found>, driver: &mut Driver<'_>) {
        let late = failed.iter().filter(|(_, found)| !found.without_reset);
        let late: Vec<Aspect> = late.map(|(&aspect, _)| aspect).collect();
        for aspect in late.into_iter().filter(|&aspect| aspect != Aspect::Reset) {
            let of_reset = failed
                .get(&aspect)
                .is_some_and(|found| !found.best.shows_after_power_on(driver, self.options.rules));
            if let Some(mut found) = failed.remove(&aspect).filter(|_| of_reset) {
                found.best.blame(Aspect::Reset, "after a reset: ");
                failed.entry(Aspect::Reset).or_insert(found);
            }
        }
    }

    fn test(&self, driver: &Driver<'_>, aspect: Aspect, failed: Option<(Finding, u32)>) -> Test {
        let max = self.panel.points(aspect);
        let checked = self.tally.checked.get(&aspect).copied().unwrap_or(0);
        let mut test = Test {
            id: aspect.id().to_owned(),
            name: aspect.title().to_owned(),
            outcome: Outcome::Passed,
            points: max,
            max_points: max,
            hidden: self.panel.is_hidden(aspect),
            checked,
            output: String::new(),
            script: None,
            run: None,
            link: None,
        };
        if let Some((finding, count)) = failed {
            test.outcome = Outcome::Failed;
            test.points = 0;
            test.output = describe(&finding, count);
            test.script = Some(script(&finding));
            test.run = Some(run(&finding));
        } else if let Some(missing) = self.missing(driver, aspect) {
            test.outcome = Outcome::Untested;
            (test.points, test.max_points) = (0, 0);
            test.output = missing.to_owned();
        } else if checked == 0 {
            test.outcome = Outcome::Untested;
            test.points = 0;
            test.output = self.unseen().to_owned();
            if !self.options.lose_untested {
                test.max_points = 0;
            }
        }
        test
    }

    /// Why something did not come up.
    fn unseen(&self) -> &'static str {
        match self.found.is_empty() {
            true => "did not come up in these games; play more of them",
            false => "did not come up, because other mistakes ended the games",
        }
    }

    /// Why a console cannot be tested for something at all.
    fn missing(&self, driver: &Driver<'_>, aspect: Aspect) -> Option<&'static str> {
        let wiring = driver.wiring();
        let outcome = &wiring.outcome;
        let lights = outcome.south.len() + outcome.north.len() + outcome.draw.len();
        let people = wiring.has_two_people();
        let (there, what) = match aspect {
            Aspect::ComputerMove => (!people, "two people play, and no computer"),
            Aspect::WhileComputing => (
                people || wiring.has_turn_light(),
                "the panel names no light for \"your turn\"",
            ),
            Aspect::Outcome => (lights > 0, "the panel names no lights for the outcome"),
            Aspect::ComputerShown => (
                !wiring.lamps.is_empty(),
                "the panel names no lamps for the computer's move",
            ),
            Aspect::Seeds => (
                wiring.seeds.len() > 1,
                "the panel names no buttons for the number of seeds",
            ),
            Aspect::FirstMove => (
                wiring.first.iter().all(Option::is_some),
                "the panel names no buttons for the first move",
            ),
            Aspect::Reset => (wiring.reset.is_some(), "the panel names no reset button"),
            _ => (true, ""),
        };
        (!there).then_some(what)
    }

    fn facts(&self, driver: &Driver<'_>) -> Vec<Fact> {
        let mut took = self.tally.took.clone();
        took.sort_unstable();
        let played = format!(
            "{} and {} in {} half-ticks",
            diag::count(self.played, "game"),
            diag::count(took.len(), "move"),
            driver.spent()
        );
        let mut facts = vec![Fact::new("played", "Played", played)];
        if let (Some(median), Some(longest)) = (took.get(took.len() / 2), took.last()) {
            let name = "Half-ticks of a move with its answer";
            let value = format!("median {median}, longest {longest}");
            facts.push(Fact::new("half-ticks", name, value));
        }
        facts
    }

    fn notes(&self, tests: &[Test]) -> Vec<String> {
        let why = self.given_up.iter();
        let why = why.map(|why| format!("the remaining games were not played: {why}"));
        let unseen = tests
            .iter()
            .filter(|test| test.outcome == Outcome::Untested && test.output == self.unseen());
        let unseen: Vec<&str> = unseen.map(|test| test.id.as_str()).collect();
        let points = Aspect::ALL
            .iter()
            .filter(|aspect| unseen.contains(&aspect.id()));
        let points: u32 = points.map(|&aspect| self.panel.points(aspect)).sum();
        let left_out = (points > 0 && !self.options.lose_untested).then(|| {
            let points = diag::count(points, "point");
            format!(
                "left out of the total: {points} for what did not come up ({})",
                unseen.join(", ")
            )
        });
        why.chain(left_out).collect()
    }
}
