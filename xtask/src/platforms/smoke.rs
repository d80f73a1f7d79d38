//! A first walk through the program, on a platform that is not the one it was written on: every verb once, files with
//! foreign line ends and names, a game that is killed and found again.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

/// The program as it is started on its platform.
pub trait Program {
    fn command(&self) -> Command;
    /// A folder the program can write to.
    fn work(&self) -> PathBuf;
    /// A path as the platform writes it.
    fn path(&self, path: &Path) -> String;
}

/// One call: its arguments, what is typed, its exit code, and a piece of what it prints.
struct Call {
    arguments: &'static str,
    typed: &'static str,
    code: i32,
    says: &'static str,
}

const fn call(arguments: &'static str, code: i32, says: &'static str) -> Call {
    Call {
        arguments,
        typed: "",
        code,
        says,
    }
}

const fn talk(arguments: &'static str, typed: &'static str, code: i32, says: &'static str) -> Call {
    Call {
        arguments,
        typed,
        code,
        says,
    }
}

/// Arguments are separated by blanks; `~` stands for a blank in a name.
const CALLS: &[Call] = &[
    call("perft 6", 0, "23233"),
    call("show --moves 3~6 --json", 0, "\"to_move\""),
    call("show nonsense", 2, "error"),
    call("players", 0, "deep-purple"),
    call("match random mirror --games 4", 0, "mirror"),
    call("solve --seeds 1", 0, "+2"),
    call("analyse --seeds 1", 0, "+2"),
    call("puzzle --seed 1", 0, ""),
    call("book --help", 0, "Usage"),
    call("bench --help", 0, "Usage"),
    call("table build --seeds 8", 0, ""),
    call("table info", 0, "8"),
    call("completions powershell", 0, "mancala"),
    call("man", 0, ".TH"),
    talk(
        "play --opponent mirror --ask never",
        "3\n6\nsave zwei\nquit\n",
        0,
        "",
    ),
    call("games", 0, "zwei"),
    call("games export zwei --output Spiel~ä.txt", 0, ""),
    call("review Spiel~ä.txt --time 100ms", 0, ""),
    talk("classic", "1\n0\n1\nyes\nno\n1\n", 0, "Welcome to Mancala!"),
    call("cdm8 asm Prögramm~1.asm -o Prögramm~1.img", 0, ""),
    call("cdm8 dis Prögramm~1.img", 0, "ldi"),
    call("cdm8 run Prögramm~1.asm", 0, "halt"),
    call("cdm8 test Prögramm~1.asm", 0, "passed"),
    talk("cdm8 debug Prögramm~1.asm", "step\nquit\n", 0, ""),
    call("cdm8 asm missing.asm", 2, "missing.asm"),
    call("circuit check Schaltung~ß.circ", 0, ""),
    call("circuit stats Schaltung~ß.circ", 0, ""),
    call("circuit svg Schaltung~ß.circ -o Bild.svg", 0, ""),
    call("chip read Chip~ß.chip", 0, "1 chip"),
    call("chip draw Chip~ß.chip -o Gezeichnet~ß.circ", 0, ""),
    call("chip check Chip~ß.chip Gezeichnet~ß.circ", 0, ""),
    call("course list", 0, "first-gate"),
    call("course start first-program -o Aufgabe~ß", 0, "Aufgabe"),
    talk("console --model 2023", "4\nyou\n3\nquit\n", 0, ""),
    call("console export Kasten~1", 0, "Kasten"),
    call("console budget --games 2", 0, "2023"),
    call(
        "grade init Kasten~1/2022/mancala.circ -o Tafel~1.toml",
        0,
        "reset",
    ),
    call("grade missing.circ --panel missing.toml", 2, "missing.toml"),
    call(
        "grade Kasten~1 --panel Tafel~1.toml --games 1 -o Noten~1",
        1,
        "graded",
    ),
    call("site Seite~1", 0, "written to Seite 1"),
    call("serve --no-open --bind nowhere", 2, "nowhere"),
];

const PROGRAM: &str = "\u{feff}asect 0\r\nldi r0, 5\r\nhalt\r\n#! expect r0 = 5\r\nend\r\n";
const CHIP: &str = include_str!("../../../course/first-gate/error-light.chip");
const CIRCUIT: &str = include_str!("../../../docs/examples/circuit/hello.circ");

pub fn check(program: &dyn Program) -> Result<()> {
    let work = program.work();
    fs::write(work.join("Prögramm 1.asm"), PROGRAM)?;
    fs::write(work.join("Schaltung ß.circ"), CIRCUIT.replace('\n', "\r\n"))?;
    fs::write(work.join("Chip ß.chip"), CHIP.replace('\n', "\r\n"))?;
    let walk = Walk {
        program,
        data: work.join("Spiele und Töne"),
    };
    let mut faults = Vec::new();
    for call in CALLS {
        let start = std::time::Instant::now();
        let tried = walk.try_call(call);
        println!(
            "{:5.1} s  mancala {}",
            start.elapsed().as_secs_f64(),
            call.arguments
        );
        if let Err(fault) = tried {
            faults.push(format!("mancala {}: {fault:#}", call.arguments));
        }
    }
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    walk.every_verb_was_tried()?;
    walk.a_killed_game_is_kept()?;
    walk.the_page_is_served()?;
    println!(
        "{} calls, a game killed and found again, and the page served",
        CALLS.len()
    );
    Ok(())
}

struct Walk<'a> {
    program: &'a dyn Program,
    data: PathBuf,
}

impl Walk<'_> {
    fn command(&self, arguments: &str) -> Command {
        let mut command = self.program.command();
        command
            .args(
                arguments
                    .split(' ')
                    .map(|argument| argument.replace('~', " ")),
            )
            .current_dir(self.program.work())
            .env("MANCALA_DATA_DIR", self.program.path(&self.data))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Exit code, and everything printed.
    fn output(&self, arguments: &str, typed: &str) -> Result<(Option<i32>, String)> {
        let mut child = self.command(arguments).spawn()?;
        let mut stdin = child.stdin.take().context("no input")?;
        // A program that reads nothing may be gone already.
        let _ = stdin.write_all(typed.as_bytes());
        drop(stdin);
        let output = child.wait_with_output()?;
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.push_str(&String::from_utf8_lossy(&output.stderr));
        Ok((output.status.code(), text))
    }

    fn try_call(&self, call: &Call) -> Result<()> {
        let (code, text) = self.output(call.arguments, call.typed)?;
        ensure!(
            code == Some(call.code),
            "exit code {code:?} instead of {}:\n{text}",
            call.code
        );
        ensure!(
            text.contains(call.says),
            "does not say '{}':\n{text}",
            call.says
        );
        ensure!(!text.contains("panicked"), "{text}");
        for line in text.lines().filter(|line| line.contains(":\\")) {
            let path = line.split(":\\").nth(1).unwrap_or_default();
            ensure!(!path.contains('/'), "a path is written in two ways: {line}");
        }
        Ok(())
    }

    fn every_verb_was_tried(&self) -> Result<()> {
        let (_, help) = self.output("--help", "")?;
        let verb = |line: &str| {
            let name = line.strip_prefix("  ")?.split(' ').next()?;
            (!name.is_empty() && !name.starts_with('-')).then(|| name.to_owned())
        };
        let listed: BTreeSet<String> = help
            .lines()
            .filter_map(verb)
            .filter(|verb| verb != "help")
            .collect();
        let tried: BTreeSet<String> = CALLS
            .iter()
            .filter_map(|call| call.arguments.split(' ').next())
            .map(str::to_owned)
            .collect();
        let missing: Vec<&String> = listed.difference(&tried).collect();
        ensure!(listed.len() > 10, "--help lists only {listed:?}");
        ensure!(missing.is_empty(), "never tried: {missing:?}");
        Ok(())
    }

    /// Kills a game after a move was shown, and finds the move again.
    fn a_killed_game_is_kept(&self) -> Result<()> {
        let mut child = self.command("play --opponent mirror --ask never").spawn()?;
        let mut stdin = child.stdin.take().context("no input")?;
        stdin.write_all(b"1\n")?;
        stdin.flush()?;
        let mut shown = String::new();
        let mut lines = BufReader::new(child.stdout.take().context("no output")?);
        while !shown.contains("You sow 4 seeds from pit 1") {
            if lines.read_line(&mut shown)? == 0 {
                bail!("the game ended by itself:\n{shown}");
            }
        }
        child.kill()?;
        child.wait()?;
        let (code, games) = self.output("games", "")?;
        ensure!(code == Some(0) && games.contains("game-1"), "{games}");
        let (code, game) = self.output("games show game-1", "")?;
        ensure!(code == Some(0) && game.contains('1'), "{game}");
        let (code, text) = self.output("play --load game-1 --ask never", "quit\n")?;
        ensure!(code == Some(0) && text.contains('5'), "{text}");
        Ok(())
    }

    /// Asks a running `serve` for the page.
    fn the_page_is_served(&self) -> Result<()> {
        let mut child = self.command("serve --no-open --port 0").spawn()?;
        let mut line = String::new();
        let mut lines = BufReader::new(child.stdout.take().context("no output")?);
        lines.read_line(&mut line)?;
        let page = page_at(&line);
        child.kill()?;
        child.wait()?;
        let page = page.with_context(|| line)?;
        ensure!(page.contains("<!doctype html>"), "{page}");
        Ok(())
    }
}

/// The page at the address that `serve` printed.
fn page_at(line: &str) -> Result<String> {
    let port = line.split("127.0.0.1:").nth(1).context("no address")?;
    let port = port.split('/').next().unwrap_or_default().parse::<u16>()?;
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    write!(
        stream,
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    )?;
    let mut page = String::new();
    stream.read_to_string(&mut page)?;
    Ok(page)
}
