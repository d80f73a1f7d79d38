//! One console, from its files to its marks.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use circuit::project::{Project, SourceFile};
use diag::{Diagnostic, Severity};
use grade::{Driver, Options, Sketch, Strength};
use results::{Fact, Outcome, Report, Test};
use serde::{Deserialize, Serialize};

use super::marks::Marks;
use super::panels::{self, Chosen};
use crate::phase::Phase;
use crate::ui::Ui;
use crate::verb::circuit::libraries::is_processor;
use crate::verb::circuit::load::{STAND_IN, Source};
use crate::verb::circuit::{check, native};

/// What came of a console.
#[derive(Serialize, Deserialize)]
pub struct Graded {
    pub report: Report,
    /// To find copies by.
    pub sketch: Sketch,
    /// Every file that was read.
    pub inputs: Vec<PathBuf>,
    /// All games were played that were asked for.
    pub complete: bool,
}

/// Grades a console; no game is begun after this time.
pub fn graded(
    args: &Marks,
    source: &Source,
    chosen: Chosen,
    time: Option<Duration>,
    ui: &mut Ui,
) -> anyhow::Result<Graded> {
    let mut patience = Patience {
        begun: Instant::now(),
        time,
        complete: true,
    };
    let rules = args.rules.rules()?;
    let panel = &chosen.panel;
    if panel.pits() != rules.pits() {
        bail!(
            "the panel has {} pits, the rules have {}; --pits changes the rules",
            panel.pits(),
            rules.pits()
        );
    }
    let simulator = source.console(&args.native, args.gates, ui)?;
    let (project, findings) = check::findings(source.reading()?)?;
    let wiring = panels::wiring(&chosen.path, panel, &simulator)?;
    let mut driver = Driver::new(simulator, &wiring, panel.limits);
    let options = Options {
        rules,
        games: args.games,
        seed: args.seed,
        shrink: args.shrink,
    };
    let name = source.file().display().to_string();
    let phase = Phase::count("games", args.games.into());
    let mut report = grade::grade(&name, &mut driver, panel, &options, &mut |done, all| {
        phase.step(1);
        patience.lasts(done == all)
    });
    drop(phase);
    if args.strength {
        let phase = Phase::new("playing to see how strong it is");
        let mut go_on = |done, all| {
            phase.step(1);
            patience.lasts(done == all)
        };
        let games = args.strength_games;
        let strength = grade::strength(&mut driver, panel, rules, args.seed, games, &mut go_on);
        add_strength(&mut report, strength.as_ref(), args.strength_points);
    }
    report.notes.splice(0..0, chosen.notes);
    report.notes.extend(other_program(&project));
    report.facts.extend(roms(&project));
    add_checks(&mut report, source, &findings, args.check_points);
    let files = project.files.iter().map(|file| PathBuf::from(&file.name));
    Ok(Graded {
        sketch: Sketch::of(&project, &is_common),
        report,
        inputs: files
            .chain(chosen.files)
            .filter(|file| file.is_file())
            .collect(),
        complete: patience.complete,
    })
}

/// How long games go on.
struct Patience {
    begun: Instant,
    time: Option<Duration>,
    /// Nothing was left out for want of time.
    complete: bool,
}

impl Patience {
    /// Whether another game may begin; after the last one there is none.
    fn lasts(&mut self, was_last: bool) -> bool {
        let has_time = self.time.is_none_or(|time| self.begun.elapsed() < time);
        self.complete &= has_time || was_last;
        has_time
    }
}

/// What to keep in mind about a file that another program than Logisim 2.7 saved.
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

/// The course's processor is everybody's.
pub fn is_common(file: &SourceFile) -> bool {
    is_processor(&file.name) || native::is_own(&file.name)
}

/// How full each ROM is.
fn roms(project: &Project) -> Vec<Fact> {
    let own = project.files.first().map(|file| &file.circuits[..]);
    let circuits = own
        .unwrap_or_default()
        .iter()
        .map(|&id| project.circuit(id));
    let roms = circuits.flat_map(|circuit| {
        let parts = circuit.components.iter();
        parts.filter_map(move |part| Some((circuit, part, part.contents.as_ref()?)))
    });
    let facts = roms.map(|(circuit, part, image)| {
        let width = part.attrs.explicit("addrWidth").unwrap_or("8");
        let size = width.parse().ok().and_then(|bits| 1_u64.checked_shl(bits));
        let used = used(&image.words);
        let at = part.label().map_or_else(
            || format!("at {}", part.location),
            |label| format!("'{label}'"),
        );
        let (x, y) = (part.location.x, part.location.y);
        let id = format!(
            "rom-{}-{x}-{y}",
            circuit.name.to_lowercase().replace(' ', "-")
        );
        let name = format!("ROM {at} of {}", circuit.name);
        let value = format!(
            "{used} of {} used",
            diag::count(size.unwrap_or(256), "word")
        );
        Fact::new(&id, &name, value)
    });
    facts.collect()
}

/// Words in use: all but long runs of 0, since vectors lie at the end of many ROMs.
fn used(words: &[u32]) -> usize {
    const LONG: usize = 8;
    let runs = words.chunk_by(|one, next| (*one == 0) == (*next == 0));
    let used = runs.filter(|run| run[0] != 0 || run.len() < LONG);
    used.map(<[u32]>::len).sum()
}

/// How strong the console's computer is, and points for it if there are any.
fn add_strength(report: &mut Report, strength: Option<&Strength>, points: Option<u32>) {
    let Some(strength) = strength else {
        let why = "the console was not asked how strong it is: it has no computer";
        report.notes.push(why.to_owned());
        return;
    };
    let facts = strength.facts();
    if let Some(max_points) = points {
        let points = (f64::from(max_points) * strength.share()).round() as u32;
        let percent = 100.0 * strength.share();
        let lines = [format!("it made {percent:.0} % of the points of its games")];
        report.tests.push(test(
            "strength",
            "The computer plays well",
            points,
            max_points,
            &lines,
        ));
    }
    report.facts.extend(facts);
}

/// What `mancala circuit check` has to say about the console's own sheets, and points for it if there are any.
fn add_checks(report: &mut Report, source: &Source, findings: &[Diagnostic], points: Option<u32>) {
    let own = source.file().display().to_string();
    let is_own = |finding: &&Diagnostic| {
        let file = finding.drawing().and_then(|drawing| drawing.file.as_ref());
        file.is_none_or(|file| *file == own) && finding.code != Some(STAND_IN)
    };
    let findings: Vec<&Diagnostic> = findings.iter().filter(is_own).collect();
    let count = |severity: Severity| {
        let these = findings.iter().filter(|one| one.severity == severity);
        these.count()
    };
    let value = format!(
        "{}, {}",
        diag::count(count(Severity::Error), "error"),
        diag::count(count(Severity::Warning), "warning")
    );
    report
        .facts
        .push(Fact::new("circuit-check", "Circuit check", value));
    if let Some(max_points) = points {
        let lost = u32::try_from(findings.len()).unwrap_or(u32::MAX);
        let lines = findings.iter();
        let lines: Vec<String> = lines
            .map(|finding| finding.to_string().trim_end().to_owned())
            .collect();
        let points = max_points.saturating_sub(lost);
        let name = "Nothing is wrong with the circuit";
        report
            .tests
            .push(test("circuit-check", name, points, max_points, &lines));
    }
}

/// A test that is passed with all its points.
fn test(id: &str, name: &str, points: u32, max_points: u32, lines: &[String]) -> Test {
    Test {
        id: id.to_owned(),
        name: name.to_owned(),
        outcome: match points == max_points {
            true => Outcome::Passed,
            false => Outcome::Failed,
        },
        points,
        max_points,
        hidden: false,
        checked: 1,
        output: lines.join("\n"),
        script: None,
        run: None,
        link: None,
    }
}

#[cfg(test)]
mod tests {
    use super::used;

    #[test]
    fn a_long_run_of_zeros_is_free_and_a_short_one_is_a_program() {
        let mut words = vec![0; 256];
        words[..4].copy_from_slice(&[1, 0, 0, 2]);
        words[254] = 9;
        assert_eq!(used(&words), 4 + 1 + 1);
        assert_eq!((used(&[]), used(&[0; 9])), (0, 0));
    }
}
