//! Consoles, programs and circuits on the bench.

use std::sync::Arc;

use super::Terminal;

/// The half-tick the screen shows.
fn half_tick(terminal: &Terminal) -> u64 {
    let text = terminal.wait_for("half-tick ");
    let (_, rest) = text.split_once("half-tick ").unwrap();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

#[test]
fn a_console_runs_to_its_end_and_steps_back_in_a_window_that_changes() {
    let mut terminal = Terminal::start(&["play"]);
    terminal.wait_for("New game");
    terminal.press("m");
    terminal.wait_for("The console of 2023");
    for (keys, light) in [
        ("e", "choose settings"),
        ("4e", "choose settings"),
        ("he", "wait move"),
    ] {
        terminal.press(keys);
        terminal.wait_for("waiting for you");
        terminal.wait_for(light);
    }
    terminal.resize((160, 50));
    terminal.wait_for("Actions so far");
    let mut over = false;
    for _ in 0..60 {
        for pit in ["1", "2", "3", "4", "5", "6"] {
            terminal.press(&format!("{pit}e"));
            terminal.quiet();
            let text = terminal.wait_until("an answer", |text| {
                text.contains("waiting for you") || text.contains("halted")
            });
            over |= text.contains("halted");
        }
        if over {
            break;
        }
        terminal.resize([(80, 24), (120, 40), (160, 50)][half_tick(&terminal) as usize % 3]);
    }
    terminal.wait_for("The game is over.");
    let end = half_tick(&terminal);
    terminal.press("N");
    terminal.wait_until("an earlier moment", |text| {
        !text.contains("The game is over.")
    });
    terminal.quiet();
    assert!(half_tick(&terminal) < end);
    terminal.press("\x03");
    assert_eq!(terminal.end().0, 0);
    terminal.assert_restored();
}

#[test]
fn a_program_and_a_circuit_are_debugged_on_the_full_screen() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    let source = "asect 0\nldi r0, 3\nloop: dec r0\nbnz loop\nhalt\nend\n";
    std::fs::write(data.path().join("count.asm"), source).unwrap();
    let arguments = ["cdm8", "debug", "--tui", "count.asm"];
    let mut terminal = Terminal::start_in(&data, (80, 24), &arguments, &[]);
    terminal.wait_for("count.asm");
    terminal.press("bloop\re");
    terminal.wait_for("Stopped at loop.");
    terminal.press("b\re");
    terminal.wait_for("halt");
    terminal.press("q");
    assert_eq!(terminal.end().0, 0);
    terminal.assert_restored();

    // It is offered again on the start screen, and a circuit is opened there.
    let circuit = crate::root().join("hardware/2016/mancala.circ");
    let mut terminal = Terminal::start_in(&data, (120, 40), &["play"], &[]);
    terminal.wait_for("Open a file");
    terminal.press("f");
    terminal.wait_for("count.asm");
    terminal.press(&format!("{}\r", circuit.display()));
    terminal.wait_for("Pins and buttons");
    terminal.press("kkkk");
    terminal.wait_for("half-tick 8");
    terminal.press("T");
    terminal.wait_for("half-tick 7");
    terminal.press("q");
    assert_eq!(terminal.end().0, 0);

    let arguments = ["circuit", "debug", "--tui", "nowhere.circ"];
    let mut terminal = Terminal::start_in(&data, (80, 24), &arguments, &[]);
    let (code, text) = terminal.end();
    assert_eq!(code, 2);
    assert!(text.contains("cannot read nowhere.circ"), "{text}");
}

/// A recorded run is replayed, and its past can be revisited.
#[test]
fn the_bench_begins_where_a_replayed_run_ends() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    let circuit = crate::root().join("hardware/2016/mancala.circ");
    let run = "run 1\ncircuit mancala.circ\nat 90 mark here it is\nend 97\n";
    std::fs::write(data.path().join("old.run"), run).unwrap();
    let circuit = circuit.display().to_string();
    let arguments = ["circuit", "debug", "--tui", &circuit, "--replay", "old.run"];
    let mut terminal = Terminal::start_in(&data, (120, 40), &arguments, &[]);
    terminal.wait_for("half-tick 97");
    terminal.wait_for("here it is");
    terminal.press("T");
    terminal.wait_for("half-tick 96");
    terminal.press("q");
    assert_eq!(terminal.end().0, 0);
    terminal.assert_restored();

    let source = "asect 0\nloop: inc r0\nbr loop\nend\n";
    std::fs::write(data.path().join("count.asm"), source).unwrap();
    let run = "run 1\nprogram count.asm\nend 21\n";
    std::fs::write(data.path().join("old.run"), run).unwrap();
    let arguments = ["cdm8", "debug", "--tui", "count.asm", "--replay", "old.run"];
    let mut terminal = Terminal::start_in(&data, (80, 24), &arguments, &[]);
    terminal.wait_for("half-tick 21");
    terminal.press("q");
    assert_eq!(terminal.end().0, 0);
}
