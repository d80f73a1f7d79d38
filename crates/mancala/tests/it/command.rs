//! The command as scripts use it: streams, exit codes, JSON.

use std::io::{BufRead, BufReader, Write};
use std::process::{Output, Stdio};

use serde_json::{Value, json};

fn run(arguments: &[&str]) -> Output {
    let data = tempfile::tempdir().unwrap();
    super::mancala(data.path())
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).unwrap()
}

#[test]
fn show_as_json() {
    let value = json_of(&["show", "--moves", "3 6 2", "--json"]);
    assert_eq!(value["position"], "4,4,0,5,5,0,2/5,0,6,6,5,5,1 n");
    assert_eq!(
        value["pits"],
        json!({"south": [4, 4, 0, 5, 5, 0], "north": [5, 0, 6, 6, 5, 5]})
    );
    assert_eq!(value["stores"], json!({"south": 2, "north": 1}));
    assert_eq!(value["to_move"], "north");
    assert_eq!(value["legal_moves"], json!([1, 3, 4, 5, 6]));
    assert_eq!(value["over"], false);
    assert_eq!(value["result"], Value::Null);
}

#[test]
fn show_traces_every_move() {
    let value = json_of(&["show", "--moves", "3 6", "--trace", "--json"]);
    let trace = value["trace"].as_array().unwrap();
    assert_eq!(trace.len(), 2);
    assert_eq!(trace[0]["extra_turn"], true);
    assert_eq!(trace[0]["path"].as_array().unwrap().len(), 4);
    assert_eq!(
        stdout(&["show", "--moves", "3 6", "--trace"])
            .lines()
            .count(),
        2
    );
}

#[test]
fn show_reads_kgp_boards_and_small_boards() {
    let value = json_of(&["show", "<2,0,1,4,4,3,2>", "--json"]);
    assert_eq!(value["position"], "4,4,0/3,2,1 s");
    let value = json_of(&[
        "show",
        "0,2,0/3,2,1 s",
        "--moves",
        "2",
        "--json",
        "--capture",
        "off",
    ]);
    assert_eq!(value["over"], true);
    assert_eq!(value["result"], json!({"winner": "north", "margin": -6}));
}

#[test]
fn perft_counts() {
    let counts = stdout(&["perft", "4"]);
    let numbers: Vec<&str> = counts
        .lines()
        .map(|line| line.split_whitespace().last().unwrap())
        .collect();
    assert_eq!(numbers, ["6", "35", "185", "942"]);
}

/// The JSON of a match without timings.
fn match_json(arguments: &[&str]) -> (Value, Option<i32>) {
    let output = run(&[&["match", "--json"], arguments].concat());
    let mut value: Value = serde_json::from_slice(&output.stdout).unwrap();
    for clock in ["seconds", "games_per_second"] {
        assert!(value.as_object_mut().unwrap().remove(clock).is_some());
    }
    (value, output.status.code())
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let players = [
        "random",
        "deep-purple",
        "--seed",
        "7",
        "--openings",
        "random:3",
    ];
    for more in [&["--games", "100"][..], &["--sprt", "0,50"]] {
        let result = |threads| match_json(&[&players, more, &["--threads", threads]].concat());
        let (value, code) = result("1");
        assert_eq!((value.clone(), code), result("3"), "{more:?}");
        match more[0] {
            "--games" => assert_eq!((&value["games"], code), (&100.into(), Some(0))),
            _ => assert_eq!(
                (&value["sprt"]["accepted"], code),
                (&"elo0".into(), Some(1))
            ),
        }
    }
}

/// Starts a match that would take hours, and lets it play for a moment.
#[cfg(unix)]
fn long_match(data: &std::path::Path, threads: &str) -> std::process::Child {
    let mut child = super::mancala(data)
        .args(["match", "random", "random", "--games", "100000000"])
        .args(["--threads", threads, "--records", "games.mancala"])
        .current_dir(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = || {
        let mut files = std::fs::read_dir(data).unwrap();
        files.any(|file| file.unwrap().metadata().unwrap().len() > 100_000)
    };
    while !begun() {
        assert!(child.try_wait().unwrap().is_none(), "the match is over");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_prints_what_was_played() {
    let data = tempfile::tempdir().unwrap();
    let child = long_match(data.path(), "2");
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report = String::from_utf8(output.stdout).unwrap();
    let games = report.split_whitespace().nth(3).unwrap();
    let count: usize = games.parse().unwrap();
    assert!(
        report.starts_with(&format!("random against random, {games} games")),
        "{report}"
    );
    assert!(report.contains("Elo difference"), "{report}");
    let talk = String::from_utf8(output.stderr).unwrap();
    assert_eq!(talk, format!("Stopped after {games} of 100000000 games.\n"));
    let records = std::fs::read_to_string(data.path().join("games.mancala")).unwrap();
    assert_eq!(records.matches("[Format ").count(), count);
    for record in records.split("\n\n[Format").take(3) {
        let record = format!("[Format{}", record.trim_start_matches("[Format"));
        assert!(kalah::Record::from_text(&record).is_ok(), "{record}");
    }
}

/// A match on one thread starts no other; each further one starts one more.
#[cfg(target_os = "linux")]
#[test]
fn a_match_uses_as_many_threads_as_it_is_given() {
    let threads = |count: &str| -> usize {
        let data = tempfile::tempdir().unwrap();
        let child = long_match(data.path(), count);
        // On a busy machine the first game may be over before the last thread has begun.
        let tasks = (0..40).map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(25));
            let tasks = std::fs::read_dir(format!("/proc/{}/task", child.id()));
            tasks.unwrap().count()
        });
        let tasks = tasks.max().unwrap();
        interrupt(&child);
        child.wait_with_output().unwrap();
        tasks
    };
    assert_eq!(threads("1") + 2, threads("3"));
}

#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    let interrupt = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.unwrap().success());
}

#[test]
fn wrong_usage_and_input_exit_with_2_and_say_why() {
    let cases: &[(&[&str], &str)] = &[
        (&["fly"], "unknown command 'fly'"),
        (&["asm", "x.asm"], "did you mean `mancala cdm8 asm`?"),
        (&["debug"], "did you mean `mancala cdm8 debug`?"),
        (
            &["show", "4,4,0"],
            "a position has two rows separated by '/'",
        ),
        (
            &["show", "4,4,0/4,4,0", "--pits", "3"],
            "the rows have 2 pits, but the rules have 3",
        ),
        (
            &["show", "--moves", "3 3"],
            "move 2: south's pit 3 is empty",
        ),
        (
            &["show", "--moves", "three"],
            "move 1: 'three' is not a pit number",
        ),
        (&["show", "--rules", "chess"], "unknown rules 'chess'"),
        (&["show", "--pits", "13"], "pits must be 1 to 12, not 13"),
        (&["show", "--seeds", "0"], "seeds must be 1 to 12, not 0"),
        (&["show", "--seeds", "-1"], "seeds must be 1 to 12, not -1"),
        (
            &["show", "--seeds", "many"],
            "seeds must be a whole number, not 'many'",
        ),
        (
            &["show", "--capture", "never"],
            "unknown capture rule 'never'",
        ),
        (&["match", "random", "fred"], "unknown player 'fred'"),
        (
            &["match", "random", "alpha-beta:0"],
            "alpha-beta looks 1 to 40 moves ahead",
        ),
        (
            &["match", "random", "random", "--openings", "random:x"],
            "openings are 'none', 'random:K'",
        ),
        (
            &["play", "--load", "nothing"],
            "there is no saved game 'nothing'",
        ),
        (&["play", "--load", "no/such/file"], "no/such/file"),
        (&["games", "show", "../etc"], "cannot be the name of a game"),
        (&["perft", "0"], "depth must be 1 to"),
    ];
    for (arguments, message) in cases.iter().copied() {
        let output = run(arguments);
        let talk = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {talk}");
        assert!(talk.contains(message), "{arguments:?}: {talk}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn colour_only_when_asked_for() {
    let plain = stdout(&["show"]);
    assert!(!plain.contains('\x1b'));
    assert!(stdout(&["show", "--color", "always"]).contains('\x1b'));
    let data = tempfile::tempdir().unwrap();
    let output = super::mancala(data.path())
        .args(["show"])
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), plain);
}

#[test]
fn a_broken_pipe_is_no_error() {
    let data = tempfile::tempdir().unwrap();
    let mut child = super::mancala(data.path())
        .args(["perft", "9"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut first)
        .unwrap();
    assert_eq!(first.trim(), "1 6");
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn completions_and_manual_cover_every_verb() {
    let verbs = verbs();
    assert!(verbs.contains(&"play".to_owned()), "{verbs:?}");
    let manual = stdout(&["man"]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&["completions", shell]);
        for verb in &verbs {
            assert!(script.contains(verb.as_str()), "{shell}: {verb}");
        }
    }
    for verb in &verbs {
        assert!(manual.contains(verb.as_str()), "{verb}");
    }
}

/// The commands that `--help` shows, group by group.
fn verbs() -> Vec<String> {
    let help = stdout(&["--help"]);
    let (groups, _) = help.split_once("Options:").unwrap();
    groups
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|verb| *verb != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_manual_page_refers_to_pages_that_exist() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    stdout(&["man", "--out", out]);
    let mut references = 0;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let page = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for (before, _) in page.match_indices("(1)").map(|(at, _)| page.split_at(at)) {
            let name = before.rsplit(char::is_whitespace).next().unwrap();
            let name = name.replace("\\-", "-").replace("\\fB", "");
            let path = folder
                .path()
                .join(format!("{}.1", name.trim_end_matches("\\fR")));
            assert!(path.is_file(), "{name}");
            references += 1;
        }
    }
    assert!(references >= verbs().len(), "{references} references");
    let one = stdout(&["man", "circuit", "run"]);
    let version = env!("CARGO_PKG_VERSION");
    let title = format!(".TH MANCALA-CIRCUIT-RUN 1 \" \" \"mancala {version}");
    assert!(one.contains(&title), "{one}");
    let written = std::fs::read_to_string(folder.path().join("mancala-circuit-run.1")).unwrap();
    assert_eq!(one, written);
    let output = run(&["man", "fly"]);
    assert_eq!(output.status.code(), Some(2));
}

/// `mancala --help | head -1`
#[test]
fn help_that_nobody_reads_to_the_end_is_no_error() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let data = tempfile::tempdir().unwrap();
    let status = super::mancala(data.path())
        .arg("--help")
        .stdout(writer)
        .status();
    assert_eq!(status.unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn interrupting_keeps_the_game_and_says_so() {
    let data = tempfile::tempdir().unwrap();
    let mut child = super::mancala(data.path())
        .args(["play", "--two-players", "--ask", "never"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    writeln!(stdin, "3").unwrap();
    assert!(lines.any(|line| line.unwrap().contains("south moves again")));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stderr).contains("The game is saved as 'game-1'"));
    let kept = std::fs::read_to_string(data.path().join("games/game-1.mancala")).unwrap();
    assert_eq!(kalah::Record::from_text(&kept).unwrap().moves().len(), 1);
}

#[test]
fn damaged_and_newer_games_are_named_and_left_alone() {
    let data = tempfile::tempdir().unwrap();
    let games = data.path().join("games");
    std::fs::create_dir_all(&games).unwrap();
    let files = [
        (
            "cut.mancala",
            "[Format \"1\"]\n[Rules \"standard\"]\n\n  1. 3+ 6 / 2\n"
                .as_bytes()
                .to_vec(),
        ),
        ("newer.mancala", b"[Format \"2\"]\n*\n".to_vec()),
        ("noise.mancala", vec![0, 159, 146, 150]),
        ("whole.mancala", b"[Format \"1\"]\n\n  1. 3+\n*\n".to_vec()),
    ];
    for (name, bytes) in &files {
        std::fs::write(games.join(name), bytes).unwrap();
    }
    let list = super::mancala(data.path()).arg("games").output().unwrap();
    let talk = String::from_utf8_lossy(&list.stderr).into_owned();
    assert!(list.status.success());
    assert!(String::from_utf8_lossy(&list.stdout).starts_with("whole "));
    assert!(
        talk.contains("cut: cannot be read and is left as it is")
            && talk.contains("the record is cut off"),
        "{talk}"
    );
    assert!(talk.contains("format 2, newer than the format 1"), "{talk}");
    assert!(talk.contains("noise: cannot be read"), "{talk}");
    for name in ["cut", "newer", "noise"] {
        let play = super::mancala(data.path())
            .args(["play", "--load", name])
            .output()
            .unwrap();
        assert_eq!(play.status.code(), Some(2), "{name}");
    }
    for (name, bytes) in &files {
        assert_eq!(
            &std::fs::read(games.join(name)).unwrap(),
            bytes,
            "{name} is untouched"
        );
    }
}

/// A game being played through pipes, with its output line by line.
struct Playing {
    child: std::process::Child,
    stdin: std::process::ChildStdin,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Playing {
    fn start(data: &std::path::Path, arguments: &[&str]) -> Playing {
        let mut child = super::mancala(data)
            .arg("play")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Playing {
            stdin: child.stdin.take().unwrap(),
            lines: BufReader::new(child.stdout.take().unwrap()).lines(),
            child,
        }
    }

    fn type_line(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").unwrap();
    }

    /// Reads up to a line with these words.
    fn read_to(&mut self, words: &str) -> String {
        let mut lines = self.lines.by_ref().map(Result::unwrap);
        lines
            .find(|line| line.contains(words))
            .unwrap_or_else(|| panic!("no '{words}'"))
    }

    /// Ends the input and returns all remaining output.
    fn leave(self) -> String {
        drop(self.stdin);
        let rest: Vec<String> = self.lines.map(Result::unwrap).collect();
        let output = self.child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        rest.join("\n")
    }
}

#[test]
fn a_game_belongs_to_one_program_at_a_time() {
    let data = tempfile::tempdir().unwrap();
    let mut first = Playing::start(data.path(), &["--two-players"]);
    first.type_line("3");
    first.read_to("south moves again");
    let second = |arguments: &[&str]| {
        let mut command = super::mancala(data.path());
        command
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap()
    };
    for arguments in [
        &["play", "--load", "game-1"][..],
        &["games", "delete", "game-1", "--yes"],
    ] {
        let output = second(arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(
            told.contains("'game-1' is being played by another program"),
            "{told}"
        );
    }
    // Killed, not left: the lock is released with the program.
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    assert!(second(&["play", "--load", "game-1"]).status.success());
}

#[test]
fn games_started_together_are_all_kept() {
    let data = tempfile::tempdir().unwrap();
    let mut games: Vec<Playing> = (0..4)
        .map(|_| Playing::start(data.path(), &["--two-players"]))
        .collect();
    games.iter_mut().for_each(|game| game.type_line("3"));
    let mut farewells: Vec<String> = games.into_iter().map(Playing::leave).collect();
    farewells.iter_mut().for_each(|text| {
        let kept = text.lines().last().unwrap().to_owned();
        *text = kept;
    });
    farewells.sort();
    for (number, farewell) in (1..).zip(&farewells) {
        assert!(
            farewell.contains(&format!("saved as 'game-{number}'")),
            "{farewells:?}"
        );
    }
}

#[test]
fn the_own_move_is_seen_while_the_opponent_thinks() {
    let data = tempfile::tempdir().unwrap();
    let mut game = Playing::start(data.path(), &["--opponent", "search:2s"]);
    game.type_line("1");
    game.read_to("You sow 4 seeds from pit 1");
    for _ in 0..8 {
        game.lines.next().unwrap().unwrap();
    }
    let drawn = std::time::Instant::now();
    game.read_to("The computer sows");
    let waited = drawn.elapsed();
    assert!(
        waited >= std::time::Duration::from_millis(500),
        "{waited:?}"
    );
    game.leave();
}
