//! The invariants of ARCHITECTURE.md that a program can check: which crate uses which, what library code must not touch,
//! which names are public for nobody, and the table of crates.

mod floors;
mod names;
mod source;
mod surroundings;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail, ensure};

use crate::shell::{cargo, output};
use source::Tree;

#[derive(Default, clap::Args)]
pub struct Args {
    /// Bring the table of crates in ARCHITECTURE.md up to date
    #[arg(long)]
    write: bool,
}

/// A crate of the workspace, what it is, and which of the others it may use.
pub struct Layer {
    pub name: &'static str,
    pub what: &'static str,
    pub may_use: &'static [&'static str],
}

const fn layer(name: &'static str, what: &'static str, may_use: &'static [&'static str]) -> Layer {
    Layer {
        name,
        what,
        may_use,
    }
}

/// From the foundations up. Everything but [`COMMAND`], [`CHORES`] and [`SITE`] is a library without surroundings.
pub const LAYERS: &[Layer] = &[
    layer(
        "diag",
        "diagnostics: what tools say about files, with the places they mean",
        &[],
    ),
    layer(
        "expect",
        "one language for what programs, circuits and consoles should do",
        &["diag"],
    ),
    layer(
        "formats",
        "files several crates share: memory images, waveforms",
        &[],
    ),
    layer(
        "results",
        "what tests came to, in the formats other programs read",
        &["diag"],
    ),
    layer(
        "timeline",
        "time for circuits, consoles and processors: back, forth, branches, runs",
        &["diag", "formats"],
    ),
    layer(
        "kalah",
        "the game: rules, positions, moves, notation, records",
        &[],
    ),
    layer(
        "cdm8",
        "the processor: instruction set, assembler, disassembler, debugger",
        &["diag", "expect", "formats", "timeline"],
    ),
    layer(
        "circuit",
        "the breadboard: reads, runs and draws Logisim circuits",
        &["diag", "expect", "formats", "timeline"],
    ),
    layer(
        "chip",
        "chip specifications: read, run, and proven of circuits",
        &["circuit", "diag"],
    ),
    layer(
        "engine",
        "everything that chooses a move: players, search, tables, book",
        &["kalah"],
    ),
    layer(
        "consoles",
        "the machines: boards with their firmware",
        &["kalah", "cdm8", "circuit", "diag", "engine", "timeline"],
    ),
    layer(
        "grade",
        "marks for consoles that others built: panel files, games, reports",
        &["diag", "results", "kalah", "circuit", "engine"],
    ),
    layer(
        "course",
        "tasks to build a console by: read, checked, proven fit for students",
        &[
            "diag", "results", "timeline", "kalah", "cdm8", "circuit", "chip", "consoles", "grade",
        ],
    ),
    layer(
        "texts",
        "what the interactive faces say, ready for translation",
        &["kalah", "engine"],
    ),
    layer(
        "play",
        "a game with people in it: seats, undo, moves in words, links, advice",
        &["kalah", "engine", "texts"],
    ),
    layer(
        "bench",
        "a machine with a person in front of it: loading, time, goals, scripts",
        &[
            "diag", "expect", "formats", "timeline", "kalah", "cdm8", "circuit", "chip",
            "consoles", "texts",
        ],
    ),
    layer(
        "page",
        "the seam to the browser: messages, and nothing else",
        &[
            "diag", "formats", "kalah", "cdm8", "circuit", "chip", "engine", "consoles", "course",
            "texts", "timeline", "play", "bench", "grade", "results",
        ],
    ),
    layer(
        "tui",
        "the terminal: the game and the machines on a full screen",
        &[
            "formats", "kalah", "cdm8", "circuit", "engine", "consoles", "texts", "timeline",
            "play", "bench",
        ],
    ),
    layer(
        "ide",
        "editors: language server, debug adapter, the kit's debug protocol",
        &[
            "diag", "formats", "cdm8", "circuit", "chip", "consoles", "timeline", "bench",
        ],
    ),
    layer(
        SITE,
        "the site: games between two people, HTTP and SQL",
        &["kalah", "engine"],
    ),
    layer(
        "boards",
        "the drawing table: describes the chips and writes `hardware/`",
        &["kalah", "cdm8", "circuit", "consoles"],
    ),
    layer(
        COMMAND,
        "the command: one file per verb",
        &[
            "diag", "expect", "formats", "results", "kalah", "cdm8", "circuit", "chip", "engine",
            "grade", "consoles", "course", "ide", "server", "texts", "timeline", "tui", "play",
            "bench",
        ],
    ),
    layer(CHORES, "`cargo xtask`: tests, drawings, platforms", &[]),
    layer(
        PROBE,
        "what the libraries compute, to compare platforms",
        &["kalah", "cdm8", "circuit", "engine", "consoles", "timeline"],
    ),
];

pub const COMMAND: &str = "mancala";
pub const CHORES: &str = "xtask";
/// A library whose work is with a network, a clock and a database. It prints nothing and parses no arguments, like the others.
const SITE: &str = "server";
const PROBE: &str = "probe";
/// Crates that only the command may use.
const ONLY_THE_COMMAND: [&str; 6] = ["clap", "anyhow", "indicatif", "etcetera", "ctrlc", "jiff"];

impl Layer {
    /// A library takes text, bytes, numbers and clocks, and gives values.
    pub fn is_library(&self) -> bool {
        ![COMMAND, CHORES, PROBE].contains(&self.name)
    }

    /// A library that has to do with nothing but its arguments.
    pub fn is_apart(&self) -> bool {
        self.is_library() && self.name != SITE
    }
}

/// A crate and all that it may use, directly or by others.
pub fn below(name: &str) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    // A layer only uses those before it.
    for layer in LAYERS.iter().rev() {
        if layer.name == name || found.contains(layer.name) {
            found.insert(layer.name);
            found.extend(layer.may_use);
        }
    }
    found
}

pub fn run(args: &Args) -> Result<()> {
    crates_depend_only_downwards()?;
    let tree = Tree::read()?;
    let mut faults = surroundings::faults(&tree);
    faults.extend(names::faults(&tree));
    faults.extend(floors::faults(&tree));
    if !faults.is_empty() {
        bail!(
            "{} of the architecture's rules are broken:\n{}",
            faults.len(),
            faults.join("\n")
        );
    }
    table::check(&tree, args.write)
}

/// The dependencies of every member of the workspace, those of its tests left out.
fn dependencies() -> Result<BTreeMap<String, BTreeSet<String>>> {
    let text = output(cargo().args(["metadata", "--format-version", "1", "--no-deps"]))?;
    let metadata: serde_json::Value = serde_json::from_str(&text)?;
    let packages = metadata["packages"]
        .as_array()
        .context("cargo metadata lists no packages")?;
    let name = |value: &serde_json::Value| value["name"].as_str().unwrap_or_default().to_owned();
    let used = |package: &serde_json::Value| {
        let all = package["dependencies"].as_array().into_iter().flatten();
        all.filter(|used| used["kind"].is_null())
            .map(name)
            .collect()
    };
    Ok(packages
        .iter()
        .map(|package| (name(package), used(package)))
        .collect())
}

fn crates_depend_only_downwards() -> Result<()> {
    let found = dependencies()?;
    let known: BTreeSet<&str> = LAYERS.iter().map(|layer| layer.name).collect();
    let members: BTreeSet<&str> = found.keys().map(String::as_str).collect();
    ensure!(
        members == known,
        "xtask/src/architecture/mod.rs and the workspace list different crates: {:?}",
        members.symmetric_difference(&known).collect::<Vec<_>>()
    );
    for layer in LAYERS {
        for used in &found[layer.name] {
            let allowed = !known.contains(used.as_str()) || layer.may_use.contains(&used.as_str());
            ensure!(allowed, "{} must not depend on {used}", layer.name);
            let alone = layer.is_library() && ONLY_THE_COMMAND.contains(&used.as_str());
            ensure!(
                !alone,
                "{} uses {used}, which only the command may",
                layer.name
            );
        }
    }
    Ok(())
}
