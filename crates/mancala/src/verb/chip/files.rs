//! Specification files, and the chips beside them that they call.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use chip::{Chip, Reading};
use diag::{Diagnostic, Paint};

use crate::files::{folder_of, read_text};
use crate::ui::Ui;

/// Reads a file of specifications.
pub fn read(path: &Path) -> anyhow::Result<Reading> {
    let text = read_text(path)?;
    let folder = folder_of(path);
    let mut library = |name: &str| beside(&folder, name);
    Ok(chip::read(&path.display().to_string(), &text, &mut library))
}

/// The file of a chip in a folder: `NAME.chip`, or one that names it, where no file may be called that.
fn beside(folder: &Path, name: &str) -> Option<(String, String)> {
    let plain = !name.contains(['/', '\\', ':']) && !name.starts_with('.');
    let own = folder.join(format!("{name}.chip"));
    if plain && let Ok(text) = read_text(&own) {
        return Some((own.display().to_string(), text));
    }
    let files = list(folder).ok()?;
    files.into_iter().find_map(|path| {
        let text = read_text(&path).ok()?;
        let named = text.lines().any(|line| {
            let rest = line.trim().strip_prefix("Name:");
            rest.is_some_and(|rest| rest.trim().trim_matches('"') == name)
        });
        named.then(|| (path.display().to_string(), text))
    })
}

/// The specification files of a folder, by name.
pub fn list(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "chip") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// A file, or all specification files of a folder.
pub fn files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let files = list(path)?;
    if files.is_empty() {
        bail!("there is no specification (.chip) in {}", path.display());
    }
    Ok(files)
}

/// The chips of a file without errors; warnings are shown.
pub fn chips(path: &Path, ui: &mut Ui) -> anyhow::Result<Vec<Arc<Chip>>> {
    let reading = read(path)?;
    if reading.has_errors() {
        let errors = reading.diagnostics.iter().filter(|one| one.is_error());
        let texts: Vec<String> = errors.map(ToString::to_string).collect();
        let mistakes = diag::count(texts.len(), "mistake");
        bail!(
            "{mistakes} in {}\n{}",
            path.display(),
            texts.join("\n").trim_end()
        );
    }
    show(&reading.diagnostics, ui)?;
    Ok(reading.chips)
}

/// The one chip of a file; of several the last, which may call the others.
pub fn one(path: &Path, ui: &mut Ui) -> anyhow::Result<Arc<Chip>> {
    let mut chips = chips(path, ui)?;
    chips
        .pop()
        .with_context(|| format!("there is no chip in {}", path.display()))
}

pub fn show(found: &[Diagnostic], ui: &mut Ui) -> anyhow::Result<()> {
    let paint = Paint::when(ui.colour.on(&std::io::stderr()));
    for one in found {
        write!(ui.err, "{}", one.render(paint))?;
    }
    Ok(())
}
