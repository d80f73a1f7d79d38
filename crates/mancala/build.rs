//! Puts the page into the program: every file of `web/` that a browser asks for, the catalogues of texts, the guide and
//! its examples. A release build also learns the commit it is made from, for `mancala --version`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

#[path = "src/page/stamp.rs"]
mod stamp;

/// Files of `web/` for those who work on the page, not for browsers.
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
/// Kinds of files of the course.
const COURSE: [&str; 9] = [
    "txt", "md", "circ", "asm", "chip", "vectors", "script", "test", "toml",
];

fn main() -> io::Result<()> {
    let crates = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = crates.join("../..").canonicalize()?;
    let mut files = Vec::new();
    collect(&root.join("web"), "", &SERVED, &mut files)?;
    let examples = root.join("docs/examples");
    collect(&examples, "examples/", &EXAMPLES, &mut files)?;
    collect(&root.join("docs"), "docs/", &["md"], &mut files)?;
    for language in ["en", "ru"] {
        let file = root.join(format!("crates/texts/{language}.json"));
        files.push((format!("texts/{language}.json"), file));
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    files.push((
        "course.json".to_owned(),
        pack_course(&root.join("course"), &out)?,
    ));
    files.sort();
    let mut read = Vec::new();
    for (name, path) in files {
        println!("cargo::rerun-if-changed={}", path.display());
        read.push((name, fs::read(path)?));
    }
    let mut table = String::from("&[\n");
    for (number, file) in stamp::stamped(&read).into_iter().enumerate() {
        let packed = out.join(format!("page-{number}"));
        fs::write(&packed, packed_once(&file.contents, &out)?)?;
        let (name, stamp) = (file.name, file.stamp);
        let _ = writeln!(
            table,
            "    ({name:?}, {stamp:?}, include_bytes!({packed:?})),"
        );
    }
    table.push_str("]\n");
    println!("cargo::rerun-if-changed=src/page/stamp.rs");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=MANCALA_VERSION={}", version());
    fs::write(out.join("page_files.rs"), table)
}

/// The course as one file: an object of texts by their names.
fn pack_course(folder: &Path, out: &Path) -> io::Result<PathBuf> {
    let mut files = Vec::new();
    collect(folder, "", &COURSE, &mut files)?;
    files.sort();
    let mut course = serde_json::Map::new();
    for (name, path) in files {
        println!("cargo::rerun-if-changed={}", path.display());
        course.insert(name, fs::read_to_string(path)?.into());
    }
    let packed = out.join("course.json");
    fs::write(&packed, serde_json::Value::Object(course).to_string())?;
    Ok(packed)
}

/// The program carries the page as browsers get it, compressed with brotli: a fifth of its size otherwise. Files compressed before are
/// reused, for the best compression takes its time.
fn packed_once(contents: &[u8], out: &Path) -> io::Result<Vec<u8>> {
    let kept = out.join("packed");
    fs::create_dir_all(&kept)?;
    let kept = kept.join(format!(
        "{:016x}-{}",
        stamp::hash(contents.iter().copied()),
        contents.len()
    ));
    if let Ok(packed) = fs::read(&kept) {
        return Ok(packed);
    }
    let release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let quality = if release { 11 } else { 6 };
    let mut encoder = brotli::CompressorWriter::new(Vec::new(), 1 << 16, quality, 22);
    encoder.write_all(contents)?;
    let packed = encoder.into_inner();
    fs::write(&kept, &packed)?;
    Ok(packed)
}

/// The version, in a release build with the commit. A development build does without, or every commit would compile it anew.
fn version() -> String {
    let version = env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    println!("cargo::rerun-if-env-changed=MANCALA_COMMIT");
    let commit = env::var("MANCALA_COMMIT").ok().or_else(commit);
    commit.map_or(version.clone(), |commit| format!("{version} ({commit})"))
}

/// The commit that is checked out, if this is a release build in a repository.
fn commit() -> Option<String> {
    if env::var("PROFILE").ok()? != "release" {
        return None;
    }
    println!(
        "cargo::rerun-if-changed={}",
        git(&["--git-path", "logs/HEAD"])?
    );
    git(&["--short=10", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let answer = Command::new("git")
        .arg("rev-parse")
        .args(arguments)
        .output();
    let answer = answer.ok().filter(|answer| answer.status.success())?;
    let text = String::from_utf8(answer.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
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
    let for_tools =
        name.starts_with('.') || name.starts_with("tsconfig") || name.starts_with("package");
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    !for_tools && extension.is_some_and(|extension| kinds.contains(&extension))
}
