//! Games: played, reviewed, taken back, saved however the program ends.

use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

use kalah::Record;

use super::{Terminal, game, game_file};

#[test]
fn a_whole_game_is_played_and_reviewed() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    let arguments = ["--color", "always"];
    let mut terminal = Terminal::start_in(&data, (80, 24), &arguments, &[("MANCALA_SPEED", "off")]);
    terminal.wait_for("New game");
    terminal.press("n");
    terminal.wait_for("Opponent");
    // Fewer seeds: the game is shorter, and its moves are settled sooner.
    terminal.press("\x1b[B\x1b[B\x1b[B\x1b[D\x1b[D\r");
    terminal.wait_for("Your turn");
    for _ in 0..100 {
        terminal.press("\r");
        // What is on the screen is the answer to this key, and to the computer's.
        terminal.quiet();
        let text = terminal.wait_until("turn or end", |text| {
            text.contains("Your turn") || text.contains("rematch")
        });
        if text.contains("rematch") {
            break;
        }
    }
    terminal.wait_for("rematch");
    assert!(terminal.kept("game-1").position().is_over());
    terminal.press("v");
    terminal.wait_for("Accuracy");
    terminal.press("\x1b[H\r");
    terminal.wait_for("Your turn");
    terminal.press("q");
    let (code, text) = terminal.end();
    assert_eq!(code, 0);
    assert!(
        text.contains("Goodbye") || text.contains("kept as"),
        "{text}"
    );
    terminal.assert_restored();
    assert!(
        terminal.kept("game-1").position().is_over(),
        "the reviewed game stays"
    );
}

#[test]
fn a_damaged_game_is_named_and_left_alone() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    let file = game_file(data.path(), "torn");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "[Format \"mancala-1\"]\nhalf a ga").unwrap();
    let mut terminal = Terminal::start_in(&data, (80, 24), &["play"], &[]);
    terminal.wait_for("Saved games");
    terminal.press("l");
    terminal.wait_for("damaged");
    terminal.press("\r");
    terminal.wait_for("line ");
    terminal.press("\x1b");
    terminal.wait_for("Watch two players");
    terminal.press("q");
    assert_eq!(terminal.end().0, 0);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, "[Format \"mancala-1\"]\nhalf a ga");
}

#[test]
fn the_window_changes_its_size_in_the_middle() {
    let mut terminal = game(&["--two-players"]);
    terminal.press("3");
    terminal.wait_for("1. 3+");
    for window in [
        (120, 40),
        (160, 50),
        (60, 10),
        (81, 24),
        (200, 60),
        (80, 24),
    ] {
        terminal.resize(window);
        match window.0 {
            60 => terminal.wait_for("needs a window of 60 columns"),
            _ => terminal.wait_until("the board", |text| {
                text.contains("1. 3+") && text.lines().count() >= usize::from(window.1) - 1
            }),
        };
    }
    terminal.press("\x0c");
    terminal.press("6");
    terminal.wait_for("1. 3+ 6");
    terminal.press("q");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn ctrl_c_keeps_the_game_and_gives_the_terminal_back() {
    let mut terminal = game(&["--two-players"]);
    terminal.press("3");
    terminal.wait_for("1. 3+");
    terminal.press("\x03");
    let (code, text) = terminal.end();
    assert_eq!(code, 0);
    assert!(text.contains("saved as 'game-1'"), "{text}");
    terminal.assert_restored();
    assert_eq!(terminal.kept("game-1").moves().len(), 1);
}

#[test]
fn signals_keep_the_game_and_give_the_terminal_back() {
    for (signal, expected) in [("-TERM", 143), ("-HUP", 129), ("-INT", 0)] {
        let mut terminal = game(&["--two-players"]);
        terminal.press("3");
        terminal.wait_for("1. 3+");
        terminal.pty.signal(signal);
        let (code, text) = terminal.end();
        assert_eq!(code, expected, "{signal}");
        assert!(text.contains("saved as 'game-1'"), "{text}");
        terminal.assert_restored();
        assert_eq!(terminal.kept("game-1").moves().len(), 1);
    }
}

#[test]
fn a_terminal_that_is_closed_ends_the_program_with_the_game_kept() {
    let mut terminal = game(&["--two-players"]);
    terminal.press("3");
    terminal.wait_for("1. 3+");
    // The reader releases its end at the next byte.
    terminal.closing.store(true, SeqCst);
    terminal.press("6");
    terminal.pty.close();
    terminal.end();
    assert!(!terminal.kept("game-1").moves().is_empty());
}

#[cfg(debug_assertions)]
#[test]
fn a_panic_gives_the_terminal_back_and_is_read_on_it() {
    let mut terminal = game(&["--two-players"]);
    terminal.press("3");
    terminal.wait_for("1. 3+");
    terminal.press("\x1b[24~");
    let (code, text) = terminal.end();
    assert_eq!(code, 101);
    assert!(text.contains("the key for this was pressed"), "{text}");
    terminal.assert_restored();
    assert_eq!(terminal.kept("game-1").moves().len(), 1);
}

#[test]
fn the_conversation_is_there_for_who_wants_it() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    for (arguments, environment) in [
        (&["play", "--plain"][..], &[][..]),
        (&["play"], &[("TERM", "dumb")]),
        (&[], &[("MANCALA_PLAIN", "1")]),
    ] {
        let mut terminal = Terminal::start_in(&data, (80, 24), arguments, environment);
        terminal.wait_for("Your opponent?");
        terminal.press("quit\r");
        assert_eq!(terminal.end().0, 0);
    }
}

#[test]
fn flags_win_over_the_environment_and_that_over_the_file() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    let settings = data.path().join("settings.toml");
    std::fs::write(&settings, "language = \"ru\"\n").unwrap();
    for (arguments, environment, expected) in [
        (&["play"][..], &[][..], "Новая игра"),
        (&["play"], &[("MANCALA_LANGUAGE", "en")], "New game"),
        (
            &["play", "--language", "ru"],
            &[("MANCALA_LANGUAGE", "en")],
            "Новая игра",
        ),
    ] {
        let mut terminal = Terminal::start_in(&data, (80, 24), arguments, environment);
        terminal.wait_for(expected);
        terminal.press("q");
        terminal.end();
    }
    std::fs::write(&settings, "theme = \"pink\"\n").unwrap();
    let mut terminal = Terminal::start_in(&data, (80, 24), &["play"], &[]);
    let (code, text) = terminal.end();
    assert_eq!(code, 2);
    assert!(
        text.contains("settings.toml") && text.contains("unknown theme 'pink'"),
        "{text}"
    );
}

/// Keys of all kinds, as fast as they can be typed; every saved game can be read.
#[test]
fn any_keys_do_no_harm() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    let arguments = ["play", "--opponent", "level:3", "--speed", "fast"];
    let mut terminal = Terminal::start_in(&data, (80, 24), &arguments, &[]);
    terminal.wait_for("Your turn");
    let keys = [
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "u",
        "r",
        "h",
        "a",
        "v",
        "n",
        "s",
        "l",
        "b",
        "f",
        "o",
        "[",
        "]",
        "?",
        "\r",
        "\x1b[A",
        "\x1b[B",
        "\x1b[C",
        "\x1b[D",
        "\x1b[H",
        "\x1b[F",
        "\t",
        "\x7f",
        "\x1b[<0;40;12M",
        "\x1b[<0;20;20M",
    ];
    let mut rng = engine::rng::Rng::new(5);
    for step in 0..600 {
        terminal.press(keys[rng.below(keys.len())]);
        if step % 10 == 9 {
            // Alone, so that it is not taken for the beginning of another key.
            std::thread::sleep(Duration::from_millis(10));
            terminal.press("\x1b");
            std::thread::sleep(Duration::from_millis(10));
        }
        if step % 50 == 49 {
            terminal.resize([(80, 24), (120, 40), (40, 8)][rng.below(3)]);
            terminal.quiet();
        }
    }
    terminal.press("\x03");
    let (code, text) = terminal.end();
    assert_eq!(code, 0, "{text}");
    terminal.assert_restored();
    let games = data.path().join("games");
    let mut read = 0;
    for entry in std::fs::read_dir(games).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let text = std::fs::read_to_string(&path).unwrap();
            Record::from_text(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            read += 1;
        }
    }
    assert!(read > 0, "not one game was kept");
}

/// Fourteen moves deep takes minutes. Nobody has to wait for it, and it stops when nobody waits.
#[test]
fn a_thinking_opponent_holds_nothing_up() {
    let mut terminal = game(&["--opponent", "alpha-beta:20"]);
    terminal.press("4");
    terminal.wait_for("is thinking");
    let start = Instant::now();
    terminal.press("u");
    terminal.wait_for("Your turn");
    terminal.press("5");
    terminal.wait_for("is thinking");
    terminal.press("\x1b");
    terminal.wait_for("Watch two players");
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    #[cfg(target_os = "linux")]
    {
        terminal.quiet();
        let before = terminal.used();
        std::thread::sleep(Duration::from_secs(1));
        let ticks = terminal.used() - before;
        assert!(
            ticks <= 5,
            "{ticks} hundredths of a second after it was stopped"
        );
    }
    terminal.press("q");
    assert_eq!(terminal.end().0, 0);
    assert!(terminal.kept("game-1").moves().len() == 1);
}
