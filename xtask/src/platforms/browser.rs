//! The libraries in WebAssembly: what they compute there on one thread equals what they compute here.

use std::process::Command;

use anyhow::{Result, ensure};

use super::toolchain::{Toolchain, need};
use crate::shell::{self, cargo, output};

/// Loads the module, which asks for nothing from its surroundings, and prints what every export returns.
const SCRIPT: &str = "
const module = new WebAssembly.Module(require('fs').readFileSync(process.argv[1]));
const { exports } = new WebAssembly.Instance(module, {});
for (const name of Object.keys(exports).sort())
  if (name.startsWith('probe_')) console.log(name, exports[name]() >>> 0);
";

pub fn check() -> Result<()> {
    need("node", &["nodejs"])?;
    let toolchain = Toolchain::find("wasm32-unknown-unknown")?;
    shell::run(
        toolchain
            .cargo("build")
            .args(["--package", "probe", "--lib"]),
    )?;
    let there = output(
        Command::new("node")
            .args(["-e", SCRIPT])
            .arg(toolchain.built("probe.wasm")),
    )?;
    let here = output(cargo().args(["run", "--quiet", "--package", "probe"]))?;
    ensure!(here == there, "here:\n{here}in WebAssembly:\n{there}");
    print!("{there}");
    Ok(())
}
