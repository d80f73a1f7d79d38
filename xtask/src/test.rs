//! `cargo xtask test`: everything a change has to pass on the machine it is made on.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::architecture;
use crate::long;
use crate::page;
use crate::platforms::toolchain;
use crate::shell::{self, Steps, cargo, root};

#[derive(clap::Args)]
pub struct Args {
    /// Run what takes long instead: the tests that are ignored otherwise, and a minute of every fuzz target
    #[arg(long)]
    long: bool,
}

pub fn run(args: &Args) -> Result<()> {
    if args.long {
        return long::run();
    }
    let mut steps = Steps::default();
    steps.step("formatting", || {
        shell::run(cargo().args(["fmt", "--all", "--check"]))
    })?;
    steps.step("architecture", || {
        architecture::run(&architecture::Args::default())
    })?;
    steps.step("lints", lints)?;
    steps.step("documentation", documentation)?;
    steps.step("fuzz targets", fuzz_targets)?;
    steps.step("tests", tests)?;
    steps.step("page", page::test)?;
    steps.report();
    Ok(())
}

/// The same random cases every time, so that the same tree passes again; plain `cargo test` tries new ones.
/// PostgreSQL is installed where we may; without it, the tests of it fail.
fn tests() -> Result<()> {
    const SEED: &str = "PROPTEST_RNG_SEED";
    let mut command = workspace()?;
    if std::env::var_os(SEED).is_none() {
        command.env(SEED, "2023");
    }
    shell::run(&mut command)
}

/// `cargo test` for everything, with a PostgreSQL at hand.
pub fn workspace() -> Result<Command> {
    if !Path::new("/usr/lib/postgresql").is_dir() {
        toolchain::need("postgres", &["postgresql"])?;
    }
    let mut command = cargo();
    command
        .args(["test", "--workspace"])
        .env("MANCALA_TEST_POSTGRES", "required");
    Ok(command)
}

fn lints() -> Result<()> {
    let arguments = ["clippy", "--quiet", "--workspace", "--all-targets"];
    let strictly = ["--", "-D", "warnings"];
    shell::run(cargo().args(arguments).args(strictly))?;
    // The command without the site.
    let alone = [
        "clippy",
        "--quiet",
        "--package",
        "mancala",
        "--no-default-features",
    ];
    shell::run(cargo().args(alone).args(["--all-targets"]).args(strictly))
}

fn documentation() -> Result<()> {
    shell::run(
        cargo()
            .args(["doc", "--quiet", "--workspace", "--no-deps"])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}

/// Every target is listed in the manifest and compiles. `--long` runs them.
fn fuzz_targets() -> Result<()> {
    let listed = fs::read_to_string(manifest()).context("cannot read fuzz/Cargo.toml")?;
    for name in fuzz_names()? {
        let line = format!("fuzz_targets/{name}.rs\"");
        ensure!(listed.contains(&line), "{name} is not in fuzz/Cargo.toml");
    }
    shell::run(
        cargo()
            .args(["check", "--quiet", "--locked", "--manifest-path"])
            .arg(manifest())
            .args(["--target-dir", "target/fuzz"]),
    )
}

fn manifest() -> PathBuf {
    root().join("fuzz/Cargo.toml")
}

/// The fuzz targets there are.
pub fn fuzz_names() -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(root().join("fuzz/fuzz_targets"))? {
        let name = entry?.file_name();
        names.extend(
            name.to_string_lossy()
                .strip_suffix(".rs")
                .map(str::to_owned),
        );
    }
    Ok(names)
}
