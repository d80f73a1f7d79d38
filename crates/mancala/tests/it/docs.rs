//! The documents: printed examples match the program's output, and their commands and files work as written.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use serde_json::Value;

use crate::{mancala, root};

fn document(name: &str) -> String {
    let path = root().join("docs").join(name);
    fs::read_to_string(path).unwrap().replace("\r\n", "\n")
}

/// A folder with files of the tree in it.
fn folder_with(files: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let path = root().join(file);
        let name = path.file_name().unwrap();
        fs::copy(&path, folder.path().join(name)).unwrap();
    }
    folder
}

fn run(folder: &Path, words: &[String], input: &str) -> Output {
    let mut child = mancala(folder)
        .current_dir(folder)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads no input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// The words of a command after `mancala`; quotes keep words together.
pub fn words(command: &str) -> Vec<String> {
    let (mut words, mut quote) = (vec![String::new()], None);
    for c in command.chars() {
        match (c, quote) {
            ('"' | '\'', None) => quote = Some(c),
            (c, Some(end)) if c == end => quote = None,
            (' ', None) => words.push(String::new()),
            (c, _) => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The commands in the blocks of a document, each with the lines that follow it up to the next.
fn examples(document: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for block in document.split("\n```").skip(1).step_by(2) {
        let mut begun = false;
        for line in block.lines().skip(1) {
            if let Some(command) = line.strip_prefix("$ ") {
                begun = command.starts_with("mancala ");
                if begun {
                    found.push((command.to_owned(), Vec::new()));
                }
            } else if let Some((_, lines)) = found.last_mut().filter(|_| begun) {
                lines.push(line.trim_end().to_owned());
            }
        }
    }
    found
}

/// Runs the examples of a document, and finds every printed line in the program's output.
fn check(name: &str, folder: &tempfile::TempDir) -> usize {
    let mut problems = Vec::new();
    let mut checked = 0;
    for (example, lines) in examples(&document(name)) {
        let command = example.split(" | ").next().unwrap();
        let (command, target) = match command.split_once(" > ") {
            Some((command, target)) => (command, Some(target)),
            None => (command, None),
        };
        let words = words(command.trim_start_matches("mancala "));
        let is_there = |word: &String| !word.contains('.') || folder.path().join(word).exists();
        if !words.iter().any(|word| folder.path().join(word).is_file())
            || !words
                .iter()
                .filter(|word| word.ends_with(".asm") || word.ends_with(".circ"))
                .all(is_there)
        {
            continue;
        }
        // Input typed at a prompt.
        let typed = lines.iter().filter_map(|line| line.strip_prefix("> "));
        let typed = typed.flat_map(|line| ["-x".to_owned(), line.to_owned()]);
        let words: Vec<String> = words.into_iter().chain(typed).collect();
        let output = run(folder.path(), &words, "");
        checked += 1;
        if let Some(target) = target {
            fs::write(folder.path().join(target.trim()), &output.stdout).unwrap();
        }
        let printed = [output.stdout, output.stderr].concat();
        let printed = String::from_utf8(printed).unwrap();
        if output.status.code() == Some(2) {
            problems.push(format!("{name}: {example}\n{printed}"));
        }
        for line in lines
            .iter()
            .filter(|line| !line.is_empty() && !line.contains("..."))
        {
            if !printed.lines().any(|other| other.trim_end() == line) {
                problems.push(format!("{name}: {example}\n  expected: {line}\n{printed}"));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    checked
}

#[test]
fn the_examples_about_programs_print_what_is_printed() {
    let page = document("cdm8-start.md");
    let block = |start: &str| {
        let mut blocks = page.split("\n```\n").map(|block| format!("{block}\n"));
        blocks.find(|block| block.starts_with(start)).unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("sum.asm", &block("# Sums a table."));
    write(
        "sum.test",
        &block("#! test its own table").replace("#! ", ""),
    );
    assert_eq!(check("cdm8-start.md", &folder), 3);
}

#[test]
fn the_examples_about_circuits_print_what_is_printed() {
    let folder = folder_with(&[
        "docs/examples/circuit/adder.circ",
        "docs/examples/circuit/student.circ",
        "docs/examples/circuit/grade.script",
        "docs/examples/circuit/stopwatch.circ",
    ]);
    assert!(check("circuit.md", &folder) > 4);
}

#[test]
fn the_puzzle_of_the_solver_page_is_answered_there() {
    let page = document("solver.md");
    let line = page
        .lines()
        .find(|line| line.contains("puzzle --seed"))
        .unwrap();
    let command = line.trim().split("  ").next().unwrap();
    let output = run(
        Path::new("."),
        &words(command.trim_start_matches("mancala ")),
        "",
    );
    assert_eq!(output.status.code(), Some(0), "{line}");
}

#[test]
fn the_run_of_the_page_about_time_works_as_printed() {
    let page = document("timeline.md");
    let block = page
        .split("\n```")
        .find(|block| block.starts_with("\nrun 1\n"))
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.run"), block.trim_start()).unwrap();
    fs::write(folder.path().join("nothing.script"), "").unwrap();
    let command = words("console --model 2023 --replay game.run --script nothing.script");
    let output = run(folder.path(), &command, "");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Every field of a value: `position`, `rules.pits`, `moves[].pit`.
fn fields(value: &Value, before: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields_of) => {
            for (name, value) in fields_of {
                let name = if before.is_empty() {
                    name.clone()
                } else {
                    format!("{before}.{name}")
                };
                found.insert(name.clone());
                fields(value, &name, found);
            }
        }
        Value::Array(list) => {
            let name = format!("{before}[]");
            let objects = list.iter().filter(|one| one.is_object());
            objects.for_each(|one| fields(one, &name, found));
        }
        _ => {}
    }
}

/// The output of a command, as one value or as a value on each line.
fn values(text: &str) -> Vec<Value> {
    let whole = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let values: Vec<Value> = whole.map(|value| value.unwrap()).collect();
    values
        .into_iter()
        .flat_map(|value| match value {
            Value::Array(list) => list,
            value => vec![value],
        })
        .collect()
}

/// The folder in which the commands of docs/json.md run.
fn workplace() -> tempfile::TempDir {
    let folder = folder_with(&[
        "docs/examples/cdm8/sum.asm",
        "docs/examples/circuit/adder.circ",
        "docs/examples/circuit/adder.vectors",
        "docs/examples/circuit/grade.script",
        "docs/examples/circuit/student.circ",
    ]);
    let game = "[Format \"1\"]\n[Rules \"pits=6 seeds=2\"]\n\n  1. 1 / 5+ 3\n *\n";
    fs::write(folder.path().join("game.mancala"), game).unwrap();
    fs::write(folder.path().join("positions.txt"), "0,0,5/0,0,3 s\n").unwrap();
    let play = words("play --plain --two-players --seeds 2");
    run(folder.path(), &play, "3\n1\nquit\n");
    let build = words("table build --seeds 4");
    run(folder.path(), &build, "");
    folder
}

#[test]
fn the_page_about_json_names_every_field_and_no_other() {
    let page = document("json.md");
    let folder = workplace();
    let mut problems = Vec::new();
    let mut sections = 0;
    for section in page.split("\n## `mancala ").skip(1) {
        let (command, rest) = section.split_once('`').unwrap();
        let named: BTreeSet<String> = rest
            .lines()
            .filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned()))
            .collect();
        let (command, input) = match command.split_once(" < ") {
            Some((command, file)) => (
                command,
                fs::read_to_string(folder.path().join(file)).unwrap(),
            ),
            None => (command, "quit\n".to_owned()),
        };
        let output = run(folder.path(), &words(command), &input);
        let text = String::from_utf8(output.stdout).unwrap();
        let mut found = BTreeSet::new();
        values(&text)
            .iter()
            .for_each(|value| fields(value, "", &mut found));
        let maps: Vec<&str> = named
            .iter()
            .filter_map(|name| name.strip_suffix(".*"))
            .collect();
        let found: BTreeSet<String> = found
            .into_iter()
            .map(|name| {
                let inside = |map: &&&str| {
                    name.strip_prefix(**map)
                        .is_some_and(|rest| rest.starts_with('.'))
                };
                maps.iter()
                    .find(inside)
                    .map_or(name.clone(), |map| format!("{map}.*"))
            })
            .collect();
        sections += 1;
        if found.is_empty() || found != named {
            let missing: Vec<_> = found.difference(&named).collect();
            let extra: Vec<_> = named.difference(&found).collect();
            let err = String::from_utf8_lossy(&output.stderr).into_owned();
            problems.push(format!(
                "{command}: not described: {missing:?}; not printed: {extra:?} {err}"
            ));
        }
    }
    assert!(sections > 15, "{sections}");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// All files of the documents.
pub fn document_files() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).unwrap();
    let docs = docs.map(|entry| entry.unwrap().path());
    let docs = docs.filter(|path| path.extension().is_some_and(|end| end == "md"));
    docs.chain([root().join("README.md")]).collect()
}

/// The lines of blocks that are commands, without shell syntax and comments.
pub fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let line = line.trim_start_matches("$ ").trim_start_matches("    ");
        let Some(command) = line.strip_prefix("mancala ") else {
            continue;
        };
        let ends = ["  ", " #", " | ", " > ", " < ", " && ", " &"];
        let end = ends.iter().filter_map(|end| command.find(end)).min();
        let command = &command[..end.unwrap_or(command.len())];
        // The forms of commands are not commands.
        if !command.contains(['[', '|', '…', '\\']) && !command.contains("...") {
            found.push(command.to_owned());
        }
    }
    found
}

#[test]
fn every_option_in_the_documents_exists() {
    let folder = tempfile::tempdir().unwrap();
    let mut checked = BTreeSet::new();
    let mut problems = Vec::new();
    for path in document_files() {
        let text = fs::read_to_string(&path).unwrap();
        for command in commands(&text) {
            let flags = command.split(' ').filter(|word| word.starts_with("--"));
            let flags: Vec<&str> = flags.map(|flag| flag.split('=').next().unwrap()).collect();
            let verbs: Vec<&str> = command
                .split(' ')
                .take_while(|word| !word.starts_with('-'))
                .take_while(|word| {
                    word.chars()
                        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
                })
                .take(3)
                .collect();
            for depth in (1..=verbs.len()).rev() {
                let help = [&verbs[..depth], &["--help"]].concat();
                let key = help.join(" ");
                let output = mancala(folder.path()).args(&help).output().unwrap();
                if !output.status.success() {
                    continue;
                }
                let help = String::from_utf8(output.stdout).unwrap();
                for flag in &flags {
                    if checked.insert((key.clone(), (*flag).to_owned())) && !help.contains(flag) {
                        problems.push(format!("{}: {command}: {flag}", path.display()));
                    }
                }
                break;
            }
        }
    }
    assert!(checked.len() > 60, "{}", checked.len());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
