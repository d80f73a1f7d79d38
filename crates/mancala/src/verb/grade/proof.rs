//! A mistake to see for oneself: a script for `mancala circuit run`, and a run that `mancala circuit debug --replay` opens at the
//! moment of the difference, with all of the past before it.

use std::path::Path;

use anyhow::Context;
use results::{Report, Test};

use crate::files;

/// Writes both for each mistake.
pub fn write(report: &Report, circuit: &Path, folder: &Path) -> anyhow::Result<()> {
    for test in &report.tests {
        let Some(script) = &test.script else {
            continue;
        };
        let proofs = [
            ("script", script.clone()),
            ("run", run(test, script, circuit)),
        ];
        for (end, text) in proofs {
            let path = folder.join(format!("{}.{end}", test.id));
            files::write_whole(&path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(())
}

/// The script's deeds with the half-ticks at which they are done.
fn run(test: &Test, script: &str, circuit: &Path) -> String {
    let mut text = format!("run 1\ncircuit {}\nseed 1\n", circuit.display());
    let mut now = 0_u64;
    for line in script.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "half-ticks" => now = now.saturating_add(rest.parse().unwrap_or(0)),
            "" | "#" | "expect" | "show" => {}
            _ => text.push_str(&format!("at {now} {line}\n")),
        }
    }
    text.push_str(&format!("at {now} mark {}\nend {now}\n", test.id));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use results::Outcome;

    #[test]
    fn a_script_becomes_a_run() {
        let test = Test {
            id: "capture".to_owned(),
            name: String::new(),
            outcome: Outcome::Failed,
            points: 0,
            max_points: 1,
            hidden: false,
            checked: 1,
            output: String::new(),
            script: None,
        };
        let script = "# Capture\nhalf-ticks 238\npress /6\nhalf-ticks 8\nrelease /6\nhalf-ticks 4\nexpect /A = 1\nshow\n";
        let expected = "run 1\ncircuit a b.circ\nseed 1\nat 238 press /6\nat 246 release /6\nat 250 mark capture\nend 250\n";
        assert_eq!(run(&test, script, Path::new("a b.circ")), expected);
    }
}
