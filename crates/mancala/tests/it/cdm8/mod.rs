//! `dis`, `run`, `test` and `debug` as a user meets them: files, output, exit codes.

mod debug;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A separate folder for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cdm8-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> &Folder {
        fs::write(self.0.join(name), text).unwrap();
        self
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn mancala(&self, line: &str) -> Answer {
        self.mancala_with(line, "")
    }

    fn mancala_with(&self, line: &str, input: &str) -> Answer {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mancala"))
            .arg("cdm8")
            .args(line.split_whitespace())
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Answer::from(child.wait_with_output().unwrap())
    }
}

struct Answer {
    code: i32,
    out: String,
    err: String,
}

impl From<Output> for Answer {
    fn from(output: Output) -> Answer {
        Answer {
            code: output.status.code().expect("an exit code"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

const SUM: &str = "\
# Sums a table.
asect 0
start:  ldi r0, table
        ldi r2, 0
        ldi r3, 3
loop:   ld r0, r1
        add r1, r2
        inc r0
        dec r3
        bnz loop
        ldi r0, sum
        st r0, r2
        halt
table:  dc 1, 2, 3
sum:    dc 0
end
";

#[test]
fn run_prints_the_machine_at_its_halt() {
    let folder = Folder::new("run");
    let answer = folder.file("sum.asm", SUM).mancala("run sum.asm");
    let expected = "\
halt after 45 clocks at sum.asm:13
pc 10  sp 00  ps 0a i---CvZn  r0 13  r1 03  r2 06  r3 00
changed memory:
  13: 06  sum
";
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (0, expected),
        "{}",
        answer.err
    );
}

#[test]
fn run_answers_in_json_with_the_changed_bytes() {
    let folder = Folder::new("json");
    let answer = folder
        .file("sum.asm", SUM)
        .mancala("run sum.asm --json --variant ideal");
    let json: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(json["stop"], "halt");
    assert_eq!(json["clocks"], 45);
    assert_eq!(json["variant"], "ideal");
    assert_eq!(json["r"], serde_json::json!([19, 3, 6, 0]));
    assert_eq!(json["changed"], serde_json::json!({"data": {"19": 6}}));
    assert_eq!(json["flags"]["z"], true);
}

#[test]
fn the_exit_code_tells_a_halt_from_other_stops_and_wrong_input() {
    let folder = Folder::new("codes");
    folder
        .file("sum.asm", SUM)
        .file("loop.asm", "asect 0\nx: br x\nend\n")
        .file("osix.asm", "asect 0\ndc 0xdf\nend\n")
        .file("wait.asm", "asect 0\nwait\nhalt\nend\n")
        .file("wrong.asm", "asect 0\npsh r0\nhlt\nend\n")
        .file("wrong.img", "v2.0 raw\n00 zz\n")
        .file("long.img", "v2.0 raw\n300*01\n");
    let stops = |line: &str, code: i32, words: &str| {
        let answer = folder.mancala(line);
        assert_eq!(answer.code, code, "{line}: {}{}", answer.out, answer.err);
        let text = answer.out + &answer.err;
        assert!(text.contains(words), "{line}: {text}");
    };
    stops("run sum.asm", 0, "halt after");
    stops(
        "run loop.asm --clocks 1001",
        1,
        "clock limit after 1001 clocks at loop.asm:2",
    );
    stops("run osix.asm", 1, "illegal opcode DF after 2 clocks");
    stops(
        "run wait.asm",
        1,
        "waiting for an interrupt that never comes",
    );
    stops("run wait.asm --irq 20-28", 1, "frozen");
    stops("run wait.asm --irq 20-40", 0, "halt after");
    stops(
        "run sum.asm --break loop",
        1,
        "breakpoint at 0x06 after 6 clocks at sum.asm:6",
    );
    stops("run sum.asm --break sum.asm:12", 1, "breakpoint at 0x0e");
    stops(
        "run sum.asm --break nowhere",
        2,
        "\"nowhere\" is not a label",
    );
    stops("run wrong.asm", 2, "wrong.asm:3:1");
    stops("run wrong.asm", 2, "did you mean `push`");
    stops("run wrong.img", 2, "line 2, column 4");
    stops("run long.img", 2, "holds 256");
    stops("run nothing.asm", 2, "cannot read nothing.asm");
    stops("run sum.asm --variant mark9", 2, "mark5-devkit");
    stops("run sum.asm --irq soon", 2, "interrupt plan");
    stops("run sum.asm --data sum.asm", 2, "--memory harvard");
    stops("run sum.asm --input 0xf0", 2, "ADDRESS=BYTES");
    stops("run", 2, "<FILE>");
}

#[test]
fn run_takes_data_and_inputs_in_a_harvard_machine() {
    let folder = Folder::new("harvard");
    folder
        .file("sum.asm", SUM)
        .file("data.img", "v2.0 raw\n16*00 0a 0b 0c\n");
    let answer = folder.mancala("run sum.asm --memory harvard --data data.img");
    assert!(
        answer.out.contains("r2 21") && answer.out.contains("changed data memory:\n  13: 21"),
        "{}",
        answer.out
    );
    let answer = folder.mancala("run sum.asm --memory harvard --input table=7,8 --input table+1=1");
    assert!(answer.out.contains("r2 08"), "{}", answer.out);
}

#[test]
fn run_traces_and_writes_a_waveform() {
    let folder = Folder::new("trace");
    folder.file("sum.asm", SUM);
    let trace = folder.mancala("run sum.asm --trace");
    let line = trace.out.lines().nth(3).unwrap();
    assert!(
        line.starts_with("       6  06  loop       b1     ld r0, r1"),
        "{line}"
    );
    let clocks = folder.mancala("run sum.asm --trace=clocks");
    assert_eq!(clocks.out.lines().next(), Some("Ri00=d0/0/01000000000000"));
    assert_eq!(
        clocks
            .out
            .lines()
            .filter(|line| line.contains("/0/"))
            .count(),
        45
    );
    assert_eq!(folder.mancala("run sum.asm --vcd sum.vcd").code, 0);
    let wave = folder.read("sum.vcd");
    assert!(
        wave.contains("$var wire 8 ! pc $end") && wave.contains("\n#90\n"),
        "{wave}"
    );
}

#[test]
fn a_trace_names_interrupts() {
    let folder = Folder::new("interrupt");
    let source =
        "asect 0\nei\nx: inc r0\nbr x\nasect 0x40\nh: inc r3\nrti\nasect 0xf2\ndc h, 0\nend\n";
    let answer = folder
        .file("i.asm", source)
        .mancala("run i.asm --irq 40:1 --clocks 60 --trace");
    assert!(
        answer.out.contains("interrupt 1"),
        "{}{}",
        answer.out,
        answer.err
    );
    assert!(answer.out.contains("r3 01"), "{}", answer.out);
}

#[test]
fn a_disassembly_is_written_and_runs_the_same() {
    let folder = Folder::new("dis");
    folder.file(
        "sum.img",
        "v2.0 raw\nd0 10 d2 00 d3 03 b1 16 8c 8b e1 06 d0 13 a2 d4\n01 02 03\n",
    );
    let answer = folder.mancala("dis sum.img");
    assert!(
        answer.out.contains("at_06:\n    ld r0, r1 ") && answer.out.contains("dc 0x01, 0x02, 0x03"),
        "{}",
        answer.out
    );
    assert_eq!(folder.mancala("dis sum.img -o back.asm").code, 0);
    assert_eq!(folder.read("back.asm"), answer.out);
    let run = |file: &str| folder.mancala(&format!("run {file} --json")).out;
    assert_eq!(run("sum.img"), run("back.asm"));
    let linear = folder.mancala("dis sum.img --linear");
    assert!(linear.out.contains("move r0, r1 "), "{}", linear.out);
    assert_eq!(folder.mancala("dis sum.img --entry 300").code, 2);
}

#[test]
fn labels_of_an_image_come_from_its_symbol_file() {
    let folder = Folder::new("symbols");
    folder.file("sum.asm", SUM).file("bad.sym", "0 label\n");
    assert_eq!(
        folder
            .mancala("asm sum.asm -o sum.img --symbols sum.sym")
            .code,
        0
    );
    let dis = folder.mancala("dis sum.img --symbols sum.sym");
    assert!(
        dis.out.contains("    bne loop ") && dis.out.contains("\ntable:\n"),
        "{}",
        dis.out
    );
    let run = folder.mancala("run sum.img --symbols sum.sym --break loop");
    assert!(
        run.out.contains("breakpoint at 0x06"),
        "{}{}",
        run.out,
        run.err
    );
    let bad = folder.mancala("run sum.img --symbols bad.sym");
    assert!(
        bad.code == 2 && bad.err.contains("bad.sym:1"),
        "{}",
        bad.err
    );
    assert_eq!(folder.mancala("run sum.asm --symbols sum.sym").code, 2);
}

#[test]
fn sources_can_be_taken_in_either_dialect_and_warnings_silenced() {
    let folder = Folder::new("dialect");
    folder.file("rol.asm", "asect 0\nldi r0, 0x81\nrol r0\nhalt\nend\n");
    let plain = folder.mancala("run rol.asm");
    assert!(
        plain.out.contains("r0 18") && plain.err.contains("warning[rol]"),
        "{}{}",
        plain.out,
        plain.err
    );
    let silent = folder.mancala("run rol.asm --silence all");
    assert!(
        silent.err.is_empty() && silent.out == plain.out,
        "{}",
        silent.err
    );
    let cocoide = folder.mancala("run rol.asm --compat cocoide");
    assert!(
        cocoide.out.contains("r0 03"),
        "{}{}",
        cocoide.out,
        cocoide.err
    );
    assert_eq!(folder.mancala("run rol.asm --silence nothing").code, 2);
}

const TESTS: &str = "\
#! test its own table
#! expect sum = 6
#! clocks 45
#! test another one
#! set table = 10 20 30
#! expect sum = 60
#! points 3
";

#[test]
fn test_reports_each_test_and_its_failures() {
    let folder = Folder::new("test");
    folder.file("sum.asm", &format!("{TESTS}{SUM}"));
    let answer = folder.mancala("test sum.asm");
    let expected = "\
ok    sum.asm: its own table (45 clocks)
ok    sum.asm: another one (45 clocks)
2 of 2 tests passed, 4 of 4 points
";
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (0, expected),
        "{}",
        answer.err
    );
    folder.file(
        "bad.asm",
        &format!("{TESTS}{}", SUM.replace("ldi r3, 3", "ldi r3, 2")),
    );
    let answer = folder.mancala("test bad.asm sum.asm");
    assert_eq!(answer.code, 1);
    assert!(
        answer
            .out
            .contains("line 2: sum: expected 0x06, found 0x03\n"),
        "{}",
        answer.out
    );
    assert!(
        answer.out.ends_with("2 of 4 tests passed, 4 of 8 points\n"),
        "{}",
        answer.out
    );
}

#[test]
fn test_takes_expectations_from_a_file_beside_or_named() {
    let folder = Folder::new("beside");
    folder
        .file("sum.asm", SUM)
        .file("sum.test", "# ours\nexpect sum = 6\n")
        .file("hard.test", "expect sum = 7\n");
    assert_eq!(folder.mancala("test sum.asm").code, 0);
    assert_eq!(folder.mancala("test sum.asm --expect hard.test").code, 1);
}

#[test]
fn test_answers_graders_in_json() {
    let folder = Folder::new("grader");
    folder
        .file("sum.asm", &format!("{TESTS}{SUM}"))
        .file("wrong.asm", "asect 0\npsh r0\nend\n");
    let answer = folder.mancala("test sum.asm wrong.asm --json");
    assert_eq!(answer.code, 2);
    assert!(
        answer.err.contains("1 of 2 files could not be tested"),
        "{}",
        answer.err
    );
    let json: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((&json["passed"], &json["points"]), (&2.into(), &4.into()));
    assert_eq!(
        (&json["tests"], &json["max_points"]),
        (&3.into(), &5.into())
    );
    assert_eq!(json["files"][0]["tests"][1]["name"], "another one");
    assert!(json["files"][1]["error"].as_str().unwrap().contains("push"));
}

/// Three points are lost with a program that does not assemble.
#[test]
fn a_program_that_does_not_assemble_fails_its_tests() {
    let folder = Folder::new("untested");
    folder.file(
        "bad.asm",
        &format!("{TESTS}{}", SUM.replace("halt", "hatl")),
    );
    let answer = folder.mancala("test bad.asm");
    assert_eq!(answer.code, 2);
    assert!(
        answer.out.ends_with("0 of 2 tests passed, 0 of 4 points\n"),
        "{}",
        answer.out
    );
}

#[test]
fn test_says_what_is_wrong_with_a_test() {
    let folder = Folder::new("problems");
    folder.file("none.asm", SUM).file(
        "typo.asm",
        &format!("#! expct r0 = 1\n#! expect summ = 1\n{SUM}"),
    );
    let none = folder.mancala("test none.asm");
    assert!(
        none.code == 2 && none.out.contains("no tests: write #! expect"),
        "{}",
        none.out
    );
    let typo = folder.mancala("test typo.asm");
    assert!(
        typo.code == 2
            && typo
                .out
                .contains("unknown word 'expct'; did you mean 'expect'?")
            && typo.out.contains("--> typo.asm:1:4\n")
            && typo.out.contains("--> typo.asm:2:11\n"),
        "{}",
        typo.out
    );
}
