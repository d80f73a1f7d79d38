//! The invariants of ARCHITECTURE.md that a program can check: which crate may depend on which, and what must be absent.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The workspace's crates, and which of each other they may use.
const MAY_USE: [(&str, &[&str]); 6] = [
    ("kalah", &[]),
    ("cdm8", &[]),
    ("circuit", &[]),
    ("engine", &["kalah"]),
    ("console", &["kalah", "cdm8", "circuit", "engine"]),
    (
        "mancala",
        &["kalah", "cdm8", "circuit", "engine", "console"],
    ),
];

/// The `[dependencies]` of every crate in `crates/`.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(super::root().join("crates")).unwrap() {
        let path = entry.unwrap().path();
        let Ok(manifest) = fs::read_to_string(path.join("Cargo.toml")) else {
            continue;
        };
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(
            manifest.contains(&format!("name = \"{name}\"")),
            "{name}: folder name = crate name"
        );
        let section = manifest
            .split("\n[dependencies]")
            .nth(1)
            .unwrap_or_default();
        let section = section.split("\n[").next().unwrap_or_default();
        let names = section
            .lines()
            .filter_map(|line| line.split(['.', ' ', '=']).next());
        found.insert(
            name,
            names
                .filter(|name| !name.is_empty())
                .map(str::to_owned)
                .collect(),
        );
    }
    found
}

#[test]
fn crates_depend_only_downwards() {
    let found = dependencies();
    let known: BTreeSet<&str> = MAY_USE.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        found.keys().map(String::as_str).collect::<BTreeSet<_>>(),
        known
    );
    for (name, allowed) in MAY_USE {
        for used in found[name]
            .iter()
            .filter(|used| known.contains(used.as_str()))
        {
            assert!(
                allowed.contains(&used.as_str()),
                "{name} must not depend on {used}"
            );
        }
    }
}

#[test]
fn only_the_command_parses_arguments_or_keeps_files() {
    for (name, used) in dependencies() {
        for alone in ["clap", "anyhow", "indicatif", "etcetera", "ctrlc", "jiff"] {
            assert!(
                name == "mancala" || !used.contains(alone),
                "{name} uses {alone}"
            );
        }
    }
}

/// Library code does not print, exit, or open files: it takes text and bytes and gives values.
#[test]
fn libraries_do_no_io() {
    let forbidden = [
        "println!",
        "print!(",
        "eprintln!",
        "process::exit",
        "std::fs",
        "File::open",
        "File::create",
        "std::env::var",
    ];
    let mut files = 0;
    for (name, _) in MAY_USE.iter().filter(|(name, _)| *name != "mancala") {
        visit(
            &super::root().join("crates").join(name).join("src"),
            &mut |path, text| {
                files += 1;
                for word in forbidden {
                    let found = text.lines().position(|line| {
                        let code = line.trim_start();
                        !code.starts_with("//") && code.contains(word)
                    });
                    assert_eq!(found, None, "{} uses {word}", path.display());
                }
            },
        );
    }
    assert!(files > 20, "{files} files");
}

/// Every use of `unsafe` is in a module that says why.
#[test]
fn unsafe_code_is_rare_and_explained() {
    for (name, _) in MAY_USE {
        visit(
            &super::root().join("crates").join(name).join("src"),
            &mut |path, text| {
                if text.contains("allow(unsafe_code)") {
                    assert!(
                        text.contains("SAFETY"),
                        "{} does not say why it is unsafe",
                        path.display()
                    );
                }
            },
        );
    }
}

fn visit(folder: &Path, look: &mut impl FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, look);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            look(&path, &fs::read_to_string(&path).unwrap());
        }
    }
}
