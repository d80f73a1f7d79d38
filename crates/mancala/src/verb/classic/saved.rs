//! Save files of the Python game: NAME.json in the current folder.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use engine::player::MAX_DEPTH;
use kalah::Position;
use kalah::record::ain_shams::AinShamsSave;

use crate::{files, storage};

const EXTENSION: &str = ".json";

/// The save of this name and its position.
pub fn load(name: &str) -> Result<(AinShamsSave, Position)> {
    let path = path(name)?;
    if !path.exists() {
        bail!("There is no {} in this folder", path.display());
    }
    let read = || {
        let save = AinShamsSave::from_json(&files::read_text(&path)?)?;
        let position = save.position()?;
        if !(1..=MAX_DEPTH).contains(&save.max_levels) {
            bail!("max_levels is {}, not 1 to {MAX_DEPTH}", save.max_levels);
        }
        Ok((save, position))
    };
    read().with_context(|| format!("{} cannot be loaded", path.display()))
}

/// Writes the save, whole or not at all. An existing file that is not a save is left alone.
pub fn save(name: &str, save: &AinShamsSave) -> Result<()> {
    let path = path(name)?;
    if path.exists() && load(name).is_err() {
        bail!(
            "{} is there and is not a saved game, so it is left alone",
            path.display()
        );
    }
    files::write_whole(&path, save.to_json().as_bytes())
        .with_context(|| format!("{} cannot be written", path.display()))
}

/// Names are given without `.json`; one that has it is taken as meant.
fn path(name: &str) -> Result<PathBuf> {
    let name = name.strip_suffix(EXTENSION).unwrap_or(name);
    storage::check_name(name)?;
    Ok(PathBuf::from(format!("{name}{EXTENSION}")))
}
