//! The table of crates in ARCHITECTURE.md: true to the letter in what may use what, and to a tenth in its numbers.

use std::fs;

use anyhow::{Context, Result, bail};

use super::source::{Crate, Tree};
use super::{LAYERS, Layer, names};
use crate::shell::root;

const BEGIN: &str = "<!-- crates: written by cargo xtask architecture --write -->\n";
const END: &str = "<!-- end of crates -->\n";

pub fn check(tree: &Tree, write: bool) -> Result<()> {
    let path = root().join("ARCHITECTURE.md");
    let text = fs::read_to_string(&path).context("cannot read ARCHITECTURE.md")?;
    let (before, rest) = text
        .split_once(BEGIN)
        .context("ARCHITECTURE.md has no table of crates")?;
    let (old, after) = rest
        .split_once(END)
        .context("the table of crates has no end")?;
    let new = render(tree);
    if write {
        fs::write(&path, format!("{before}{BEGIN}{new}{END}{after}"))?;
    } else if !alike(old, &new) {
        bail!(
            "the table of crates in ARCHITECTURE.md is out of date; `cargo xtask architecture --write` writes it:\n{new}"
        );
    }
    Ok(())
}

fn render(tree: &Tree) -> String {
    let mut text = String::from(
        "| crate | what it is | lines of code | public names | may use |\n|---|---|---:|---:|---|\n",
    );
    for (layer, part) in LAYERS.iter().zip(&tree.crates) {
        text.push_str(&row(layer, part));
    }
    text
}

fn row(layer: &Layer, part: &Crate) -> String {
    let code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let lines: usize = part
        .sources
        .iter()
        .map(|source| source.text.lines().filter(code).count())
        .sum();
    let public = match layer.is_library() {
        true => names::count(part).to_string(),
        false => String::from("0"),
    };
    let used: Vec<String> = layer
        .may_use
        .iter()
        .map(|name| format!("`{name}`"))
        .collect();
    let used = if used.is_empty() {
        "nothing".into()
    } else {
        used.join(", ")
    };
    format!(
        "| `{}` | {} | {lines} | {public} | {used} |\n",
        layer.name, layer.what
    )
}

/// Equal but for numbers that differ by less than a tenth, or by five.
fn alike(old: &str, new: &str) -> bool {
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (old, new) = (words(old), words(new));
    let near = |a: &str, b: &str| match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() <= (b / 10.0).max(5.0),
        _ => a == b,
    };
    old.len() == new.len() && old.iter().zip(&new).all(|(old, new)| near(old, new))
}
