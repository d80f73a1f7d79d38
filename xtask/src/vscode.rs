//! The extension for Visual Studio Code: its types are checked, it is bundled and packed, from packages of npm alone; with `--test`
//! real editors and a real debug client are tried against the program, and with `--page` the extension in a real page of the editor.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::shell::{Steps, cargo, root, run as command};

#[derive(Default, clap::Args)]
pub struct Args {
    /// Try the language server and the debug adapter with the clients that are installed: Neovim, Emacs, the adapter test kit
    #[arg(long)]
    test: bool,
    /// Try the extension in a page of the npm package code-server, in Chromium: the file `out/node/entry.js` of the package
    #[arg(long, value_name = "ENTRY")]
    page: Option<PathBuf>,
}

fn folder() -> PathBuf {
    root().join("editors/vscode")
}

pub fn run(args: &Args) -> Result<()> {
    let mut steps = Steps::default();
    steps.step("packages of npm", install)?;
    steps.step("extension", pack)?;
    if args.test || args.page.is_some() {
        steps.step("mancala", build)?;
    }
    if args.test {
        steps.step("editors and debug client", clients)?;
    }
    if let Some(entry) = &args.page {
        steps.step("the extension in a page", || in_a_page(entry))?;
    }
    steps.report();
    Ok(())
}

/// The packages of the lock file, unless they are there.
fn install() -> Result<()> {
    if folder().join("node_modules/.package-lock.json").exists() {
        return Ok(());
    }
    npm(&["ci"]).context("the packages of the extension")
}

fn npm(arguments: &[&str]) -> Result<()> {
    command(Command::new("npm").args(arguments).current_dir(folder()))
}

/// Writes `target/vscode/cdm8.vsix`.
fn pack() -> Result<()> {
    npm(&["run", "--silent", "check"]).context("the types of the extension")?;
    npm(&["run", "--silent", "build"]).context("the bundle of the extension")?;
    let out = root().join("target/vscode");
    fs::create_dir_all(&out)?;
    let file = out.join("cdm8.vsix");
    let mut vsce = Command::new("node");
    vsce.arg("node_modules/@vscode/vsce/vsce")
        .args([
            "package",
            "--no-dependencies",
            "--allow-missing-repository",
            "--out",
        ])
        .arg(&file)
        .current_dir(folder());
    command(&mut vsce).context("the package of the extension")?;
    println!("{}", file.display());
    Ok(())
}

/// The program as it is now.
fn build() -> Result<()> {
    command(cargo().args(["build", "--package", "mancala"]))
}

fn mancala() -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR");
    let target = named.map_or(root().join("target"), PathBuf::from);
    target.join(format!("debug/mancala{}", std::env::consts::EXE_SUFFIX))
}

/// A person's first minutes, in a browser. Pictures are left in `target/vscode`.
fn in_a_page(entry: &Path) -> Result<()> {
    crate::page::browser()?;
    let out = root().join("target/vscode");
    let mut node = Command::new("node");
    node.arg("tests/page/try.mjs")
        .current_dir(folder())
        .env("CODE_SERVER", std::path::absolute(entry)?)
        .env("VSIX", out.join("cdm8.vsix"))
        .env("PICTURES", &out)
        .env("MANCALA", mancala());
    command(&mut node)
}

/// What `node --test` finds below `tests`, each client as it is done, with the program that was just built.
fn clients() -> Result<()> {
    let mut node = Command::new("node");
    node.args(["--test", "--test-reporter=spec", "tests/"])
        .current_dir(folder())
        .env("MANCALA", mancala());
    command(&mut node)
}
