//! The bench: consoles on every engine, programs, circuits, in both directions of time.

use std::time::Duration;

use tui::{Key, Settings};

use super::host::{Host, specimen, still};

/// The moment the screen shows.
fn half_tick(host: &mut Host) -> u64 {
    let text = host.text(80, 24);
    let (_, rest) = text.split_once("half-tick ").expect(&text);
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

/// Presses keys one by one, each when the journey of the one before has ended.
fn keys(host: &mut Host, keys: &str) {
    for key in keys.chars() {
        host.key(match key {
            '\n' => Key::Enter,
            key => Key::Char(key),
        });
        host.arrive();
    }
}

fn bench(file: &str) -> Host {
    let mut host = Host::new(still());
    host.app.lay(specimen(file).unwrap(), format!("/{file}"));
    host.work();
    host
}

#[test]
fn a_console_is_played_to_its_end_and_taken_back() {
    let mut host = Host::new(still());
    host.keys("m");
    assert!(host.app.wake().is_some(), "it starts by itself");
    keys(&mut host, "e");
    assert!(host.text(80, 24).contains("waiting for you"));
    assert_eq!(host.app.wake(), None, "nothing runs while it waits");
    keys(&mut host, "4ehe");
    let first = half_tick(&mut host);
    for _ in 0..40 {
        keys(&mut host, "1e2e3e4e5e6e");
    }
    let text = host.text(80, 24);
    assert!(
        text.contains("halted") && text.contains("The game is over."),
        "{text}"
    );
    let end = half_tick(&mut host);
    assert!(end > first + 10_000);
    keys(&mut host, "I");
    assert!(half_tick(&mut host) < end);
    keys(&mut host, "G");
    let text = host.text(80, 24);
    assert!(!text.contains("The game is over."), "{text}");
    let before = half_tick(&mut host);
    keys(&mut host, "TT");
    assert_eq!(half_tick(&mut host), before - 2);
    // Forwards again, everything is as it was.
    keys(&mut host, "e");
    assert_eq!(half_tick(&mut host), end);
}

#[test]
fn a_console_runs_at_the_clock_that_is_set_and_stops_where_it_is_told_to() {
    let mut host = Host::new(still());
    host.keys("m---");
    let frame = Duration::from_millis(40);
    for _ in 0..50 {
        host.pass(frame);
    }
    // Two seconds at ten half-ticks a second.
    assert!(
        (19..=21).contains(&half_tick(&mut host)),
        "{}",
        host.text(80, 24)
    );
    keys(&mut host, "bnowhere\n");
    assert!(host.text(80, 24).contains("'nowhere'"));
    host.key(Key::Escape);
    host.keys(" ");
    let stopped = half_tick(&mut host);
    host.pass(frame);
    assert_eq!((half_tick(&mut host), host.app.wake()), (stopped, None));
    // Two stops; the first of them comes first.
    keys(&mut host, "bfill\nbcalculate_holes.asm:1\n");
    keys(&mut host, "e4ehe");
    let text = host.text(80, 24);
    assert!(
        text.contains("pc 23") && text.contains("Stopped at fill.") && text.contains(" stopped"),
        "{text}"
    );
    // Back to it from behind, and then nothing stops it any more.
    let there = half_tick(&mut host);
    keys(&mut host, "iiiE");
    assert_eq!(half_tick(&mut host), there);
    keys(&mut host, "b\ne");
    assert!(host.text(80, 24).contains("waiting for you"));
    // A value, too.
    keys(&mut host, "bMESSAGE = 0x10\n2e");
    let text = host.text(80, 24);
    assert!(text.contains("Stopped at MESSAGE = 0x10."), "{text}");
    keys(&mut host, "bMESSAGE = x\n");
    assert!(host.text(80, 24).contains("'x' is not a byte"));
    host.key(Key::Escape);
    // What the console's scripts stop at stops it here.
    keys(&mut host, "b\nbchange panel\ne");
    let text = host.text(80, 24);
    assert!(text.contains("Stopped at change panel."), "{text}");
}

#[test]
fn a_console_goes_from_move_to_move() {
    let mut host = Host::new(still());
    keys(&mut host, "me4ehe");
    let asked = half_tick(&mut host);
    // The human's move, then the computer's.
    keys(&mut host, "2n");
    let moved = half_tick(&mut host);
    assert!(moved > asked);
    // The answer may have extra turns.
    let mut moves = 1;
    while !host.text(80, 24).contains("● wait move") {
        keys(&mut host, "n");
        moves += 1;
        assert!(moves < 9, "{}", host.text(80, 24));
    }
    let answered = half_tick(&mut host);
    assert!(asked < moved && moved < answered);
    // The place where it waits is no move.
    for _ in 1..moves {
        keys(&mut host, "N");
    }
    assert_eq!(half_tick(&mut host), moved);
    // Undo.
    keys(&mut host, "u");
    assert_eq!(half_tick(&mut host), asked);
    keys(&mut host, "j+12\n");
    assert_eq!(half_tick(&mut host), asked + 12);
    keys(&mut host, "jsoon\n");
    assert!(host.text(80, 24).contains("'soon' is not a half-tick"));
}

#[test]
fn all_engines_show_the_same_at_the_same_half_tick() {
    let mut host = Host::new(still());
    keys(&mut host, "me4e");
    host.keys(" ");
    keys(&mut host, "iiii");
    let told = |host: &mut Host| {
        let text = host.text(80, 24);
        let mut lines = text.lines();
        lines.next();
        lines.collect::<Vec<_>>().join("\n")
    };
    let fast = told(&mut host);
    for engine in ["(chips)", "(gates)", "(fast)"] {
        keys(&mut host, "v");
        assert!(host.text(80, 24).contains(engine));
        // What was used last is known when a machine has run, not when a moment was loaded.
        keys(&mut host, "Ii");
        assert_eq!(told(&mut host), fast, "{engine}");
    }
}

#[test]
fn signals_are_drawn_and_any_part_of_the_circuits_is_one() {
    let mut host = Host::new(still());
    keys(&mut host, "me");
    keys(&mut host, "sMESSAGE\n");
    let text = host.text(120, 40);
    assert!(text.contains("Waves") && text.contains("MESSAGE"), "{text}");
    let path = "/Game_Operator@540,800/@320,420/BANK";
    keys(&mut host, &format!("s{path}\n"));
    assert!(host.text(80, 24).contains("There is no signal"));
    host.key(Key::Escape);
    keys(&mut host, &format!("vs{path}\n"));
    let text = host.text(120, 40);
    assert!(text.contains("320,420/BANK"), "{text}");
    // The same again takes it away.
    keys(&mut host, &format!("s{path}\n"));
    assert!(!host.text(120, 40).contains("320,420/BANK"));
}

#[test]
fn a_program_stops_at_conditions_and_what_is_done_to_it_can_be_taken_back() {
    let mut host = bench("sum.asm");
    keys(&mut host, "br1 = 12\ne");
    let text = host.text(80, 24);
    assert!(text.contains("Stopped at r1 = 12."), "{text}");
    let there = half_tick(&mut host);
    keys(&mut host, "xset r0 = 1\n");
    assert!(host.text(80, 24).contains("r0 01"));
    keys(&mut host, "u");
    assert_eq!(half_tick(&mut host), there);
    assert!(host.text(80, 24).contains("r0 03"), "{}", host.text(80, 24));
    keys(&mut host, "xset r9 = 1\n");
    let text = host.text(80, 24);
    assert!(text.contains("r9"), "{text}");
    host.key(Key::Escape);
    // Running on replays the input there: 5 + 4 + 3 and nothing more.
    keys(&mut host, "b\ne");
    let text = host.text(80, 24);
    assert!(text.contains("halted") && text.contains("r1 0c"), "{text}");
    // Backwards through all of it.
    for _ in 0..100 {
        keys(&mut host, "I");
    }
    assert_eq!(half_tick(&mut host), 0);
    assert!(host.text(80, 24).contains("This is the start"));
}

#[test]
fn a_circuit_is_touched_and_watched() {
    let mut host = bench("counter.circ");
    let value = |host: &mut Host, name: &str| {
        let text = host.text(80, 24);
        let left = text
            .lines()
            .map(|line| line.chars().take(42).collect::<String>());
        let line = left.into_iter().find(|line| line.contains(name)).unwrap();
        let (_, rest) = line.split_once(name).unwrap();
        rest.split_whitespace().next().unwrap().to_owned()
    };
    keys(&mut host, "kk");
    assert_eq!(value(&mut host, " /n "), "0");
    host.click("/enable");
    keys(&mut host, "kkk");
    assert_eq!(value(&mut host, " /n "), "3");
    keys(&mut host, "T");
    keys(&mut host, "K");
    assert_eq!(value(&mut host, " /n "), "2");
    keys(&mut host, "b/n = 7\ne");
    assert_eq!(value(&mut host, " /n "), "7");
    // Reset while it counts.
    host.click("/reset");
    assert_eq!(value(&mut host, " /n "), "0");
    keys(&mut host, "u");
    assert_eq!(value(&mut host, " /n "), "7");
    keys(&mut host, "bnonsense = 1\n");
    assert!(host.text(80, 24).contains("nonsense"));
}

#[test]
fn files_are_opened_by_name_and_remembered() {
    let mut host = Host::new(still());
    host.keys("f");
    host.keys("sum.");
    host.key(Key::Tab);
    host.key(Key::Enter);
    assert!(host.text(80, 24).contains("again"));
    let recent = |settings: &Settings| settings.recent.clone();
    assert_eq!(host.remembered.last().map(recent).unwrap(), ["sum.asm"]);
    host.key(Key::Escape);
    host.keys("f");
    host.key(Key::Enter);
    assert!(host.text(80, 24).contains("again"), "the latest is chosen");
    host.key(Key::Escape);
    host.keys("f");
    host.keys("gone.asm");
    host.key(Key::Enter);
    assert!(host.text(80, 24).contains("cannot read gone.asm"));
}
