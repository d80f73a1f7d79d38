//! The catalogue, the program and the page agree: every text that is used exists with the same places, and every text is used.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use texts::Texts;

/// How texts are used: `text!(texts, "key", name = value)` and `words!("key", name = value)`.
const MACROS: [&str; 2] = ["text!(", "words!("];

#[test]
fn every_text_used_exists_and_every_text_is_used() {
    let mut used: BTreeMap<String, BTreeSet<Vec<String>>> = BTreeMap::new();
    for crate_name in ["bench", "mancala", "page", "play", "texts", "tui"] {
        let folder = super::root().join("crates").join(crate_name).join("src");
        for source in sources(&folder, "rs") {
            let (code, _) = source.split_once("#[cfg(test)]").unwrap_or((&source, ""));
            for (key, names) in uses(code) {
                used.entry(key).or_default().insert(names);
            }
        }
    }
    for source in sources(&super::root().join("web/js"), "js") {
        for (key, names) in page_uses(&source) {
            used.entry(key).or_default().insert(names);
        }
    }
    let texts = Texts::english();
    // Reasons of the page's library, which has a test of its own for their places.
    let files = [
        "crates/page/src/failures.rs",
        "web/js/engine.js",
        "web/js/bench-worker.js",
    ];
    let reasons = files.map(|file| fs::read_to_string(super::root().join(file)).unwrap());
    let reasons = reasons.concat();
    for key in texts.keys().filter(|key| key.starts_with("failure.")) {
        let quoted = ["\"", "'"].map(|quote| format!("{quote}{key}{quote}"));
        if quoted.iter().any(|quoted| reasons.contains(quoted)) {
            used.entry(key.to_string()).or_default();
        }
    }
    // Sentences of course checks are stored with their places.
    for (key, places) in course::SENTENCES {
        let places = places.iter().map(|place| (*place).to_owned());
        used.entry(key.to_owned())
            .or_default()
            .insert(places.collect());
    }
    let mut problems = Vec::new();
    for (key, ways) in &used {
        let Some(places) = texts.places(key) else {
            problems.push(format!("there is no text '{key}'"));
            continue;
        };
        for names in ways.iter().filter(|names| **names != places) {
            problems.push(format!("'{key}' has places for {places:?}, not {names:?}"));
        }
    }
    let unused = texts.keys().filter(|key| !used.contains_key(*key));
    problems.extend(unused.map(|key| format!("'{key}' is used nowhere")));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(used.len() > 80, "only {} uses were found", used.len());
}

fn sources(folder: &Path, kind: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path, kind));
        } else if path.extension().is_some_and(|extension| extension == kind) {
            found.push(fs::read_to_string(&path).unwrap());
        }
    }
    found
}

/// The keys used in a source, each with the names of its values, sorted.
fn uses(source: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for (start, name) in MACROS.iter().flat_map(|name| source.match_indices(name)) {
        let inside = arguments(&source[start + name.len()..]);
        let commented = source[..start].rsplit('\n').next().unwrap().contains("//");
        let key = inside
            .iter()
            .find_map(|argument| argument.strip_prefix('"'));
        if let (false, Some(key)) = (commented, key) {
            let names = inside
                .iter()
                .filter_map(|argument| argument.split_once(" = "));
            let mut names: Vec<String> = names.map(|(name, _)| name.to_owned()).collect();
            names.sort_unstable();
            found.push((key.trim_end_matches('"').to_owned(), names));
        }
    }
    found
}

/// The same in a script: `t('key', { name, pit: house.pit })`.
fn page_uses(source: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for (start, call) in source.match_indices("t('") {
        let before = source[..start].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.') {
            continue;
        }
        let rest = &source[start + call.len()..];
        let (key, after) = rest.split_once('\'').unwrap();
        let values = after.strip_prefix(", {").map(arguments).unwrap_or_default();
        let names = values.iter().filter(|value| !value.is_empty());
        let name = |value: &String| value.split(':').next().unwrap().trim().to_owned();
        let mut names: Vec<String> = names.map(name).collect();
        names.sort_unstable();
        found.push((key.to_owned(), names));
    }
    found
}

/// The arguments of a macro, up to its closing bracket.
fn arguments(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let (mut depth, mut quoted) = (0, false);
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted && depth == 0 => break,
            ')' | ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                found.push(String::new());
                continue;
            }
            _ => {}
        }
        found.last_mut().unwrap().push(c);
    }
    found
        .iter()
        .map(|argument| argument.trim().to_owned())
        .collect()
}

#[test]
fn uses_are_found_in_scripts() {
    let source = "say(t('one'), t('two', { pit: f(x, y), count })); cat('three')";
    let names = vec!["count".to_owned(), "pit".to_owned()];
    assert_eq!(
        page_uses(source),
        [("one".to_owned(), vec![]), ("two".to_owned(), names)]
    );
}

#[test]
fn uses_are_found_in_source() {
    let source = r#"
        let a = text!(texts, "one");
        // text!(texts, "commented")
        words!("two", name = f(x, y), pit = pit.to_string())
    "#;
    let found = uses(source);
    let names = vec!["name".to_owned(), "pit".to_owned()];
    assert_eq!(
        found,
        [("one".to_owned(), vec![]), ("two".to_owned(), names)]
    );
}
