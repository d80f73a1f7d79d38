//! Files for the bench: programs and circuits, read beside the screen, and the names of files as they are typed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use anyhow::Result;
use timeline::Timeline;
use tui::{Reply, Specimen};

use super::Event;
use crate::complaint;
use crate::ui::Ui;
use crate::verb::{cdm8, circuit};
use crate::wording::words;

/// The suffixes of files for the bench.
const SUFFIXES: [&str; 6] = ["circ", "asm", "img", "bin", "raw", "rom"];
/// Maximum number of names listed.
const MOST_NAMES: usize = 200;

/// Reads a file in a separate thread; the result is an event.
pub fn load(name: String, send: &Sender<Event>) {
    let answer = send.clone();
    let read = move || {
        let path = at_home(&name);
        let read = || specimen(&path, &name);
        let event = match std::panic::catch_unwind(read) {
            Ok(Ok(specimen)) => Event::Laid(specimen, whole(&path)),
            Ok(Err(error)) => Event::Reply(Reply::Unread(complaint::causes(&error))),
            Err(_) => Event::Reply(Reply::Unread(words!("tui.failed"))),
        };
        let _ = answer.send(event);
    };
    if let Err(error) = std::thread::Builder::new().spawn(read) {
        let _ = send.send(Event::Reply(Reply::Unread(error.to_string())));
    }
}

fn specimen(path: &Path, name: &str) -> Result<Specimen> {
    let ui = &mut Ui::silent();
    let suffix = path.extension().and_then(|suffix| suffix.to_str());
    let name = name.to_owned();
    Ok(match suffix {
        Some("circ") => Specimen::Circuit {
            name,
            time: Box::new(Timeline::new(circuit::of_file(path, ui)?)),
        },
        _ => {
            let (computer, symbols) = cdm8::of_file(path, ui)?;
            Specimen::Program {
                name,
                time: Box::new(Timeline::new(computer)),
                symbols,
            }
        }
    })
}

/// The name a file is remembered by.
pub fn whole(path: &Path) -> String {
    let whole = std::path::absolute(path);
    whole.map_or_else(
        |_| path.display().to_string(),
        |path| path.display().to_string(),
    )
}

/// A path that may begin with the home folder.
fn at_home(typed: &str) -> PathBuf {
    let home = typed.strip_prefix("~/").zip(etcetera::home_dir().ok());
    home.map_or_else(|| PathBuf::from(typed), |(rest, home)| home.join(rest))
}

/// The folders, and the files for the bench, whose names begin with the typed text; folders end in a slash.
pub fn completions(typed: &str) -> Vec<String> {
    let (folder, begun) = match typed.rfind('/') {
        Some(slash) => typed.split_at(slash + 1),
        None => ("", typed),
    };
    let place = match folder {
        "" => PathBuf::from("."),
        folder => at_home(folder),
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let hidden = name.starts_with('.') && !begun.starts_with('.');
        if hidden || !name.starts_with(begun) {
            continue;
        }
        let suffix = name.rsplit_once('.').map_or("", |(_, suffix)| suffix);
        if entry.path().is_dir() {
            names.push(format!("{folder}{name}/"));
        } else if SUFFIXES.contains(&suffix) {
            names.push(format!("{folder}{name}"));
        }
    }
    names.sort_unstable();
    names.truncate(MOST_NAMES);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circuit_is_laid_down_without_what_oscillates_unseen() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let path = root.join("../bench/tests/data/harmless.circ");
        let Ok(Specimen::Circuit { mut time, .. }) = specimen(&path, "harmless.circ") else {
            panic!("it is a circuit");
        };
        let arrival = time.run(10, &mut timeline::Budget::unlimited());
        assert_eq!((arrival, time.now()), (timeline::Arrival::There, 10));
    }

    #[test]
    fn names_are_completed_to_folders_and_files_of_the_bench() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().to_str().unwrap();
        for name in ["sum.asm", "sum.circ", "sum.txt", ".sum.asm"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("sums")).unwrap();
        let found = |typed: &str| completions(&format!("{root}/{typed}"));
        let named = |names: &[&str]| -> Vec<String> {
            names.iter().map(|name| format!("{root}/{name}")).collect()
        };
        assert_eq!(found("su"), named(&["sum.asm", "sum.circ", "sums/"]));
        assert_eq!(found("."), named(&[".sum.asm"]));
        assert_eq!(found("x"), named(&[]));
        assert_eq!(found("nowhere/x"), named(&[]));
    }
}
