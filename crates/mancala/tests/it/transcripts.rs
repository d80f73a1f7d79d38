//! Commands and all their output, in `tests/data/transcripts/**/*.txt`.
//!
//! ```text
//! # a comment
//! @ game.asm                 a file in the folder the commands run in ...
//! | halt                     ... and its lines
//! ~ in * s                   a mask: text of this shape differs from run to run and is stored as the mask
//! $ mancala games            a command; all commands of a file share one folder, for data and to work in
//! < yes                      a line of its input
//!   what it prints           everything else is stdout, verbatim; a line of it that begins with # has a \ before it
//! ! talk                     a line of stderr
//! = exit 2                   the exit code, if it is not 0
//! $ cat game.mancala         the contents of a file now
//! ```
//!
//! In a mask `*` stands for a word (up to a blank, comma, semicolon, bracket or quote) and `...` for the rest of the line.
//! In commands `ROOT` is the root of the source tree, words in double quotes are one word, and settings of the environment may
//! stand before `mancala`: `$ COLUMNS=60 mancala show`. In the output, the tree is `ROOT`, the folder is `DATA` and a day
//! is `DATE`. The program repeats its input when that is not a terminal, so that stdout reads like the conversation.
//!
//! `UPDATE_GOLDEN=1 cargo test -p mancala transcripts` rewrites the files: read what changed. With `TRANSCRIPT=puzzle` only
//! files with that in their name are tested.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

#[test]
fn every_transcript_reads_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts");
    let only = std::env::var("TRANSCRIPT").unwrap_or_default();
    let mut paths = Vec::new();
    find(&folder, &mut paths);
    paths.retain(|path| path.to_string_lossy().contains(&only));
    paths.sort();
    assert!(!paths.is_empty(), "there are no transcripts of '{only}'");
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let mut wrong = String::new();
    for path in &paths {
        let written = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
        let now = replayed(&written);
        if update {
            fs::write(path, now).unwrap();
        } else if now != written {
            wrong += &difference(path, &written, &now);
        }
    }
    assert!(
        wrong.is_empty(),
        "{wrong}\nUPDATE_GOLDEN=1 updates the transcripts"
    );
}

fn find(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            find(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            paths.push(path);
        }
    }
}

/// The difference between two texts: from the last command before the first different line.
fn difference(path: &Path, written: &str, now: &str) -> String {
    const LINES: usize = 40;
    let same = written
        .lines()
        .zip(now.lines())
        .take_while(|(written, now)| written == now);
    let same: Vec<&str> = same.map(|(line, _)| line).collect();
    let command = same.iter().rposition(|line| line.starts_with('$'));
    let from = command.unwrap_or(0);
    let part = |text: &str| -> String {
        let lines = text.lines().skip(from).take(LINES);
        lines.map(|line| format!("    {line}\n")).collect()
    };
    format!(
        "{} differs in line {}. Written there:\n{}Printed now:\n{}\n",
        path.display(),
        same.len() + 1,
        part(written),
        part(now)
    )
}

/// In every data folder as `test1.json`: the save file the document of the Python game shows.
const PYTHON_SAVE: &str = r#"{
  "state": [0, 5, 5, 5, 5, 4, 0, 4, 4, 4, 4, 4, 4, 0],
  "current_player": false,
  "is_final": false,
  "another_turn": false,
  "steal": true,
  "max_levels": 5,
  "score": 0
}"#;

/// The transcript with the present output of its commands.
fn replayed(transcript: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("test1.json"), PYTHON_SAVE).unwrap();
    let mut stage = Stage {
        folder: folder.path(),
        masks: Vec::new(),
        text: String::new(),
    };
    let mut lines = transcript.lines().peekable();
    while let Some(line) = lines.next() {
        let mut following = |sign: &str| {
            let mut found = Vec::new();
            while let Some(next) = lines.next_if(|next| is_marked(next, sign)) {
                found.push(next.get(2..).unwrap_or_default());
            }
            found
        };
        if line.starts_with('#') || stage.text.is_empty() && line.is_empty() {
            stage.say("", line);
        } else if let Some(mask) = line.strip_prefix("~ ") {
            stage.say("~ ", mask);
            stage.masks.push(mask.to_owned());
        } else if let Some(name) = line.strip_prefix("@ ") {
            let contents = following("|");
            stage.say("@ ", name);
            stage.write(name, &contents);
        } else if let Some(command) = line.strip_prefix("$ ") {
            let input = following("<");
            stage.say("$ ", command);
            stage.run(command, &input);
        }
    }
    stage.text
}

fn is_marked(line: &str, sign: &str) -> bool {
    line.strip_prefix(sign)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Where the commands of one transcript run.
struct Stage<'a> {
    folder: &'a Path,
    masks: Vec<String>,
    /// The transcript written so far.
    text: String,
}

impl Stage<'_> {
    fn say(&mut self, sign: &str, line: &str) {
        writeln!(self.text, "{}", format!("{sign}{line}").trim_end()).unwrap();
    }

    fn write(&mut self, name: &str, lines: &[&str]) {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(path, text).unwrap();
        lines.iter().for_each(|line| self.say("| ", line));
    }

    fn run(&mut self, command: &str, input: &[&str]) {
        input.iter().for_each(|typed| self.say("< ", typed));
        let words = words(command);
        let program = words.iter().position(|word| !word.contains('='));
        let (settings, rest) = words.split_at(program.expect("a command has a name"));
        match (rest[0].as_str(), &rest[1..]) {
            ("cat", [file]) => {
                let contents = fs::read(self.folder.join(file)).unwrap();
                self.print("", &contents);
            }
            ("mancala", arguments) => self.run_program(settings, arguments, input),
            _ => panic!("a transcript has only the commands mancala and cat: {command}"),
        }
    }

    fn run_program(&mut self, settings: &[String], arguments: &[String], input: &[&str]) {
        let settings = settings.iter().map(|word| word.split_once('=').unwrap());
        let mut child = super::mancala(self.folder)
            .args(arguments)
            .envs(settings)
            .current_dir(self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let typed: String = input.iter().map(|line| format!("{line}\n")).collect();
        // A program may leave its input unread.
        let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
        let output = child.wait_with_output().unwrap();
        self.print("", &output.stdout);
        self.print("! ", &output.stderr);
        match output.status.code() {
            Some(0) => {}
            code => self.say("= exit ", &code.unwrap_or(-1).to_string()),
        }
    }

    fn print(&mut self, sign: &str, bytes: &[u8]) {
        let folder = self.folder.display().to_string();
        let root = super::root().display().to_string();
        let text = String::from_utf8_lossy(bytes)
            .replace(&folder, "DATA")
            .replace(&root, "ROOT");
        for line in without_dates(&text).lines() {
            let masked = self
                .masks
                .iter()
                .fold(line.to_owned(), |line, mask| masked(&line, mask));
            let escape = if sign.is_empty() && masked.starts_with('#') {
                "\\"
            } else {
                sign
            };
            self.say(escape, &masked);
        }
    }
}

/// The line with every text that has the mask's shape replaced by the mask.
fn masked(line: &str, mask: &str) -> String {
    let (mut done, mut rest) = (String::new(), line);
    while !rest.is_empty() {
        match fits(rest, mask) {
            Some(length) if length > 0 => {
                done.push_str(mask);
                rest = &rest[length..];
            }
            _ => {
                let next = rest.chars().next().map_or(0, char::len_utf8);
                done.push_str(&rest[..next]);
                rest = &rest[next..];
            }
        }
    }
    done
}

/// How much of the beginning of the text matches the mask.
fn fits(text: &str, mask: &str) -> Option<usize> {
    if mask == "..." {
        return Some(text.len());
    }
    let Some(next) = mask.chars().next() else {
        return Some(0);
    };
    if next != '*' {
        let rest = text.strip_prefix(next)?;
        return Some(next.len_utf8() + fits(rest, &mask[next.len_utf8()..])?);
    }
    let ends = |c: char| c.is_whitespace() || ",;()[]{}\"".contains(c);
    let word = text.find(ends).unwrap_or(text.len());
    let shapes = (1..=word).rev().filter(|&end| text.is_char_boundary(end));
    shapes
        .filter_map(|end| Some(end + fits(&text[end..], &mask[1..])?))
        .next()
}

#[test]
fn masks_stand_for_words_and_for_the_rest_of_a_line() {
    assert_eq!(masked("35 nodes in 0.02 s", "in * s"), "35 nodes in * s");
    assert_eq!(
        masked(r#"{"s":1.5,"n":2}"#, r#""s":*,"#),
        r#"{"s":*,"n":2}"#
    );
    assert_eq!(masked("speed 3.2 Mn/s, 1 of 2", "speed ..."), "speed ...");
    assert_eq!(masked("1.2s and 3.4s", "*s"), "*s and *s");
    assert_eq!(masked("nothing of that", "in * s"), "nothing of that");
}

/// Days as in 2026-11-15 become DATE.
fn without_dates(text: &str) -> String {
    let is_day = |word: &str| {
        let shape: String = word
            .chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c })
            .collect();
        shape == "0000-00-00"
    };
    let mut clean = String::new();
    for word in text.split_inclusive(|c: char| !c.is_ascii_digit() && c != '-') {
        let end = word
            .trim_end_matches(|c: char| !c.is_ascii_digit() && c != '-')
            .len();
        match is_day(&word[..end]) {
            true => clean.extend(["DATE", &word[end..]]),
            false => clean.push_str(word),
        }
    }
    clean
}

/// Splits a command line at blanks, keeping what is in double quotes together.
fn words(line: &str) -> Vec<String> {
    let root = super::root().display().to_string();
    let quoted = line.split('"').enumerate();
    let words = quoted.flat_map(|(i, part)| match i % 2 {
        1 => vec![part.to_owned()],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    });
    words.map(|word| word.replace("ROOT", &root)).collect()
}
