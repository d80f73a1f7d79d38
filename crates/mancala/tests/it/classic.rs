//! `mancala classic` against the screenshots of the Python game's document, which are in `tests/data/classic`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/classic")
        .join(name)
}

fn screenshot(number: usize) -> String {
    let text = fs::read_to_string(data(&format!("screenshot-{number}.txt"))).unwrap();
    text.replace("\r\n", "\n")
}

/// What the game prints when these lines are typed in a folder. It must end with code 0.
fn play(folder: &Path, typed: &[&str]) -> String {
    let mut child = super::mancala(folder)
        .arg("classic")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines: String = typed.iter().map(|line| format!("{line}\n")).collect();
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// A save file with the AI to move.
fn save(folder: &Path, name: &str, state: [u32; 14]) {
    let text = format!(
        "{{\n  \"state\": {state:?},\n  \"current_player\": false,\n  \"is_final\": false,\n  \"another_turn\": false,\n  \
         \"steal\": true,\n  \"max_levels\": 5,\n  \"score\": {}\n}}\n",
        state[13] as i32 - state[6] as i32
    );
    fs::write(folder.join(format!("{name}.json")), text).unwrap();
}

/// The lines without blanks around and between words, brackets and rules of one kind: what all four screenshots agree on.
fn plain(text: &str) -> Vec<String> {
    let rule = |word: &str| word.len() > 2 && word.chars().all(|c| c == '-' || c == '_');
    let lines = text.lines().map(|line| {
        let line = line.replace(['【', '['], "[ ").replace(['】', ']'], " ]");
        let words = line.split_whitespace();
        let words: Vec<&str> = words
            .map(|word| if rule(word) { "---" } else { word })
            .collect();
        words.join(" ")
    });
    lines.filter(|line| !line.is_empty()).collect()
}

fn assert_shows(printed: &str, number: usize) {
    let (printed, wanted) = (plain(printed), plain(&screenshot(number)));
    let found = printed
        .windows(wanted.len())
        .any(|lines| lines == wanted.as_slice());
    assert!(found, "{printed:#?}\ndoes not contain\n{wanted:#?}");
}

const NEW_MEDIUM_STEAL: [&str; 4] = ["1", "1", "1", "yes"];

#[test]
fn the_first_screenshot_is_printed_byte_by_byte() {
    let folder = tempfile::tempdir().unwrap();
    let typed = [&NEW_MEDIUM_STEAL[..], &["yes", "1", "1", "test1"]].concat();
    let printed = play(folder.path(), &typed);
    let wanted = screenshot(1);
    assert!(printed.starts_with(&wanted), "{printed}");
    let saved = fs::read_to_string(folder.path().join("test1.json")).unwrap();
    let documented = "{\n  \"state\": [0, 5, 5, 5, 5, 4, 0, 4, 4, 4, 4, 4, 4, 0],\n  \"current_player\": false,\n  \"is_final\": false,\n  \
                      \"another_turn\": false,\n  \"steal\": true,\n  \"max_levels\": 5,\n  \"score\": 0\n}\n";
    assert_eq!(saved, documented);
    // What was saved in the first is loaded in the second.
    assert_shows(&play(folder.path(), &["0", "test1", "no"]), 2);
}

#[test]
fn the_third_screenshot_another_turn() {
    let folder = tempfile::tempdir().unwrap();
    save(
        folder.path(),
        "third",
        [4, 0, 0, 6, 0, 1, 3, 0, 6, 6, 5, 5, 5, 7],
    );
    let printed = play(folder.path(), &["0", "third", "yes", "0", "6", "0"]);
    assert_shows(&printed, 3);
}

#[test]
fn the_fourth_screenshot_the_end() {
    let folder = tempfile::tempdir().unwrap();
    save(
        folder.path(),
        "fourth",
        [0, 0, 0, 0, 1, 0, 11, 1, 3, 9, 8, 1, 2, 12],
    );
    let printed = play(folder.path(), &["0", "fourth", "no", "5"]);
    assert_shows(&printed, 4);
    assert!(printed.ends_with("Game Finished!\n                                AI won!\n"));
}

/// A whole game, saved after every turn: each save has the document's form and can be continued by the rest of the program.
#[test]
fn every_save_has_the_form_of_the_document() {
    let folder = tempfile::tempdir().unwrap();
    for (steal, first) in [("1", "yes"), ("0", "no")] {
        let mut typed = vec![
            "1".into(),
            "0".into(),
            steal.into(),
            first.into(),
            "yes".into(),
        ];
        // Bins that are empty are refused, and the next line is understood as another bin or as an answer to the
        // question after the turn: all of it leads somewhere.
        for turn in 0..200 {
            typed.extend([
                (1 + turn % 6).to_string(),
                "1".into(),
                format!("turn-{steal}-{turn}"),
            ]);
        }
        let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
        play(folder.path(), &typed);
    }
    let mut saves: Vec<PathBuf> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    saves.sort();
    assert!(saves.len() > 10, "{} saves", saves.len());
    saves.iter().for_each(|path| assert_form(path));
    check_in_python(&saves);
}

/// The form, read without the program's own reader: nine lines, seven fields.
fn assert_form(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[8]), (9, "{", "}"), "{text}");
    assert!(text.ends_with("}\n"));
    let names = [
        "state",
        "current_player",
        "is_final",
        "another_turn",
        "steal",
        "max_levels",
        "score",
    ];
    for (i, (line, name)) in lines[1..8].iter().zip(names).enumerate() {
        let value = line.strip_prefix(&format!("  \"{name}\": ")).expect(line);
        let value = if i < 6 {
            value.strip_suffix(',').expect(line)
        } else {
            value
        };
        let sound = match name {
            "state" => value
                .strip_prefix('[')
                .and_then(|list| list.strip_suffix(']'))
                .is_some_and(|list| {
                    let stones = list.split(", ").map(|n| n.parse::<u32>().expect(line));
                    stones.clone().count() == 14 && stones.sum::<u32>() == 48
                }),
            "max_levels" | "score" => value.parse::<i32>().is_ok(),
            _ => matches!(value, "true" | "false"),
        };
        assert!(sound, "{line}");
    }
}

/// The same by Python's own reader, where there is one.
fn check_in_python(saves: &[PathBuf]) {
    let checked = Command::new("python3")
        .arg(data("check_save.py"))
        .args(saves)
        .output();
    if let Ok(output) = checked {
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
