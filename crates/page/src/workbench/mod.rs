//! Circuits on the workbench: checked, drawn, and tested by scripts and vectors. To watch one, a machine is switched on.

mod hardware;
mod project;
mod script;
mod vectors;

use circuit::netlist;
use circuit::svg;
use circuit::wave::Wave;
use serde::{Deserialize, Serialize};

use crate::finding::{Finding, findings};
use crate::reply::{Answer, Failure, json, read, reply};
pub use project::{File, Files};

/// Answers about circuits; remembers nothing.
#[derive(Default)]
pub struct Workbench;

/// The most half-ticks and bytes of a waveform.
const MOST_HALF_TICKS: u64 = 1_000_000;
const MOST_BYTES: usize = 64 << 20;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Checked {
    findings: Vec<Finding>,
    /// The circuits of the file itself, the main one first.
    circuits: Vec<String>,
    parts: usize,
    nets: usize,
    /// Whether it can be switched on; if not, the findings say why.
    runs: bool,
    /// Libraries that are not among the files.
    missing: Vec<String>,
}

#[derive(Deserialize)]
struct AskSvg {
    #[serde(flatten)]
    files: Files,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AskVcd {
    #[serde(flatten)]
    files: Files,
    half_ticks: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct VcdView {
    text: String,
    half_ticks: u64,
}

#[derive(Serialize)]
struct TextView {
    text: String,
}

impl Workbench {
    #[must_use]
    pub fn new() -> Workbench {
        Workbench
    }

    /// Answers a request.
    pub fn handle(&mut self, name: &str, request: &str) -> String {
        reply(match name {
            "check" => check(request),
            "script" => script::run(request),
            "vectors" => vectors::run(request),
            "svg" => draw(request),
            "vcd" => vcd(request),
            "hardware" => hardware::files(request),
            _ => Err(Failure::unknown(name)),
        })
    }
}

fn check(request: &str) -> Answer {
    let files: Files = read(request)?;
    let reading = files.read();
    let mut all = reading.diagnostics;
    all.extend(netlist::check(&reading.project));
    let missing = reading.missing.iter();
    let missing = missing.map(|library| library.name.clone()).collect();
    let circuits = project::circuits(&reading.project);
    let (mut parts, mut nets) = (0, 0);
    let built = files.simulator(reading.project);
    match &built {
        Ok(simulator) => {
            let design = simulator.design();
            (parts, nets) = (design.part_ids().count(), design.net_ids().count());
            all.extend(simulator.faults_at_start());
        }
        Err(error) => all.push(diag::Diagnostic::error(error.to_string()).in_file(&files.name)),
    }
    json(&Checked {
        findings: findings(&all),
        circuits,
        parts,
        nets,
        runs: built.is_ok(),
        missing,
    })
}

/// A circuit as Logisim draws it, without values.
fn draw(request: &str) -> Answer {
    let AskSvg { files } = read(request)?;
    let project = files.read().project;
    let wanted = match &files.circuit {
        Some(name) => project.find(name),
        None => project.main(),
    };
    let circuit = wanted.ok_or_else(|| Failure::refused("there is no such circuit"))?;
    json(&TextView {
        text: svg::draw(&project, circuit, None),
    })
}

/// The waveform of so many half-ticks from the start.
fn vcd(request: &str) -> Answer {
    let AskVcd { files, half_ticks } = read(request)?;
    let mut simulator = files.switched_on()?;
    let mut text = Vec::new();
    let mut wave = Wave::new(&mut text, &mut simulator, false).map_err(Failure::failed)?;
    let mut done = 0;
    while done < half_ticks.min(MOST_HALF_TICKS) && simulator.run(1) == 1 {
        wave.settled(&mut simulator, true)
            .map_err(Failure::failed)?;
        done += 1;
    }
    wave.finish().map_err(Failure::failed)?;
    if text.len() > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(Failure::refused(format!(
            "the waveform has more than {most} MB: choose fewer half-ticks"
        )));
    }
    json(&VcdView {
        text: String::from_utf8_lossy(&text).into_owned(),
        half_ticks: done,
    })
}
