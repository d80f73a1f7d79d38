//! Panel files: read, looked for beside a console, and connected to it.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use circuit::sim::Simulator;
use diag::Diagnostic;
use grade::{Limits, Panel, Wiring};

use crate::files;

/// The panel of one console, and the files it comes from.
pub struct Chosen {
    pub panel: Panel,
    /// The file that describes the console.
    pub path: PathBuf,
    pub files: Vec<PathBuf>,
    pub notes: Vec<String>,
}

/// The console's own panel file if there is one, otherwise the common one. Marks are given by the common one only.
pub fn choose(own: Option<&Path>, common: Option<&Path>) -> anyhow::Result<Chosen> {
    let given = common.map(panel).transpose()?;
    let Some(own) = own else {
        let (Some(panel), Some(path)) = (given, common) else {
            bail!(
                "there is no panel file: --panel FILE names one, and mancala grade init proposes one"
            );
        };
        return Ok(Chosen {
            panel,
            path: path.to_owned(),
            files: vec![path.to_owned()],
            notes: Vec::new(),
        });
    };
    let mut panel = panel(own)?;
    let mut notes = vec![format!("its own panel file was used: {}", file_name(own))];
    if panel.forget_points() {
        notes.push("the points in it do not count".to_owned());
    }
    if let Some(given) = &given {
        panel.take_points(given);
    }
    panel.look_as_long_as(given.map_or_else(Limits::default, |given| given.limits));
    let files = [own].into_iter().chain(common).map(Path::to_owned);
    Ok(Chosen {
        panel,
        path: own.to_owned(),
        files: files.collect(),
        notes,
    })
}

pub fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Reads a panel file.
pub fn panel(path: &Path) -> anyhow::Result<Panel> {
    let text = files::read_text(path)?;
    Panel::parse(&path.display().to_string(), &text).map_err(|mistakes| told(path, &mistakes))
}

/// Finds what a panel names in a circuit.
pub fn wiring(path: &Path, panel: &Panel, simulator: &Simulator) -> anyhow::Result<Wiring> {
    Wiring::find(panel, simulator).map_err(|mistakes| told(path, &mistakes))
}

fn told(path: &Path, mistakes: &[Diagnostic]) -> anyhow::Error {
    const MOST: usize = 20;
    let mut lines: Vec<String> = mistakes
        .iter()
        .take(MOST)
        .map(ToString::to_string)
        .collect();
    if mistakes.len() > MOST {
        lines.push(format!("... and {} more", mistakes.len() - MOST));
    }
    let count = diag::count(mistakes.len(), "mistake");
    anyhow!(
        "{count} in {}\n{}",
        path.display(),
        lines.join("\n").trim_end()
    )
}

#[cfg(test)]
mod tests {
    use super::choose;
    use std::fs;

    /// The limits of a student's panel file may be longer, but not shorter, than the teacher's or the default.
    #[test]
    fn a_console_does_not_choose_where_nobody_looks() {
        let folder = tempfile::tempdir().unwrap();
        let panel = include_str!("../../../../../hardware/2022/panel.toml");
        let put = |name: &str, limits: &str| {
            let path = folder.path().join(name);
            fs::write(&path, format!("{panel}\n[limits]\n{limits}\n")).unwrap();
            path
        };
        let own = put("own.toml", "notice = 1\nsettle = 90\nquiet = 1");
        let usual = choose(Some(&own), None).unwrap().panel.limits;
        assert_eq!((usual.notice, usual.settle, usual.quiet), (400, 90, 2000));
        let common = put("common.toml", "notice = 50\nquiet = 3000");
        let limits = choose(Some(&own), Some(&common)).unwrap().panel.limits;
        assert_eq!((limits.notice, limits.settle, limits.quiet), (50, 90, 3000));
    }
}
