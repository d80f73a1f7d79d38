//! `cargo xtask test`: everything a change has to pass on the machine it is made on.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::architecture;
use crate::page;
use crate::platforms::toolchain;
use crate::shell::{self, Steps, cargo, root};

pub fn run() -> Result<()> {
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

/// The same random cases every time, so that the same tree passes again; `cargo test` by itself tries new ones.
/// PostgreSQL is installed where we may; without it, the tests of it fail.
fn tests() -> Result<()> {
    const SEED: &str = "PROPTEST_RNG_SEED";
    if !Path::new("/usr/lib/postgresql").is_dir() {
        toolchain::need("postgres", &["postgresql"])?;
    }
    let mut command = cargo();
    command
        .args(["test", "--workspace"])
        .env("MANCALA_TEST_POSTGRES", "required");
    if std::env::var_os(SEED).is_none() {
        command.env(SEED, "2023");
    }
    shell::run(&mut command)
}

fn lints() -> Result<()> {
    let arguments = ["clippy", "--quiet", "--workspace", "--all-targets"];
    shell::run(cargo().args(arguments).args(["--", "-D", "warnings"]))
}

fn documentation() -> Result<()> {
    shell::run(
        cargo()
            .args(["doc", "--quiet", "--workspace", "--no-deps"])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}

/// Every target is listed in the manifest and compiles. Running them needs cargo-fuzz and a nightly compiler.
fn fuzz_targets() -> Result<()> {
    let manifest = root().join("fuzz/Cargo.toml");
    let listed = fs::read_to_string(&manifest).context("cannot read fuzz/Cargo.toml")?;
    for entry in fs::read_dir(root().join("fuzz/fuzz_targets"))? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        let line = format!("fuzz_targets/{name}\"");
        ensure!(listed.contains(&line), "{name} is not in fuzz/Cargo.toml");
    }
    shell::run(
        cargo()
            .args(["check", "--quiet", "--locked", "--manifest-path"])
            .arg(manifest)
            .args(["--target-dir", "target/fuzz"]),
    )
}
