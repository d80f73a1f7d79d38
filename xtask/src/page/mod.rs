//! `cargo xtask page`: the WebAssembly of the page, built, measured and tested.
//!
//! `web/generated` is committed, so that the program can be built without a compiler for WebAssembly. It carries the digest of the
//! sources it was made from; `cargo xtask test` fails when they have moved on.

#[cfg(feature = "bindgen")]
mod build;
mod digest;
mod node;
mod size;

use anyhow::Result;

#[cfg(not(feature = "bindgen"))]
use crate::shell::{self, cargo};

#[derive(clap::Args)]
pub struct Args {
    /// Build nothing: check that web/generated fits the sources, and the sizes
    #[arg(long)]
    check: bool,
    /// Build nothing: measure the page in Chromium and print the figures
    #[arg(long)]
    measure: bool,
    /// Build nothing: check the types and run the tests of the page
    #[arg(long)]
    test: bool,
}

pub fn run(args: &Args) -> Result<()> {
    if args.check || args.measure || args.test {
        if args.check {
            check()?;
        }
        if args.test {
            node::test()?;
        }
        if args.measure {
            node::measure()?;
        }
        return Ok(());
    }
    build()
}

/// What `cargo xtask test` runs.
pub fn test() -> Result<()> {
    check()?;
    node::test()
}

/// A browser, and the packages that drive it, where they are missing.
pub fn browser() -> Result<()> {
    node::prepare()
}

fn check() -> Result<()> {
    digest::check()?;
    size::check()
}

#[cfg(feature = "bindgen")]
fn build() -> Result<()> {
    build::run()?;
    size::check()
}

/// The library that writes the bindings takes a minute to compile, and is only needed here.
#[cfg(not(feature = "bindgen"))]
fn build() -> Result<()> {
    let arguments = ["run", "--quiet", "--profile", "chore", "--package", "xtask"];
    shell::run(
        cargo()
            .args(arguments)
            .args(["--features", "bindgen", "--", "page"]),
    )
}
