//! Scripted research: streams of positions, tables as CSV, collections of games and openings, the book.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::Value;

use crate::mancala;

fn run(folder: &Path, args: &str, input: &str) -> Output {
    let mut command = mancala(folder);
    let mut child = command
        .current_dir(folder)
        .args(args.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

fn good(folder: &Path, args: &str, input: &str) -> String {
    let output = run(folder, args, input);
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args}: {err}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn many_positions_are_solved_in_one_go() {
    let folder = tempfile::tempdir().unwrap();
    let positions = "2,2,2,2,2,2,0/2,2,2,2,2,2,0 s\n0,0,5/0,0,3 s\n";
    let answers = good(folder.path(), "solve --stdin --threads 1", positions);
    let answers: Vec<Value> = answers
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let one = good(folder.path(), "solve --seeds 2 --threads 1 --json", "");
    let one: Value = serde_json::from_str(&one).unwrap();
    for field in ["position", "value", "lower", "upper", "exact", "version"] {
        assert_eq!(answers[0][field], one[field], "{field}");
    }
    assert_eq!(answers[1]["value"], 2);
    let table = good(folder.path(), "solve --stdin --csv --threads 1", positions);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("position,rules,value,lower,upper,exact,best,line,"));
    assert!(
        lines[1].starts_with("\"2,2,2,2,2,2,0/2,2,2,2,2,2,0 s\","),
        "{table}"
    );
    let wrong = run(
        folder.path(),
        "solve --stdin --threads 1",
        "2,2/2,2 s\nrubbish\n",
    );
    assert_eq!(wrong.status.code(), Some(2));
    assert_eq!(String::from_utf8(wrong.stdout).unwrap().lines().count(), 2);
}

#[test]
fn the_moves_of_a_position_are_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let args = "analyse 1,2,0,0,1,0,3/0,1,2,0,0,0,4 --threads 1";
    let table = good(folder.path(), &format!("{args} --csv"), "");
    let value = good(folder.path(), &format!("{args} --json"), "");
    let value: Value = serde_json::from_str(&value).unwrap();
    let moves = value["moves"].as_array().unwrap();
    assert_eq!(table.lines().count(), 1 + moves.len());
    for (row, one) in table.lines().skip(1).zip(moves) {
        let pit_and_margin = format!(",{},{},", one["pit"], one["margin"]);
        assert!(row.contains(&pit_and_margin), "{row} {one}");
    }
}

#[test]
fn a_file_of_games_is_reviewed_and_summed_up() {
    let folder = tempfile::tempdir().unwrap();
    let play = "match level:1 random --games 3 --seed 4 --seeds 2 --threads 1 --records games";
    good(folder.path(), play, "");
    let review = "review games --threads 1 --time 200ms";
    let text = good(folder.path(), review, "");
    for game in 1..=3 {
        assert!(text.contains(&format!("Game {game}: ")), "{text}");
    }
    assert!(text.contains("south's margin"), "{text}");
    let summary = text.split("player ").nth(1).unwrap();
    assert!(
        summary.contains("\nlevel:1 ") && summary.contains("\nrandom "),
        "{summary}"
    );
    let lines = good(folder.path(), &format!("{review} --json"), "");
    let games: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let numbers: Vec<u64> = games
        .iter()
        .map(|game| game["game"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [1, 2, 3]);
    let moves: usize = games
        .iter()
        .map(|game| game["moves"].as_array().unwrap().len())
        .sum();
    let table = good(folder.path(), &format!("{review} --csv"), "");
    assert_eq!(table.lines().count(), 1 + moves);
    let second = good(folder.path(), &format!("{review} --csv --game 2"), "");
    assert!(
        second.lines().skip(1).all(|row| row.starts_with("2,")),
        "{second}"
    );
    let missing = run(folder.path(), &format!("{review} --game 7"), "");
    assert_eq!(missing.status.code(), Some(2));
    let err = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(err.contains("there is no game 7"), "{err}");
}

/// Far too little time: a bound that says nothing is left out, and advice about it is given once.
#[test]
fn what_is_not_resolved_has_no_cost_above_the_seeds_on_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let play = "match random random --games 2 --seeds 6 --threads 1 --records games";
    good(folder.path(), play, "");
    let review = "review games --threads 1 --time 1ms --table-seeds 0";
    let lines = good(folder.path(), &format!("{review} --json"), "");
    let mut open = 0;
    for game in lines.lines() {
        let game: Value = serde_json::from_str(game).unwrap();
        for reviewed in game["moves"].as_array().unwrap() {
            match reviewed["cost_at_most"].as_i64() {
                Some(most) => assert!(most < 72, "{reviewed}"),
                None => open += 1,
            }
        }
    }
    assert!(open > 0, "{lines}");
    let text = run(folder.path(), review, "");
    let err = String::from_utf8_lossy(&text.stderr).into_owned();
    assert_eq!(err.matches("--time").count(), 1, "{err}");
}

#[test]
fn a_saved_game_is_one_game() {
    let folder = tempfile::tempdir().unwrap();
    good(
        folder.path(),
        "play --plain --two-players --seeds 2",
        "3\n1\nquit\n",
    );
    let missing = run(folder.path(), "review game-1 --threads 1 --game 7", "");
    assert_eq!(missing.status.code(), Some(2));
    let err = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(
        err.contains("there is no game 7: game-1 holds one game"),
        "{err}"
    );
}

#[test]
fn matches_begin_with_the_openings_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let openings = [
        "3,0,4,4,4,4,1/4,4,4,4,4,4,0 n",
        "0,5,5,5,5,4,0/4,4,4,4,4,4,0 n",
    ];
    let text = format!("# two of them\n\n{}\n{}\n", openings[0], openings[1]);
    fs::write(folder.path().join("openings"), text).unwrap();
    let args = "match reference random --openings file:openings --threads 1 --records games --json";
    let value: Value = serde_json::from_str(&good(folder.path(), args, "")).unwrap();
    assert_eq!(value["games"], 4);
    assert_eq!(value["openings"], serde_json::json!(openings));
    let games = fs::read_to_string(folder.path().join("games")).unwrap();
    for opening in openings {
        assert_eq!(games.matches(opening).count(), 2, "{games}");
    }
    let csv = args.replace("--json", "--csv --games 2");
    assert_eq!(good(folder.path(), &csv, "").lines().count(), 2);
    fs::write(
        folder.path().join("openings"),
        "4,4,4,4,4,4,0/4,4,4,4,4,4,0 s\n1,1/1\n",
    )
    .unwrap();
    let wrong = run(folder.path(), args, "");
    assert_eq!(wrong.status.code(), Some(2));
    let err = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(err.contains("openings, line 2"), "{err}");
}

#[test]
fn the_book_can_be_looked_into() {
    let folder = tempfile::tempdir().unwrap();
    let shown: Value = serde_json::from_str(&good(folder.path(), "book show --json", "")).unwrap();
    assert_eq!(shown["known"], true);
    let all = good(folder.path(), "book export", "");
    let start = "\"4,4,4,4,4,4,0/4,4,4,4,4,4,0 s\"";
    let row = all.lines().find(|row| row.starts_with(start)).unwrap();
    assert_eq!(row, format!("{start},{},{}", shown["value"], shown["best"]));
    let unknown = run(folder.path(), "book show 0,0,0,0,0,1,0/0,0,0,0,0,1,0", "");
    assert_eq!(unknown.status.code(), Some(1));
}

#[test]
fn a_table_can_be_kept_for_the_next_question() {
    let folder = tempfile::tempdir().unwrap();
    let solve = "solve --seeds 2 --threads 1 --table-seeds 10 --json";
    let values = |text: &str| {
        let value: Value = serde_json::from_str(text).unwrap();
        (value["value"].clone(), value["nodes"].clone())
    };
    let plain = good(folder.path(), solve, "");
    assert!(!folder.path().join("tables").exists());
    let kept = good(folder.path(), &format!("{solve} --keep-table"), "");
    assert_eq!(values(&plain), values(&kept));
    let tables: Vec<_> = fs::read_dir(folder.path().join("tables"))
        .unwrap()
        .collect();
    assert_eq!(tables.len(), 1);
    let again = good(folder.path(), &format!("{solve} --keep-table"), "");
    assert_eq!(values(&plain), values(&again));
}

#[test]
fn the_program_alone_takes_the_options_of_play() {
    let folder = tempfile::tempdir().unwrap();
    let alone = "--plain --two-players --seeds 2";
    let played = good(folder.path(), alone, "quit\n");
    assert_eq!(
        played,
        good(folder.path(), &format!("play {alone}"), "quit\n")
    );
    let wrong = run(folder.path(), "--sedes 2", "");
    assert_eq!(wrong.status.code(), Some(2));
    let err = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(err.contains("--seeds"), "{err}");
}
