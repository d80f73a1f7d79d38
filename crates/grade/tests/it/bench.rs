//! A console to be graded: its circuit, its panel file, and something broken in it if wanted.

use std::sync::Arc;

use cdm8::variant::Variant;
use circuit::netlist::{Child, Design, DesignOptions, PartId};
use circuit::project::Project;
use circuit::read::{Libraries, read};
use circuit::script::{self, Failure, Limits as ScriptLimits, Stage};
use circuit::sim::{SimOptions, Simulator};
use consoles::{hardware, stand_in};
use grade::{Driver, Limits, Options, Panel, Wiring, grade};
use kalah::{Preset, Rules};
use results::{Outcome, Report};

/// A library that holds the same processor under another name.
pub const THEIR_PROCESSOR: &str = "their/processor.circ";

struct Shelf;

impl Libraries for Shelf {
    fn read(&mut self, _: &str, path: &str) -> Result<(String, Vec<u8>), String> {
        let name = path.trim_start_matches("../");
        let text = match name {
            THEIR_PROCESSOR => source("cdm8/cdm8.circ").replace("CdM-8", "Our CPU"),
            _ => source(name).to_owned(),
        };
        Ok((name.to_owned(), text.into_bytes()))
    }
}

/// A circuit file of `hardware/`.
pub fn source(path: &str) -> &'static str {
    let file = hardware::FILES.iter().find(|file| file.path == path);
    file.map(|file| file.text).expect("there is such a file")
}

pub fn panel_text(year: &str) -> &'static str {
    match year {
        "2016" => include_str!("../../../../hardware/2016/panel.toml"),
        "2022" => include_str!("../../../../hardware/2022/panel.toml"),
        _ => include_str!("../../../../hardware/2023/panel.toml"),
    }
}

pub fn panel(year: &str) -> Panel {
    let panel = Panel::parse("panel.toml", panel_text(year));
    panel.unwrap_or_else(|mistakes| panic!("{mistakes:?}"))
}

/// The project of a console, from its own text or a changed one.
pub fn project(year: &str, text: &str) -> Project {
    let reading = read(&format!("{year}/mancala.circ"), text.as_bytes(), &mut Shelf);
    assert_eq!(reading.left_out, 0);
    reading.project
}

/// A simulator with the native processor in the socket.
pub fn simulator(project: Project) -> Simulator {
    let project = Arc::new(project);
    let design = Design::build(project.clone(), None, &DesignOptions::default()).expect("a board");
    let is_processor = |part: &PartId| {
        matches!(design.inside(*part), Some(Child::Instance(_)))
            && stand_in(Variant::Ideal, &design.pins_of(*part), &[]).is_ok()
    };
    let part = design.part_ids().find(is_processor).expect("a processor");
    let (factory, _) = stand_in(Variant::Ideal, &design.pins_of(part), &[]).expect("it fits");
    let mut options = SimOptions::default();
    options.design.natives.push((design.path(part), factory));
    Simulator::new(project, None, &options).expect("a board")
}

/// A simulator of every gate of the processor.
pub fn gates(project: Project) -> Simulator {
    Simulator::new(Arc::new(project), None, &SimOptions::default()).expect("a board")
}

/// As many games as `GAMES` says: `GAMES=500` looks for false accusations.
pub fn games(usual: u32) -> u32 {
    let asked = std::env::var("GAMES").ok();
    asked.and_then(|games| games.parse().ok()).unwrap_or(usual)
}

/// Limits that let all games of a long run be played.
pub fn unlimited(limits: Limits) -> Limits {
    Limits {
        total: u64::MAX / 2,
        ..limits
    }
}

pub fn rules() -> Rules {
    Preset::Y2023.rules()
}

/// Grades a simulator with some games.
pub fn marks(
    simulator: Simulator,
    panel: &Panel,
    limits: Limits,
    games: u32,
    shrink: u32,
) -> Report {
    let wiring = Wiring::find(panel, &simulator).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    let mut driver = Driver::new(simulator, &wiring, limits);
    let options = Options {
        rules: rules(),
        games,
        seed: 1,
        shrink,
        first: None,
        lose_untested: false,
    };
    grade("console", &mut driver, panel, &options, &mut |_, _| true)
}

/// The ids of the tests that failed.
pub fn failed(report: &Report) -> Vec<&str> {
    let failed = report
        .tests
        .iter()
        .filter(|test| test.outcome == Outcome::Failed);
    failed.map(|test| test.id.as_str()).collect()
}

/// Runs a script.
struct Quiet;

impl Stage for Quiet {
    fn settled(&mut self, _: &mut Simulator, _: bool) {}
    fn print(&mut self, _: &str) {}
    fn failed(&mut self, _: &Failure) {}
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        Err(format!("there is no {name}"))
    }
}

/// How many expectations of a script are not met.
pub fn failures(script: &str, mut simulator: Simulator) -> usize {
    let script = script::parse(script);
    let limits = ScriptLimits {
        half_ticks: 1_000_000,
    };
    let report = script::run(&script, &mut simulator, &mut Quiet, limits);
    report.expect("the script fits the circuit").failures.len()
}
