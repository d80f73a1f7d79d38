//! A mistake to see for oneself: a script for `mancala circuit run`, and a run that `mancala circuit debug --replay` opens at the
//! moment of the difference, with all of the past before it.

use std::path::Path;

use anyhow::Context;
use results::Report;

use crate::files;

/// Writes both for each mistake.
pub fn write(report: &Report, circuit: &Path, folder: &Path) -> anyhow::Result<()> {
    for test in &report.tests {
        let script = test.script.clone();
        let run = test.run.as_ref().map(|deeds| run(deeds, circuit));
        for (end, text) in [("script", script), ("run", run)] {
            let Some(text) = text else {
                continue;
            };
            let path = folder.join(format!("{}.{end}", test.id));
            files::write_whole(&path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(())
}

/// A run of this circuit: its deeds, after what a run begins with.
fn run(deeds: &str, circuit: &Path) -> String {
    format!("run 1\ncircuit {}\nseed 1\n{deeds}", circuit.display())
}
