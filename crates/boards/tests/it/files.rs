//! The committed files equal the generated ones.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn hardware() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../hardware")
}

/// `UPDATE_GOLDEN=1` writes the files instead.
#[test]
fn committed_files_are_what_the_descriptions_give() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    for (name, contents) in boards::files() {
        let path = hardware().join(&name);
        if update {
            fs::write(&path, &contents).unwrap();
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == contents,
            "hardware/{name} differs from its description; cargo run -p boards --example write"
        );
    }
}

/// Circuits that were drawn by hand: the bare chain of the notes' second step, which only its script needs.
const DRAWN_ONCE: [&str; 1] = ["2016/chain.circ"];

#[test]
fn every_circuit_and_every_vector_of_the_processor_has_a_description() {
    let described: BTreeSet<String> = boards::files().into_iter().map(|(name, _)| name).collect();
    for folder in ["2016", "2022", "2023", "cdm8", "cdm8/vectors"] {
        for entry in fs::read_dir(hardware().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let path = format!("{folder}/{name}");
            let made = name.ends_with(".circ") || folder == "cdm8/vectors";
            assert!(
                !made || described.contains(&path) || DRAWN_ONCE.contains(&path.as_str()),
                "{path} has no description"
            );
        }
    }
}
