//! Any text is a panel or says in its lines what is wrong with it. What is read is looked for in a circuit, and found or missed.
#![no_main]

use std::sync::{Arc, OnceLock};

use arbitrary::Arbitrary;
use circuit::read::{NoLibraries, read};
use circuit::sim::{SimOptions, Simulator};
use grade::{Panel, Wiring};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
enum Input<'a> {
    Text(&'a str),
    /// A true panel with lines taken away, exchanged, and values put in their place.
    Changed { file: u8, changes: Vec<(u16, What<'a>)> },
}

#[derive(Arbitrary, Debug)]
enum What<'a> {
    Remove,
    Double,
    Value(&'a str),
    Number(i32),
    Of(u16),
}

const FILES: [&str; 3] = [
    include_str!("../../hardware/2016/panel.toml"),
    include_str!("../../hardware/2022/panel.toml"),
    include_str!("../../hardware/2023/panel.toml"),
];

fn changed(text: &str, changes: &[(u16, What<'_>)]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let key = |line: &str| line.split('=').next().unwrap_or_default().to_owned();
    let value = |line: &str| line.split_once('=').map_or(String::new(), |(_, value)| value.to_owned());
    for (line, what) in changes.iter().take(32) {
        if lines.is_empty() {
            break;
        }
        let at = usize::from(*line) % lines.len();
        match what {
            What::Remove => drop(lines.remove(at)),
            What::Double => lines.insert(at, lines[at].clone()),
            What::Value(text) => lines[at] = format!("{}= {text}", key(&lines[at])),
            What::Number(number) => lines[at] = format!("{}= {number}", key(&lines[at])),
            What::Of(other) => {
                let other = value(&lines[usize::from(*other) % lines.len()]);
                lines[at] = format!("{}={other}", key(&lines[at]));
            }
        }
    }
    lines.join("\n")
}

/// A circuit with parts that a panel may name.
fn simulator() -> &'static Simulator {
    static CIRCUIT: OnceLock<Simulator> = OnceLock::new();
    CIRCUIT.get_or_init(|| {
        let text = include_bytes!("../../hardware/2016/mirror.circ");
        let project = Arc::new(read("mirror.circ", text, &mut NoLibraries).project);
        Simulator::new(project, None, &SimOptions::default()).unwrap()
    })
}

fuzz_target!(|input: Input<'_>| {
    let text = match input {
        Input::Text(text) => text.to_owned(),
        Input::Changed { file, changes } => changed(FILES[usize::from(file) % FILES.len()], &changes),
    };
    match Panel::parse("panel.toml", &text) {
        Ok(panel) => {
            let _ = Wiring::find(&panel, simulator());
            assert!(panel.pits() > 0);
        }
        Err(problems) => assert!(!problems.is_empty()),
    }
});
