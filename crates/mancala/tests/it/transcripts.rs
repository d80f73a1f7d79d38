//! Whole conversations, written out in `tests/transcripts/*.txt`.
//!
//! ```text
//! $ mancala games            a command; all commands of a file share one data folder
//! < yes                      a line of its input
//!   what it prints           everything else is stdout, as it is
//! ! talk                     a line of stderr
//! = exit 2                   the exit code, if it is not 0
//! ```
//!
//! The program repeats its input when that is not a terminal, so that stdout reads like the conversation.
//! `UPDATE_GOLDEN=1 cargo test -p mancala transcripts` writes the files anew: read what changed.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

#[test]
fn every_transcript_reads_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    assert!(paths.len() >= 8, "{} transcripts", paths.len());
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    for path in paths {
        let written = fs::read_to_string(&path).unwrap();
        let held = hold(&written);
        if update {
            fs::write(&path, held).unwrap();
        } else {
            assert_eq!(held, written, "{}", path.display());
        }
    }
}

/// In every data folder as `test1.json`: the save file the document of the Python game shows.
const PYTHON_SAVE: &str = r#"{
  "state": [0, 5, 5, 5, 5, 4, 0, 4, 4, 4, 4, 4, 4, 0],
  "current_player": false,
  "is_final": false,
  "another_turn": false,
  "steal": true,
  "max_levels": 5,
  "score": 0
}"#;

/// Runs the commands of a transcript and writes down what happens.
fn hold(transcript: &str) -> String {
    let data = tempfile::tempdir().unwrap();
    fs::write(data.path().join("test1.json"), PYTHON_SAVE).unwrap();
    let mut held = String::new();
    let mut lines = transcript.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with('#') || held.is_empty() && line.is_empty() {
            writeln!(held, "{line}").unwrap();
        }
        let Some(command) = line.strip_prefix("$ mancala") else {
            continue;
        };
        let mut input = Vec::new();
        while let Some(typed) = lines.next_if(|line| line.starts_with("< ") || *line == "<") {
            input.push(typed.get(2..).unwrap_or_default());
        }
        writeln!(held, "{line}").unwrap();
        input
            .iter()
            .for_each(|typed| writeln!(held, "{}", format!("< {typed}").trim_end()).unwrap());
        held.push_str(&run(command, &input, data.path()));
    }
    held
}

fn run(command: &str, input: &[&str], data: &Path) -> String {
    let mut child = super::mancala(data)
        .args(words(command))
        .current_dir(data)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let typed: String = input.iter().map(|line| format!("{line}\n")).collect();
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let output = child.wait_with_output().unwrap();
    let clean = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).replace(&data.display().to_string(), "DATA");
        without_dates(&text)
            .lines()
            .map(|line| line.trim_end().to_owned())
            .collect::<Vec<_>>()
    };
    let mut text = String::new();
    clean(&output.stdout)
        .iter()
        .for_each(|line| writeln!(text, "{line}").unwrap());
    clean(&output.stderr)
        .iter()
        .for_each(|line| writeln!(text, "{}", format!("! {line}").trim_end()).unwrap());
    match output.status.code() {
        Some(0) => {}
        code => writeln!(text, "= exit {}", code.unwrap_or(-1)).unwrap(),
    }
    text
}

/// Days as in 2026-11-15 become DATE.
fn without_dates(text: &str) -> String {
    let is_day = |word: &str| {
        let shape: String = word
            .chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c })
            .collect();
        shape == "0000-00-00"
    };
    let mut clean = String::new();
    for word in text.split_inclusive(|c: char| !c.is_ascii_digit() && c != '-') {
        let end = word
            .trim_end_matches(|c: char| !c.is_ascii_digit() && c != '-')
            .len();
        match is_day(&word[..end]) {
            true => clean.extend(["DATE", &word[end..]]),
            false => clean.push_str(word),
        }
    }
    clean
}

/// Splits a command line at blanks, keeping what is in double quotes together.
fn words(line: &str) -> Vec<String> {
    let quoted = line.split('"').enumerate();
    quoted
        .flat_map(|(i, part)| match i % 2 {
            1 => vec![part.to_owned()],
            _ => part.split_whitespace().map(str::to_owned).collect(),
        })
        .collect()
}
