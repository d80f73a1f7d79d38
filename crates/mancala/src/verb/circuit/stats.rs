//! `mancala circuit stats`: figures about a circuit.

use std::io::Write;

use anyhow::Context;
use circuit::netlist::{Design, DesignOptions};
use circuit::stats::{self, Stats, Tree};
use serde_json::{Map, Value, json};

use super::load::Source;
use crate::rows;
use crate::ui::{Answer, Ui};
use crate::wording;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let project = args.source.project(ui)?;
    let design = Design::build(project, args.source.circuit(), &DesignOptions::default())
        .with_context(|| args.source.file().display().to_string())?;
    let stats = stats::stats(&design);
    match args.json {
        true => {
            rows::print_pretty(as_json(&stats, &design), ui)?;
        }
        false => report(&stats, &design, ui)?,
    }
    Ok(Answer::Yes)
}

fn report(stats: &Stats, design: &Design, ui: &mut Ui) -> anyhow::Result<()> {
    let out = &mut ui.out;
    writeln!(
        out,
        "parts       {:>7}  ({} of them sub-circuits)",
        stats.parts, stats.instances
    )?;
    writeln!(
        out,
        "nets        {:>7}  ({})",
        stats.nets,
        wording::count(stats.bits, "one-bit net")
    )?;
    writeln!(
        out,
        "depth       {:>7}  parts on the longest path without memory",
        stats.depth.chain.len()
    )?;
    if let [first, .., last] = stats.depth.chain[..] {
        writeln!(
            out,
            "                     from {} to {}",
            design.path(first),
            design.path(last)
        )?;
    }
    if !stats.depth.loops.is_empty() {
        writeln!(
            out,
            "loops       {:>7}  groups of parts that feed back into themselves",
            stats.depth.loops.len()
        )?;
    }
    for parts in stats.depth.loops.iter().take(5) {
        let paths: Vec<String> = parts
            .iter()
            .take(4)
            .map(|&part| design.path(part))
            .collect();
        let more = if parts.len() > 4 { ", ..." } else { "" };
        writeln!(
            out,
            "                     {}: {}{more}",
            wording::count(parts.len(), "part"),
            paths.join(", ")
        )?;
    }
    writeln!(out, "\nparts by kind")?;
    for (name, count) in &stats.kinds {
        writeln!(out, "{count:>9}  {name}")?;
    }
    writeln!(out, "\ncircuits (own parts, parts including sub-circuits)")?;
    write_tree(&stats.tree, 1, out)
}

fn write_tree(tree: &Tree, depth: usize, out: &mut dyn Write) -> anyhow::Result<()> {
    let times = match tree.uses {
        1 => String::new(),
        uses => format!(" x{uses}"),
    };
    let indent = "  ".repeat(depth.min(40));
    writeln!(
        out,
        "{indent}{}{times}  ({}, {})",
        tree.name, tree.own, tree.all
    )?;
    tree.inner
        .iter()
        .try_for_each(|inner| write_tree(inner, depth + 1, out))
}

fn as_json(stats: &Stats, design: &Design) -> Value {
    let kinds: Map<String, Value> = stats
        .kinds
        .iter()
        .map(|(name, count)| (name.clone(), json!(count)))
        .collect();
    let paths = |parts: &[circuit::netlist::PartId]| -> Vec<String> {
        parts.iter().map(|&part| design.path(part)).collect()
    };
    json!({
        "parts": stats.parts,
        "subcircuits": stats.instances,
        "nets": stats.nets,
        "one_bit_nets": stats.bits,
        "depth": stats.depth.chain.len(),
        "longest_chain": paths(&stats.depth.chain),
        "loops": stats.depth.loops.iter().map(|parts| paths(parts)).collect::<Vec<_>>(),
        "kinds": kinds,
        "tree": tree_json(&stats.tree),
    })
}

fn tree_json(tree: &Tree) -> Value {
    json!({
        "circuit": tree.name, "uses": tree.uses, "parts": tree.own, "parts_inside": tree.all,
        "inner": tree.inner.iter().map(tree_json).collect::<Vec<_>>(),
    })
}
