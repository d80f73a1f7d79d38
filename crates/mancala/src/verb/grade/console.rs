//! One console, from its files to its marks.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use circuit::project::{Project, SourceFile};
use diag::{Diagnostic, Severity};
use grade::{Driver, Options, Sketch};
use results::{Fact, Report};
use serde::{Deserialize, Serialize};

use super::marks::Marks;
use super::panels::{self, Chosen};
use crate::phase::Phase;
use crate::ui::Ui;
use crate::verb::circuit::libraries::is_processor;
use crate::verb::circuit::load::Source;
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
    let begun = Instant::now();
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
    let mut complete = true;
    let mut report = grade::grade(&name, &mut driver, panel, &options, &mut |done, all| {
        phase.step(1);
        let has_time = time.is_none_or(|time| begun.elapsed() < time);
        complete &= has_time || done == all;
        has_time
    });
    drop(phase);
    report.notes.splice(0..0, chosen.notes);
    report.facts.extend(roms(&project));
    report.facts.push(checks(source, &findings));
    let files = project.files.iter().map(|file| PathBuf::from(&file.name));
    Ok(Graded {
        sketch: Sketch::of(&project, &is_common),
        report,
        inputs: files
            .chain(chosen.files)
            .filter(|file| file.is_file())
            .collect(),
        complete,
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

/// What `mancala circuit check` has to say about the console's own sheets.
fn checks(source: &Source, findings: &[Diagnostic]) -> Fact {
    let own = source.file().display().to_string();
    let count = |severity: Severity| {
        let of_it = |finding: &&Diagnostic| {
            let file = finding.drawing().and_then(|drawing| drawing.file.as_ref());
            file.is_none_or(|file| *file == own) && finding.severity == severity
        };
        findings.iter().filter(of_it).count()
    };
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let value = format!(
        "{}, {}",
        diag::count(errors, "error"),
        diag::count(warnings, "warning")
    );
    Fact::new("circuit-check", "Circuit check", value)
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
