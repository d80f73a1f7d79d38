//! `chip` as a user meets it: the notes' chip, a broken one, its run as files, wrong input, exit codes.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use serde_json::Value;

/// A folder of a test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("chip")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(words: &[&str], input: &str) -> (i32, String, String) {
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut child = super::mancala(tmp)
        .args(words)
        .current_dir(super::root().join("hardware"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Output {
        status,
        stdout,
        stderr,
    } = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

const DRIVER: &str = "2016/chips/Display driver.chip";

/// The board of 2016 with a display driver that loads whatever the address is.
fn broken(folder: &Path) -> String {
    let text = fs::read_to_string(super::root().join("hardware/2016/mancala.circ")).unwrap();
    let chip = text.find("<circuit name=\"Display driver\">").unwrap();
    let gate = chip + text[chip..].find("name=\"AND Gate\"").unwrap();
    let changed = text[gate..].replacen("AND", "OR", 1);
    let path = folder.join("broken.circ");
    fs::write(&path, format!("{}{changed}", &text[..gate])).unwrap();
    path.display().to_string()
}

#[test]
fn the_chips_of_a_board_are_proven() {
    let (code, out, err) = run(&["chip", "check", "2016/chips", "2016/mancala.circ"], "");
    assert_eq!(code, 0, "{out}{err}");
    assert!(
        out.contains("ok    Display driver: proven, one step from every state (6 of 6 latch bits"),
        "{out}"
    );
    assert!(out.contains("7 of 7 chips proven"), "{out}");
    assert!(err.contains("warning[extender-width]"), "{err}");
}

#[test]
fn a_broken_chip_comes_with_its_shortest_run() {
    let folder = folder("broken");
    let circuit = broken(&folder);
    let library = ["--library", "cdm8=builtin:cdm8"];
    let found = folder.join("found");
    let found_text = found.display().to_string();
    let mut words = vec!["chip", "check", DRIVER, &circuit, "--out", &found_text];
    words.extend(["--page", "http://127.0.0.1:2023/"]);
    words.extend(library);
    let (code, out, err) = run(&words, "");
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("FAIL  Display driver: "), "{out}");
    assert!(out.contains("after 3 steps, the fewest there are"), "{out}");
    assert!(
        out.contains("http://127.0.0.1:2023/#/workbench?w="),
        "{out}"
    );

    // Each of its files shows it to the other tools.
    let file = |end: &str| {
        found
            .join(format!("Display driver.{end}"))
            .display()
            .to_string()
    };
    let (script, vectors, replay) = (file("script"), file("vectors"), file("run"));
    let on_broken = |verb: &[&str]| {
        let mut words = vec!["circuit"];
        words.extend(verb);
        words.extend(["--circuit", "Display driver"]);
        words.extend(library);
        run(&words, "")
    };
    let (code, out, err) = on_broken(&["run", &circuit, "--script", &script]);
    assert_eq!(code, 1, "{out}{err}");
    let (code, out, err) = on_broken(&["test", &circuit, &vectors]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.ends_with("2 of 3 rows passed\n"), "{out}");
    let (code, out, err) = on_broken(&["debug", &circuit, "--replay", &replay]);
    assert_eq!(code, 0, "{out}{err}");
    let good = [
        "circuit",
        "test",
        "2016/mancala.circ",
        &vectors,
        "--circuit",
        "Display driver",
    ];
    assert_eq!(run(&good, "").0, 0);

    words.push("--json");
    let (_, out, _) = run(&words, "");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["chips"][0]["verdict"], "differs");
    assert_eq!(answer["chips"][0]["shortest"], true);
}

#[test]
fn a_specification_runs_step_by_step() {
    let steps = "addr=1 data=42 clock=1\n\n# it falls\nclock=0\n";
    let (code, out, _) = run(&["chip", "run", DRIVER], steps);
    assert_eq!(code, 0, "{out}");
    let last = out.lines().last().unwrap();
    assert!(
        last.contains("tens=4 units=2 Z=0 [content=0x2a (42)]"),
        "{out}"
    );
    let (code, _, err) = run(&["chip", "run", DRIVER, "adr=1"], "");
    assert_eq!(code, 2);
    assert!(
        err.contains("there is no input 'adr'; did you mean 'addr'?"),
        "{err}"
    );
    let (code, _, err) = run(&["chip", "run", DRIVER, "addr=16"], "");
    assert_eq!(code, 2);
    assert!(err.contains("'16' is not a value of 4 bits"), "{err}");
}

#[test]
fn vectors_are_those_of_the_circuit() {
    let file = folder("vectors").join("bcd.vectors").display().to_string();
    let (code, _, err) = run(&["chip", "vectors", "2016/chips/BCD.chip", "-o", &file], "");
    assert_eq!((code, err.as_str()), (0, ""));
    let words = [
        "circuit",
        "test",
        "2016/mancala.circ",
        &file,
        "--circuit",
        "BCD",
    ];
    let (code, out, _) = run(&words, "");
    assert_eq!((code, out.as_str()), (0, "256 of 256 rows passed\n"));
}

#[test]
fn what_cannot_be_is_said_with_an_exit_code() {
    let folder = folder("wrong");
    let bad = folder.join("bad.chip");
    fs::write(
        &bad,
        "Chip Specification\nName: X\nInput: a\nOutput: b\nb = c\nb = a\nEnd Chip Specification\n",
    )
    .unwrap();
    let bad = bad.display().to_string();
    let (code, out, _) = run(&["chip", "read", &bad], "");
    assert_eq!(code, 1);
    assert!(
        out.contains("unknown name `c`") && out.contains("`b` is defined twice"),
        "{out}"
    );
    let (code, _, err) = run(&["chip", "check", &bad, "2016/mancala.circ"], "");
    assert_eq!(code, 2);
    assert!(err.contains("2 mistakes in"), "{err}");
    let (code, _, err) = run(
        &[
            "chip",
            "check",
            "2016/chips/WLD.chip",
            "2016/mancala.circ",
            "--circuit",
            "BCD",
        ],
        "",
    );
    assert_eq!(code, 2);
    assert!(err.contains("the circuit has no output pin `win`"), "{err}");
    let (code, _, _) = run(&["chip", "read", "no/such.chip"], "");
    assert_eq!(code, 2);
    assert_eq!(
        run(
            &[
                "chip",
                "read",
                "2016/chips",
                "2022/chips",
                "2023/chips",
                "cdm8/chips"
            ],
            ""
        )
        .0,
        0
    );
}

#[test]
fn a_chip_is_drawn_and_what_is_drawn_is_the_chip() {
    let folder = folder("drawn");
    let circuit = folder.join("driver.circ").display().to_string();
    let (code, out, err) = run(&["chip", "draw", DRIVER, "-o", &circuit], "");
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(err.contains("Display driver: proven, one step"), "{err}");
    let (code, out, err) = run(&["chip", "check", DRIVER, &circuit], "");
    assert_eq!(code, 0, "{out}{err}");
    let (code, out, _) = run(&["chip", "draw", "2016/chips/++.chip"], "");
    assert_eq!(code, 0);
    assert!(out.contains("<project source=\"2.7.1\""), "{out}");
    // The specification is not written over.
    let (code, _, err) = run(&["chip", "draw", DRIVER, "-o", DRIVER], "");
    assert_eq!(code, 2, "{err}");
}

#[test]
fn a_specification_stands_in_for_a_chip() {
    let folder = folder("stand-in");
    let circuit = broken(&folder);
    let library = ["--library", "cdm8=builtin:cdm8"];
    // The broken chip no longer matters when its specification takes its place.
    let pins = ["circuit", "stats", &circuit, "--chip", DRIVER];
    let (code, out, err) = run(&[&pins[..], &library].concat(), "");
    assert_eq!(code, 0, "{out}{err}");
    assert!(
        err.contains("Display driver: its specification stands in for it"),
        "{err}"
    );
    let foreign = [
        "circuit",
        "stats",
        &circuit,
        "--chip",
        "2023/chips/Press.chip",
    ];
    let (code, _, err) = run(&[&foreign[..], &library].concat(), "");
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("has no chip `Press`"), "{err}");
}

#[test]
fn a_run_remembers_what_stood_in_for_a_chip() {
    let folder = folder("stand-in-run");
    let circuit = broken(&folder);
    let recorded = folder.join("driver.run").display().to_string();
    let debug = [
        "circuit",
        "debug",
        &circuit,
        "--circuit",
        "Display driver",
        "--library",
        "cdm8=builtin:cdm8",
    ];
    let record = [
        "--chip",
        DRIVER,
        "--record",
        &recorded,
        "--execute",
        "set /clock = 1",
    ];
    let (code, out, err) = run(&[&debug[..], &record].concat(), "");
    assert_eq!(code, 0, "{out}{err}");
    let text = fs::read_to_string(&recorded).unwrap();
    assert!(text.contains(&format!("\nchip {DRIVER}\n")), "{text}");
    let replay = ["--replay", &recorded, "--execute", "help"];
    let (code, out, err) = run(&[&debug[..], &replay].concat(), "");
    assert_eq!(code, 0, "{out}{err}");
    assert!(
        err.contains("Display driver: its specification stands in for it"),
        "{err}"
    );
}
