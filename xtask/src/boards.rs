//! `cargo xtask boards`: `hardware/` is written from the descriptions in `crates/boards`.

use anyhow::Result;

use crate::shell::{self, cargo};

pub fn run() -> Result<()> {
    shell::run(cargo().args([
        "run",
        "--quiet",
        "--package",
        "boards",
        "--example",
        "write",
    ]))
}
