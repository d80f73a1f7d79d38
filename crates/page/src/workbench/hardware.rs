//! The circuits of the consoles, as files to put on the bench.

use std::collections::BTreeSet;

use circuit::read::read as read_circuit;
use console::hardware::{FILES, File};
use serde::{Deserialize, Serialize};

use super::project::base;
use crate::reply::{Answer, Failure, json, read};

#[derive(Deserialize)]
struct Ask {
    path: String,
}

#[derive(Serialize)]
struct FileView {
    path: &'static str,
    text: &'static str,
}

/// The processor with memories around it: no console has it.
const BENCH: File = File {
    path: "cdm8/bench.circ",
    text: include_str!("../../../../hardware/cdm8/bench.circ"),
};

/// A circuit by its path, and the libraries it uses.
pub fn files(request: &str) -> Answer {
    let Ask { path } = read(request)?;
    let mut known = FILES.iter().chain([&BENCH]);
    let none = || Failure::refused(format!("there is no circuit '{path}'"));
    let file = known.find(|file| file.path == path).ok_or_else(none)?;
    let mut used = BTreeSet::new();
    let mut libraries = |_: &str, name: &str| {
        let found = FILES.iter().position(|file| base(file.path) == base(name));
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
