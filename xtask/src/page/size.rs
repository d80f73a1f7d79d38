//! What a first visit loads, and the editor, which is loaded where one is shown; compressed as `mancala serve` and most hosts do
//! it.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::shell::root;

/// In bytes: of the WebAssembly and of everything else that a game loads, then of what only the machine and the workbench load,
/// and what only games between people do.
const MOST_WASM: usize = 700_000;
const MOST_PAGE: usize = 150_000;
const MOST_MACHINE: usize = 1_100_000;
const MOST_VIEWS: usize = 80_000;
const MOST_ONLINE: usize = 32_000;
const MOST_EDITOR: usize = 130_000;

/// What a game does not load.
const MACHINE: &str = "generated/machine_bg.wasm";
const VIEWS: [&str; 5] = [
    "generated/machine.",
    "js/code/",
    "js/machine/",
    "js/sheet/",
    "js/workbench/",
];
const ONLINE: [&str; 2] = ["css/online.css", "js/online/"];
/// The bundled editor with its licences.
const EDITOR: &str = "generated/editor.";

/// Folders and files that are not handed out, as the build script of `mancala` leaves them out.
const FOLDERS: [&str; 3] = ["codemirror/", "tests/", "node_modules/"];
const KINDS: [&str; 2] = [".ts", ".digest"];

pub fn check() -> Result<()> {
    let (mut wasm, mut machine, mut editor) = (0, 0, 0);
    let (mut views, mut online, mut page) = (0, 0, 0);
    sum(&root().join("web"), "", &mut |name, size| {
        *(match name {
            MACHINE => &mut machine,
            name if name.ends_with(".wasm") => &mut wasm,
            name if name.starts_with(EDITOR) => &mut editor,
            name if ONLINE.iter().any(|part| name.starts_with(part)) => &mut online,
            name if VIEWS.iter().any(|view| name.starts_with(view)) => &mut views,
            _ => &mut page,
        }) += size;
    })?;
    for name in ["en.json", "ru.json"] {
        page += compressed(&root().join("crates/texts").join(name))?;
    }
    for (what, size, most) in [
        ("WebAssembly of a game", wasm, MOST_WASM),
        ("everything else", page, MOST_PAGE),
        (
            "WebAssembly of the machine and the workbench",
            machine,
            MOST_MACHINE,
        ),
        ("their scripts", views, MOST_VIEWS),
        ("games between people", online, MOST_ONLINE),
        ("editor", editor, MOST_EDITOR),
    ] {
        println!("{what} {size} bytes compressed, of {most}");
        ensure!(size <= most, "too large: {what}");
    }
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
