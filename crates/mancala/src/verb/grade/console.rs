//! One console, from its files to its marks.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use bench::project::{STAND_IN, is_processor};
use circuit::project::{Project, SourceFile};
use diag::Diagnostic;
use grade::{Driver, Options, Panel, Sketch};
use results::{Outcome, Report};
use serde::{Deserialize, Serialize};

use super::marks::{Marks, Untested};
use super::panels::{self, Chosen};
use crate::files;
use crate::interrupt;
use crate::phase::Phase;
use crate::ui::Ui;
use crate::verb::circuit::check;
use crate::verb::circuit::load::{Source, is_own};

/// The result for a console.
#[derive(Serialize, Deserialize)]
pub struct Graded {
    pub report: Report,
    /// For finding copies.
    pub sketch: Sketch,
    /// Every file that was read.
    pub inputs: Vec<PathBuf>,
    /// All requested games were played.
    pub complete: bool,
}

/// Grades a console; no game is started after this time.
pub fn graded(
    args: &Marks,
    source: &Source,
    chosen: Chosen,
    time: Option<Duration>,
    ui: &mut Ui,
) -> anyhow::Result<Graded> {
    interrupt::flag();
    let mut patience = Patience {
        begun: Instant::now(),
        time,
        complete: true,
    };
    let rules = args.rules.to_grade_by()?;
    let panel = &chosen.panel;
    if panel.pits() != rules.pits() {
        bail!(
            "the panel has {} pits, the rules have {}; --pits changes the rules",
            panel.pits(),
            rules.pits()
        );
    }
    let simulator = source.console(&args.native, args.gates, ui)?;
    let (project, findings) = check::findings(source.file(), source.reading()?)?;
    let wiring = panels::wiring(&chosen.path, panel, &simulator)?;
    let mut driver = Driver::new(simulator, &wiring, panel.limits);
    let mut options = Options {
        rules,
        first: None,
        games: args.games,
        seed: args.seed,
        shrink: args.shrink,
        lose_untested: args.untested == Untested::Lose,
    };
    let mut notes = Vec::new();
    if args.rules.finds() {
        notes.push(find_rules(&mut driver, panel, &mut options, &mut patience));
    }
    let name = source.file().display().to_string();
    let phase = Phase::count("games", args.games.into());
    let mut report = grade::grade(&name, &mut driver, panel, &options, &mut |done, all| {
        phase.step(1);
        patience.lasts(done == all)
    });
    drop(phase);
    if !args.rules.finds() && loses_games(&report) && patience.lasts(true) {
        let _phase = Phase::new("finding out which rules it plays");
        let played = grade::played(&mut driver, panel, &options, &mut || patience.lasts(true));
        let find = "to grade by the rules a console plays: --rules find";
        let told = played
            .is_another()
            .then(|| format!("{}; {find}", played.told()));
        report.notes.extend(told);
    }
    if args.strength {
        let phase = Phase::new("playing to see how strong it is");
        let mut go_on = |done, all| {
            phase.step(1);
            patience.lasts(done == all)
        };
        let games = args.strength_games;
        let strength = grade::strength(&mut driver, panel, rules, args.seed, games, &mut go_on);
        grade::add_strength(&mut report, strength.as_ref(), args.strength_points);
    }
    notes.extend(chosen.notes);
    report.notes.splice(0..0, notes);
    report.notes.extend(other_program(&project));
    report.facts.extend(grade::roms(&project));
    grade::add_checks(&mut report, &own(source, &findings), args.check_points);
    let files = project.files.iter().map(|file| PathBuf::from(&file.name));
    Ok(Graded {
        sketch: Sketch::of(&project, &is_common),
        report,
        inputs: files
            .chain(chosen.files)
            .filter(|file| files::is_file(file))
            .collect(),
        complete: patience.complete,
    })
}

/// Finds the rules a console plays, and grades by them.
fn find_rules(
    driver: &mut Driver<'_>,
    panel: &Panel,
    options: &mut Options,
    patience: &mut Patience,
) -> String {
    let _phase = Phase::new("finding out which rules it plays");
    let played = grade::played(driver, panel, options, &mut || patience.lasts(true));
    options.rules = played.reading.rules;
    options.first = Some(played.reading.first);
    match played.is_another() {
        true => format!("graded by the rules it plays: {}", played.told()),
        false => "graded by the standard rules: no others explain more of what it does".to_owned(),
    }
}

/// Whether marks are lost that other rules may explain.
fn loses_games(report: &Report) -> bool {
    let mut tests = report.tests.iter();
    tests.any(|test| test.outcome == Outcome::Failed)
}

/// Length limits of games.
struct Patience {
    begun: Instant,
    time: Option<Duration>,
    /// Nothing was left out for want of time.
    complete: bool,
}

impl Patience {
    /// Whether another game may begin; after the last one there is none.
    fn lasts(&mut self, was_last: bool) -> bool {
        let in_time = self.time.is_none_or(|time| self.begun.elapsed() < time);
        let has_time = in_time && !interrupt::asked();
        self.complete &= has_time || was_last;
        has_time
    }
}

/// A remark about a file saved by a program other than Logisim 2.7.
pub fn other_program(project: &Project) -> Option<String> {
    let version = &project.files.first()?.source;
    let major: u32 = version.split('.').next()?.parse().ok()?;
    (major > 2).then(|| {
        format!(
            "saved by Logisim-evolution {version}: its own shapes of memories, registers and chips have their pins in other places \
             and would be wired wrongly here; save them with the classic appearance, and see what mancala circuit check says"
        )
    })
}

/// The course's processor is common property.
pub fn is_common(file: &SourceFile) -> bool {
    is_processor(&file.name) || is_own(&file.name)
}

/// The findings of `mancala circuit check` about the console's own sheets.
fn own<'f>(source: &Source, findings: &'f [Diagnostic]) -> Vec<&'f Diagnostic> {
    let own = source.file().display().to_string();
    let is_own = |finding: &&Diagnostic| {
        let file = finding.drawing().and_then(|drawing| drawing.file.as_ref());
        file.is_none_or(|file| *file == own) && finding.code != Some(STAND_IN)
    };
    findings.iter().filter(is_own).collect()
}
