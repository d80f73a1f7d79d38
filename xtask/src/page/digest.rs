//! The digests of the sources that the WebAssembly and the bundled editor are made from. They depend on the contents and names
//! alone, not on line ends or on where the files are checked out.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::architecture;
use crate::shell::root;

/// What the crates take from elsewhere. The catalogues of texts are handed out as files of their own.
const TAKEN: [&str; 3] = ["crates/engine/book", "firmware", "hardware"];

/// What has a digest in `web/generated`.
#[derive(Clone, Copy)]
pub enum Made {
    WebAssembly,
    Editor,
}

impl Made {
    fn stored(self) -> PathBuf {
        root().join(match self {
            Made::WebAssembly => "web/generated/sources.digest",
            Made::Editor => "web/generated/editor.digest",
        })
    }

    pub fn is_fresh(self) -> Result<bool> {
        let stored = fs::read_to_string(self.stored())
            .context("web/generated is missing: run `cargo xtask page`")?;
        Ok(stored.lines().next() == Some(self.of_sources()?.as_str()))
    }

    #[cfg(feature = "bindgen")]
    pub fn write(self, digest: &str) -> Result<()> {
        Ok(fs::write(self.stored(), format!("{digest}\n"))?)
    }

    pub fn of_sources(self) -> Result<String> {
        match self {
            Made::WebAssembly => of_crates(),
            Made::Editor => of_editor(),
        }
    }
}

pub fn check() -> Result<()> {
    let fresh = Made::WebAssembly.is_fresh()? && Made::Editor.is_fresh()?;
    ensure!(
        fresh,
        "the sources of the page have changed since web/generated was made: run `cargo xtask page` and commit the result"
    );
    Ok(())
}

fn of_crates() -> Result<String> {
    let crates = architecture::below("page").into_iter();
    let sources = crates.map(|name| format!("crates/{name}/src"));
    let mut files = Vec::new();
    for folder in sources.chain(TAKEN.map(str::to_owned)) {
        let folder = root().join(folder);
        gather(&folder, &mut files).with_context(|| format!("cannot read {}", folder.display()))?;
    }
    digest(&root(), files)
}

/// Our own files of the bundle, and the lock file, which names all others by their contents.
fn of_editor() -> Result<String> {
    let folder = root().join("web/codemirror");
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            files.push(entry.path());
        }
    }
    digest(&root(), files)
}

/// The digest of files, in the order of their names below a folder.
fn digest(root: &Path, mut files: Vec<PathBuf>) -> Result<String> {
    files.sort();
    let mut hash = Hash(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
    for path in files {
        let name = path.strip_prefix(root).unwrap_or(&path);
        let words: Vec<_> = name.iter().map(|word| word.to_string_lossy()).collect();
        let contents = fs::read(&path).with_context(|| path.display().to_string())?;
        hash.add(words.join("/").as_bytes());
        hash.add(&[0]);
        match path.extension().is_some_and(|kind| kind == "book") {
            true => hash.add(&contents),
            false => contents
                .split(|&byte| byte == b'\r')
                .for_each(|piece| hash.add(piece)),
        }
        hash.add(&[0]);
    }
    Ok(format!("{:032x}", hash.0))
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let wanted = ["rs", "asm", "book", "circ"];
        if entry.file_type()?.is_dir() {
            gather(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|kind| wanted.iter().any(|one| kind == *one))
        {
            files.push(path);
        }
    }
    Ok(())
}

/// FNV-1a with 128 bits.
struct Hash(u128);

impl Hash {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let paths = files.iter().map(|(name, text)| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        });
        digest(folder.path(), paths.collect()).unwrap()
    }

    #[test]
    fn what_a_crate_uses_counts_too() {
        let crates = architecture::below("page");
        for name in ["page", "play", "circuit", "expect"] {
            assert!(crates.contains(name), "{name}");
        }
        assert!(!crates.contains("mancala"));
    }

    #[test]
    fn names_and_contents_count_and_nothing_else_does() {
        let one = of(&[("a.rs", "x\ny\n"), ("b.rs", "z")]);
        assert_eq!(one, of(&[("b.rs", "z"), ("a.rs", "x\r\ny\r\n")]));
        assert_ne!(one, of(&[("a.rs", "x\ny\n"), ("b.rs", "w")]));
        assert_ne!(one, of(&[("a.rs", "x\ny\n"), ("c.rs", "z")]));
    }
}
