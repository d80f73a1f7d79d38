//! `circuit` as a user meets it: the worked example, wrong input, exit codes, files.

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

fn examples() -> PathBuf {
    super::root().join("docs/examples/circuit")
}

/// Runs `mancala circuit LINE` in the folder of the examples; `{tmp}` stands for a temporary folder of the tests.
fn circuit(line: &str) -> (i32, String, String) {
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let words = line
        .split_whitespace()
        .map(|word| word.replace("{tmp}", &tmp.display().to_string()));
    let Output {
        status,
        stdout,
        stderr,
    } = super::mancala(tmp)
        .arg("circuit")
        .args(words)
        .current_dir(examples())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

#[test]
fn a_teacher_grades() {
    let (code, out, err) = circuit("run adder.circ --script grade.script");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(
        out.ends_with("4 of 4 tests passed, 10 of 10 points\n"),
        "{out}"
    );
    let (code, out, _) = circuit("run student.circ --script grade.script");
    assert_eq!(code, 1);
    assert_eq!(
        out,
        "FAIL  grade.script: line 26: /Sum: expected 2, found 0 [half-tick 0]
      expect Sum = 2
FAIL  grade.script: line 27: /bit0:Cout: expected 1, found 0 (look into the full adder of bit 0) [half-tick 0]
      expect /bit0:Cout = 1 \"look into the full adder of bit 0\"
ok    adds without carry (2 of 2 points)
ok    carries from bit to bit (3 of 3 points)
ok    carries out (3 of 3 points)
FAIL  a carry from B alone (0 of 2 points)
3 of 4 tests passed, 8 of 10 points
"
    );
    let (code, out, _) = circuit("run student.circ --script grade.script --json");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 1);
    assert_eq!(answer["points"], 8);
    assert_eq!(answer["failures"][1]["mismatches"][0]["path"], "/bit0:Cout");
    assert_eq!(answer["failures"][1]["line"], 27);
}

#[test]
fn vectors_and_tables() {
    let (code, table, _) = circuit("table adder.circ");
    assert_eq!((code, table.lines().count()), (0, 513));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("all.vectors");
    std::fs::write(file, table).unwrap();
    let (code, out, _) = circuit("test adder.circ {tmp}/all.vectors adder.vectors");
    assert_eq!((code, out.as_str()), (0, "519 of 519 rows passed\n"));
    let (code, out, _) = circuit("test student.circ adder.vectors");
    assert_eq!(
        (code, out.as_str()),
        (
            1,
            "FAIL  adder.vectors:7: A=7 B=8 Cin=1: Cout: expected 1, found 0\n6 of 7 rows passed\n"
        )
    );
    let (code, _, err) = circuit("table hello.circ");
    assert_eq!(code, 2);
    assert!(err.contains("no input pin"), "{err}");
}

#[test]
fn terminals_watches_and_waveforms() {
    let (code, out, _) = circuit("run hello.circ --half-ticks 32");
    assert_eq!((code, out.as_str()), (0, "Hello, world!\n"));
    let (_, out, _) = circuit("run stopwatch.circ --half-ticks 2 --watch digit --watch clk");
    assert_eq!(
        out,
        "       0  digit=0  clk=0\n       1  digit=0  clk=1\n       2  digit=0  clk=0\n"
    );
    let (code, ..) = circuit("run adder.circ --script grade.script --exact --vcd {tmp}/adder.vcd");
    assert_eq!(code, 0);
    let wave =
        std::fs::read_to_string(Path::new(env!("CARGO_TARGET_TMPDIR")).join("adder.vcd")).unwrap();
    assert!(wave.contains("$scope module bit3 $end"));
    let (code, ..) = circuit("run adder.circ --vcd {tmp}/no/such/folder/x.vcd");
    assert_eq!(code, 2);
}

#[test]
fn an_oscillation_nobody_sees_is_told_and_does_not_stop_a_circuit() {
    let harmless = super::root().join("crates/bench/tests/data/harmless.circ");
    let line = format!("run {} --half-ticks 10 --json", harmless.display());
    let (code, out, err) = circuit(&line);
    assert_eq!(code, 0, "{err}");
    let ran: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(ran["half_ticks"], 10);
    assert!(
        err.contains("warning: /NAND_Gate@130,20 would oscillate"),
        "{err}"
    );
}

#[test]
fn checks_figures_pictures_and_speed() {
    let (code, out, _) = circuit("check adder.circ");
    assert_eq!(
        (code, out.as_str()),
        (0, "2 circuits: 0 errors, 0 warnings\n")
    );
    let (_, out, _) = circuit("stats adder.circ --json");
    let figures: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&figures["parts"], &figures["depth"]),
        (&87.into(), &9.into())
    );
    let (code, out, _) = circuit("svg student.circ --script grade.script --inside /bit0");
    assert_eq!(code, 0);
    assert!(out.starts_with("<svg ") && out.contains("#00d200"));
    let (code, out, _) = circuit("bench stopwatch.circ --half-ticks 100 --json");
    let speed: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &speed["half_ticks"]), (0, &100.into()));
    let (code, out, _) = circuit("bench adder.circ --half-ticks 50 --json");
    let speed: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &speed["half_ticks"]), (0, &0.into()));
    assert_eq!(speed["input_changes"], 50);
    assert!(speed["evaluations"].as_u64() > Some(50), "{out}");
    let (_, out, _) = circuit("bench adder.circ --half-ticks 50");
    assert!(
        out.contains("the circuit has no clock, so its inputs were changed\n50 input changes in "),
        "{out}"
    );
}

#[test]
fn wrong_input_is_told_with_exit_code_2() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("wrong.script"), "pres START\nexpect A = 1\n").unwrap();
    std::fs::write(folder.join("wrong.circ"), "<project").unwrap();
    for (line, told) in [
        ("run nothing.circ", "cannot read nothing.circ"),
        (
            "run adder.circ --script {tmp}/wrong.script",
            "there is no command 'pres'; did you mean 'press'?",
        ),
        (
            "run adder.circ --watch Summ",
            "there is no 'Summ' in circuit 'main'; did you mean Sum?",
        ),
        (
            "run adder.circ --circuit nope",
            "there is no circuit 'nope'; there are: main, full adder",
        ),
        ("run adder.circ --load A", "write PATH=IMAGE"),
        ("run {tmp}/wrong.circ", "the project has no circuit"),
        ("svg adder.circ --inside A", "A is not a sub-circuit"),
        ("test adder.circ grade.script", "--> grade.script:4:1"),
    ] {
        let (code, _, err) = circuit(line);
        assert_eq!(code, 2, "{line}: {err}");
        assert!(err.contains(told), "{line}: {err}");
    }
    let (code, out, _) = circuit("check {tmp}/wrong.circ");
    assert_eq!(code, 1);
    assert!(out.contains("[not-a-project]"), "{out}");
}
