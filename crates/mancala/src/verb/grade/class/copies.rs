//! Which students handed in nearly the same circuit.

use std::path::PathBuf;

use anyhow::Context;
use grade::Sketch;
use results::Pair;
use std::sync::Arc;

use super::super::console::is_common;
use crate::verb::circuit::load::Source;

/// The fingerprint of everything that was handed out with the assignment.
pub fn handed_out(source: &Source, files: &[PathBuf]) -> anyhow::Result<Sketch> {
    let mut all = Sketch::default();
    for file in files {
        let reading = source.with_file(file).reading();
        let reading = reading.with_context(|| format!("--handed-out {}", file.display()))?;
        all = all.with(&Sketch::of(&Arc::new(reading.project), &is_common));
    }
    Ok(all)
}

/// All pairs that are at least this similar, the most similar first.
pub fn pairs<'a>(
    consoles: impl Iterator<Item = (&'a str, Option<&'a Sketch>)>,
    handed_out: &Sketch,
    least: u8,
) -> Vec<Pair> {
    let own: Vec<(&str, Sketch)> = consoles
        .filter_map(|(name, sketch)| Some((name, sketch?.without(handed_out))))
        .collect();
    let mut pairs = Vec::new();
    for (index, (one, sketch)) in own.iter().enumerate() {
        for (other, its) in &own[index + 1..] {
            let likeness = sketch.likeness(its);
            if likeness.most() * 100.0 < f64::from(least) {
                continue;
            }
            let percent = |share: f64| (share * 100.0).round() as u32;
            let pair = Pair {
                one: (*one).to_owned(),
                other: (*other).to_owned(),
                circuit: likeness.circuit.map(percent),
                rom: likeness.rom.map(percent),
            };
            pairs.push((likeness.most(), pair));
        }
    }
    pairs.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    pairs.into_iter().map(|(_, pair)| pair).collect()
}
