//! Game records: text and JSON, whole and damaged.

use kalah::record::{GameResult, RecordErrorKind};
use kalah::{BySide, Pit, Position, Record, Rules, Side};
use proptest::prelude::*;

/// A game of pseudo-random moves.
fn random_game(rules: Rules, first: Side, choices: &[u8]) -> Record {
    let mut record = Record::new(Position::start(rules, first));
    for &choice in choices {
        let legal = record.position().legal_moves();
        let Some(pit) = legal.nth_pit(usize::from(choice) % legal.len().max(1)) else {
            break;
        };
        record.push(pit).unwrap();
    }
    record
}

fn sample() -> Record {
    let mut record = Record::new(Position::start(Rules::default(), Side::South));
    for number in [3, 6, 2, 1, 4] {
        record.push(Pit::new(number).unwrap()).unwrap();
    }
    record.players = BySide::new("Ada \"A\" \\ Lovelace".into(), "deep-purple".into());
    record.date = "2026-11-15".into();
    record.set_tag("Event", "two\nlines");
    record
}

const SAMPLE: &str = r#"[Format "1"]
[Rules "standard"]
[South "Ada \"A\" \\ Lovelace"]
[North "deep-purple"]
[Date "2026-11-15"]
[Event "two\nlines"]
[Result "*"]

  1. 3+ 6 / 2+ 1
  2. 4
*
"#;

#[test]
fn a_record_reads_like_a_game() {
    assert_eq!(sample().to_text(), SAMPLE);
    assert_eq!(Record::from_text(SAMPLE).unwrap(), sample());
    assert_eq!(Record::from_json(&sample().to_json()).unwrap(), sample());
}

#[test]
fn marks_and_comments_may_be_left_out_or_in() {
    let plain = "; a game\n[Rules \"standard\"]\n1. 3 6 / 2 1 ; north moved twice\n2. 4\n*";
    let record = Record::from_text(plain).unwrap();
    assert_eq!(record.moves(), sample().moves());
}

#[test]
fn north_first_and_other_starts_are_written_down() {
    let mut record = Record::new(Position::start(Rules::default(), Side::North));
    record.push(Pit::new(1).unwrap()).unwrap();
    record.push(Pit::new(6).unwrap()).unwrap();
    record.push(Pit::new(3).unwrap()).unwrap();
    let text = record.to_text();
    assert!(
        text.contains("[Start \"4,4,4,4,4,4,0/4,4,4,4,4,4,0 n\"]"),
        "{text}"
    );
    assert!(text.contains("  1. - / 1\n  2. 6 / 3\n"), "{text}");
    assert_eq!(Record::from_text(&text).unwrap(), record);
}

#[test]
fn a_finished_and_a_resigned_game_end_with_their_result() {
    let start = super::position("standard", "0,0,0,0,0,1,20/1,0,0,0,0,2,24 s");
    let mut record = Record::new(start);
    record.push(Pit::new(6).unwrap()).unwrap();
    assert_eq!(record.result(), GameResult::Finished(BySide::new(21, 27)));
    assert!(
        record.to_text().ends_with("  1. 6#\n21-27\n"),
        "{}",
        record.to_text()
    );
    assert_eq!(Record::from_text(&record.to_text()).unwrap(), record);

    let mut record = sample();
    record.resigned = Some(Side::North);
    assert!(record.to_text().ends_with("\nnorth resigned\n"));
    assert_eq!(Record::from_text(&record.to_text()).unwrap(), record);
    assert_eq!(Record::from_json(&record.to_json()).unwrap(), record);
}

#[test]
fn damage_is_named_with_its_line() {
    let broken = |from: &str, to: &str| {
        let text = SAMPLE.replacen(from, to, 1);
        assert_ne!(text, SAMPLE, "{from}");
        Record::from_text(&text).unwrap_err()
    };
    let cases = [
        (
            "\n*\n",
            "\n",
            10,
            "the record is cut off: it should end with its result",
        ),
        (
            "  2. 4\n*\n",
            "",
            9,
            "the record is cut off: it should end with its result",
        ),
        (
            "\n*\n",
            "\n24-24\n",
            11,
            "the result is given as 24-24, but the moves give *",
        ),
        (
            "[Result \"*\"]",
            "[Result \"30-18\"]",
            7,
            "the result is given as 30-18, but the moves give *",
        ),
        (
            "6 /",
            "6+ /",
            9,
            "the move of pit 6 is marked '+', but earns no extra turn",
        ),
        (
            "6 /",
            "3 /",
            9,
            "south's pit 3 is empty; south can play 1, 2, 4, 5 and 6",
        ),
        ("6 /", "/", 9, "it is south's move here"),
        ("6 /", "6", 9, "it is north's move here"),
        (
            "6 /",
            "7 /",
            9,
            "there is no pit 7: pits are numbered 1 to 6",
        ),
        (
            "6 /",
            "six /",
            9,
            "'six' is not a move, a turn number or a result",
        ),
        ("  2.", "  3.", 10, "here should be turn 2, not 3"),
        (
            "[Format \"1\"]",
            "[Format \"2\"]",
            1,
            "the record has format 2, newer than the format 1 this program reads",
        ),
        (
            "[Format \"1\"]",
            "[Format \"0\"]",
            1,
            "'0' is not a format number",
        ),
        (
            "[Rules \"standard\"]",
            "[Rules \"go\"]",
            2,
            "unknown rules 'go': there are standard, 2016, 2022, 2023, ain-shams-steal, ain-shams-no-steal",
        ),
        (
            "[Date \"2026-11-15\"]",
            "[Date 2026]",
            5,
            "a tag looks like [Name \"value\"], not like '[Date 2026]'",
        ),
        (
            "[Date \"2026-11-15\"]",
            "[South \"Bob\"]",
            5,
            "there is a second tag South",
        ),
        (
            "\n*\n",
            "\n*\n1. 3\n",
            12,
            "there is something after the result: '1. 3'",
        ),
    ];
    for (from, to, line, message) in cases {
        let error = broken(from, to);
        assert_eq!(
            error.to_string(),
            format!("line {line}: {message}"),
            "{from} -> {to}"
        );
    }
    assert_eq!(
        Record::from_text("").unwrap_err().kind,
        RecordErrorKind::CutOff
    );
}

#[test]
fn wrong_json_is_named() {
    let json = sample().to_json();
    let broken = |from: &str, to: &str| {
        Record::from_json(&json.replacen(from, to, 1))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        broken("\"format\": 1", "\"format\": 9"),
        "the record has format 9, newer than the format 1 this program reads"
    );
    assert_eq!(
        broken("\"extra_turn\": true", "\"extra_turn\": false"),
        "move 1: its field extra_turn does not agree with the rules"
    );
    assert_eq!(
        broken("\"result\": \"*\"", "\"result\": \"24-24\""),
        "the result is given as 24-24, but the moves give *"
    );
    assert!(broken("\"pit\": 6", "\"pit\": 13").contains("13 is not a pit number"));
    assert!(Record::from_json("[]").is_err());
}

#[test]
fn undoing_is_replaying_one_less() {
    let mut record = sample();
    assert_eq!(record.pop(), Pit::new(4));
    let replayed = record.sowings().last().unwrap().after;
    assert_eq!(*record.position(), replayed);
    while record.pop().is_some() {}
    assert_eq!(record.position(), record.start());
}

proptest! {
    #[test]
    fn random_games_round_trip(
        first in super::properties::any_side(),
        preset in prop::sample::select(kalah::Preset::ALL.to_vec()),
        choices in prop::collection::vec(any::<u8>(), 0..120),
    ) {
        let record = random_game(preset.rules(), first, &choices);
        prop_assert_eq!(&Record::from_text(&record.to_text()).unwrap().to_text(), &record.to_text());
        prop_assert_eq!(Record::from_json(&record.to_json()).unwrap(), record);
    }

    #[test]
    fn mutated_records_are_safe(at in 0..200usize, with in "[0-9a-z\\[\\]\"+x#./ *-]{0,4}") {
        let mut text = SAMPLE.to_owned();
        let at = at.min(text.len());
        let end = (at + 2).min(text.len());
        text.replace_range(at..end, &with);
        if let Ok(record) = Record::from_text(&text) {
            prop_assert_eq!(Record::from_text(&record.to_text()).unwrap(), record);
        }
    }

    #[test]
    fn any_text_is_safe(text in ".{0,200}") {
        let _ = Record::from_text(&text);
        let _ = Record::from_json(&text);
        let _ = kalah::record::ain_shams::AinShamsSave::from_json(&text);
    }
}
