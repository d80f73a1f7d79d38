//! Every `tests/data/programs/{ok,err}_*.asm`. The expectations are in comments of the source:
//!
//! ```text
//! #= image: d0 05 12*00 d4       the bytes, trailing zeros cut (ok_ only)
//! #= compat: cocoide             also: variant, memory, silence, with (another file of the folder)
//!     psh r0      #! 5 error: unknown instruction `psh`
//! #? did you mean `push`?
//! ```
//!
//! `#!` gives column and message of a diagnostic of its line, or, alone on a line, of the line before;
//! `#?` its help, `#~` a note. A diagnostic more or less than expected fails the test.

use std::fs;
use std::path::{Path, PathBuf};

use cdm8::asm::{Assembly, Compat, Options, Source, assemble};
use diag::Diagnostic;

#[derive(Default)]
struct Expected {
    image: Option<String>,
    options: Options,
    with: Vec<String>,
    messages: Vec<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/programs")
}

#[test]
fn programs_say_what_becomes_of_them() {
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("ok_") || name.starts_with("err_"))
        .collect();
    names.sort();
    assert!(names.len() >= 40, "only {} programs", names.len());
    let failures: Vec<String> = names.iter().filter_map(|name| check(name)).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What is wrong with the assembly of a program, if anything.
fn check(name: &str) -> Option<String> {
    let read = |name: &str| fs::read(folder().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    let bytes = read(name);
    let expected = expected(name, &String::from_utf8_lossy(&bytes));
    let mut sources = vec![Source::new(name, bytes)];
    sources.extend(
        expected
            .with
            .iter()
            .map(|other| Source::new(other, read(other))),
    );
    let assembly = assemble(&sources, &expected.options);
    let mut found: Vec<String> = assembly.diagnostics.iter().map(line_of).collect();
    let mut wanted = expected.messages;
    found.sort();
    wanted.sort();
    let missing: Vec<_> = wanted.iter().filter(|line| !found.contains(line)).collect();
    let extra: Vec<_> = found.iter().filter(|line| !wanted.contains(line)).collect();
    let image = image_of(&assembly);
    if found != wanted {
        return Some(format!(
            "{name}:\n  missing {missing:#?}\n  extra {extra:#?}"
        ));
    }
    if image != expected.image {
        return Some(format!(
            "{name}: image {image:?}, expected {:?}",
            expected.image
        ));
    }
    (assembly.is_ok() != name.starts_with("ok_")).then(|| format!("{name}: a wrong name"))
}

/// The bytes in hexadecimal; more than 8 zeros in a row as `N*00`.
fn image_of(assembly: &Assembly) -> Option<String> {
    let mut words = Vec::new();
    let mut zeros = 0;
    for byte in assembly.program.trimmed() {
        if *byte == 0 {
            zeros += 1;
            continue;
        }
        match zeros {
            0..=8 => words.extend(vec!["00".to_owned(); zeros]),
            _ => words.push(format!("{zeros}*00")),
        }
        zeros = 0;
        words.push(format!("{byte:02x}"));
    }
    assembly.is_ok().then(|| words.join(" "))
}

/// A diagnostic in the form of the expectations: place, severity, message, help, notes.
fn line_of(diagnostic: &Diagnostic) -> String {
    let place = match diagnostic.excerpt() {
        Some(at) => at.to_string(),
        None => "-".to_owned(),
    };
    let severity = match diagnostic.code {
        Some(code) => format!("{}[{code}]", diagnostic.severity.name()),
        None => diagnostic.severity.name().to_owned(),
    };
    let mut line = format!("{place} {severity}: {}", diagnostic.message);
    for note in &diagnostic.notes {
        line += &format!("\n~ {}", note.message);
    }
    if let Some(help) = &diagnostic.help {
        line += &format!("\n? {help}");
    }
    line
}

fn expected(name: &str, text: &str) -> Expected {
    let mut expected = Expected::default();
    let mut current = 0;
    for (index, line) in text.lines().enumerate() {
        let alone = ["#!", "#?", "#~", "#="]
            .iter()
            .any(|mark| line.starts_with(mark));
        if !alone {
            current = index + 1;
        }
        if let Some(rest) = line.strip_prefix("#= ") {
            setting(&mut expected, rest);
        } else if let Some((_, rest)) = line.split_once("#! ") {
            let (column, message) = rest.split_once(' ').unwrap();
            expected.messages.push(match column {
                "-" => format!("- {message}"),
                column => format!("{name}:{current}:{column} {message}"),
            });
        } else if let Some(rest) = line.strip_prefix("#? ") {
            *expected.messages.last_mut().unwrap() += &format!("\n? {rest}");
        } else if let Some(rest) = line.strip_prefix("#~ ") {
            *expected.messages.last_mut().unwrap() += &format!("\n~ {rest}");
        }
    }
    expected
}

fn setting(expected: &mut Expected, text: &str) {
    let (key, value) = text.split_once(':').unwrap();
    let value = value.trim();
    let options = &mut expected.options;
    match key {
        "image" => expected.image = Some(value.to_owned()),
        "variant" => options.variant = value.parse().unwrap(),
        "memory" => options.memory = value.parse().unwrap(),
        "silence" => _ = options.silenced.insert(value.parse().unwrap()),
        "with" => expected.with.push(value.to_owned()),
        "compat" => {
            options.compat = Some(match value {
                "devkit" => Compat::Devkit,
                _ => Compat::Cocoide,
            });
        }
        other => panic!("unknown setting {other}"),
    }
}
