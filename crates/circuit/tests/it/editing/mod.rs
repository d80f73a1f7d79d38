//! Editing, against recordings of the real Logisim 2.7.1 and against itself.

mod analysis;
mod chips;
mod files;
mod mending;
mod random;
mod recorded;
mod running;
mod saved;
mod transactions;

use std::fs::File;
use std::io::{BufRead, BufReader};

use circuit::edit::{Document, NewPart, PartKind};
use circuit::project::{CircuitId, Kind, Location, Wire};
use circuit::read::NoLibraries;
use flate2::read::GzDecoder;
use serde_json::Value as Json;

use crate::data::folder;

pub fn recording(name: &str) -> Vec<Json> {
    let path = folder("editing").join(format!("{name}.jsonl.gz"));
    let lines = BufReader::new(GzDecoder::new(File::open(path).unwrap())).lines();
    lines
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
        .collect()
}

pub fn open(text: &str) -> Document {
    Document::open("test.circ", text.as_bytes(), &mut NoLibraries).unwrap()
}

pub const MAIN: CircuitId = CircuitId(0);

pub fn number(json: &Json) -> i32 {
    json.as_i64().unwrap() as i32
}

pub fn place(json: &Json) -> Location {
    Location::new(number(&json[0]), number(&json[1]))
}

pub fn wire(json: &Json) -> Wire {
    let end = |at: usize| Location::new(number(&json[at]), number(&json[at + 1]));
    Wire::new(end(0), end(2))
}

pub fn wires(json: &Json) -> Vec<Wire> {
    let mut wires: Vec<Wire> = json.as_array().unwrap().iter().map(wire).collect();
    wires.sort();
    wires
}

pub fn sheet_wires(document: &Document) -> Vec<Wire> {
    let mut wires = document.project().circuit(MAIN).wires.clone();
    wires.sort();
    wires
}

pub fn pairs(json: &Json) -> Vec<(String, String)> {
    let pairs = json.as_object().unwrap().iter();
    pairs
        .map(|(name, value)| (name.clone(), value.as_str().unwrap().to_string()))
        .collect()
}

pub fn part(json: &Json) -> NewPart {
    let text = |name: &str| json[name].as_str().unwrap();
    let kind = Kind::find(&text("lib")[1..], text("name")).unwrap();
    NewPart {
        what: PartKind::Builtin(kind),
        location: place(&json["loc"]),
        attrs: pairs(&json["attrs"]),
    }
}
