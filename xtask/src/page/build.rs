//! From the crate `page` to `web/generated`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use super::digest::Made;
use super::node;
use crate::platforms::toolchain::{Toolchain, need};
use crate::shell::{self, root};

/// What compilers for WebAssembly use by now, and every browser has.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-sign-ext",
    "--enable-nontrapping-float-to-int",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// The modules by name, each with what the crate is compiled with: a game begins with the small one, loads the one that thinks while the
/// board is looked at, and need not load the machine; a console does not load what is for circuits of one's own.
const MODULES: [(&str, &str); 4] = [
    ("first", "first"),
    ("page", "game"),
    ("machine", "machine"),
    ("bench", "bench"),
];

pub fn run() -> Result<()> {
    editor()?;
    need("wasm-opt", &["binaryen"]).context("wasm-opt makes the page smaller and faster")?;
    let toolchain = Toolchain::find("wasm32-unknown-unknown")?;
    let made_from = Made::WebAssembly.of_sources()?;
    fs::create_dir_all(generated())?;
    for (name, feature) in MODULES {
        module(&toolchain, name, feature)?;
    }
    Made::WebAssembly.write(&made_from)
}

fn generated() -> PathBuf {
    root().join("web/generated")
}

/// Builds one module with its bindings.
fn module(toolchain: &Toolchain, name: &str, feature: &str) -> Result<()> {
    shell::run(
        toolchain
            .cargo("build")
            .args(["--package", "page", "--lib", "--profile", "page"])
            .args(["--no-default-features", "--features", feature]),
    )?;
    let built = toolchain.built_with("page", "page.wasm");
    let folder = root().join("target/page");
    let mut bindgen = Bindgen::new();
    bindgen
        .input_bytes(name, without_references(fs::read(&built)?))
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(&folder)
        .context("wasm-bindgen failed")?;
    for file in [format!("{name}.js"), format!("{name}.d.ts")] {
        fs::copy(folder.join(&file), generated().join(&file))?;
    }
    let file = format!("{name}_bg.wasm");
    shell::run(
        Command::new("wasm-opt")
            .args(FEATURES)
            .args(["-O3", "-o"])
            .arg(generated().join(&file))
            .arg(folder.join(&file)),
    )
}

/// Bundles the editor, unless what is there was made from the same sources: the packages need a network.
fn editor() -> Result<()> {
    let made_from = Made::Editor.of_sources()?;
    if Made::Editor.is_fresh().unwrap_or(false) {
        return Ok(());
    }
    node::bundle_editor()?;
    Made::Editor.write(&made_from)
}

/// The module, saying that it uses no references to JavaScript objects. It does not, but compilers say so in general; and the
/// table wasm-bindgen then adds is one that the wasm-opt of Debian 12 writes wrongly.
fn without_references(mut module: Vec<u8>) -> Vec<u8> {
    const USED: &[u8] = b"+\x0freference-types";
    let found = module.windows(USED.len()).rposition(|bytes| bytes == USED);
    if let Some(at) = found {
        module[at] = b'-';
    }
    module
}
