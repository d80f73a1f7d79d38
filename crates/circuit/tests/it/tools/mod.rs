//! The tools for circuits: scripts, vectors, tables, waveforms, pictures, figures.

mod script;
mod soup;
mod stats;
mod svg;
mod vectors;
mod wave;

use std::sync::Arc;

use circuit::project::Project;
use circuit::read::{NoLibraries, read};
use circuit::script::{Failure, Stage};
use circuit::sim::{Engine, SimOptions, Simulator};

macro_rules! example {
    ($name:literal) => {
        include_str!(concat!("../../../../../docs/examples/circuit/", $name))
    };
}
pub(crate) use example;

pub(crate) fn project(text: &str) -> Arc<Project> {
    let reading = read("test.circ", text.as_bytes(), &mut NoLibraries);
    assert_eq!(reading.diagnostics, [], "the test's circuit is clean");
    Arc::new(reading.project)
}

pub(crate) fn simulator(text: &str) -> Simulator {
    Simulator::new(project(text), None, &SimOptions::default()).unwrap()
}

pub(crate) fn exact(text: &str) -> Simulator {
    let options = SimOptions {
        engine: Engine::Exact,
        ..SimOptions::default()
    };
    Simulator::new(project(text), None, &options).unwrap()
}

/// A project of one circuit: `library name x y attribute=value ...` a line, or `wire x1 y1 x2 y2`.
pub(crate) fn sheet(lines: &str) -> String {
    const LIBRARIES: [&str; 7] = [
        "Wiring",
        "Gates",
        "Plexers",
        "Arithmetic",
        "Memory",
        "I/O",
        "Base",
    ];
    let mut body = String::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["wire", a, b, c, d] = words[..] {
            body += &format!("<wire from=\"({a},{b})\" to=\"({c},{d})\"/>");
            continue;
        }
        let library = LIBRARIES.iter().position(|name| *name == words[0]).unwrap();
        let (name, x, y) = (words[1].replace('_', " "), words[2], words[3]);
        let attrs: String = words[4..]
            .iter()
            .map(|word| word.split_once('=').unwrap())
            .map(|(key, value)| format!("<a name=\"{key}\" val=\"{value}\"/>"))
            .collect();
        body +=
            &format!("<comp lib=\"{library}\" loc=\"({x},{y})\" name=\"{name}\">{attrs}</comp>");
    }
    let libraries: String = LIBRARIES
        .iter()
        .enumerate()
        .map(|(number, name)| format!("<lib desc=\"#{name}\" name=\"{number}\"/>"))
        .collect();
    format!(
        "<project source=\"2.7.1\" version=\"1.0\">{libraries}<main name=\"main\"/><circuit name=\"main\">{body}</circuit></project>"
    )
}

/// Collects what a script prints; it has one file, `image`.
#[derive(Default)]
pub(crate) struct Kept {
    pub prints: Vec<String>,
    pub failures: Vec<String>,
    pub half_ticks: u64,
    pub acts: u64,
}

impl Stage for Kept {
    fn settled(&mut self, _: &mut Simulator, half_tick: bool) {
        match half_tick {
            true => self.half_ticks += 1,
            false => self.acts += 1,
        }
    }

    fn print(&mut self, text: &str) {
        self.prints.push(text.to_string());
    }

    fn failed(&mut self, failure: &Failure) {
        self.failures.push(failure.to_string());
    }

    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        match name {
            "image" => Ok(b"v2.0 raw\n1 2 3*7\n".to_vec()),
            _ => Err("there is no such file".into()),
        }
    }
}
