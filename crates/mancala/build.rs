//! Puts the page into the program: every file of `web/` that a browser asks for, the catalogues of texts, and the examples of the
//! guide.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What is in `web/` for those who work on the page, not for browsers.
const NOT_SERVED: [&str; 3] = ["codemirror", "tests", "node_modules"];
const SERVED: [&str; 10] = [
    "html",
    "css",
    "js",
    "json",
    "svg",
    "png",
    "wasm",
    "webmanifest",
    "woff2",
    "txt",
];
/// Kinds of examples.
const EXAMPLES: [&str; 4] = ["asm", "circ", "script", "vectors"];

fn main() -> io::Result<()> {
    let crates = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = crates.join("../..").canonicalize()?;
    let mut files = Vec::new();
    collect(&root.join("web"), "", &SERVED, &mut files)?;
    let examples = root.join("docs/examples");
    collect(&examples, "examples/", &EXAMPLES, &mut files)?;
    for language in ["en", "ru"] {
        let file = root.join(format!("crates/texts/{language}.json"));
        files.push((format!("texts/{language}.json"), file));
    }
    files.sort();
    let mut table = String::from("&[\n");
    for (name, path) in &files {
        println!("cargo::rerun-if-changed={}", path.display());
        let _ = writeln!(table, "    ({name:?}, include_bytes!({path:?})),");
    }
    table.push_str("]\n");
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("page_files.rs"), table)
}

/// Every file of some kinds below a folder that is served, with its name on the site.
fn collect(
    folder: &Path,
    name: &str,
    kinds: &[&str],
    files: &mut Vec<(String, PathBuf)>,
) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(own) = entry.file_name().into_string() else {
            continue;
        };
        let name = format!("{name}{own}");
        if entry.file_type()?.is_dir() {
            if !NOT_SERVED.contains(&own.as_str()) && !own.starts_with('.') {
                collect(&entry.path(), &format!("{name}/"), kinds, files)?;
            }
        } else if is_served(&own, kinds) {
            files.push((name, entry.path()));
        }
    }
    Ok(())
}

fn is_served(name: &str, kinds: &[&str]) -> bool {
    let for_tools = name.starts_with('.') || name == "tsconfig.json" || name.starts_with("package");
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    !for_tools && extension.is_some_and(|extension| kinds.contains(&extension))
}
