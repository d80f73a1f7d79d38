//! `mancala console` run by scripts, and the consoles as players.

use std::fs;
use std::path::Path;
use std::process::Output;

fn run(arguments: &[&str]) -> Output {
    let data = tempfile::tempdir().unwrap();
    super::mancala(data.path())
        .args(arguments)
        .output()
        .unwrap()
}

fn script(model: &str, path: &Path) -> Output {
    run(&[
        "console",
        "--model",
        model,
        "--script",
        path.to_str().unwrap(),
    ])
}

/// `tests/console/MODEL.txt`: every one holds.
#[test]
fn scripts_hold() {
    for model in ["2016", "2022", "2023"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/console");
        let output = script(model, &folder.join(format!("{model}.txt")));
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "{model}: {text}{:?}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert_eq!(text, "", "{model}");
    }
}

#[test]
fn a_script_that_does_not_hold_says_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.txt");
    fs::write(&path, "3\nexpect stores 2 0\n").unwrap();
    let output = script("2016", &path);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("expected Stores([2, 0]), found [1, 0]"),
        "{text}"
    );
}

#[test]
fn a_script_nobody_understands_names_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd.txt");
    fs::write(&path, "# fine\n3\nhop\n").unwrap();
    let output = script("2022", &path);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("line 3: 'hop' is nothing"), "{text}");
    let missing = script("2022", &folder.path().join("none.txt"));
    assert_eq!(missing.status.code(), Some(2));
}

/// The machine and its Rust twin play the same moves, so against each other they are level.
#[test]
fn consoles_play_matches() {
    for (console, twin) in [
        ("console:2016", "reference"),
        ("console:2016-mirror", "mirror"),
        ("console:2022", "opportunist"),
        ("console:2023", "deep-purple"),
    ] {
        let output = run(&[
            "match",
            console,
            twin,
            "--games",
            "40",
            "--openings",
            "random:4",
            "--json",
        ]);
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(value["wins"], value["losses"], "{console}: {value}");
        assert_eq!(value["games"], 40, "{value}");
    }
}
