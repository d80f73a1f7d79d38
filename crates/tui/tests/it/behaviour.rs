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
    host.key(Key::Right);
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
