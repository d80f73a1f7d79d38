//! What a first visit loads, and the editor, which is loaded where one is shown; compressed as `mancala serve` and most hosts do
//! it.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::shell::root;

/// In bytes: of each WebAssembly module, of which a game loads one, and of everything else.
const MOST_WASM: usize = 700_000;
const MOST_PAGE: usize = 150_000;
const MOST_EDITOR: usize = 130_000;

/// The bundled editor with its licences.
const EDITOR: &str = "generated/editor.";

/// Folders and files that are not handed out, as the build script of `mancala` leaves them out.
const FOLDERS: [&str; 3] = ["codemirror/", "tests/", "node_modules/"];
const KINDS: [&str; 2] = [".ts", ".digest"];

pub fn check() -> Result<()> {
    let (mut modules, mut editor, mut page) = (Vec::new(), 0, 0);
    sum(&root().join("web"), "", &mut |name, size| match name {
        name if name.ends_with(".wasm") => modules.push((name.to_owned(), size)),
        name if name.starts_with(EDITOR) => editor += size,
        _ => page += size,
    })?;
    for name in ["en.json", "ru.json"] {
        page += compressed(&root().join("crates/texts").join(name))?;
    }
    for (name, size) in &modules {
        println!("{name} {size} bytes compressed, of {MOST_WASM}");
    }
    println!("editor {editor} bytes compressed, of {MOST_EDITOR}");
    println!("everything else {page} bytes compressed, of {MOST_PAGE}");
    let large = modules.iter().find(|(_, size)| *size > MOST_WASM);
    ensure!(large.is_none(), "the WebAssembly has become too large");
    ensure!(editor <= MOST_EDITOR, "the editor has become too large");
    ensure!(page <= MOST_PAGE, "the page has become too large");
    Ok(())
}

fn sum(folder: &Path, below: &str, add: &mut dyn FnMut(&str, usize)) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            let folder = format!("{name}/");
            if !FOLDERS.contains(&folder.as_str()) {
                sum(&entry.path(), &folder, add)?;
            }
        } else if name != "tsconfig.json" && !KINDS.iter().any(|kind| name.ends_with(kind)) {
            add(&name, compressed(&entry.path())?);
        }
    }
    Ok(())
}

fn compressed(path: &Path) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&fs::read(path)?)?;
    Ok(encoder.finish()?.len())
}
