//! Consoles with one thing broken, in the firmware or in the wiring: each loses marks, and in the right test.
//!
//! The tables of all mutants are in a file for each console. A short selection of them is tried in every run of the tests; the rest takes
//! some minutes:
//!
//! ```sh
//! cargo test -p grade --test it mutants -- --ignored
//! MUTANT=button cargo test -p grade --test it mutants -- --ignored    # those with this in their description
//! ```

mod broken;
mod buttons;
mod displays;
mod firmware;
mod table;
mod y2016;
mod y2022;
mod y2023;

use grade::{Limits, Panel};
use results::Report;

use crate::bench::{failed, failures, marks, project, simulator, source};
use broken::{Break, Change};
pub use firmware::{program, with_firmware};

/// A broken console.
#[derive(Clone, Copy)]
pub struct Mutant {
    pub what: &'static str,
    broken: Break,
    /// The test that must fail; `None` if it behaves like a right console.
    test: Option<&'static str>,
    /// Number of games that show it, if it is in the short selection.
    quick: Option<u32>,
    /// It shows only at rare moments, and needs more games.
    rare: bool,
    /// The computer thinks with the fault, and may choose other moves than a right one, which a script does not foresee.
    thinks: bool,
}

/// A mutant that loses the marks of a test.
const fn caught(test: &'static str, what: &'static str, broken: Break) -> Mutant {
    Mutant {
        what,
        broken,
        test: Some(test),
        quick: None,
        rare: false,
        thinks: false,
    }
}

/// A mutant that behaves like a right console.
const fn same(what: &'static str, broken: Break) -> Mutant {
    Mutant {
        what,
        broken,
        test: None,
        quick: None,
        rare: false,
        thinks: false,
    }
}

impl Mutant {
    const fn thinks(mut self) -> Mutant {
        self.thinks = true;
        self
    }

    const fn rare(mut self) -> Mutant {
        self.rare = true;
        self
    }

    const fn quick(mut self, games: u32) -> Mutant {
        self.quick = Some(games);
        self
    }
}

/// The mutants of each console, in the order of the page.
const CONSOLES: [(&str, &[&[Mutant]]); 3] = [
    ("2016", &[y2016::ALL, displays::Y2016, buttons::Y2016]),
    (
        "2022",
        &[
            y2022::PROGRAMS,
            y2022::CIRCUITS,
            displays::Y2022,
            buttons::Y2022,
        ],
    ),
    ("2023", &[y2023::ALL, displays::Y2023, buttons::Y2023]),
];
/// Games of a full run.
const GAMES: u32 = 6;
/// Games for faults that show rarely.
const MORE_GAMES: u32 = 40;

fn limits(panel: &Panel) -> Limits {
    Limits {
        start: 20_000,
        answer: 40_000,
        total: 4_000_000,
        ..panel.limits
    }
}

pub fn tried(year: &str, mutant: &Mutant, games: u32, shrink: u32) -> Report {
    let panel = mutant.broken.panel(year);
    marks(
        mutant.broken.console(year),
        &panel,
        limits(&panel),
        games,
        shrink,
    )
}

/// The problem with the script of a failed test: it must fail on the mutant, and not on a right console.
fn unproven(year: &str, mutant: &Mutant, report: &Report) -> Option<String> {
    let test = report
        .tests
        .iter()
        .find(|test| Some(test.id.as_str()) == mutant.test)?;
    let script = test.script.clone()?;
    let swapped = mutant.broken.exchanged(&script, "");
    let has_labels = matches!(mutant.broken, Break::Swap(..)) && swapped == script;
    if script.contains("Something else was wrong before") || mutant.thinks || has_labels {
        return None;
    }
    let right = simulator(project(year, source(&format!("{year}/mancala.circ"))));
    let on_mutant = failures(&script, mutant.broken.console(year));
    let on_right = failures(&swapped, right);
    let is_proof = on_mutant > 0 && on_right == 0;
    let counts = format!("{on_mutant} failures on the mutant, {on_right} on a right console");
    let lines = script.lines().map(|line| &line[..line.len().min(300)]);
    let script: Vec<&str> = lines.collect();
    (!is_proof).then(|| format!("{year}, {}: {counts}\n{}", mutant.what, script.join("\n")))
}

/// The problem with how mutants were judged.
fn faults(
    year: &str,
    mutants: &[Mutant],
    games: impl Fn(&Mutant) -> u32,
    proves: bool,
) -> Vec<String> {
    let mut faults = Vec::new();
    for mutant in mutants {
        let report = tried(year, mutant, games(mutant), 0);
        if proves {
            faults.extend(unproven(year, mutant, &report));
        }
        let found = failed(&report);
        let is_right = match mutant.test {
            Some(test) => found.contains(&test),
            None => found.is_empty(),
        };
        println!(
            "{} {year} {:?} {found:?}: {}",
            if is_right { "ok " } else { "BAD" },
            mutant.test,
            mutant.what
        );
        if !is_right {
            let told: Vec<&str> = report
                .tests
                .iter()
                .map(|test| test.output.as_str())
                .collect();
            faults.push(format!(
                "{year}, {}: {:?} expected, not {found:?}\n{}",
                mutant.what,
                mutant.test,
                told.join("\n")
            ));
        }
    }
    faults
}

/// Every mutant of a console, or the selected ones.
fn all(index: usize) {
    let (year, lists) = CONSOLES[index];
    let wanted = std::env::var("MUTANT").unwrap_or_default();
    let mut mutants = lists.concat();
    mutants.retain(|mutant| mutant.what.contains(&wanted));
    let games = |mutant: &Mutant| if mutant.rare { MORE_GAMES } else { GAMES };
    let faults = faults(year, &mutants, games, true);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The short selection of a console.
fn some(index: usize) {
    let (year, lists) = CONSOLES[index];
    let all = lists.iter().copied().flatten();
    let quick: Vec<Mutant> = all.filter(|one| one.quick.is_some()).copied().collect();
    let faults = faults(year, &quick, |mutant| mutant.quick.unwrap_or(GAMES), false);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn some_mutants_of_2016_are_caught() {
    some(0);
}

#[test]
fn some_mutants_of_2022_are_caught() {
    some(1);
}

#[test]
fn some_mutants_of_2023_are_caught() {
    some(2);
}

#[test]
#[ignore = "takes some minutes"]
fn every_mutant_of_2016_is_caught_by_the_right_test() {
    all(0);
}

#[test]
#[ignore = "takes some minutes"]
fn every_mutant_of_2022_is_caught_by_the_right_test() {
    all(1);
}

#[test]
#[ignore = "takes some minutes"]
fn every_mutant_of_2023_is_caught_by_the_right_test() {
    all(2);
}
