//! Positions and rules as people type them, right and wrong.

use kalah::{NotationError, Position, Rules, RulesError, Setup, SetupError, Side};
use proptest::prelude::*;

#[test]
fn the_start_position_in_every_form() {
    let start = Position::start(Rules::default(), Side::South);
    assert_eq!(start.to_string(), "4,4,4,4,4,4,0/4,4,4,4,4,4,0 s");
    assert_eq!(start.setup().to_kgp(), "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>");
    let json: serde_json::Value = serde_json::from_str(&start.to_json()).unwrap();
    assert_eq!(json["pits"]["north"], serde_json::json!([4, 4, 4, 4, 4, 4]));
    assert_eq!(json["stores"]["south"], 0);
    assert_eq!(json["to_move"], "south");
    assert_eq!(json["legal_moves"], serde_json::json!([1, 2, 3, 4, 5, 6]));
    assert_eq!(json["over"], false);
    assert_eq!(json["result"], serde_json::Value::Null);
}

#[test]
fn a_finished_game_says_how_it_ended() {
    let over = super::position("standard", "0,0,0,0,0,0,20/0,0,0,0,0,0,28 n");
    let json: serde_json::Value = serde_json::from_str(&over.to_json()).unwrap();
    assert_eq!(
        json["result"],
        serde_json::json!({"winner": "north", "margin": -8})
    );
    let draw = super::position("standard", "0,0,0,0,0,0,24/0,0,0,0,0,0,24 n");
    let json: serde_json::Value = serde_json::from_str(&draw.to_json()).unwrap();
    assert_eq!(
        json["result"],
        serde_json::json!({"winner": null, "margin": 0})
    );
}

#[test]
fn blanks_and_a_missing_side_are_fine() {
    let setup: Setup = "  4, 4 ,0 / 1,2, 3  ".parse().unwrap();
    assert_eq!(setup.to_string(), "4,4,0/1,2,3 s");
    let setup: Setup = "4,4,0/1,2,3n".parse().unwrap();
    assert_eq!(setup.to_move, Side::North);
    let setup = Setup::from_kgp(" < 2, 0, 1, 4,4, 3,2 > ").unwrap();
    assert_eq!(setup.to_string(), "4,4,0/3,2,1 s");
}

#[test]
fn wrong_texts_name_what_is_wrong() {
    let error = |text: &str| text.parse::<Setup>().unwrap_err();
    assert_eq!(error(""), NotationError::Rows(1));
    assert_eq!(error("4,4,0"), NotationError::Rows(1));
    assert_eq!(error("4,0/4,0/4,0 s"), NotationError::Rows(3));
    assert_eq!(error("4,x,0/4,4,0 s"), NotationError::Count("x".into()));
    assert_eq!(error("4,-1,0/4,4,0 s"), NotationError::Count("-1".into()));
    assert_eq!(error("4,+1,0/4,4,0 s"), NotationError::Count("+1".into()));
    assert_eq!(error("4,,0/4,4,0 s"), NotationError::Count(String::new()));
    assert_eq!(error("4,289,0/4,4,0 s"), NotationError::Count("289".into()));
    assert_eq!(error("4,4,0/4 s"), NotationError::ShortRow("4".into()));
    assert_eq!(error("4,0/4,0 w"), NotationError::Side("w".into()));
    assert_eq!(error("4,0/4,0 s n"), NotationError::Side("s n".into()));
}

#[test]
fn wrong_boards_name_what_is_wrong() {
    let error = |text: &str| Setup::from_kgp(text).unwrap_err();
    assert_eq!(error("6,0,0"), NotationError::Brackets);
    assert_eq!(error("<>"), NotationError::BoardPits(String::new()));
    assert_eq!(error("<13,0,0>"), NotationError::BoardPits("13".into()));
    assert_eq!(
        error("<2,0,0,4,4,4>"),
        NotationError::BoardLength {
            pits: 2,
            expected: 7,
            found: 6
        }
    );
}

#[test]
fn wrong_setups_are_no_positions() {
    let new = |text: &str| Position::new(Rules::default(), &text.parse().unwrap()).unwrap_err();
    assert_eq!(
        new("4,4,0/4,4,4,0 s"),
        SetupError::UnevenRows { south: 2, north: 3 }
    );
    assert_eq!(
        new("4,4,0/4,4,0 s"),
        SetupError::WrongRows {
            found: 2,
            expected: 6
        }
    );
    assert_eq!(
        new("200,0,0,0,0,0,0/89,0,0,0,0,0,0 s"),
        SetupError::TooManySeeds(289)
    );
    let long = format!("{}0/{}0 s", "1,".repeat(13), "1,".repeat(13));
    assert_eq!(new(&long), SetupError::Pits(13));
}

#[test]
fn rules_by_name_and_by_setting() {
    let rules = |text: &str| text.parse::<Rules>();
    assert_eq!(rules("").unwrap(), Rules::default());
    assert_eq!(
        rules("2023 seeds=8").unwrap().to_string(),
        "pits=6 seeds=8 capture=opposite end=either"
    );
    assert_eq!(rules("pits=0"), Err(RulesError::Pits(0)));
    assert_eq!(rules("seeds=13"), Err(RulesError::Seeds(13)));
    assert_eq!(
        rules("chess"),
        Err(RulesError::UnknownPreset("chess".into()))
    );
    assert_eq!(
        rules("capture=never"),
        Err(RulesError::UnknownCapture("never".into()))
    );
    assert_eq!(
        rules("end=never"),
        Err(RulesError::UnknownEnd("never".into()))
    );
    assert_eq!(
        rules("lift=none"),
        Err(RulesError::UnknownLift("none".into()))
    );
    assert_eq!(
        rules("ain-shams-steal seeds=5").unwrap().to_string(),
        "pits=6 seeds=5 capture=always end=either lift=each"
    );
    assert_eq!(
        rules("standard 2016"),
        Err(RulesError::Syntax("2016".into()))
    );
    assert_eq!(
        rules("stones=4"),
        Err(RulesError::Syntax("stones=4".into()))
    );
    assert_eq!(
        rules("pits=six"),
        Err(RulesError::Syntax("pits=six".into()))
    );
}

#[test]
fn presets_are_the_rules_of_the_old_systems() {
    let spelt = [
        ("standard", "pits=6 seeds=4 capture=opposite end=either"),
        ("2016", "pits=6 seeds=4 capture=opposite end=either"),
        ("2022", "pits=6 seeds=4 capture=opposite end=either"),
        ("2023", "pits=6 seeds=4 capture=opposite end=either"),
        (
            "ain-shams-steal",
            "pits=6 seeds=4 capture=always end=either lift=each",
        ),
        (
            "ain-shams-no-steal",
            "pits=6 seeds=4 capture=off end=either lift=each",
        ),
    ];
    assert_eq!(spelt.len(), kalah::Preset::ALL.len());
    for (name, settings) in spelt {
        assert_eq!(
            name.parse::<Rules>().unwrap(),
            settings.parse::<Rules>().unwrap()
        );
    }
}

proptest! {
    #[test]
    fn any_text_is_safe(text in r"[0-9,/ snx<>=a-z+-]{0,60}") {
        if let Ok(setup) = text.parse::<Setup>() {
            prop_assert_eq!(setup.to_string().parse::<Setup>().unwrap(), setup);
        }
        if let Ok(setup) = Setup::from_kgp(&text) {
            prop_assert_eq!(Setup::from_kgp(&setup.to_kgp()).unwrap(), setup);
        }
        let _ = text.parse::<Rules>();
        let _ = Position::from_json(&text);
    }

    #[test]
    fn any_characters_are_safe(text in ".{0,80}") {
        let _ = text.parse::<Setup>();
        let _ = Setup::from_kgp(&text);
        let _ = text.parse::<Rules>();
    }
}
