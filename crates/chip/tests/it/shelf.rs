//! Specifications and circuits of the repository.

use std::path::PathBuf;
use std::sync::Arc;

use chip::{Chip, Reading};
use circuit::project::Project;
use circuit::read::{self, NoLibraries};
use circuit::sim::{SimOptions, Simulator};

pub fn hardware() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../hardware")
}

/// Reads a specification; chips it calls lie beside it.
pub fn reading(board: &str, name: &str, text: &str) -> Reading {
    let folder = hardware().join(board).join("chips");
    let mut library = |name: &str| {
        let file = format!("{}.chip", name.replace('>', "more than "));
        let text = std::fs::read_to_string(folder.join(&file)).ok()?;
        Some((file, text))
    };
    chip::read(name, text, &mut library)
}

pub fn chip_of(board: &str, name: &str, text: &str) -> Arc<Chip> {
    let reading = reading(board, name, text);
    let texts: Vec<String> = reading
        .diagnostics
        .iter()
        .map(ToString::to_string)
        .collect();
    let [chip] = &reading.chips[..] else {
        panic!("{name}: {}", texts.join("\n"));
    };
    chip.clone()
}

pub fn project(board: &str) -> Arc<Project> {
    let file = if board == "cdm8" {
        "cdm8.circ"
    } else {
        "mancala.circ"
    };
    let bytes = std::fs::read(hardware().join(board).join(file)).unwrap();
    Arc::new(read::read(file, &bytes, &mut NoLibraries).project)
}

pub fn simulator(project: &Arc<Project>, circuit: &str) -> Simulator {
    Simulator::new(project.clone(), Some(circuit), &SimOptions::default()).unwrap()
}

/// All specifications of the repository: board, file and text.
pub fn specifications() -> Vec<(String, String, String)> {
    let mut all = Vec::new();
    for board in ["2016", "2022", "2023", "cdm8"] {
        let folder = hardware().join(board).join("chips");
        let entries = std::fs::read_dir(folder).unwrap();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&file).unwrap();
            all.push((board.to_owned(), name, text));
        }
    }
    all
}
