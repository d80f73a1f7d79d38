//! The page, the full screen and the conversation are three faces of one game: they give the same answers.

use std::io::Write;
use std::process::Stdio;
use std::sync::Arc;

use kalah::{BySide, Position, Record, Rules, Side};
use page::{Analyst, Desk, Game};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Terminal, game_file};
use crate::mancala;

const WINDOW: (u16, u16) = (160, 50);
/// Columns left of the list of moves, during a game and in a review.
const STORY: u16 = 112;
const REVIEW: u16 = 96;

/// Words with single blanks between them, without the lines around panels.
fn plain(text: &str) -> String {
    let text = text.replace(['│', '║', '|'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Terminal {
    /// The text between two columns of the screen.
    fn columns(&self, from: u16, to: u16) -> String {
        let parser = self.screen.lock().unwrap();
        let rows: Vec<String> = parser.screen().rows(from, to - from).collect();
        plain(&rows.join("\n"))
    }

    fn wait_for_columns(&self, from: u16, to: u16, words: &str) {
        let words = plain(words);
        self.wait_until(&words, |_| self.columns(from, to).contains(&words));
    }
}

/// A game conversation and its output.
fn conversation(data: &TempDir, arguments: &[&str], typed: &str) -> String {
    let arguments = [&["play", "--plain"], arguments].concat();
    plain(&said(data, &arguments, typed))
}

/// The output of a command for some input.
pub(super) fn said(data: &TempDir, arguments: &[&str], typed: &str) -> String {
    let mut child = mancala(data.path())
        .current_dir(data.path())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(typed.as_bytes()).unwrap();
    drop(input);
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

/// The page's library.
struct Page {
    desk: Desk,
    game: Game,
    analyst: Analyst,
}

pub(super) fn answer(text: &str) -> Value {
    let mut value: Value = serde_json::from_str(text).unwrap();
    assert!(value["failure"].is_null(), "{value}");
    value["ok"].take()
}

impl Page {
    fn new(record: &Record) -> (Page, Value) {
        let mut page = Page {
            desk: Desk::new(),
            game: Game::new(),
            analyst: Analyst::new(),
        };
        let english = include_str!("../../../../texts/en.json");
        let texts = json!({"language": "en", "catalogue": english});
        answer(&page.desk.handle("texts", &texts.to_string()));
        let open = json!({"text": record.to_text()}).to_string();
        let state = answer(&page.game.handle(&page.desk, "open", &open));
        (page, state)
    }

    fn ask(&mut self, name: &str, request: &Value) -> Value {
        let begun = answer(&self.analyst.begin(&self.desk, name, &request.to_string()));
        let job = begun["job"].as_u64().unwrap() as u32;
        loop {
            let step = answer(&self.analyst.step(&self.desk, job, 20_000));
            if step["done"] == true {
                return step["news"].clone();
            }
        }
    }
}

/// A game between Ada and Ben under these rules.
fn record(rules: &str, first: Side, moves: &[usize]) -> Record {
    let rules: Rules = rules.parse().unwrap();
    let mut record = Record::new(Position::start(rules, first));
    for &number in moves {
        let pit = record.position().legal(number).unwrap();
        record.push(pit).unwrap();
    }
    record.players = BySide::new("Ada".to_owned(), "Ben".to_owned());
    record
}

/// A folder with a saved game.
fn saved(record: &Record) -> Arc<TempDir> {
    let data = Arc::new(tempfile::tempdir().unwrap());
    let file = game_file(data.path(), "faces");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, record.to_text()).unwrap();
    data
}

/// Neither Ada nor Ben is a computer, so two people play.
const LOAD: [&str; 2] = ["--load", "faces"];

fn full_screen(data: &Arc<TempDir>) -> Terminal {
    let arguments = [&["play", "--speed", "off"], &LOAD[..]].concat();
    Terminal::start_in(data, WINDOW, &arguments, &[])
}

fn hint_of_the_page(record: &Record) -> String {
    let (mut page, _) = Page::new(record);
    let position = record.position();
    let asked = json!({
        "rules": position.rules().to_string(),
        "position": position.to_string(),
        "people": record.players,
    });
    let hint = page.ask("hint", &asked);
    plain(hint["sentence"].as_str().unwrap())
}

#[test]
fn the_hint_is_one_at_the_start_and_later_whatever_was_asked_before() {
    let rules = "standard seeds=6";
    let start = record(rules, Side::South, &[]);
    let told = conversation(&saved(&start), &LOAD, "hint\n2\nhint\n");
    let mut terminal = full_screen(&saved(&start));
    for (moves, key) in [(&[][..], "h"), (&[2], "2h")] {
        // The side to move is addressed, the other is named.
        let hint = hint_of_the_page(&record(rules, Side::South, moves));
        assert!(told.contains(&hint), "{hint}\n{told}");
        terminal.press(key);
        terminal.wait_for_columns(0, STORY, &hint);
    }
    terminal.press("q");
    terminal.end();
}

#[test]
fn the_list_of_moves_and_the_result_are_those_of_the_record() {
    let moves = [3, 6, 2, 1, 2, 5];
    let mut played = record("standard", Side::North, &moves);
    played.resigned = Some(played.position().to_move());
    let text = played.to_text();
    let (_, list) = text.split_once("\n\n").unwrap();
    let list = plain(list);
    let end = played.result().to_string();
    let list = list.strip_suffix(&end).unwrap().trim_end().to_owned();
    let (_, state) = Page::new(&played);
    let result = state["result"]["sentence"].as_str().unwrap();
    let told_by_page: Vec<&str> = state["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["notation"].as_str().unwrap())
        .collect();
    let written = list.split(' ').filter(|word| *word != "/" && *word != "-");
    let written: Vec<&str> = written.filter(|word| !word.ends_with('.')).collect();
    assert_eq!(&told_by_page[..written.len()], &written[..]);

    let data = saved(&played);
    let shown = mancala(data.path())
        .args(["games", "show", "faces"])
        .output();
    let shown = String::from_utf8(shown.unwrap().stdout).unwrap();
    assert!(plain(&shown).ends_with(result), "{shown}");

    let start = record("standard", Side::North, &[]);
    let mut typed: String = moves.iter().map(|pit| format!("{pit}\n")).collect();
    typed.push_str("history\nresign\n");
    let told = conversation(&saved(&start), &LOAD, &typed);
    assert!(
        told.contains(&list) && told.contains(result),
        "{list}\n{told}"
    );

    let mut terminal = full_screen(&saved(&start));
    let keys: String = moves.iter().map(ToString::to_string).collect();
    terminal.wait_for("Ben's turn");
    terminal.press(&keys);
    terminal.wait_for_columns(STORY, WINDOW.0, &list);
    terminal.press("gy");
    terminal.wait_for_columns(0, STORY, result);
    terminal.press("q");
    terminal.end();
}

#[test]
fn a_review_says_the_same_everywhere() {
    // Moves of two players who draw theirs at random: some of them cost much.
    let moves = [6, 6, 2, 4, 4, 5, 5, 6, 6, 3, 3, 4, 1, 2, 4, 4, 5, 6];
    let played = record("standard seeds=2", Side::North, &moves);
    assert!(played.position().is_over());
    let data = saved(&played);
    let (mut page, state) = Page::new(&played);
    let review = page.ask("review", &json!({"record": played.to_text()}));
    let moves = review["moves"].as_array().unwrap();
    assert_eq!(moves.len(), played.moves().len());

    let command = |more: &[&str]| {
        let mut command = mancala(data.path());
        let output = command
            .args(["review", "faces", "--threads", "1"])
            .args(more);
        String::from_utf8(output.output().unwrap().stdout).unwrap()
    };
    let found: Value = serde_json::from_str(&command(&["--json"])).unwrap();
    assert_eq!(found["turning_point"], review["turningPoint"]);
    let mut costly = 0;
    for (one, other) in moves.iter().zip(found["moves"].as_array().unwrap()) {
        assert_eq!(one["grade"], other["verdict"]);
        assert_eq!(one["best"], other["best"]);
        assert_eq!(one["cost"]["least"], other["cost"]);
        costly += usize::from(one["grade"] != "best");
    }
    assert!(costly > 1, "nothing is to be said of this game");
    let told = plain(&command(&[]));

    let result = state["result"]["sentence"].as_str().unwrap();
    assert!(conversation(&data, &LOAD, "").contains(result));
    let mut terminal = full_screen(&data);
    terminal.wait_for_columns(0, STORY, result);
    terminal.press("v");
    for side in ["south", "north"] {
        let sentence = review["play"][side]["sentence"].as_str().unwrap();
        assert!(told.contains(sentence), "{sentence}\n{told}");
        terminal.wait_for_columns(0, REVIEW, sentence);
    }
    assert!(
        told.contains(review["sentence"].as_str().unwrap()),
        "{told}"
    );
    let turned = format!("turning point: move {}", review["turningPoint"]);
    terminal.wait_for(&turned);
    for one in moves.iter().filter(|one| one["grade"] != "best") {
        let sentence = one["sentence"].as_str().unwrap();
        assert!(told.contains(sentence), "{sentence}\n{told}");
        // The list of moves has room for how it begins.
        let begin: String = sentence.chars().take(24).collect();
        terminal.wait_for_columns(REVIEW, WINDOW.0, &begin);
    }
    // Apart: together they would be one key.
    terminal.press("\x1b");
    terminal.wait_until("game", |text| !text.contains(&turned));
    terminal.press("q");
    terminal.end();
}
