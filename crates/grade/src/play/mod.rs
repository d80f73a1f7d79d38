//! Many games on one console, and what they are worth.

mod diagnosis;
mod game;
mod guess;
mod referee;
mod reply;
mod shrink;
mod strength;
mod tally;
mod unfinished;

use std::collections::{BTreeMap, BTreeSet};

use kalah::{Rules, Side};
use results::{Fact, Outcome, Report, Test};

use crate::aspect::Aspect;
use crate::board::Board;
use crate::driver::Driver;
use crate::panel::Panel;
use game::{Chooser, Press};
pub use strength::{Strength, strength};

use referee::{Finding, Referee, Stage};
use tally::Tally;

/// More presses than any game has.
const MOST_PRESSES: usize = 400;
/// What the script of a mistake says that was never the first of its game.
const LATE: &str =
    "# Something else was wrong before, so that a right console may come to another board.";
const PRESSES_AFTER_END: u32 = 2;
/// Presses of the next game, if a reset after the end begins one.
const PRESSES_AFTER_RESET: u32 = 3;
/// Games in a row that got stuck, after which no more are tried.
const MOST_STUCK: u32 = 3;

/// How a console is graded.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The rules, with the usual number of seeds.
    pub rules: Rules,
    pub games: u32,
    pub seed: u64,
    /// Presses spent on finding the shortest game for each mistake.
    pub shrink: u32,
}

/// Told how many games of how many are done; says whether there is time for another.
pub type Progress<'a> = dyn FnMut(u32, u32) -> bool + 'a;

/// Plays games on a console and gives marks.
pub fn grade(
    name: &str,
    driver: &mut Driver<'_>,
    panel: &Panel,
    options: &Options,
    progress: &mut Progress<'_>,
) -> Report {
    let mut games = Games {
        panel,
        options,
        tally: Tally::default(),
        first: BTreeMap::new(),
        without_reset: BTreeSet::new(),
        given_up: None,
        played: 0,
    };
    games.play(driver, progress);
    games.blame_reset(driver);
    let findings = std::mem::take(&mut games.first);
    let mut tests = Vec::new();
    for aspect in Aspect::ALL {
        let failed = findings.get(&aspect).map(|(finding, count)| {
            let shortest = shrink::shrink(driver, options.rules, finding.clone(), options.shrink);
            (shortest, *count)
        });
        tests.push(games.test(driver, aspect, failed, findings.is_empty()));
    }
    Report {
        name: name.to_owned(),
        tests,
        facts: games.facts(driver),
        notes: games.notes(),
    }
}

struct Games<'a> {
    panel: &'a Panel,
    options: &'a Options,
    tally: Tally,
    /// The shortest game for each aspect, and how many games showed it.
    first: BTreeMap<Aspect, (Finding, u32)>,
    /// What was wrong without any reset before it.
    without_reset: BTreeSet<Aspect>,
    /// Why the rest of the games was not played.
    given_up: Option<&'static str>,
    played: u32,
}

impl Games<'_> {
    fn play(&mut self, driver: &mut Driver<'_>, progress: &mut Progress<'_>) {
        let mut stuck = 0;
        for number in 0..self.options.games {
            let findings = self.game(driver, number);
            self.played += 1;
            let hangs = findings.iter().any(|one| one.aspect == Aspect::LongGames);
            stuck = if hangs { stuck + 1 } else { 0 };
            self.keep(findings);
            let has_time = progress(number + 1, self.options.games);
            if !has_time || driver.is_tired() || stuck >= MOST_STUCK {
                self.given_up = (number + 1 < self.options.games).then_some(match has_time {
                    true => "the console got stuck too often, or reached its limit",
                    false => "there was no time for them",
                });
                return;
            }
        }
    }

    fn game(&mut self, driver: &mut Driver<'_>, number: u32) -> Vec<Finding> {
        let (seeds, first) = self.settings(driver, number);
        let pits = self.options.rules.pits();
        let has_reset = driver.wiring().reset.is_some();
        let mut chooser = Chooser::new(self.options.seed, number.into(), pits, driver);
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
            _ => self.panel.starts,
        };
        (seeds, first)
    }

    /// Keeps the best proof of each mistake: the first of its game rather than a later one, then the shorter one.
    fn keep(&mut self, findings: Vec<Finding>) {
        let rank = |finding: &Finding| (!finding.is_first, finding.game.presses.len());
        for finding in findings {
            if !finding.game.presses.contains(&Press::Reset) {
                self.without_reset.insert(finding.aspect);
            }
            match self.first.get_mut(&finding.aspect) {
                None => {
                    self.first.insert(finding.aspect, (finding, 1));
                }
                Some((best, count)) => {
                    *count += 1;
                    if rank(&finding) < rank(best) {
                        *best = finding;
                    }
                }
            }
        }
    }

    /// What was wrong after a reset only, and is not if the same is pressed after power-on, is a mistake of the reset.
    fn blame_reset(&mut self, driver: &mut Driver<'_>) {
        let aspects: Vec<Aspect> = self.first.keys().copied().collect();
        for aspect in aspects {
            if aspect == Aspect::Reset || self.without_reset.contains(&aspect) {
                continue;
            }
            let Some((finding, count)) = self.first.get(&aspect) else {
                continue;
            };
            if finding.shows_after_power_on(driver, self.options.rules) {
                continue;
            }
            let blamed = Finding {
                aspect: Aspect::Reset,
                what: format!("after a reset: {}", finding.what),
                ..finding.clone()
            };
            let count = *count;
            self.first.remove(&aspect);
            self.first.entry(Aspect::Reset).or_insert((blamed, count));
        }
    }

    fn test(
        &self,
        driver: &Driver<'_>,
        aspect: Aspect,
        failed: Option<(Finding, u32)>,
        all_fine: bool,
    ) -> Test {
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
            if all_fine {
                test.max_points = 0;
                test.output = "did not come up in these games; play more of them".to_owned();
            } else {
                test.output = "did not come up, because other mistakes ended the games".to_owned();
            }
        }
        test
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

    fn notes(&self) -> Vec<String> {
        let why = self.given_up.iter();
        why.map(|why| format!("the rest of the games was not played: {why}"))
            .collect()
    }
}

fn describe(finding: &Finding, count: u32) -> String {
    let presses: Vec<String> = finding
        .game
        .presses
        .iter()
        .map(ToString::to_string)
        .collect();
    let first = match finding.game.first {
        Side::South => "person",
        Side::North => "computer",
    };
    let mut lines = vec![
        finding.what.clone(),
        format!(
            "settings: {} seeds per pit, the {first} moves first",
            finding.game.seeds
        ),
        match presses.is_empty() {
            true => "pressed: nothing yet".to_owned(),
            false => format!("pressed: {}", presses.join(" ")),
        },
        format!("at half-tick {}", finding.half_tick),
    ];
    let draw = |lines: &mut Vec<String>, title: &str, board: &Board| {
        lines.push(title.to_owned());
        lines.extend(board.to_string().lines().map(|line| format!("  {line}")));
    };
    if let Some(expected) = &finding.expected {
        draw(&mut lines, "expected:", expected);
    }
    draw(&mut lines, "seen:", &finding.seen);
    if count > 1 {
        lines.push(format!(
            "seen {count} times; this is the shortest game found"
        ));
    }
    lines.join("\n")
}

/// What was done, and a mark where the difference was seen.
fn run(finding: &Finding) -> String {
    let (moment, id) = (finding.half_tick, finding.aspect.id());
    let mut lines = finding.deeds.clone();
    lines.push(format!("at {moment} mark {id}\nend {moment}\n"));
    lines.join("\n")
}

/// A script that does it again and fails where the console does.
fn script(finding: &Finding) -> String {
    let mut lines = vec![format!("# {}: {}", finding.aspect.title(), finding.what)];
    if !finding.is_first {
        lines.push(LATE.to_owned());
    }
    lines.extend(finding.script.iter().cloned());
    lines.push(String::new());
    lines.join("\n")
}
