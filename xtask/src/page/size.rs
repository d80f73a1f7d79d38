//! What a first visit loads, and what is loaded with a part of the page; compressed as most hosts do it.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::shell::root;

/// Files that are loaded together, by how their names begin, and how many bytes they may take.
struct Group {
    what: &'static str,
    most: usize,
    names: &'static [&'static str],
}

/// The first group that a file fits. What fits none is loaded by everybody who comes, before the first board.
const GROUPS: [Group; 10] = [
    Group {
        what: "WebAssembly of the consoles",
        most: 950_000,
        names: &["generated/machine_bg.wasm"],
    },
    Group {
        what: "WebAssembly of the workbench and the course",
        most: 2_000_000,
        names: &["generated/bench_bg.wasm"],
    },
    Group {
        what: "WebAssembly that answers first",
        most: 400_000,
        names: &["generated/first_bg.wasm"],
    },
    Group {
        what: "WebAssembly that thinks",
        most: 700_000,
        names: &["generated/page_bg.wasm", "generated/page.js"],
    },
    // With its licences.
    Group {
        what: "the editor",
        most: 140_000,
        names: &["generated/editor."],
    },
    Group {
        what: "games between people",
        most: 40_000,
        names: &["css/online.css", "js/online/"],
    },
    Group {
        what: "machine, workbench and course",
        most: 240_000,
        names: &[
            "css/code.css",
            "css/course.css",
            "css/machine",
            "css/workbench.css",
            "generated/bench.",
            "generated/machine.",
            "js/bench-worker.js",
            "js/code/",
            "js/course/",
            "js/machine-worker.js",
            "js/machine/",
            "js/sheet/",
            "js/workbench/",
        ],
    },
    Group {
        what: "puzzles, lessons, reviews, sheets",
        most: 60_000,
        names: &[
            "css/sheets.css",
            "css/study.css",
            "js/editor/",
            "js/games/",
            "js/home/",
            "js/learn/",
            "js/play/game-over.js",
            "js/play/more.js",
            "js/play/new-game.js",
            "js/play/rules-choice.js",
            "js/play/share.js",
            "js/puzzles/",
            "js/review/",
        ],
    },
    // For systems that show the page among their programs, and others that show a link.
    Group {
        what: "icons and previews",
        most: 400_000,
        names: &["img/icon-", "img/preview", "img/screen-"],
    },
    Group {
        what: "first board",
        most: 150_000,
        names: &[""],
    },
];

/// Folders and files that are not handed out, as the build script of `mancala` leaves them out.
const FOLDERS: [&str; 3] = ["codemirror/", "tests/", "node_modules/"];
const KINDS: [&str; 2] = [".ts", ".digest"];

pub fn check() -> Result<()> {
    let mut sizes = [0; GROUPS.len()];
    sum(&root().join("web"), "", &mut |name, size| {
        let begins = |group: &Group| group.names.iter().any(|own| name.starts_with(own));
        if let Some(group) = GROUPS.iter().position(begins) {
            sizes[group] += size;
        }
    })?;
    // A visitor reads one language.
    let texts = ["en.json", "ru.json"].map(|name| root().join("crates/texts").join(name));
    let texts = texts.iter().map(|path| compressed(path));
    sizes[GROUPS.len() - 1] += texts
        .collect::<Result<Vec<_>>>()?
        .into_iter()
        .max()
        .unwrap_or(0);
    for (Group { what, most, .. }, size) in GROUPS.iter().zip(sizes) {
        println!("{what}: {size} bytes compressed, of {most}");
        ensure!(size <= *most, "too large: {what}");
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
        } else if !name.starts_with("tsconfig") && !KINDS.iter().any(|kind| name.ends_with(kind)) {
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
