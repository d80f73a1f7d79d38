//! `debug` as a user meets it: scripts, pipes, a terminal that says Ctrl-C.

use std::io::Write;
use std::process::{Command, Stdio};

use super::{Folder, SUM};

#[test]
fn debug_follows_a_script_forwards_and_back() {
    let folder = Folder::new("debug");
    let script = "break loop if r3 == 1\nc\nassert r2 == 3\nwatch sum\nc\nassert [sum] == 6\nrc\nassert [sum] == 0\n";
    folder
        .file("sum.asm", SUM)
        .file("s.txt", script)
        .file("fails.txt", "assert r0 == 9\nregs\n")
        .file("wrong.txt", "step\n# x\nfly\nassert r9 = 1\n");
    let answer = folder.mancala("debug sum.asm --script s.txt");
    assert_eq!(answer.code, 0, "{}{}", answer.out, answer.err);
    assert!(
        answer.out.contains("sum.asm:6  loop:   ld r0, r1\n"),
        "{}",
        answer.out
    );
    assert!(
        answer.out.contains("watchpoint 2: sum: 0x00 -> 0x06\n"),
        "{}",
        answer.out
    );
    let fails = folder.mancala("debug sum.asm --script fails.txt");
    assert!(
        fails.code == 1 && fails.out.contains("> regs\npc 00"),
        "{}",
        fails.out
    );
    let wrong = folder.mancala("debug sum.asm --script wrong.txt");
    assert!(
        wrong.code == 2 && wrong.err.contains("--> wrong.txt:3:1\n") && wrong.out.is_empty(),
        "{}",
        wrong.err
    );
}

#[test]
fn debug_reads_commands_from_standard_input_too() {
    let folder = Folder::new("stdin");
    folder.file("sum.asm", SUM);
    let answer = folder.mancala_with("debug sum.asm -x step", "step\nfly\nwhere\n");
    assert_eq!(answer.code, 2);
    assert!(answer.out.contains("no command \"fly\""), "{}", answer.out);
    assert!(
        answer
            .out
            .ends_with("at 0x04 (start+4), clock 4, half-tick 8\n"),
        "{}",
        answer.out
    );
}

#[test]
fn an_image_has_no_lines_to_break_at() {
    let folder = Folder::new("image-lines");
    folder
        .file("x.img", "v2.0 raw\n00 d4\n")
        .file("sum.asm", SUM);
    let answer = folder.mancala_with("debug x.img", "break :6\n");
    assert!(
        answer.out.contains("an image has no source lines"),
        "{}",
        answer.out
    );
    let answer = folder.mancala_with("debug sum.asm", "break other.asm:6\n");
    assert!(
        answer.out.contains("the files are sum.asm"),
        "{}",
        answer.out
    );
}

/// A program without an end, Ctrl-C, and the debugger still answers.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_running_command_and_not_the_debugger() {
    use std::io::{BufRead, BufReader};
    let folder = Folder::new("interrupt-debug");
    let counter = "asect 0\nx: inc r0\nbnz x\ninc r1\nbnz x\ninc r2\nbnz x\ninc r3\nbr x\nend\n";
    folder.file("loop.asm", counter);
    let mut child = Command::new(env!("CARGO_BIN_EXE_mancala"))
        .args(["cdm8", "debug", "loop.asm"])
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || lines.next().unwrap().unwrap();
    input
        .write_all(b"echo ready\nclocks 1000000000000\n")
        .unwrap();
    assert_eq!(next(), "ready");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let signal = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(signal.unwrap().success());
    assert_eq!(next(), "interrupted");
    input.write_all(b"echo still here\nquit\n").unwrap();
    assert!(lines.any(|line| line.unwrap() == "still here"));
    assert!(child.wait().unwrap().success());
}

/// A piped session: what was printed, and the exit code.
fn piped(folder: &Folder, arguments: &[&str], input: &str) -> (String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mancala"))
        .args(arguments)
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, output.status.code())
}

#[test]
fn a_wrong_command_in_a_pipe_exits_with_2() {
    let folder = Folder::new("piped-debug");
    folder.file("halt.asm", "asect 0\nhalt\nend\n");
    let stopwatch = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/examples/circuit/stopwatch.circ"
    );
    for arguments in [
        &["cdm8", "debug", "halt.asm"][..],
        &["circuit", "debug", stopwatch],
        &["console", "--seeds", "4", "--first", "human"],
    ] {
        let (text, code) = piped(&folder, arguments, "nonsense\nmark here\nmarks\n");
        assert_eq!(code, Some(2), "{arguments:?}: {text}");
        assert!(text.contains("here"), "the rest is done: {text}");
        let (text, code) = piped(&folder, arguments, "mark here\nquit\n");
        assert_eq!(code, Some(0), "{arguments:?}: {text}");
    }
}

/// The loop is 256 times as long as an `inc` and a `br`.
#[test]
fn an_endless_loop_is_named_with_its_true_period() {
    let folder = Folder::new("endless");
    folder.file("loop.asm", "asect 0\nx: inc r0\nbr x\nend\n");
    folder.file("once.asm", "asect 0\ninc r0\nbr y\ny: halt\nend\n");
    let (text, _) = piped(&folder, &["cdm8", "run", "once.asm", "--json"], "");
    let number = |text: &str| {
        text.split(|c: char| !c.is_ascii_digit())
            .find_map(|n| n.parse::<u64>().ok())
    };
    let after = |text: &str, key: &str| number(text.split(key).nth(1)?);
    folder.file("halt.asm", "asect 0\nhalt\nend\n");
    let (alone, _) = piped(&folder, &["cdm8", "run", "halt.asm", "--json"], "");
    let clocks = |text: &str| after(text, "\"clocks\"").unwrap();
    let period = 256 * (clocks(&text) - clocks(&alone));
    let wanted = format!("everything repeats every {period} clocks\n");
    let (text, code) = piped(
        &folder,
        &["cdm8", "run", "loop.asm", "--clocks", "12345"],
        "",
    );
    assert!(text.contains(&wanted) && code == Some(1), "{text}");
    let (text, _) = piped(&folder, &["cdm8", "debug", "loop.asm"], "continue\n");
    assert!(text.contains(&wanted), "{text}");
}
