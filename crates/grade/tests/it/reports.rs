//! A mark lost comes with a proof.

use circuit::script::{self, Failure, Limits as ScriptLimits, Stage};
use circuit::sim::Simulator;
use results::Report;

use crate::bench::{marks, panel, project, simulator, source};
use crate::mutants::{program, with_firmware};

/// A console of 2022 that forgets extra turns.
fn forgetful() -> Simulator {
    let extra = "beq     ends            # an extra move";
    let board = simulator(project("2022", source("2022/mancala.circ")));
    with_firmware(board, "2022", &program("referee.asm", extra, "nop"))
}

fn report() -> Report {
    let panel = panel("2022");
    marks(forgetful(), &panel, panel.limits, 1, 60)
}

/// Lets a script run by itself.
struct Quiet;

impl Stage for Quiet {
    fn settled(&mut self, _: &mut Simulator, _: bool) {}
    fn print(&mut self, _: &str) {}
    fn failed(&mut self, _: &Failure) {}
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        Err(format!("there is no {name}"))
    }
}

fn failures(script: &str, mut simulator: Simulator) -> usize {
    let script = script::parse(script);
    let limits = ScriptLimits {
        half_ticks: 1_000_000,
    };
    let report = script::run(&script, &mut simulator, &mut Quiet, limits);
    report.expect("the script fits the circuit").failures.len()
}

#[test]
fn the_shortest_game_is_found_and_its_script_fails_where_the_console_does() {
    let report = report();
    let test = report.tests.iter().find(|test| test.id == "extra-turn");
    let test = test.expect("there is such a test");
    assert!(test.output.contains("pressed: 3\n"), "{}", test.output);
    let script = test.script.as_deref().expect("a script");
    assert!(failures(script, forgetful()) > 0, "{script}");
}
