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
fn a_console_goes_from_move_to_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("moves.txt");
    let lines = "start\nstep move\nexpect phase is human\n2\nback move\nwhere\nback move\nback move\nback move\nback move\n";
    fs::write(&path, lines).unwrap();
    let output = script("2022", &path);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    let place = text.lines().next().unwrap();
    assert!(
        place.starts_with("computer 0x") && place.contains(" sow"),
        "{text}"
    );
    assert!(text.contains("This is the start"), "{text}");
}

#[test]
fn a_script_that_does_not_hold_says_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.txt");
    fs::write(&path, "3\nexpect stores 2 0\n").unwrap();
    let output = script("2016", &path);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("expected stores 2 0, found 1 0"), "{text}");
}

#[test]
fn a_script_nobody_understands_names_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd.txt");
    fs::write(&path, "# fine\n3\nhop\n").unwrap();
    let output = script("2022", &path);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.contains("unknown command 'hop'") && text.contains("odd.txt:3:1"),
        "{text}"
    );
    let missing = script("2022", &folder.path().join("none.txt"));
    assert_eq!(missing.status.code(), Some(2));
}

/// The same scripts on the circuits; a short one on gates alone.
#[test]
fn scripts_hold_on_circuits() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/console");
    for model in ["2016", "2022", "2023"] {
        let path = folder.join(format!("{model}.txt"));
        let path = path.to_str().unwrap();
        let output = run(&[
            "console", "--model", model, "--engine", "chips", "--script", path,
        ]);
        assert!(output.status.success(), "{model}: {output:?}");
    }
    let output = run(&["console", "--model", "2022", "--engine", "gates", "--json"]);
    assert!(output.status.success(), "{output:?}");
    let panel: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(panel["south"], serde_json::json!([4, 4, 4, 4, 4, 4]));
    assert_eq!(panel["phase"], "human");
}

#[test]
fn a_waveform_has_the_signals_of_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let (script, vcd) = (folder.path().join("s.txt"), folder.path().join("w.vcd"));
    fs::write(&script, "run 40\n").unwrap();
    let [script, vcd] = [&script, &vcd].map(|path| path.to_str().unwrap());
    let output = run(&[
        "console", "--model", "2022", "--script", script, "--vcd", vcd,
    ]);
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(vcd).unwrap();
    assert!(
        text.contains("$enddefinitions") && text.contains("#20000"),
        "{}",
        text.len()
    );
    let wrong = run(&["console", "--engine", "fast", "--vcd", vcd]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("--engine chips"));
}

#[test]
fn what_is_exported_can_be_run_and_changed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("consoles");
    let dir = out.to_str().unwrap();
    let output = run(&["console", "export", dir]);
    assert!(output.status.success(), "{output:?}");
    for name in [
        "README.txt",
        "cdm8/cdm8.circ",
        "2016/mirror.circ",
        "2023/user.asm",
        "2022/referee.img",
    ] {
        assert!(out.join(name).is_file(), "{name}");
    }
    for year in ["2016", "2022", "2023"] {
        let board = out.join(year).join("mancala.circ");
        let output = run(&["circuit", "check", board.to_str().unwrap()]);
        assert!(output.status.success(), "{year}: {output:?}");
    }
    // Other firmware: five seeds a pit on a console that always has four.
    let source = out.join("2022/initialisation.asm");
    let text = fs::read_to_string(&source).unwrap();
    let changed = text.replacen("r1, 4", "r1, 5", 1);
    assert_ne!(text, changed, "{text}");
    fs::write(&source, changed).unwrap();
    let year = out.join("2022");
    for engine in ["fast", "chips"] {
        let arguments = [
            "console",
            "--model",
            "2022",
            "--engine",
            engine,
            "--json",
            "--firmware",
        ];
        let output = run(&[&arguments[..], &[year.to_str().unwrap()]].concat());
        let panel: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            panel["south"],
            serde_json::json!([5, 5, 5, 5, 5, 5]),
            "{engine}"
        );
    }
    let again = run(&["console", "export", dir]);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("2022/initialisation.asm"));
    assert!(run(&["console", "export", dir, "--force"]).status.success());
}

#[test]
fn firmware_that_does_not_assemble_or_is_not_there_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let none = run(&["console", "--model", "2022", "--firmware", dir]);
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("referee.asm"));
    fs::write(folder.path().join("referee.asm"), "  jump away\n").unwrap();
    let wrong = run(&["console", "--model", "2022", "--firmware", dir]);
    assert_eq!(wrong.status.code(), Some(2));
    let text = String::from_utf8_lossy(&wrong.stderr);
    assert!(
        text.contains("bank referee") && text.contains("jump"),
        "{text}"
    );
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
