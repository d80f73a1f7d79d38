//! The licences of every package in the program: what their authors ask to be passed on with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::shell::{self, cargo};

/// Names of files that hold a licence or a notice.
const NAMES: [&str; 6] = [
    "license",
    "licence",
    "copying",
    "copyright",
    "notice",
    "unlicense",
];

/// One text with every package and its licences; equal texts are printed once.
pub fn all() -> Result<String> {
    let metadata = shell::output(cargo().args(["metadata", "--format-version", "1", "--locked"]))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let used = used(&metadata)?;
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut list = String::from("mancala contains these packages.\n\n");
    let packages = metadata["packages"]
        .as_array()
        .context("metadata has no packages")?;
    for package in packages {
        let id = text(package, "id")?;
        if !used.contains(id) || package["source"].is_null() {
            continue;
        }
        let name = format!("{} {}", text(package, "name")?, text(package, "version")?);
        let licence = package["license"].as_str().unwrap_or("see below");
        let _ = writeln!(list, "{name}: {licence}");
        let folder = Path::new(text(package, "manifest_path")?).parent();
        let found = files(folder.context("a manifest is in a folder")?)?;
        ensure!(
            !found.is_empty() || package["license"].is_string(),
            "{name} has no licence"
        );
        for found in found {
            texts.entry(found).or_default().push(name.clone());
        }
    }
    for (text, names) in texts {
        let _ = write!(
            list,
            "\n{}\n{}\n\n{}\n",
            "-".repeat(72),
            names.join(", "),
            text.trim_end()
        );
    }
    Ok(list)
}

/// Everything the program reaches that is not there for tests alone, on whatever platform.
fn used(metadata: &Value) -> Result<BTreeSet<&str>> {
    let nodes = metadata["resolve"]["nodes"]
        .as_array()
        .context("metadata has no nodes")?;
    let of: BTreeMap<&str, &Value> = nodes
        .iter()
        .map(|node| Ok((text(node, "id")?, node)))
        .collect::<Result<_>>()?;
    let program = of
        .keys()
        .find(|id| id.contains("mancala#") || id.contains("#mancala@"));
    let mut open = vec![*program.context("metadata does not know the program")?];
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let reached = of.get(id).and_then(|node| node["deps"].as_array());
        for one in reached.into_iter().flatten() {
            let kinds = one["dep_kinds"].as_array().into_iter().flatten();
            if kinds.clone().any(|kind| kind["kind"].is_null()) {
                open.push(text(one, "pkg")?);
            }
        }
    }
    Ok(seen)
}

fn text<'v>(value: &'v Value, name: &str) -> Result<&'v str> {
    value[name]
        .as_str()
        .with_context(|| format!("metadata has no {name}"))
}

fn files(folder: &Path) -> Result<Vec<String>> {
    let mut paths: Vec<_> = fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let is_one = |path: &&std::path::PathBuf| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_lowercase();
        path.is_file() && NAMES.iter().any(|start| name.starts_with(start))
    };
    paths
        .iter()
        .filter(is_one)
        .map(|path| Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned()))
        .collect()
}
