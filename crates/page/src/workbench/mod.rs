//! Circuits on the workbench: checked, drawn, and tested by scripts and vectors. To watch one, a machine is switched on.

mod chip;
mod grade;
mod hardware;
mod script;
mod vectors;

use bench::project::{Files, SEED, circuits, forgotten_images};
use circuit::edit::{Document, Edit, NewPart, PartKind};
use circuit::netlist;
use circuit::project::{CircuitId, Kind, Location};
use circuit::sim::Simulator;
use circuit::svg;
use circuit::wave::Wave;
use serde::{Deserialize, Serialize};

use crate::failures;
use crate::finding::{Finding, findings};
use crate::machine::Clock;
use crate::reply::{Answer, Failure, json, read, reply};

/// Answers about circuits; remembers nothing but the console being graded.
#[derive(Default)]
pub struct Workbench {
    clock: Option<Clock>,
    grader: grade::Grader,
}

/// Maximum number of half-ticks and bytes of a waveform.
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

#[derive(Deserialize)]
struct AskEmpty {
    #[serde(default)]
    inputs: Vec<String>,
    #[serde(default)]
    outputs: Vec<String>,
}

#[derive(Serialize)]
struct TextView {
    text: String,
}

impl Workbench {
    #[must_use]
    pub fn new() -> Workbench {
        Workbench::default()
    }

    /// With a clock that ends work that would take too long.
    #[must_use]
    pub fn timed(clock: Clock) -> Workbench {
        Workbench {
            clock: Some(clock),
            ..Workbench::default()
        }
    }

    /// Answers a request.
    pub fn handle(&mut self, name: &str, request: &str) -> String {
        reply(match name {
            "check" => check(request),
            "script" => script::run(request),
            "vectors" => vectors::run(request),
            "chip" => chip::specification(request),
            "compare" => chip::compare(request),
            "draw" => chip::draw(request),
            "svg" => draw(request),
            "vcd" => vcd(request),
            "consoles" => hardware::consoles(request),
            "hardware" => hardware::files(request),
            "empty" => empty(request),
            "propose" => grade::propose(request, self.clock.as_ref()),
            "panel" => grade::panel(request),
            "grade" => self.grader.begin(request),
            "gradeOn" => self.grader.go_on(request),
            _ => Err(Failure::unknown(name)),
        })
    }
}

/// A circuit under power, or why there is none.
fn switched_on(files: &Files) -> Answer<Simulator> {
    let built = files.power(files.read().project, SEED);
    let refused = |error| Failure::refused(format!("{}: {error}", files.name));
    Ok(built.map_err(refused)?.simulator)
}

fn check(request: &str) -> Answer {
    let files: Files = read(request)?;
    let reading = files.read();
    let mut all = reading.diagnostics;
    all.extend(netlist::check(&reading.project));
    all.extend(forgotten_images(&reading.project, |name| {
        files.called(name)
    }));
    let missing = reading.missing.iter();
    let missing = missing.map(|library| library.name.clone()).collect();
    let names = circuits(&reading.project);
    let (mut parts, mut nets) = (0, 0);
    all.extend(chip::standing(&files, &reading.project));
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
        circuits: names,
        parts,
        nets,
        runs: built.is_ok(),
        missing,
    })
}

/// A project with one circuit and nothing on it but the pins asked for.
fn empty(request: &str) -> Answer {
    let AskEmpty { inputs, outputs } = read(request)?;
    let mut document = Document::new("circuit.circ");
    let columns = [(inputs, false), (outputs, true)];
    for (pins, output) in columns {
        for (row, pin) in (0..).zip(pins) {
            let circuit = CircuitId(0);
            let part = pin_part(&pin, row, output);
            let edit = Edit::Add { circuit, part };
            document.apply(&edit).map_err(Failure::refused)?;
        }
    }
    json(&TextView {
        text: String::from_utf8_lossy(&document.bytes()).into_owned(),
    })
}

/// A pin by its name, or its name with a number of bits: `sum[4]`.
fn pin_part(text: &str, row: i32, output: bool) -> NewPart {
    let sized = text.strip_suffix(']').and_then(|text| text.split_once('['));
    let (name, width) = sized.unwrap_or((text, "1"));
    let mut attrs = vec![("label", name), ("width", width)];
    let x = match output {
        true => {
            attrs.extend([("output", "true"), ("facing", "west"), ("labelloc", "east")]);
            500
        }
        false => {
            attrs.push(("tristate", "false"));
            100
        }
    };
    let attrs = attrs.into_iter();
    NewPart {
        what: PartKind::Builtin(Kind::Pin),
        location: Location::new(x, 100 + 50 * row),
        attrs: attrs
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect(),
    }
}

/// A circuit as Logisim draws it, without values.
fn draw(request: &str) -> Answer {
    let AskSvg { files } = read(request)?;
    let project = files.read().project;
    let wanted = match &files.circuit {
        Some(name) => project.find(name),
        None => project.main(),
    };
    let circuit = wanted.ok_or_else(|| failures::NO_SUCH_CIRCUIT.refuses())?;
    json(&TextView {
        text: svg::draw(&project, circuit, None),
    })
}

/// The waveform of this many half-ticks from the start.
fn vcd(request: &str) -> Answer {
    let AskVcd { files, half_ticks } = read(request)?;
    let mut simulator = switched_on(&files)?;
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
        return Err(failures::LARGE_WAVEFORM.with(&[("most", &most)]));
    }
    json(&VcdView {
        text: String::from_utf8_lossy(&text).into_owned(),
        half_ticks: done,
    })
}
