//! A mark lost comes with a proof.

use circuit::sim::Simulator;
use results::Report;

use crate::bench::{failures, marks, panel, project, simulator, source};
use crate::mutants::{program, with_firmware};

/// A console of 2022 that forgets extra turns.
fn forgetful() -> Simulator {
    let extra = "beq     ends            # an extra move";
    let board = simulator(project("2022", source("2022/mancala.circ")));
    with_firmware(board, "2022", &[program("referee.asm", extra, "nop")])
}

fn report() -> Report {
    let panel = panel("2022");
    marks(forgetful(), &panel, panel.limits, 1, 60)
}

#[test]
fn the_shortest_game_is_found_and_its_script_fails_there_and_not_on_a_right_console() {
    let report = report();
    let test = report.tests.iter().find(|test| test.id == "extra-turn");
    let test = test.expect("there is such a test");
    assert!(test.output.contains("pressed: 3\n"), "{}", test.output);
    let script = test.script.as_deref().expect("a script");
    assert!(failures(script, forgetful()) > 0, "{script}");
    let right = simulator(project("2022", source("2022/mancala.circ")));
    assert_eq!(failures(script, right), 0, "{script}");
}
