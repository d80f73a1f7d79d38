//! How commands end when something around them does: the reader of their output, the patience of the user, the folder of an
//! output; and how they handle the byte-order marks other programs write.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::{mancala, root};

fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = mancala(folder);
    command.current_dir(folder).args(args).stdin(Stdio::null());
    command.output().unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The exit code of a command whose output nobody reads.
fn code_unread(mut command: Command) -> Option<i32> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.wait().unwrap().code()
}

#[test]
fn a_closed_pipe_does_not_hide_a_result() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    file(
        "bad.asm",
        "asect 0\nldi r0, 6\nhalt\nend\n#! expect r0 = 7\n",
    );
    let mut test = mancala(folder.path());
    test.current_dir(folder.path())
        .args(["cdm8", "test", "bad.asm"]);
    assert_eq!(code_unread(test), Some(1));
    let examples = root().join("docs/examples/circuit");
    let mut test = mancala(folder.path());
    test.current_dir(folder.path())
        .args(["circuit", "test"])
        .args([
            examples.join("student.circ"),
            examples.join("adder.vectors"),
        ]);
    assert_eq!(code_unread(test), Some(1));
    // Without a result to report, a closed pipe is the end and no failure.
    let mut perft = mancala(folder.path());
    perft.args(["perft", "9", "--json"]);
    assert_eq!(code_unread(perft), Some(0));
}

/// Waits until a file exists and has something in it, or this long.
#[cfg(unix)]
fn terminated(mut command: Command, wait: std::time::Duration) -> Output {
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(wait);
    let killed = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn a_polite_end_leaves_the_results() {
    use std::time::Duration;
    let folder = tempfile::tempdir().unwrap();
    let command = |args: &str| {
        let mut command = mancala(folder.path());
        command
            .current_dir(folder.path())
            .args(args.split_whitespace())
            .args(["--threads", "1"]);
        command
    };
    let wait = Duration::from_millis(1500);
    let solve = command("solve --seeds 6 --table-seeds 0 --hash 1M --json");
    let solved = terminated(solve, wait);
    assert_eq!(solved.status.code(), Some(1), "{}", err(&solved));
    let value: serde_json::Value = serde_json::from_slice(&solved.stdout).unwrap();
    assert_eq!(value["exact"], false);
    let games = command("match random random --games 100000000 --records games.txt");
    let played = terminated(games, wait);
    assert_eq!(played.status.code(), Some(1), "{}", err(&played));
    assert!(err(&played).contains("Stopped after"), "{}", err(&played));
    let records = fs::read_to_string(folder.path().join("games.txt")).unwrap();
    assert!(records.starts_with("[Format "), "{records}");
    let bench = terminated(
        command("bench defaults --case start").into_unthreaded(),
        wait,
    );
    assert_eq!(bench.status.code(), Some(1), "{}", err(&bench));
    assert!(
        err(&bench).contains("Stopped by SIGTERM."),
        "{}",
        err(&bench)
    );
}

/// `bench defaults` has no `--threads`.
#[cfg(unix)]
trait Unthreaded {
    fn into_unthreaded(self) -> Command;
}

#[cfg(unix)]
impl Unthreaded for Command {
    fn into_unthreaded(self) -> Command {
        let mut command = Command::new(self.get_program());
        let args: Vec<_> = self.get_args().collect();
        command.args(&args[..args.len() - 2]);
        command
    }
}

#[test]
fn byte_order_marks_are_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        fs::write(folder.path().join(name), format!("\u{feff}{text}")).unwrap();
    };
    let record = "[Format \"1\"]\n[Rules \"pits=6 seeds=2\"]\n\n  1. 1 / 5+ 3\n *\n";
    file("game.mancala", record);
    let review = ["review", "game.mancala", "--threads", "1"];
    let review = run(folder.path(), &review);
    assert!(review.status.success(), "{}", err(&review));
    file(
        "prog.asm",
        "asect 0\nldi r0, 6\nhalt\nend\n#! expect r0 = 6\n",
    );
    let test = run(folder.path(), &["cdm8", "test", "prog.asm"]);
    assert!(test.status.success(), "{}", err(&test));
    let adder = root().join("docs/examples/circuit/adder.circ");
    let vectors = fs::read_to_string(root().join("docs/examples/circuit/adder.vectors")).unwrap();
    file("adder.vectors", &vectors);
    let test = ["circuit", "test", adder.to_str().unwrap(), "adder.vectors"];
    let test = run(folder.path(), &test);
    assert!(test.status.success(), "{}", err(&test));
    let mut analyse = mancala(folder.path());
    let mut analyse = analyse
        .args(["analyse", "--stdin", "--threads", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = analyse.stdin.take().unwrap();
    input
        .write_all("\u{feff}0,0,5/0,0,3 s\n".as_bytes())
        .unwrap();
    drop(input);
    assert!(analyse.wait_with_output().unwrap().status.success());
}

#[test]
fn an_output_in_no_folder_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["book", "build", "nowhere/x.book"][..],
        &[
            "match",
            "random",
            "random",
            "--records",
            "nowhere/games.txt",
        ],
        &["solve", "--seeds", "2", "--checkpoint", "nowhere/c"],
        &["table", "build", "--seeds", "2", "--out", "nowhere/t"],
    ] {
        let refused = run(folder.path(), args);
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        assert!(
            err(&refused).contains("there is no folder nowhere"),
            "{}",
            err(&refused)
        );
    }
    fs::write(folder.path().join("x.book"), "no book").unwrap();
    let begun = std::time::Instant::now();
    let refused = run(folder.path(), &["book", "build", "x.book"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(begun.elapsed() < std::time::Duration::from_secs(5));
}

#[test]
fn a_missing_panel_leaves_no_folder_behind() {
    let folder = tempfile::tempdir().unwrap();
    let consoles = folder.path().join("class/ada");
    fs::create_dir_all(&consoles).unwrap();
    let console = root().join("hardware/2022/mancala.circ");
    fs::copy(console, consoles.join("mancala.circ")).unwrap();
    let args = ["grade", "class", "--panel", "nope.toml", "-o", "marks"];
    let refused = run(folder.path(), &args);
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("nope.toml"), "{}", err(&refused));
    assert!(!folder.path().join("marks").exists());
}

/// The date of a game is local: the two zones are 26 hours apart.
#[cfg(unix)]
#[test]
fn days_are_those_of_the_time_zone() {
    if !Path::new("/usr/share/zoneinfo/Pacific/Kiritimati").exists() {
        return;
    }
    let days = ["Pacific/Kiritimati", "Etc/GMT+12"].map(|zone| {
        let folder = tempfile::tempdir().unwrap();
        let mut play = mancala(folder.path());
        let mut play = play
            .env("TZ", zone)
            .args(["play", "--plain", "--two-players"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        play.stdin.take().unwrap().write_all(b"3\nquit\n").unwrap();
        play.wait().unwrap();
        let list = run(folder.path(), &["games", "list", "--json"]);
        let game: serde_json::Value = serde_json::from_slice(&list.stdout).unwrap();
        game["date"].as_str().unwrap().to_owned()
    });
    assert_ne!(days[0], days[1]);
}
