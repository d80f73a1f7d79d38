//! The saved results of a graded console, so that a stopped run can resume.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::super::console::Graded;
use super::super::marks::Marks;
use crate::files;
use crate::page::digest;

/// The name of the file. It is written last: if it exists, everything else does.
const NAME: &str = "graded.json";

#[derive(Serialize, Deserialize)]
struct Kept {
    /// A digest of how it was graded.
    settings: String,
    /// Every file that was read, with a digest of its contents.
    inputs: Vec<(PathBuf, String)>,
    graded: Graded,
}

/// A digest of everything that marks depend on besides files.
pub fn settings(args: &Marks) -> String {
    let plain = Marks {
        source: args.source.nowhere(),
        panel: None,
        time: None,
        format: Vec::new(),
        output: None,
        scripts: None,
        page: String::new(),
        about: Vec::new(),
        class: Default::default(),
        ..args.clone()
    };
    let version = env!("CARGO_PKG_VERSION");
    digest(format!("{version} {plain:?}").as_bytes())
}

/// Saves the results of a console, in the folder of its report.
pub fn keep(folder: &Path, settings: &str, graded: Graded) -> anyhow::Result<Graded> {
    let inputs = graded.inputs.iter().map(|path| {
        let bytes = files::read(path)?;
        Ok((path.clone(), digest(&bytes)))
    });
    let kept = Kept {
        settings: settings.to_owned(),
        inputs: inputs.collect::<anyhow::Result<_>>()?,
        graded,
    };
    let path = folder.join(NAME);
    files::write_whole(&path, &serde_json::to_vec(&kept)?)
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(kept.graded)
}

/// Deletes the saved results before new ones take their place.
pub fn forget(folder: &Path) {
    // If there is none, that is what was wanted; if it cannot be deleted, it is still true of its inputs.
    let _ = fs::remove_file(folder.join(NAME));
}

/// The saved results of a console, if it was graded completely, in the same way, from the same files.
pub fn found(folder: &Path, settings: &str, circuit: &Path, panels: &[&Path]) -> Option<Graded> {
    let text = fs::read(folder.join(NAME)).ok()?;
    let kept: Kept = serde_json::from_slice(&text).ok()?;
    let is_same = |(path, before): &(PathBuf, String)| {
        files::read(path).is_ok_and(|bytes| digest(&bytes) == *before)
    };
    let reads = |path: &Path| kept.inputs.iter().any(|(input, _)| input == path);
    let same = kept.settings == settings
        && kept.graded.complete
        && reads(circuit)
        && panels.iter().all(|panel| reads(panel))
        && kept.inputs.iter().all(is_same);
    same.then_some(kept.graded)
}
