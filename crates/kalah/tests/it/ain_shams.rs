//! Save files of the Python game.

use kalah::record::ain_shams::AinShamsSave;
use kalah::{Position, Rules, Side};
use proptest::prelude::*;

/// The file its document shows.
const DOCUMENTED: &str = r#"{
  "state": [0, 5, 5, 5, 5, 4, 0, 4, 4, 4, 4, 4, 4, 0],
  "current_player": false,
  "is_final": false,
  "another_turn": false,
  "steal": true,
  "max_levels": 5,
  "score": 0
}
"#;

#[test]
fn the_documented_file_is_the_computers_move() {
    let save = AinShamsSave::from_json(DOCUMENTED).unwrap();
    let position = save.position().unwrap();
    assert_eq!(position.to_string(), "0,5,5,5,5,4,0/4,4,4,4,4,4,0 n");
    assert_eq!(position.rules().to_string(), "ain-shams-steal");
    assert_eq!(save.max_levels, 5);
}

#[test]
fn the_users_move_without_stealing() {
    let text = DOCUMENTED
        .replace("\"current_player\": false", "\"current_player\": true")
        .replace("\"steal\": true", "\"steal\": false")
        .replace("\"score\": 0", "\"score\": -3.5");
    let position = AinShamsSave::from_json(&text).unwrap().position().unwrap();
    assert_eq!(position.to_string(), "0,5,5,5,5,4,0/4,4,4,4,4,4,0 s");
    assert_eq!(position.rules().to_string(), "ain-shams-no-steal");
}

#[test]
fn wrong_files_are_refused() {
    let error = |from: &str, to: &str| {
        let text = DOCUMENTED.replace(from, to);
        assert_ne!(text, DOCUMENTED);
        let position = AinShamsSave::from_json(&text).and_then(|save| save.position());
        position.unwrap_err().to_string()
    };
    assert_eq!(
        error("\"is_final\": false", "\"is_final\": true"),
        "is_final says the game is over, but by its state it goes on"
    );
    assert_eq!(
        error("[0, 5,", "[400, 5,"),
        "state: 448 seeds on the board: there can be at most 288"
    );
    assert!(error("[0, 5,", "[5,").contains("invalid length 13"));
    assert!(error("\"steal\": true,", "").contains("missing field `steal`"));
    assert!(error("\"another_turn\": false,", "").contains("missing field `another_turn`"));
    assert!(error("\"steal\"", "\"stones\"").contains("unknown field `stones`"));
    assert!(error("5, 5", "-5, 5").contains("not a save file of the Python game"));
}

#[test]
fn the_documented_file_is_written_to_the_byte() {
    let rules: Rules = "ain-shams-steal".parse().unwrap();
    let start = Position::start(rules, Side::South);
    let after = start.play(start.legal(1).unwrap()).unwrap();
    let save = AinShamsSave::new(&after, false, 5).unwrap();
    assert_eq!(save.to_json(), DOCUMENTED);
}

#[test]
fn only_games_by_its_rules_have_a_save() {
    for (rules, steal) in [
        ("ain-shams-steal", Some(true)),
        ("ain-shams-steal seeds=6", Some(true)),
        ("ain-shams-no-steal", Some(false)),
        ("capture=off", Some(false)),
        ("standard", None),
        ("capture=always", None),
        ("ain-shams-steal end=mover", None),
        ("ain-shams-steal pits=5", None),
    ] {
        let start = Position::start(rules.parse().unwrap(), Side::North);
        let save = AinShamsSave::new(&start, false, 5).ok();
        assert_eq!(save.map(|save| save.steal), steal, "{rules}");
    }
}

proptest! {
    /// Every position of a game comes back from its save as it was.
    #[test]
    fn saves_round_trip(steal: bool, levels in 1..=40u32, choices in prop::collection::vec(0..6usize, 0..60)) {
        let rules = if steal { "ain-shams-steal" } else { "ain-shams-no-steal" };
        let mut position = Position::start(rules.parse().unwrap(), Side::South);
        let mut another_turn = false;
        for choice in choices {
            let legal = position.legal_moves();
            let Some(pit) = legal.nth_pit(choice % legal.len().max(1)) else { break };
            let step = position.step(pit).unwrap();
            another_turn = step.extra_turn;
            position = step.after;
        }
        let save = AinShamsSave::new(&position, another_turn, levels).unwrap();
        let back = AinShamsSave::from_json(&save.to_json()).unwrap();
        prop_assert_eq!(&back, &save);
        prop_assert_eq!(back.position().unwrap(), position);
    }

    /// Any text is a save that is written back as it was read, or is refused with a message.
    #[test]
    fn any_text_is_answered(text in ".{0,80}") {
        answered(&text);
    }

    /// So is a damaged save.
    #[test]
    fn any_damage_is_answered(at in 0..DOCUMENTED.len(), with in ".{0,3}", cut in 0..9usize) {
        let end = (at + cut).min(DOCUMENTED.len());
        answered(&[&DOCUMENTED[..at], &with, &DOCUMENTED[end..]].concat());
    }
}

fn answered(text: &str) {
    match AinShamsSave::from_json(text) {
        Ok(save) => {
            let mut again = AinShamsSave::from_json(&save.to_json()).unwrap();
            again.score = save.score; // A number of many digits may come back rounded.
            assert_eq!(again, save, "{text}");
            let _ = save.position();
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
