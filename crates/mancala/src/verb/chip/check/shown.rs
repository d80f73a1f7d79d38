//! A difference as text for people and programs: lines, test vectors, a script, a run, a link to the workbench.

use std::fmt::Write;
use std::sync::Arc;

use chip::told::{Fault, pin, text};
use chip::{Chip, Difference, Wrong, vectors};
use circuit::sim::Simulator;
use results::{Outcome, Test};
use timeline::run::Run;

use super::Args;
use crate::verb::grade::proof;

pub struct Shown {
    /// The inputs of each step.
    pub lines: Vec<String>,
    pub vectors: String,
    pub script: String,
    pub run: String,
    pub link: Option<String>,
}

/// The fault of an output.
pub fn wrong(wrong: &Wrong) -> String {
    let (expected, found) = (text(wrong.expected), text(wrong.found));
    let output = &wrong.output;
    match wrong.fault() {
        Fault::Drives => format!("{output} drives {found} and should float"),
        Fault::Floats => format!("{output} floats and should be {expected}"),
        Fault::Restless => format!("{output} does not come to rest"),
        Fault::Differs => format!("{output} is {found} and should be {expected}"),
    }
}

impl Shown {
    pub fn new(
        chip: &Arc<Chip>,
        difference: &Difference,
        simulator: &Simulator,
        args: &Args,
        circuit: &str,
    ) -> Shown {
        let names = chip.inputs();
        let run = run(&names, difference, simulator, args, circuit);
        Shown {
            lines: lines(&names, difference),
            vectors: vectors::write(chip, std::slice::from_ref(&difference.rows)),
            script: script(&names, difference, simulator),
            link: args
                .page
                .as_ref()
                .and_then(|page| link(page, &run, args, circuit)),
            run,
        }
    }
}

fn lines(names: &[&str], difference: &Difference) -> Vec<String> {
    let steps = (1..).zip(difference.steps(names));
    let line = |(step, set): (usize, String)| match set.is_empty() {
        true => format!("{step}. all inputs 0"),
        false => format!("{step}. {set}"),
    };
    steps.map(line).collect()
}

fn script(names: &[&str], difference: &Difference, simulator: &Simulator) -> String {
    let mut script = String::from("# The shortest run that shows the difference\n");
    if !difference.shortest {
        script = String::from("# A run that shows the difference\n");
    }
    for input in difference.inputs(names, simulator) {
        let _ = writeln!(script, "{}", input.text(simulator));
    }
    for wrong in &difference.wrong {
        let path = pin(simulator, &wrong.output, true).map(|part| simulator.design().path(part));
        let bits = wrong.expected.bits().replace('E', "?");
        let _ = writeln!(script, "expect {} = 0b{bits}", path.unwrap_or_default());
    }
    script
}

fn run(
    names: &[&str],
    difference: &Difference,
    simulator: &Simulator,
    args: &Args,
    circuit: &str,
) -> String {
    let head = Run {
        head: args.source.with_circuit(circuit).console_head(),
        ..Run::default()
    };
    let mut text = String::new();
    for one in &difference.wrong {
        let _ = writeln!(text, "# {}", wrong(one));
    }
    let _ = write!(text, "{head}");
    for input in difference.inputs(names, simulator) {
        let _ = writeln!(text, "at 0 {}", input.text(simulator));
    }
    text
}

fn link(page: &str, run: &str, args: &Args, circuit: &str) -> Option<String> {
    let source = args.source.with_circuit(circuit);
    let texts = source.texts().ok()?;
    let test = Test {
        id: "difference".to_owned(),
        name: String::new(),
        outcome: Outcome::Failed,
        points: 0,
        max_points: 0,
        hidden: false,
        checked: 0,
        output: String::new(),
        script: None,
        run: None,
        link: None,
    };
    proof::address(page, &source, &texts, &test, run)
}
