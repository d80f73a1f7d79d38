//! What keys, clicks and answers do.

use std::time::Duration;

use kalah::{BySide, Side};
use tui::{Choice, Effect, Input, Key, Reply, Seat, Settings, Speed};

use super::host::{Host, still};
use super::screens::kept_games;

fn against(name: &str, settings: Settings) -> Host {
    let seats = BySide::new(Seat::Person, Seat::Player(name.into()));
    let game = Choice {
        seats,
        ..settings.game.clone()
    };
    let mut host = Host::new(Settings { game, ..settings });
    host.keys("n");
    host.key(Key::Enter);
    host
}

fn moves(host: &Host) -> Vec<usize> {
    let record = host.kept.last().expect("a game was kept");
    record.moves().iter().map(|pit| pit.number()).collect()
}

#[test]
fn every_move_is_kept_before_it_is_drawn() {
    let mut host = against("reference", still());
    assert!(host.kept.is_empty());
    host.app.handle(Input::Key(Key::Char('3')));
    let effects = host.app.effects();
    assert!(matches!(&effects[..], [Effect::Keep(record)] if record.moves().len() == 1));
}

#[test]
fn a_whole_game_is_played_by_the_keys() {
    let mut host = against("reference", still());
    for _ in 0..200 {
        host.key(Key::Enter);
        host.think();
        if host
            .kept
            .last()
            .is_some_and(|record| record.position().is_over())
        {
            break;
        }
    }
    let text = host.text(80, 24);
    assert!(text.contains(" win") && text.contains("review"), "{text}");
}

#[test]
fn an_answer_that_comes_too_late_is_dropped() {
    let mut host = against("reference", still());
    host.keys("1");
    let asked = host.waiting.clone();
    assert!(matches!(asked[0], Effect::Think { .. }));
    host.keys("u");
    assert!(host.waiting.is_empty(), "the work is given up");
    assert_eq!(moves(&host), [0; 0]);
    for reply in host.thought(asked[0].clone()) {
        host.app.reply(&reply);
    }
    host.work();
    assert_eq!(moves(&host), [0; 0]);
    host.keys("2");
    host.think();
    assert!(moves(&host).len() > 1);
}

#[test]
fn nothing_waits_for_an_animation_and_a_still_screen_sleeps() {
    let settings = Settings {
        speed: Speed::Slow,
        analysis: true,
        ..Settings::default()
    };
    let mut host = against("reference", settings);
    assert_eq!(host.app.wake(), None);
    host.keys("3");
    assert!(host.app.wake().is_some());
    // The second move comes while the first is still on its way.
    host.keys("6");
    assert_eq!(moves(&host), [3, 6]);
    host.think();
    host.pass(Duration::from_secs(60));
    assert_eq!(host.app.wake(), None, "nothing moves any more");
}

#[test]
fn another_line_from_a_game_that_is_over_is_another_game() {
    let mut host = Host::with_games(still(), kept_games());
    host.keys("l");
    host.key(Key::End);
    host.key(Key::Enter);
    let over = host.text(80, 24);
    host.key(Key::Home);
    host.keys("3");
    assert_eq!(moves(&host)[0], 3);
    assert_ne!(host.text(80, 24), over);
    let record = host.kept.last().unwrap();
    assert_eq!(
        record.players.south, "human",
        "the new game has its own record"
    );
}

#[test]
fn another_line_from_a_game_that_goes_on_takes_moves_back() {
    let mut host = against("reference", still());
    host.keys("3");
    host.keys("6");
    host.think();
    let before = moves(&host);
    host.keys("[[[[[[[[[");
    host.keys("2");
    assert_eq!(moves(&host), [2]);
    assert!(before.len() > 2);
}

#[test]
fn a_review_can_be_played_on_from() {
    let mut host = Host::with_games(still(), kept_games());
    host.keys("l");
    host.key(Key::End);
    host.keys("v");
    host.think();
    host.key(Key::Home);
    for _ in 0..4 {
        host.key(Key::Right);
    }
    host.key(Key::Enter);
    let first_four = kept_games()[2].record.clone().unwrap();
    let first_four: Vec<usize> = first_four.moves()[..4]
        .iter()
        .map(|pit| pit.number())
        .collect();
    host.think();
    assert_eq!(moves(&host)[..4], first_four);
}

#[test]
fn a_damaged_game_is_explained_and_left_alone() {
    let mut host = Host::with_games(still(), kept_games());
    host.keys("l");
    host.key(Key::Down);
    host.key(Key::Enter);
    assert!(host.text(80, 24).contains("line 4: unknown tag 'Rulez'"));
    host.keys("d");
    host.keys("n");
    assert_eq!(host.games.len(), 3, "only y deletes");
}

#[test]
fn a_game_that_cannot_be_kept_says_so_and_goes_on() {
    let mut host = against("reference", still());
    host.keys("3");
    host.app.reply(&Reply::Trouble("The disk is full.".into()));
    assert!(host.text(80, 24).contains("The disk is full."));
    host.keys("6");
    assert_eq!(moves(&host), [3, 6]);
}

#[test]
fn clicks_do_what_keys_do() {
    let mut host = Host::new(still());
    host.click("New game");
    host.click("medium");
    host.key(Key::Enter);
    // The number under a pit is not the pit; its seeds are.
    let (column, row) = (40, 11);
    host.screen(80, 24);
    host.app.handle(Input::Click { column, row });
    host.work();
    assert_eq!(moves(&host).len(), 1);
    host.click("undo");
    assert_eq!(moves(&host).len(), 0);
    host.click("help");
    assert!(host.text(80, 24).contains("Playing"));
}

#[test]
fn letters_are_text_while_a_name_is_typed() {
    let mut host = against("reference", still());
    host.keys("3");
    host.keys("s");
    host.keys("why? q3");
    assert!(host.text(80, 24).contains("why? q3"));
    host.key(Key::Enter);
    assert!(host.text(80, 24).contains("Game saved as 'why? q3'."));
    assert!(!host.quit);
}

#[test]
fn the_last_choice_is_remembered() {
    let mut host = Host::new(still());
    host.keys("n");
    host.key(Key::Down);
    host.key(Key::Enter);
    let settings = host.remembered.last().expect("the choice is kept");
    assert_eq!(settings.game.seats.north, Seat::Player("hard".into()));
    assert_eq!(settings.game.seats.south, Seat::Person);
}

#[test]
fn two_players_stop_and_go_move_by_move() {
    let mut host = Host::new(still());
    host.keys("w");
    host.key(Key::Enter);
    host.think_once();
    assert_eq!(moves(&host).len(), 1);
    host.keys("p");
    host.pass(Duration::from_secs(10));
    assert!(!host.think_once() && host.app.wake().is_none());
    host.key(Key::Enter);
    host.think();
    assert_eq!(moves(&host).len(), 2);
    host.keys("p");
    for _ in 0..300 {
        host.pass(Duration::from_secs(1));
        host.think();
    }
    assert!(host.kept.last().unwrap().position().is_over());
}

#[test]
fn giving_up_is_asked_first_and_can_be_taken_back() {
    let mut host = against("reference", still());
    host.keys("2");
    host.think();
    host.keys("gn");
    assert_eq!(host.kept.last().unwrap().resigned, None);
    host.keys("gy");
    assert_eq!(host.kept.last().unwrap().resigned, Some(Side::South));
    host.keys("u");
    assert_eq!(host.kept.last().unwrap().resigned, None);
}

#[test]
fn quitting_works_from_every_screen() {
    for keys in ["", "n", "l", "p", "w", "o", "?", "n\n", "n\n3s"] {
        let mut host = Host::new(still());
        for key in keys.chars() {
            match key {
                '\n' => host.key(Key::Enter),
                key => host.keys(&key.to_string()),
            }
        }
        host.key(Key::Interrupt);
        assert!(host.quit, "{keys:?}");
    }
}

/// In a window that is too small no key but Ctrl-C does anything, and nothing continues unseen.
#[test]
fn nothing_is_played_that_is_not_shown() {
    let mut host = against("reference", still());
    host.screen(59, 20);
    for key in [
        Key::Char('3'),
        Key::Enter,
        Key::Char('g'),
        Key::Char('y'),
        Key::Escape,
    ] {
        host.key(key);
    }
    host.app.handle(Input::Click {
        column: 30,
        row: 11,
    });
    host.app.handle(Input::Scroll { down: true });
    host.work();
    assert!(host.kept.is_empty());
    host.screen(60, 20);
    host.keys("3");
    assert_eq!(moves(&host), [3]);
    host.screen(10, 3);
    host.key(Key::Interrupt);
    assert!(host.quit);
}

#[test]
fn watched_players_wait_for_a_window_to_be_seen_in() {
    let mut host = Host::new(still());
    host.keys("w");
    host.key(Key::Enter);
    host.think_once();
    host.screen(59, 20);
    for _ in 0..5 {
        host.pass(Duration::from_secs(10));
        host.think_once();
    }
    assert!(moves(&host).len() <= 2);
    assert_eq!(host.app.wake(), None);
    let seen = moves(&host).len();
    host.screen(60, 20);
    for _ in 0..5 {
        host.pass(Duration::from_secs(10));
        host.think_once();
    }
    assert!(moves(&host).len() > seen);
}

/// The bench needs a larger window than a game: Esc leads back to the menu.
#[test]
fn a_bench_that_cannot_be_shown_can_be_left() {
    let mut host = Host::new(still());
    host.keys("m");
    assert!(host.text(60, 20).contains("Esc"));
    host.keys("3x");
    host.key(Key::Escape);
    assert!(host.text(60, 20).contains("New game"));
}

#[test]
fn a_resignation_is_shown_beside_the_analysis() {
    let settings = Settings {
        analysis: true,
        ..still()
    };
    for size in [(60, 20), (80, 24), (120, 40)] {
        let mut host = against("reference", settings.clone());
        host.think();
        host.keys("g");
        assert!(host.text(size.0, size.1).contains("y resign"), "{size:?}");
        host.keys("y");
        assert!(host.text(size.0, size.1).contains("You resign"), "{size:?}");
    }
}

/// All six moves, the best first, with who wins by how much.
#[test]
fn the_analysis_lists_every_move_the_best_first() {
    let settings = Settings {
        analysis: true,
        ..still()
    };
    for (width, height) in [(60, 20), (80, 24), (120, 40), (200, 60)] {
        let mut host = against("reference", settings.clone());
        host.think();
        let text = host.text(width, height);
        // `+8  3+ 6 / 2`, in a panel or not.
        let worth = |part: &str| -> Option<i32> {
            let mut words = part.split_whitespace();
            let worth = words.next()?.trim_start_matches('~');
            let followed = words.next()?.starts_with(|c: char| c.is_ascii_digit());
            let signed = worth.starts_with(['+', '-']) || worth == "0";
            worth.parse().ok().filter(|_| signed && followed)
        };
        let parts = text.lines().flat_map(|line| line.split('│'));
        let worths: Vec<i32> = parts.filter_map(worth).collect();
        assert_eq!(worths.len(), 6, "{width}x{height}\n{text}");
        assert!(worths.is_sorted_by(|a, b| a >= b), "{worths:?}");
    }
}

#[test]
fn two_people_are_in_sight_whoever_is_chosen() {
    for size in [(60, 20), (80, 24), (120, 40)] {
        let mut host = Host::new(still());
        host.keys("n");
        for _ in 0..30 {
            assert!(host.text(size.0, size.1).contains("two people"), "{size:?}");
            host.key(Key::Down);
        }
        host.key(Key::Home);
        host.key(Key::Enter);
        host.keys("1");
        host.keys("1");
        assert_eq!(moves(&host), [1, 1]);
    }
}

/// The footer names the keys that do something now.
#[test]
fn the_footer_changes_with_what_is_asked() {
    let footer = |host: &mut Host| host.text(80, 24).lines().last().unwrap().to_owned();
    let mut host = against("reference", still());
    assert!(footer(&mut host).contains("undo"));
    host.keys("s");
    let naming = footer(&mut host);
    assert!(
        naming.contains("Enter save") && naming.contains("Esc cancel"),
        "{naming}"
    );
    assert!(!naming.contains("undo"));
    host.key(Key::Escape);
    host.keys("g");
    assert!(footer(&mut host).contains("y resign"));
    let mut bench = Host::new(still());
    bench.keys("mb");
    assert!(footer(&mut bench).contains("Ctrl-U clear"));
    let mut form = Host::new(still());
    form.keys("n");
    assert!(footer(&mut form).contains("Up/Down player"));
    form.key(Key::Tab);
    assert!(footer(&mut form).contains("Left/Right change"));
}

#[test]
fn ctrl_u_clears_what_is_typed() {
    let mut host = against("reference", still());
    host.keys("3");
    host.keys("swrong");
    host.key(Key::Clear);
    host.keys("right");
    host.key(Key::Enter);
    assert!(host.text(80, 24).contains("Game saved as 'right'."));
    let mut open = Host::new(still());
    open.keys("fsum");
    open.key(Key::Clear);
    assert!(!open.text(80, 24).contains("sum"));
}
