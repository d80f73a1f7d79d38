//! Save files of the Python game.

use kalah::record::ain_shams::AinShamsSave;

/// The file its document shows.
const DOCUMENTED: &str = r#"{
  "state": [0, 5, 5, 5, 5, 4, 0, 4, 4, 4, 4, 4, 4, 0],
  "current_player": false,
  "is_final": false,
  "another_turn": false,
  "steal": true,
  "max_levels": 5,
  "score": 0
}"#;

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
    assert!(error("5, 5", "-5, 5").contains("not a save file of the Python game"));
}
