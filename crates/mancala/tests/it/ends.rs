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

/// What a command leaves that is asked to end once it is `enough` at work. One that was asked before it could hear it, or
/// before it had anything to leave, gets another try with more time.
#[cfg(unix)]
fn terminated(command: impl Fn() -> Command, enough: impl Fn(&Output) -> bool) -> Output {
    use std::time::Duration;
    let mut wait = Duration::from_millis(500);
    loop {
        let child = command()
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
        let output = child.wait_with_output().unwrap();
        let heard = output.status.code().is_some();
        if heard && enough(&output) || wait > Duration::from_secs(60) {
            return output;
        }
        wait *= 2;
    }
}

#[cfg(unix)]
#[test]
fn a_polite_end_leaves_the_results() {
    let folder = tempfile::tempdir().unwrap();
    let command = |args: &str| {
        let mut command = mancala(folder.path());
        command
            .current_dir(folder.path())
            .args(args.split_whitespace());
        command
    };
    let ended = |args: &str| terminated(|| command(args), |_| true);
    let solved = ended("solve --seeds 6 --table-seeds 0 --hash 1M --json --threads 1");
    assert_eq!(solved.status.code(), Some(1), "{}", err(&solved));
    let value: serde_json::Value = serde_json::from_slice(&solved.stdout).unwrap();
    assert_eq!(value["exact"], false);
    let analysed = ended("analyse --seeds 6 --table-seeds 0 --hash 1M --json --threads 1");
    assert_eq!(analysed.status.code(), Some(1), "{}", err(&analysed));
    let value: serde_json::Value = serde_json::from_slice(&analysed.stdout).unwrap();
    assert_eq!(value["moves"].as_array().unwrap().len(), 6);
    let records = || fs::read_to_string(folder.path().join("games.txt")).unwrap_or_default();
    let games = "match random random --games 100000000 --threads 1 --records games.txt";
    let played = terminated(|| command(games), |_| !records().is_empty());
    assert_eq!(played.status.code(), Some(1), "{}", err(&played));
    assert!(err(&played).contains("Stopped after"), "{}", err(&played));
    assert!(records().starts_with("[Format "), "{}", records());
    let play = "match random random --games 2 --seeds 6 --threads 1 --records few.txt";
    assert!(command(play).output().unwrap().status.success());
    let reviewed = ended("review few.txt --time 10m --table-seeds 0 --hash 1M --threads 1");
    assert_eq!(reviewed.status.code(), Some(1), "{}", err(&reviewed));
    let words = err(&reviewed);
    assert!(words.contains("Stopped by SIGTERM after"), "{words}");
    let built = ended("book build new.book --threads 1");
    assert_eq!(built.status.code(), Some(1), "{}", err(&built));
    assert!(folder.path().join("new.book").exists());
    let bench = ended("bench defaults --case start");
    assert_eq!(bench.status.code(), Some(1), "{}", err(&bench));
    let words = err(&bench);
    assert!(words.contains("Stopped by SIGTERM."), "{words}");
}

/// A console is marked by the games played so far.
#[cfg(unix)]
#[test]
fn a_polite_end_leaves_marks() {
    let folder = tempfile::tempdir().unwrap();
    let console = root().join("hardware/2022");
    let grade = || {
        let mut command = mancala(folder.path());
        command
            .arg("grade")
            .arg(console.join("mancala.circ"))
            .arg("--panel")
            .arg(console.join("panel.toml"))
            .args(["--rules", "2022", "--games", "1000000"]);
        command
    };
    let marked = terminated(grade, |output| !output.stdout.is_empty());
    let marks = String::from_utf8_lossy(&marked.stdout).into_owned();
    assert!(
        marks.contains("the run was stopped"),
        "{marks} {}",
        err(&marked)
    );
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
