//! Kills the program in the middle of a game, many times, and loses nothing.
//!
//! Two people play through a pipe as fast as the program reads. Every move it has shown must be in the kept game, and the
//! kept game must always load. `CRASHES=1000 cargo test -p mancala crash` kills more often.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

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
    // An error means that the game ended by itself before a move was shown: there is nothing to wait for then.
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

/// How many moves the kept game has, and whether it is over. It must load.
fn kept_game(data: &Path) -> (usize, bool) {
    let text = std::fs::read_to_string(data.join(GAME)).unwrap();
    let record = kalah::Record::from_text(&text).unwrap();
    (record.moves().len(), record.position().is_over())
}
