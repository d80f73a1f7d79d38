//! Scripts for circuits: written by hand, or a recorded run with its inputs.

use circuit::script::{self, Problem, Script};
use timeline::run::{self, Run, What};

/// Reads a script, or a run as one. Errors in a script are reported when it is bound to a circuit.
pub fn parse(text: &str) -> Result<Script, Vec<Problem>> {
    if !is_run(text) {
        return Ok(script::parse(text));
    }
    let problem = |run::Problem { line, column, what }| Problem { line, column, what };
    let run = run::parse(text);
    let run = run.map_err(|problems| problems.into_iter().map(problem).collect::<Vec<_>>());
    run.map(|run| of_run(&run))
}

/// Whether a text is a run, judged by its first line that is not a comment.
fn is_run(text: &str) -> bool {
    let mut lines = diag::without_mark(text).lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.split_whitespace().next() == Some("run"))
}

/// The inputs of a run as a script. Its lines keep the numbers they have in the run.
fn of_run(run: &Run) -> Script {
    let lines = lines(run);
    let text: String = lines.iter().map(|(_, line)| format!("{line}\n")).collect();
    let number = |line: usize| {
        let known = lines.get(line.saturating_sub(1));
        known.map_or(line, |(number, _)| *number)
    };
    let mut script = script::parse(&text);
    for line in &mut script.lines {
        line.number = number(line.number);
    }
    for spot in &mut script.spots {
        spot.line = number(spot.line);
    }
    for Problem { line, .. } in &mut script.problems {
        *line = number(*line);
    }
    script
}

/// The lines of the script, each with the line of the run it comes from.
fn lines(run: &Run) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut now = 0;
    let mut pass = |lines: &mut Vec<(usize, String)>, moment: u64, line: usize| {
        if moment > now {
            lines.push((line, format!("half-ticks {}", moment - now)));
            now = moment;
        }
    };
    for event in &run.events {
        pass(&mut lines, event.moment, event.line);
        if let What::Input(deed) = &event.what {
            lines.push((event.line, deed.clone()));
        }
    }
    if let Some(end) = &run.end {
        pass(&mut lines, end.moment, end.line);
    }
    lines
}
