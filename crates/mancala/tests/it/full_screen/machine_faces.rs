//! The page, the full screen and the plain commands are three faces of one machine: they say the same of it.

use std::sync::Arc;

use page::Machine;
use serde_json::{Value, json};

use super::Terminal;
use super::faces::{answer, said};
use crate::mancala;

/// A circuit in which something oscillates that no output depends on.
const HARMLESS: &str = include_str!("../../../../bench/tests/data/harmless.circ");
/// The beginning of a game, in half-ticks.
const ACTS: [(u64, &str); 4] = [
    (700, "seeds 4"),
    (1300, "first human"),
    (2016, "press 3"),
    (2874, "press 2"),
];

fn ask(machine: &mut Machine, name: &str, request: &Value) -> Value {
    answer(&machine.handle(name, &request.to_string()))
}

/// The half-ticks in a text, in their order.
fn half_ticks(text: &str) -> Vec<u64> {
    let named = text.split("half-tick ").skip(1);
    let digits = named.filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
    digits.filter_map(|digits| digits.parse().ok()).collect()
}

/// Waits until the screen is at a half-tick.
fn wait_for_moment(terminal: &Terminal, moment: u64) {
    terminal.wait_until(&format!("half-tick {moment}"), |text| {
        half_ticks(text).first() == Some(&moment)
    });
}

#[test]
fn an_oscillation_nobody_sees_stops_no_face_and_each_says_so() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    std::fs::write(data.path().join("harmless.circ"), HARMLESS).unwrap();

    let mut machine = Machine::new(None);
    let circuit = json!({"name": "harmless.circ", "text": HARMLESS});
    let on = ask(&mut machine, "circuit", &circuit);
    let note = on["problems"][0]["message"].as_str().unwrap().to_owned();
    assert!(note.contains("would oscillate"), "{note}");
    let ran = ask(&mut machine, "run", &json!({"halfTicks": 10}));
    assert_eq!(
        (&ran["arrival"], &ran["now"]),
        (&json!("there"), &json!(10))
    );

    let mut command = mancala(data.path());
    command.current_dir(data.path());
    let command = command.args(["circuit", "run", "harmless.circ", "--half-ticks", "10"]);
    let output = command.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && told.contains(&note), "{told}");

    let arguments = ["circuit", "debug", "harmless.circ"];
    let text = said(&data, &arguments, "tick 10\n");
    assert_eq!(half_ticks(&text), [10], "{text}");
    assert!(!text.contains("oscillat"), "{text}");

    let arguments = ["circuit", "debug", "--tui", "harmless.circ"];
    let mut terminal = Terminal::start_in(&data, (120, 40), &arguments, &[]);
    terminal.wait_for("half-tick 0");
    terminal.press("j10\r");
    let text = terminal.wait_for("half-tick 10");
    assert!(!text.contains("oscillat"), "{text}");
    terminal.press("q");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn the_next_move_of_a_console_begins_at_the_same_half_tick() {
    const MOVES: usize = 6;
    let data = Arc::new(tempfile::tempdir().unwrap());
    let mut machine = Machine::new(None);
    let acts: Vec<String> = ACTS.iter().map(|(at, act)| format!("{at} {act}")).collect();
    let power = json!({"model": "2023", "processor": "native", "acts": acts.join("\n")});
    ask(&mut machine, "power", &power);
    ask(&mut machine, "goto", &json!({"moment": 3000}));
    ask(&mut machine, "goto", &json!({"moment": 0}));
    let mut step = |back: bool| {
        let there = ask(&mut machine, "step", &json!({"to": "move", "back": back}));
        there["now"].as_u64().unwrap()
    };
    let mut page: Vec<u64> = (0..MOVES).map(|_| step(false)).collect();
    assert!(page.is_sorted_by(|a, b| a < b), "{page:?}");
    page.extend((0..2).map(|_| step(true)));

    let lines = ACTS.iter().map(|(at, act)| format!("at {at} {act}\n"));
    let run = format!(
        "run 1\nconsole 2023\n{}end 3000\n",
        lines.collect::<String>()
    );
    std::fs::write(data.path().join("game.run"), run).unwrap();
    let typed = format!(
        "goto 0\n{}{}",
        "step move\n".repeat(MOVES),
        "back move\n".repeat(2)
    );
    let arguments = ["console", "--model", "2023", "--replay", "game.run"];
    let text = said(&data, &arguments, &typed);
    assert!(half_ticks(&text).ends_with(&page), "{page:?}\n{text}");

    let mut terminal = Terminal::start_in(&data, (120, 40), &["play"], &[]);
    terminal.wait_for("New game");
    terminal.press("m");
    terminal.wait_for("The console of 2023");
    // Time stands still from the first key on.
    terminal.press("T");
    let to = |terminal: &mut Terminal, moment: u64| {
        terminal.press(&format!("j{moment}\r"));
        wait_for_moment(terminal, moment);
    };
    for ((at, _), key) in ACTS.iter().zip(["4", "h", "3", "2"]) {
        to(&mut terminal, *at);
        terminal.press(key);
    }
    to(&mut terminal, 3000);
    to(&mut terminal, 0);
    for (key, moment) in ["n"; MOVES].iter().chain(&["N"; 2]).zip(&page) {
        terminal.press(key);
        wait_for_moment(&terminal, *moment);
    }
    terminal.press("\x03");
    terminal.end();
}
