//! Kills the program, many times, and loses nothing: in the middle of a game, of a long solve, of building a table.
//!
//! Two people play through a pipe as fast as the program reads. Every move it has shown must be in the saved game, and the
//! saved game must always load. `CRASHES=1000 cargo test -p mancala crash` kills more often.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant, SystemTime};

#[test]
fn killing_the_program_loses_no_move() {
    let crashes = std::env::var("CRASHES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(40);
    let data = tempfile::tempdir().unwrap();
    let mut kept = 0;
    let mut made = 0;
    for round in 0..crashes {
        let shown = play_and_kill(data.path(), kept > 0, round);
        let (now, over) = kept_game(data.path());
        assert!(
            now >= kept + shown,
            "round {round}: {kept} moves were kept, {shown} shown, {now} found"
        );
        made += now - kept;
        kept = now;
        if over {
            std::fs::remove_file(data.path().join(GAME)).unwrap();
            kept = 0;
        }
    }
    assert!(made >= crashes as usize, "{made} moves in {crashes} rounds");
}

const GAME: &str = "games/game-1.mancala";

/// Plays until killed, some time after the first move, and returns how many moves were shown before that.
fn play_and_kill(data: &Path, go_on: bool, round: u64) -> usize {
    let mut command = super::mancala(data);
    match go_on {
        true => command.args(["play", "--load", "game-1", "--ask", "never"]),
        false => command.args([
            "play",
            "--two-players",
            "--ask",
            "never",
            "--pits",
            "12",
            "--seeds",
            "12",
        ]),
    };
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let input = feed(&mut child);
    let output = child.stdout.take().unwrap();
    let (tell, hear) = std::sync::mpsc::channel();
    let reader = std::thread::spawn(move || {
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        let is_move =
            |line: &String| line.contains(" seeds from pit ") || line.contains(" seed from pit ");
        lines
            .filter(is_move)
            .inspect(|_| tell.send(()).unwrap_or_default())
            .count()
    });
    // An error means that the game ended before a move was shown: there is nothing to wait for then.
    let _ = hear.recv_timeout(Duration::from_secs(30));
    std::thread::sleep(Duration::from_micros(700 * (round % 23)));
    child.kill().unwrap();
    child.wait().unwrap();
    let shown = reader.join().unwrap();
    let _ = input.join();
    shown
}

/// Types pit numbers without end; wrong ones do no harm.
fn feed(child: &mut Child) -> std::thread::JoinHandle<()> {
    let mut stdin = child.stdin.take().unwrap();
    std::thread::spawn(move || {
        for number in (1..=12).cycle() {
            if writeln!(stdin, "{number}").is_err() {
                return;
            }
        }
    })
}

/// How many moves the saved game has, and whether it is over. It must load.
fn kept_game(data: &Path) -> (usize, bool) {
    let text = std::fs::read_to_string(data.join(GAME)).unwrap();
    let record = kalah::Record::from_text(&text).unwrap();
    (record.moves().len(), record.position().is_over())
}

/// The checkpoint of a killed solve always loads, says nothing false (Kalah(6,4) is worth 8), and forgets nothing.
#[test]
fn killing_a_solve_loses_no_checkpoint() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("four.checkpoint");
    let (mut lower, mut upper) = (-48, 48);
    for round in 0..4 {
        solve_and_kill(data.path(), &file, round);
        let output = solve(data.path(), &file)
            .args(["--time", "1ms", "--json"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains("Resuming from"), "{told}");
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let bound = |name: &str| found[name].as_i64().unwrap();
        assert!((lower..=8).contains(&bound("lower")), "{found}");
        assert!((8..=upper).contains(&bound("upper")), "{found}");
        (lower, upper) = (bound("lower"), bound("upper"));
    }
}

fn solve(data: &Path, checkpoint: &Path) -> std::process::Command {
    let mut command = super::mancala(data);
    command
        .args(["solve", "--table-seeds", "6", "--hash", "4M"])
        .args(["--threads", "1", "--every", "1ms", "--checkpoint"])
        .arg(checkpoint);
    command
}

/// Solves until a new checkpoint has been written and some time has passed: the next one may be half written then.
fn solve_and_kill(data: &Path, checkpoint: &Path, round: u64) {
    let written = || -> Option<SystemTime> { checkpoint.metadata().ok()?.modified().ok() };
    let before = written();
    let mut child = solve(data, checkpoint)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while written() == before {
        assert!(began.elapsed() < Duration::from_secs(120), "no checkpoint");
        assert_eq!(child.try_wait().unwrap(), None, "the solve ended");
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(170 * round));
    child.kill().unwrap();
    child.wait().unwrap();
}

/// A table that took many tries is the table.
#[test]
fn killing_a_table_build_loses_no_finished_layer() {
    let data = tempfile::tempdir().unwrap();
    let build = || {
        let mut command = super::mancala(data.path());
        command.args(["table", "build", "--seeds", "17", "--threads", "1"]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let mut finished = 0;
    for round in 1..=12 {
        let mut child = build().spawn().unwrap();
        std::thread::sleep(Duration::from_millis(20 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = layers(data.path());
        assert!(now >= finished, "{now} layers after {finished}");
        finished = now;
    }
    assert!(build().status().unwrap().success());
    assert_eq!(layers(data.path()), 17);
    let verified = super::mancala(data.path())
        .args(["table", "verify", "--seeds", "17", "--sample", "20000"])
        .output()
        .unwrap();
    assert!(verified.status.success(), "{verified:?}");
}

/// The finished layers of the table in a folder.
fn layers(data: &Path) -> u64 {
    let info = super::mancala(data)
        .args(["table", "info", "--json"])
        .output()
        .unwrap();
    if info.stdout.is_empty() {
        return 0;
    }
    let info: serde_json::Value = serde_json::from_slice(&info.stdout).unwrap();
    info["layers_finished"].as_u64().unwrap_or(0)
}
