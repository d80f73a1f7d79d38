//! What was handed in: every console of a folder, with its panel file if it has one.
//!
//! A console is a `.circ` file, or a folder or zip archive with one in it, however deep. Circuits that others use as a library are
//! none.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::super::panels::file_name;
use crate::files::{self, Entry};

/// Maximum depth of folders that are searched.
const DEEPEST: u32 = 4;
/// Of several circuits in a folder, the one with this name is meant.
const USUAL: [&str; 3] = ["mancala", "console", "main"];
/// Archives that are not read.
const OTHER_ARCHIVES: [&str; 5] = ["rar", "7z", "tar", "gz", "tgz"];

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
    let mut entries = entries(folder)?;
    entries.retain(|entry| !is_output(&entry.path));
    let circuits: Vec<PathBuf> = entries
        .iter()
        .filter(|entry| is_circuit(entry))
        .map(|entry| entry.path.clone())
        .collect();
    let folders: Vec<Submission> = entries
        .iter()
        .filter(|entry| entry.is_folder)
        .map(|entry| in_folder(&entry.path))
        .collect();
    let inside = folders.iter().filter_map(|one| one.circuit.clone().ok());
    let readers: Vec<PathBuf> = circuits.iter().cloned().chain(inside).collect();
    let libraries = used_as_library(&circuits, &readers);
    let mut found = Found {
        submissions: Vec::new(),
        libraries: Vec::new(),
        common_panel: Some(folder.join("panel.toml")).filter(|path| files::is_file(path)),
    };
    let mut folders = folders.into_iter();
    for entry in entries {
        if entry.is_folder {
            found.submissions.extend(folders.next());
        } else if libraries.contains(&entry.path) {
            found.libraries.push(file_name(&entry.path));
        } else if is_circuit(&entry) {
            found.submissions.push(alone(entry.path));
        }
    }
    for (index, place) in places(&found.submissions).into_iter().enumerate() {
        found.submissions[index].name = place;
    }
    Ok(found)
}

/// The contents of a folder, by name, without the files systems leave in folders.
fn entries(folder: &Path) -> anyhow::Result<Vec<Entry>> {
    let mut entries = files::entries(folder)?;
    entries.retain(|entry| {
        let name = file_name(&entry.path);
        !name.starts_with('.') && name != "__MACOSX"
    });
    Ok(entries)
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let is_one = |end: &OsStr| {
        endings
            .iter()
            .any(|ending| end.eq_ignore_ascii_case(ending))
    };
    path.extension().is_some_and(is_one)
}

fn is_circuit(entry: &Entry) -> bool {
    has_ending(&entry.path, &["circ"]) && !entry.is_folder
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn alone(circuit: PathBuf) -> Submission {
    let beside = ["toml", "panel.toml"].map(|end| circuit.with_extension(end));
    Submission {
        name: stem(&circuit),
        own_panel: beside.into_iter().find(|path| files::is_file(path)),
        circuit: Ok(circuit),
    }
}

/// What is in a folder or an archive.
pub fn in_folder(folder: &Path) -> Submission {
    let circuit = the_circuit(folder);
    let is_archive = files::is_archive(folder);
    let own = circuit.as_ref().ok().and_then(|circuit| {
        let beside = [
            circuit.with_extension("toml"),
            circuit.with_extension("panel.toml"),
            circuit.with_file_name("panel.toml"),
            folder.join("panel.toml"),
        ];
        let outside = ["toml", "panel.toml"].map(|end| folder.with_extension(end));
        let outside = outside.into_iter().filter(|_| is_archive);
        let mut all = beside.into_iter().chain(outside);
        all.find(|path| files::is_file(path))
    });
    Submission {
        name: match is_archive {
            true => stem(folder),
            false => file_name(folder),
        },
        circuit,
        own_panel: own,
    }
}

/// The one console of a folder.
fn the_circuit(folder: &Path) -> Result<PathBuf, String> {
    let mut looked = Looked::default();
    looked.through(folder, DEEPEST);
    let libraries = used_as_library(&looked.circuits, &looked.circuits);
    let mut consoles = looked.circuits;
    consoles.retain(|path| !libraries.contains(path));
    let usual = consoles
        .iter()
        .find(|path| USUAL.contains(&stem(path).to_lowercase().as_str()))
        .cloned();
    let within = |path: &PathBuf| {
        path.strip_prefix(folder)
            .unwrap_or(path)
            .display()
            .to_string()
    };
    match (consoles.len(), usual) {
        (0, _) => Err(match (looked.broken, looked.others.first()) {
            (Some(why), _) => why,
            (None, Some(other)) => format!(
                "there is no .circ file in it, and {} is not read: pack a zip archive instead",
                within(other)
            ),
            (None, None) => "there is no .circ file in it".to_owned(),
        }),
        (1, _) => Ok(consoles.remove(0)),
        (_, Some(usual)) => Ok(usual),
        (_, None) => {
            let names: Vec<String> = consoles.iter().take(4).map(within).collect();
            Err(format!(
                "it has several circuits ({}); call the console mancala.circ",
                names.join(", ")
            ))
        }
    }
}

/// What was met on the way through a folder.
#[derive(Default)]
struct Looked {
    circuits: Vec<PathBuf>,
    /// Archives of kinds that are not read.
    others: Vec<PathBuf>,
    /// Why an archive could not be looked through.
    broken: Option<String>,
}

impl Looked {
    /// Through a folder; through the folders in it only if it has no circuit itself.
    fn through(&mut self, folder: &Path, depth: u32) {
        let entries = match entries(folder) {
            Ok(entries) => entries,
            Err(why) => {
                self.broken.get_or_insert(format!("{why:#}"));
                return;
            }
        };
        let before = self.circuits.len();
        for entry in &entries {
            if is_circuit(entry) {
                self.circuits.push(entry.path.clone());
            } else if has_ending(&entry.path, &OTHER_ARCHIVES) && !entry.is_folder {
                self.others.push(entry.path.clone());
            }
        }
        let is_empty = self.circuits.len() == before;
        for folder in entries
            .iter()
            .filter(|entry| entry.is_folder && is_empty && depth > 0)
        {
            self.through(&folder.path, depth - 1);
        }
    }
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
    fn archives_are_looked_through() {
        use crate::archive::tests::packed;
        let folder = folder(&[
            ("b.zip", "PK, but not really"),
            ("b/x.txt", ""),
            ("c/all.rar", ""),
        ]);
        let put = |name: &str, names: &[&str]| {
            let files: Vec<(&[u8], &[u8], bool)> = names
                .iter()
                .map(|name| (name.as_bytes(), &b"<project/>"[..], true))
                .collect();
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, packed(&files)).unwrap();
        };
        put(
            "a.zip",
            &["A/work.circ", "A/panel.toml", "__MACOSX/A/._work.circ"],
        );
        put("d/upload.ZIP", &["one.circ", "two.circ"]);
        put("e/upload.zip", &["console.circ", "two.circ"]);
        let found = submissions(folder.path(), Path::new("marks")).unwrap();
        let one = |name: &str| {
            let mut all = found.submissions.iter();
            all.find(|one| one.name == name).expect("it is there")
        };
        let names: Vec<&str> = found.submissions.iter().map(|one| &*one.name).collect();
        assert_eq!(names, ["a", "b", "b (2)", "c", "d", "e"]);
        let circuit = one("a").circuit.clone().unwrap();
        assert!(circuit.ends_with("a.zip/A/work.circ"), "{circuit:?}");
        assert!(
            one("a")
                .own_panel
                .as_ref()
                .unwrap()
                .ends_with("a.zip/A/panel.toml")
        );
        let why = |name: &str| one(name).circuit.clone().unwrap_err();
        assert_eq!(why("b"), "there is no .circ file in it");
        assert!(
            why("b (2)").ends_with("it is not a whole zip archive"),
            "{}",
            why("b (2)")
        );
        assert!(why("c").contains("all.rar is not read: pack a zip archive"));
        assert!(why("d").contains("one.circ, "), "{}", why("d"));
        assert!(
            one("e")
                .circuit
                .clone()
                .unwrap()
                .ends_with("upload.zip/console.circ")
        );
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
