//! The parts of a report beside the games: the computer's strength, problems of the circuit, use of the ROMs.

use circuit::project::Project;
use diag::{Diagnostic, Severity};
use results::{Fact, Outcome, Report, Test};

use crate::play::Strength;

/// A shorter run of zeros is part of a program.
const LONG_RUN: usize = 8;

/// How full each ROM of the console's own file is.
pub fn roms(project: &Project) -> Vec<Fact> {
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
    let runs = words.chunk_by(|one, next| (*one == 0) == (*next == 0));
    let used = runs.filter(|run| run[0] != 0 || run.len() < LONG_RUN);
    used.map(<[u32]>::len).sum()
}

/// How strong the console's computer is, and points for it if there are any.
pub fn add_strength(report: &mut Report, strength: Option<&Strength>, points: Option<u32>) {
    let Some(strength) = strength else {
        let why = "the console was not asked how strong it is: it has no computer";
        report.notes.push(why.to_owned());
        return;
    };
    if let Some(max_points) = points {
        let points = (f64::from(max_points) * strength.share()).round() as u32;
        let percent = 100.0 * strength.share();
        let output = format!("it made {percent:.0} % of the points of its games");
        let name = "The computer plays well";
        report
            .tests
            .push(test("strength", name, (points, max_points), output));
    }
    report.facts.extend(strength.facts());
}

/// Problems of the circuit's own sheets, and points for it if there are any: each finding costs one.
pub fn add_checks(report: &mut Report, findings: &[&Diagnostic], points: Option<u32>) {
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
        let points = (points, max_points);
        report
            .tests
            .push(test("circuit-check", name, points, lines.join("\n")));
    }
}

/// A test that is passed with all its points.
fn test(id: &str, name: &str, (points, max_points): (u32, u32), output: String) -> Test {
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
        output,
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
