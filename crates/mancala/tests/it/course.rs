//! `course` as students and teachers meet it: texts, files to begin with, checks, exported progress, wrong input, exit codes.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::{mancala, root};

fn run(folder: &Path, words: &[&str]) -> (i32, String, String) {
    let output = mancala(folder)
        .current_dir(folder)
        .args(words)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn solution(task: &str, kind: &str) -> String {
    fs::read_to_string(root().join(format!("course/{task}/solution.{kind}"))).unwrap()
}

#[test]
fn a_task_is_read_begun_and_passed() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, _) = run(folder.path(), &["course", "list"]);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("Build a console\n\nWarm-up\n  first-gate "),
        "{out}"
    );
    let words = ["course", "show", "sow", "--hints", "1", "--language", "ru"];
    let (code, out, _) = run(folder.path(), &words);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("# Посев\n") && out.contains("\n1. Что "),
        "{out}"
    );
    let (code, out, _) = run(folder.path(), &["course", "start", "sow"]);
    assert_eq!(code, 0);
    assert_eq!(out.lines().count(), 2, "{out}");
    let (code, out, _) = run(folder.path(), &["course", "check", "sow", "sow/sow.asm"]);
    assert_eq!(code, 1);
    assert!(out.contains("FAIL  Four seeds go into four pits"), "{out}");
    assert!(
        out.contains("The four pits behind pit 1 get one seed each"),
        "{out}"
    );
    assert!(out.contains("1 of 4 checks pass"), "{out}");
    fs::write(folder.path().join("sow/sow.asm"), solution("sow", "asm")).unwrap();
    let (code, out, _) = run(
        folder.path(),
        &["course", "check", "sow", "sow/sow.asm", "--json"],
    );
    assert_eq!(code, 0);
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["passed"], true);
    // Existing files are not overwritten.
    let (code, _, err) = run(folder.path(), &["course", "start", "sow"]);
    assert_eq!(code, 2);
    assert!(err.contains("exists already"), "{err}");
}

#[test]
fn progress_is_checked_again() {
    let folder = tempfile::tempdir().unwrap();
    let gate = solution("first-gate", "circ");
    let progress = json!({
        "format": "mancala course 1",
        "student": "=Ada, A.",
        "tasks": {
            "first-gate": {"work": gate, "passed": true, "hints": 1},
            "sow": {"work": "rsect sow\nsow> rts\nend\n", "passed": true},
        },
    });
    fs::write(folder.path().join("ada.json"), progress.to_string()).unwrap();
    let (code, out, _) = run(folder.path(), &["grade", "course", "ada.json"]);
    assert_eq!(code, 1);
    assert!(out.contains("1 of 23 tasks pass"), "{out}");
    assert!(
        out.contains("  ok    first-gate: the same as our solution, 1 hint\n"),
        "{out}"
    );
    assert!(out.contains("  FALSE sow: "), "{out}");
    let (_, out, _) = run(folder.path(), &["grade", "course", "ada.json", "--csv"]);
    let row = out.lines().nth(1).unwrap();
    assert!(
        row.starts_with("ada.json,\"'=Ada, A.\",1,copied,missing,unfinished,"),
        "{row}"
    );
    fs::write(folder.path().join("other.json"), "{}").unwrap();
    let (code, _, err) = run(folder.path(), &["grade", "course", "other.json"]);
    assert_eq!(code, 2);
    assert!(err.contains("not the progress of a course"), "{err}");
}

#[test]
fn a_teachers_task_is_proven_or_told_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let task = folder.path().join("lamp");
    fs::create_dir(&task).unwrap();
    for entry in fs::read_dir(root().join("course/first-gate")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, task.join(path.file_name().unwrap())).unwrap();
    }
    let (code, out, err) = run(folder.path(), &["course", "test", "lamp"]);
    assert_eq!(code, 0, "{out}{err}");
    let (code, out, _) = run(
        folder.path(),
        &["course", "check", "lamp", "lamp/solution.circ"],
    );
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("All inputs, proven (proven)"), "{out}");
    fs::copy(task.join("starter.circ"), task.join("solution.circ")).unwrap();
    let (code, out, _) = run(folder.path(), &["course", "test", "lamp"]);
    assert_eq!(code, 1);
    assert!(out.contains("the solution does not pass"), "{out}");
    fs::remove_file(task.join("text.en.md")).unwrap();
    fs::write(task.join("task.txt"), "work light.circ\nchek x\n").unwrap();
    let (code, _, err) = run(folder.path(), &["course", "test", "lamp"]);
    assert_eq!(code, 2);
    assert!(err.contains("did you mean `check`"), "{err}");
    let (code, _, err) = run(folder.path(), &["course", "check", "lamq", "x"]);
    assert_eq!(code, 2);
    assert!(err.contains("there is no task 'lamq'"), "{err}");
}

#[test]
fn a_course_is_packed_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let course = root().join("course");
    let course = course.to_str().unwrap();
    let (code, out, _) = run(folder.path(), &["course", "pack", course]);
    assert_eq!(code, 0);
    assert!(out.contains("23 tasks"), "{out}");
    let (code, out, _) = run(folder.path(), &["course", "list", "--course", course]);
    assert_eq!(code, 0);
    assert!(out.contains("winner"), "{out}");
    let (code, _, err) = run(folder.path(), &["course", "pack", "."]);
    assert_eq!(code, 2);
    assert!(err.contains("there is no course.txt"), "{err}");
}
