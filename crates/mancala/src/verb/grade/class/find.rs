//! What was handed in: every console of a folder, with its panel file if it has one.
//!
//! A console is a `.circ` file, or a folder with one in it, however deep an archive put it. Circuits that others use as a
//! library are none.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::super::panels::file_name;
use crate::files;

/// Maximum depth of folders that are searched.
const DEEPEST: u32 = 4;
/// Of several circuits in a folder, the one with this name is meant.
const USUAL: [&str; 3] = ["mancala", "console", "main"];

/// A submission.
pub struct Submission {
    pub name: String,
    /// The circuit, or why there is none.
    pub circuit: Result<PathBuf, String>,
    pub own_panel: Option<PathBuf>,
}

/// The submissions of a folder.
pub struct Found {
    pub submissions: Vec<Submission>,
    /// Circuits that others use.
    pub libraries: Vec<String>,
    /// A panel file for all, in the folder itself.
    pub common_panel: Option<PathBuf>,
}

/// Searches a folder; the output folder may lie in it.
pub fn submissions(folder: &Path, output: &Path) -> anyhow::Result<Found> {
    let output = fs::canonicalize(output).ok();
    let is_output =
        |path: &Path| output.is_some() && fs::canonicalize(path).ok().as_ref() == output.as_ref();
    let mut entries =
        entries(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    entries.retain(|path| !is_output(path));
    let is_there = |path: &&PathBuf| is_circuit(path);
    let circuits: Vec<PathBuf> = entries.iter().filter(is_there).cloned().collect();
    let folders: Vec<Submission> = entries
        .iter()
        .filter(|path| path.is_dir())
        .map(|path| in_folder(path))
        .collect();
    let inside = folders.iter().filter_map(|one| one.circuit.clone().ok());
    let readers: Vec<PathBuf> = circuits.iter().cloned().chain(inside).collect();
    let libraries = used_as_library(&circuits, &readers);
    let mut found = Found {
        submissions: Vec::new(),
        libraries: Vec::new(),
        common_panel: Some(folder.join("panel.toml")).filter(|path| path.is_file()),
    };
    let mut folders = folders.into_iter();
    for path in entries {
        if path.is_dir() {
            found.submissions.extend(folders.next());
        } else if libraries.contains(&path) {
            found.libraries.push(file_name(&path));
        } else if is_circuit(&path) {
            found.submissions.push(alone(path));
        }
    }
    for (index, place) in places(&found.submissions).into_iter().enumerate() {
        found.submissions[index].name = place;
    }
    Ok(found)
}

/// The contents of a folder, by name, without the files systems leave in folders.
fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<Vec<PathBuf>>>()?;
    entries.retain(|path| {
        let name = file_name(path);
        !name.starts_with('.') && name != "__MACOSX"
    });
    entries.sort();
    Ok(entries)
}

fn is_circuit(path: &Path) -> bool {
    let is_circ = |end: &OsStr| end.eq_ignore_ascii_case("circ");
    path.extension().is_some_and(is_circ) && !path.is_dir()
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn alone(circuit: PathBuf) -> Submission {
    let beside = ["toml", "panel.toml"].map(|end| circuit.with_extension(end));
    Submission {
        name: stem(&circuit),
        own_panel: beside.into_iter().find(|path| path.is_file()),
        circuit: Ok(circuit),
    }
}

fn in_folder(folder: &Path) -> Submission {
    let circuit = the_circuit(folder);
    let own = circuit.as_ref().ok().and_then(|circuit| {
        let beside = [
            circuit.with_extension("toml"),
            circuit.with_extension("panel.toml"),
            circuit.with_file_name("panel.toml"),
            folder.join("panel.toml"),
        ];
        beside.into_iter().find(|path| path.is_file())
    });
    Submission {
        name: file_name(folder),
        circuit,
        own_panel: own,
    }
}

/// The one console of a folder.
fn the_circuit(folder: &Path) -> Result<PathBuf, String> {
    let all = circuits(folder, DEEPEST);
    let libraries = used_as_library(&all, &all);
    let mut consoles: Vec<PathBuf> = all;
    consoles.retain(|path| !libraries.contains(path));
    let usual = consoles
        .iter()
        .find(|path| USUAL.contains(&stem(path).to_lowercase().as_str()))
        .cloned();
    match (consoles.len(), usual) {
        (0, _) => Err("there is no .circ file in it".to_owned()),
        (1, _) => Ok(consoles.remove(0)),
        (_, Some(usual)) => Ok(usual),
        (_, None) => {
            let names: Vec<String> = consoles
                .iter()
                .take(4)
                .map(|path| file_name(path))
                .collect();
            Err(format!(
                "it has several circuits ({}); call the console mancala.circ",
                names.join(", ")
            ))
        }
    }
}

/// The circuits of a folder; of the folders in it only if it has none itself.
fn circuits(folder: &Path, depth: u32) -> Vec<PathBuf> {
    let entries = entries(folder).unwrap_or_default();
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
        entries.into_iter().partition(|path| path.is_dir());
    let here: Vec<PathBuf> = files.into_iter().filter(|path| is_circuit(path)).collect();
    if !here.is_empty() || depth == 0 {
        return here;
    }
    let below = folders
        .iter()
        .flat_map(|folder| circuits(folder, depth - 1));
    below.collect()
}

/// Those that another circuit names as a library file.
fn used_as_library(circuits: &[PathBuf], readers: &[PathBuf]) -> BTreeSet<PathBuf> {
    let mut used = BTreeSet::new();
    for path in readers {
        let bytes = files::read(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        for named in text.split("desc=\"file#").skip(1) {
            let named = named.split('"').next().unwrap_or_default();
            let named = named.rsplit(['/', '\\']).next().unwrap_or_default();
            let is_it =
                |other: &&PathBuf| *other != path && file_name(other).eq_ignore_ascii_case(named);
            used.extend(circuits.iter().find(is_it).cloned());
        }
    }
    used
}

/// A folder name for each, that is valid on every system and unique.
fn places(submissions: &[Submission]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut places = Vec::new();
    for submission in submissions {
        let plain = plain(&submission.name);
        let mut place = plain.clone();
        let mut number = 1;
        while !taken.insert(place.to_lowercase()) {
            number += 1;
            place = format!("{plain} ({number})");
        }
        places.push(place);
    }
    places
}

fn plain(name: &str) -> String {
    let safe = |character: char| match character {
        '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*' => '_',
        control if control.is_control() => '_',
        other => other,
    };
    let name: String = name.chars().map(safe).collect();
    match name.trim_matches([' ', '.']) {
        "" => "_".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn consoles_are_told_from_libraries_and_from_what_lies_about() {
        let folder = folder(&[
            ("shared.circ", ""),
            (
                "a/zip/zip/MINE.CIRC",
                r#"<lib desc="file#C:\up\Shared.circ""#,
            ),
            ("b/Mancala.circ", r#"<lib desc="file#parts.circ""#),
            ("b/parts.circ", ""),
            ("b/old.circ", ""),
            ("c/one.circ", ""),
            ("c/two.circ", ""),
            ("d.circ", ""),
            ("d.toml", ""),
            (".git/x.circ", ""),
            ("marks/e/mancala.circ", ""),
            ("notes.txt", ""),
        ]);
        let found = submissions(folder.path(), &folder.path().join("marks")).unwrap();
        assert_eq!(found.libraries, ["shared.circ"]);
        let names: Vec<&str> = found
            .submissions
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        assert_eq!(names, ["a", "b", "c", "d"]);
        let circuit = |index: usize| found.submissions[index].circuit.clone();
        assert!(circuit(0).unwrap().ends_with("a/zip/zip/MINE.CIRC"));
        assert!(circuit(1).unwrap().ends_with("b/Mancala.circ"));
        assert!(circuit(2).unwrap_err().contains("one.circ, two.circ"));
        assert!(found.submissions[3].own_panel.is_some());
    }

    #[test]
    fn every_console_has_a_folder_of_its_own() {
        let named = |name: &str| Submission {
            name: name.to_owned(),
            circuit: Err(String::new()),
            own_panel: None,
        };
        let names = ["x", "X", "x", "a:b/c", "...", "Zoë"].map(named);
        assert_eq!(places(&names), ["x", "X (2)", "x (3)", "a_b_c", "_", "Zoë"]);
    }
}
