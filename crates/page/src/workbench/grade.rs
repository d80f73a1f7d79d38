//! The grader on the bench: a panel file is proposed, shown and corrected, and games are played one request at a time.

use std::sync::Arc;

use bench::project::{self, File, Files, SEED};
use circuit::netlist::InstanceId;
use circuit::project::Kind;
use circuit::sim::Simulator;
use diag::Diagnostic;
use grade::{Options, Panel, Proposal, Sitting};
use results::{Outcome, Report, Test};
use serde::{Deserialize, Serialize};
use timeline::run::{HeadLine, Run};

use crate::finding::{Finding, findings};
use crate::machine::Clock;
use crate::reply::{Answer, Failure, Nothing, json, read};
use crate::{failures, read};

/// Time limit for examining a console, in milliseconds; the rest is guessed from places.
const LONGEST_LOOK: f64 = 60_000.0;
/// Games a visitor may ask for.
const MOST_GAMES: u32 = 200;
/// Presses spent on the shortest game for each mistake.
const SHRINK: u32 = 100;

/// A console that is being graded.
#[derive(Default)]
pub struct Grader {
    on: Option<Trial>,
}

struct Trial {
    sitting: Sitting,
    /// The name of the file, and of the circuit in it.
    name: String,
    circuit: Option<String>,
}

#[derive(Deserialize)]
struct AskPanel {
    #[serde(flatten)]
    files: Files,
    panel: File,
    /// A name to correct: which of the spots, and the part it should be.
    change: Option<(usize, String)>,
}

#[derive(Deserialize)]
struct AskGames {
    #[serde(flatten)]
    files: Files,
    panel: File,
    rules: Option<String>,
    games: u32,
    seed: u64,
}

#[derive(Serialize)]
struct Proposed {
    text: String,
    missing: Vec<String>,
    enough: bool,
}

#[derive(Default, Serialize)]
struct Shown {
    findings: Vec<Finding>,
    text: String,
    picture: String,
    spots: Vec<SpotView>,
    /// The parts that can be named instead.
    parts: Vec<SpotView>,
}

#[derive(Serialize)]
struct SpotView {
    says: String,
    path: String,
    at: Option<(i32, i32)>,
}

#[derive(Default, Serialize)]
struct Progress {
    /// The mistakes in the panel.
    findings: Vec<Finding>,
    done: u32,
    all: u32,
    /// Tests that have failed so far.
    failed: Vec<&'static str>,
    report: Option<ReportView>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportView {
    tests: Vec<TestView>,
    points: u32,
    max_points: u32,
    notes: Vec<String>,
    facts: Vec<(String, String)>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TestView {
    id: String,
    name: String,
    outcome: Outcome,
    points: u32,
    max_points: u32,
    output: String,
    script: Option<String>,
    run: Option<String>,
}

/// A panel file for the console, as far as it can be found out.
pub fn propose(request: &str, clock: Option<&Clock>) -> Answer {
    let files: Files = read(request)?;
    let mut simulator = console(&files)?;
    let begun = clock.map_or(0.0, |clock| clock());
    let Proposal {
        text,
        missing,
        is_enough,
    } = grade::propose_in_time(&mut simulator, &mut |_| {
        clock.is_none_or(|clock| clock() - begun < LONGEST_LOOK)
    });
    json(&Proposed {
        text,
        missing,
        enough: is_enough,
    })
}

/// A panel file on a drawing of the console, perhaps with one name corrected.
pub fn panel(request: &str) -> Answer {
    let AskPanel {
        files,
        panel,
        change,
    } = read(request)?;
    let simulator = console(&files)?;
    let wrong = |told: &[Diagnostic], text: &str| {
        json(&Shown {
            findings: findings(told),
            text: text.to_owned(),
            ..Shown::default()
        })
    };
    let parsed = match Panel::parse(&panel.name, &panel.text) {
        Ok(parsed) => parsed,
        Err(told) => return wrong(&told, &panel.text),
    };
    let changed = change.and_then(|(spot, path)| parsed.renamed(spot, &path));
    let text = changed.unwrap_or(panel.text);
    let parsed = match Panel::parse(&panel.name, &text) {
        Ok(parsed) => parsed,
        Err(told) => return wrong(&told, &text),
    };
    let told = grade::Wiring::find(&parsed, &simulator).err();
    let spots = parsed.spots(&simulator).into_iter();
    json(&Shown {
        findings: findings(&told.unwrap_or_default()),
        picture: parsed.picture(&simulator),
        spots: spots
            .map(|spot| SpotView {
                says: spot.says,
                path: spot.path,
                at: spot.at,
            })
            .collect(),
        parts: parts(&simulator),
        text,
    })
}

/// The parts on the top sheet that a panel can name.
fn parts(simulator: &Simulator) -> Vec<SpotView> {
    let design = simulator.design();
    let all = design.parts_of(InstanceId::ROOT);
    let named = all.filter_map(|part| {
        let component = design.component(part);
        let kind = component.kind()?;
        let counts = matches!(kind, Kind::Button | Kind::Pin | Kind::Probe) || kind.is_seen();
        counts.then(|| SpotView {
            says: component.label().unwrap_or_default().to_owned(),
            path: design.path(part),
            at: Some((component.location.x, component.location.y)),
        })
    });
    named.collect()
}

impl Grader {
    /// Takes a console with its panel, and plays the first game.
    pub fn begin(&mut self, request: &str) -> Answer {
        self.on = None;
        let AskGames {
            files,
            panel,
            rules,
            games,
            seed,
        } = read(request)?;
        let rules = read::rules(rules.as_deref(), None, None)?;
        let wrong = |told: &[Diagnostic]| {
            json(&Progress {
                findings: findings(told),
                ..Progress::default()
            })
        };
        let parsed = match Panel::parse(&panel.name, &panel.text) {
            Ok(parsed) => parsed,
            Err(told) => return wrong(&told),
        };
        if parsed.pits() != rules.pits() {
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("panel", &parsed.pits()), ("rules", &rules.pits())];
            return Err(failures::OTHER_PITS.with(&values));
        }
        let options = Options {
            rules,
            first: None,
            games: games.clamp(1, MOST_GAMES),
            seed,
            shrink: SHRINK,
            lose_untested: false,
        };
        match Sitting::new(console(&files)?, parsed, options) {
            Err(told) => wrong(&told),
            Ok(sitting) => {
                self.on = Some(Trial {
                    sitting,
                    circuit: files.circuit,
                    name: files.name,
                });
                self.go_on("{}")
            }
        }
    }

    /// Plays the next game, or gives the marks if there is none.
    pub fn go_on(&mut self, request: &str) -> Answer {
        read::<Nothing>(request)?;
        let trial = self
            .on
            .as_mut()
            .ok_or_else(|| Failure::failed("no console is being graded"))?;
        let mut progress = Progress::default();
        match trial.sitting.has_games() {
            true => trial.sitting.play(),
            false => {
                let report = trial.sitting.report(&trial.name);
                progress.report = report.map(|report| trial.view(report));
            }
        }
        (progress.done, progress.all) = trial.sitting.games();
        progress.failed = trial.sitting.failed();
        if progress.report.is_some() {
            self.on = None;
        }
        json(&progress)
    }
}

impl Trial {
    /// A report for students, without the tests that their teacher hides.
    fn view(&self, mut report: Report) -> ReportView {
        report.tests.retain(|test| !test.hidden);
        ReportView {
            points: report.points(),
            max_points: report.max_points(),
            facts: report
                .facts
                .into_iter()
                .map(|fact| (fact.name, fact.value))
                .collect(),
            tests: report
                .tests
                .into_iter()
                .map(|test| self.test(test))
                .collect(),
            notes: report.notes,
        }
    }

    fn test(&self, test: Test) -> TestView {
        TestView {
            id: test.id,
            name: test.name,
            outcome: test.outcome,
            points: test.points,
            max_points: test.max_points,
            output: test.output,
            script: test.script,
            run: test.run.map(|deeds| self.run(&deeds)),
        }
    }

    /// A run of this console, to be replayed on the bench.
    fn run(&self, deeds: &str) -> String {
        let mut head = vec![HeadLine::new("circuit", &self.name)];
        head.extend(self.circuit.iter().map(|name| HeadLine::new("sheet", name)));
        head.push(HeadLine::new("seed", &SEED.to_string()));
        let head = Run {
            head,
            ..Run::default()
        };
        format!("{head}{deeds}")
    }
}

/// The console under power, with the native processor in place of a CdM-8.
fn console(files: &Files) -> Answer<Simulator> {
    let project = Arc::new(files.read().project);
    let is_own = |name: &str| {
        let file = files.find(name);
        file.is_some_and(|file| file.text == project::processor())
    };
    let circuit = files.circuit.as_deref();
    let built = project::automatic(&project, circuit, &project::options(SEED), &is_own);
    let refused = |error| Failure::refused(format!("{}: {error}", files.name));
    Ok(built.map_err(refused)?.simulator)
}
