//! The search commands, from a script's point of view.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::mancala;

fn command(args: &str) -> Command {
    let mut command = mancala(Path::new("."));
    command
        .args(args.split_whitespace())
        .args(["--threads", "1"]);
    command
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn json(args: &str, code: i32) -> Value {
    let output = command(args).output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{args}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn solve_gives_value_and_line() {
    let value = json("solve --seeds 2 --json", 0);
    assert_eq!(
        (&value["value"], &value["exact"], &value["best"]),
        (&6.into(), &true.into(), &5.into())
    );
    let text = out(&command("solve --seeds 2").output().unwrap());
    assert!(
        text.contains("margin      +6 (south wins by 6 with best play)"),
        "{text}"
    );
    let over = json("solve 0,0,5/0,0,3 --json", 0);
    assert_eq!((&over["value"], &over["best"]), (&2.into(), &Value::Null));
}

#[test]
fn a_stopped_solve_says_so() {
    let value = json(
        "solve --seeds 6 --time 100ms --table-seeds 0 --hash 1M --json",
        1,
    );
    assert_eq!(
        (&value["exact"], &value["value"]),
        (&false.into(), &Value::Null)
    );
    assert!(value["lower"].as_i64() < value["upper"].as_i64());
    assert!(
        value["best"]
            .as_u64()
            .is_some_and(|pit| (1..=6).contains(&pit))
    );
}

#[test]
fn a_solve_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solve.checkpoint");
    let args = "solve --seeds 3 --table-seeds 10 --hash 16M --json";
    let run = |time: &str| {
        let mut command = command(args);
        command
            .args(["--time", time])
            .arg("--checkpoint")
            .arg(&file)
            .output()
            .unwrap()
    };
    let value = |time| -> Value { serde_json::from_slice(&run(time).stdout).unwrap() };
    assert_eq!(value("100ms")["exact"], false);
    let first = std::fs::metadata(&file).unwrap().len();
    let second = value("10m");
    assert_eq!(
        (&second["value"], &second["exact"]),
        (&2.into(), &true.into())
    );
    assert!(
        std::fs::metadata(&file).unwrap().len() > first,
        "nothing more was kept"
    );
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let damaged = run("150ms");
    assert_eq!(damaged.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&damaged.stderr).contains("the checkpoint is damaged"));
}

#[test]
fn analyse_values_every_move() {
    let value = json("analyse --seeds 2 --json", 0);
    let margins: Vec<i64> = value["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["margin"].as_i64().unwrap())
        .collect();
    assert_eq!(margins, [-14, -8, -8, -14, 6, 0]);
    assert_eq!(value["best"], serde_json::json!([5]));
    assert_eq!(value["moves"][4]["extra_turn"], true);
}

#[test]
fn analyse_answers_line_by_line() {
    let mut child = command("analyse --stdin")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let long = "9".repeat(30_000);
    let input = format!(
        "1,0,2/0,3,0 n\nnonsense\n<1,0,0,1,1>\n\u{0}\n{long}\n0,1,0,0,0,1,0/0,0,1,0,0,2,0 s"
    );
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<Value> = out(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let errors: Vec<bool> = lines
        .iter()
        .map(|line| line.get("error").is_some())
        .collect();
    assert_eq!(errors, [false, true, false, true, true, false]);
    assert_eq!(lines[0]["position"], "1,0,2/0,3,0 n");
}

#[test]
fn review_names_what_moves_cost() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.mancala");
    std::fs::write(
        &file,
        "[Format \"1\"]\n[Rules \"pits=6 seeds=2\"]\n\n 1. 1 / 5+ 3\n*\n",
    )
    .unwrap();
    let output = mancala(folder.path())
        .args(["review", "--json"])
        .arg(&file)
        .output()
        .unwrap();
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    // The start is worth +6 to south, and pit 1 -14.
    assert_eq!(
        (&value["moves"][0]["cost"], &value["moves"][0]["verdict"]),
        (&20.into(), &"blunder".into())
    );
    assert_eq!(value["turning_point"], 1);
    assert_eq!(value["north"]["accuracy"], 100.0);
    let missing = mancala(folder.path())
        .args(["review", "nothing"])
        .output()
        .unwrap();
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn puzzles_are_checked() {
    let puzzle = json("puzzle --seed 3 --difficulty easy --solution --json", 0);
    let solution = puzzle["solution"].as_u64().unwrap();
    let right = json(
        &format!("puzzle --seed 3 --difficulty easy --json --answer {solution}"),
        0,
    );
    assert_eq!(right["right"], true);
    let moves = puzzle["moves"].as_array().unwrap();
    let other = moves
        .iter()
        .find(|m| m["pit"] != puzzle["solution"])
        .unwrap()["pit"]
        .as_u64()
        .unwrap();
    assert_eq!(
        json(
            &format!("puzzle --seed 3 --difficulty easy --json --answer {other}"),
            1
        )["right"],
        false
    );
    assert!(
        json("puzzle --seed 3 --difficulty easy --json", 0)
            .get("solution")
            .is_none()
    );
}

/// Without a seed there is another puzzle each time, and its seed gives it again.
#[test]
fn a_puzzle_without_a_seed_is_a_new_one() {
    let [one, other] = [(); 2].map(|()| json("puzzle --difficulty easy --json", 0));
    assert_ne!(one["seed"], other["seed"]);
    let seed = one["seed"].as_u64().unwrap();
    assert_eq!(
        json(&format!("puzzle --difficulty easy --json --seed {seed}"), 0),
        one
    );
}

#[test]
fn books_are_built_described_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.book");
    let run = |args: &str| {
        mancala(folder.path())
            .arg("book")
            .args(args.split(' '))
            .arg(&file)
            .output()
            .unwrap()
    };
    assert!(run("build --pits 4 --seeds 3 --hard 1000").status.success());
    assert!(out(&run("info")).contains("rules       pits=4 seeds=3"));
    let verified = run("verify --sample 5");
    assert!(verified.status.success(), "{verified:?}");
    assert_eq!(out(&verified), "5 positions solved again, 0 wrong\n");
    std::fs::write(&file, "not a book").unwrap();
    assert_eq!(run("info").status.code(), Some(2));
}
