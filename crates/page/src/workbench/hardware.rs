//! The circuits of the consoles, as files to put on the bench.

use std::collections::BTreeSet;

use bench::project::file_name;
use circuit::read::read as read_circuit;
use consoles::Model;
use consoles::hardware::{FILES, File, places};
use serde::{Deserialize, Serialize};

use crate::failures;
use crate::reply::{Answer, Nothing, json, read};

#[derive(Deserialize)]
struct Ask {
    path: String,
}

#[derive(Serialize)]
struct FileView {
    path: &'static str,
    text: &'static str,
}

/// A console, and the circuit of its board.
#[derive(Serialize)]
struct ConsoleView {
    model: &'static str,
    /// The rules it plays by.
    rules: &'static str,
    path: &'static str,
}

/// The processor with memories around it: no console has it.
const BENCH: File = File {
    path: "cdm8/bench.circ",
    text: include_str!("../../../../hardware/cdm8/bench.circ"),
};

/// All consoles, the oldest first.
pub fn consoles(request: &str) -> Answer {
    read::<Nothing>(request)?;
    let view = |model: Model| ConsoleView {
        model: model.name(),
        rules: model.preset().name(),
        path: places(model).file,
    };
    json(&Model::ALL.map(view))
}

/// A circuit by its path, and the libraries it uses.
pub fn files(request: &str) -> Answer {
    let Ask { path } = read(request)?;
    let mut known = FILES.iter().chain([&BENCH]);
    let none = || failures::NO_CIRCUIT.with(&[("path", &path)]);
    let file = known.find(|file| file.path == path).ok_or_else(none)?;
    let mut used = BTreeSet::new();
    let mut libraries = |_: &str, name: &str| {
        let found = FILES
            .iter()
            .position(|file| file_name(file.path) == file_name(name));
        let at = found.ok_or_else(|| "is not here".to_owned())?;
        used.insert(at);
        Ok((
            FILES[at].path.to_owned(),
            FILES[at].text.as_bytes().to_vec(),
        ))
    };
    read_circuit(file.path, file.text.as_bytes(), &mut libraries);
    let others = used.into_iter().map(|at| &FILES[at]);
    let view = |file: &File| FileView {
        path: file.path,
        text: file.text,
    };
    let all: Vec<FileView> = std::iter::once(file).chain(others).map(view).collect();
    json(&all)
}
