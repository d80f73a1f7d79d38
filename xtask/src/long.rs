//! `cargo xtask test --long`: what takes too long for every change. Tests that are ignored otherwise, then every fuzz target for a
//! minute. All of it runs, and what failed is named at the end.

use std::process::{Command, Stdio};

use anyhow::{Result, bail, ensure};

use crate::shell::{self, Steps, root};
use crate::test;

/// Seconds for each fuzz target.
const A_MINUTE: u32 = 60;
/// An older program, which some tests of the site want to meet.
const OLD: &str = "MANCALA_OLD";
/// Minutes for each store of the site under load.
const SOAK: &str = "SOAK";

pub fn run() -> Result<()> {
    can_fuzz()?;
    let mut steps = Steps::default();
    let mut failed = Vec::new();
    let mut all = vec![("ignored tests".to_owned(), None)];
    let targets = test::fuzz_names()?.into_iter();
    all.extend(targets.map(|name| (format!("fuzz {name}"), Some(name))));
    for (name, target) in all {
        let done = steps.step(&name, || target.as_deref().map_or_else(ignored_tests, fuzz));
        if let Err(error) = done {
            eprintln!("{error:#}");
            failed.push(name);
        }
    }
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    steps.report();
    Ok(())
}

fn ignored_tests() -> Result<()> {
    let mut command = test::workspace()?;
    command.args(["--no-fail-fast", "--tests", "--", "--ignored"]);
    if std::env::var_os(SOAK).is_none() {
        command.env(SOAK, "1");
    }
    if std::env::var_os(OLD).is_none() {
        eprintln!("{OLD} names no older program: the tests that need one are left out");
        command.args(["--skip", "rolling::"]);
    }
    shell::run(&mut command)
}

/// The cargo of a nightly compiler. The one that started us is another, and would pass itself on.
fn nightly() -> Command {
    let mut command = Command::new("cargo");
    command.env_remove("CARGO").arg("+nightly");
    command.current_dir(root());
    command
}

fn can_fuzz() -> Result<()> {
    let mut command = nightly();
    command.args(["fuzz", "--version"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        _ => bail!(
            "fuzzing needs cargo-fuzz and a nightly compiler: rustup toolchain install nightly, cargo install cargo-fuzz"
        ),
    }
}

fn fuzz(name: &str) -> Result<()> {
    let mut command = nightly();
    command.args(["fuzz", "run", name, "--"]);
    command.arg(format!("-max_total_time={A_MINUTE}"));
    shell::run(&mut command)
}
