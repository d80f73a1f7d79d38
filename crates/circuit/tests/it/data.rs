//! Reading the recordings beside the tests.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use circuit::project::Attrs;
use flate2::read::GzDecoder;
use serde_json::Value as Json;

pub fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

/// Every line of every `*.jsonl.gz` in a folder of the tests.
pub fn json_lines(folder_name: &str) -> Vec<Json> {
    let mut lines = Vec::new();
    let entries = std::fs::read_dir(folder(folder_name)).unwrap();
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.to_string_lossy().ends_with(".jsonl.gz") {
            let file = BufReader::new(GzDecoder::new(File::open(path).unwrap()));
            lines.extend(
                file.lines()
                    .map(|line| serde_json::from_str(&line.unwrap()).unwrap()),
            );
        }
    }
    lines
}

pub fn attrs(json: &Json) -> Attrs {
    let pairs = json.as_object().unwrap().iter();
    Attrs::new(pairs.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_string())))
}
