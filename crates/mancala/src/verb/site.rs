//! `mancala site`: the page as files, for any static host.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::files;
use crate::page::{self, PageFile};
use crate::ui::{Answer, Ui};

/// The list of the files that this command wrote: those and no others may be replaced and deleted.
const LIST: &str = "mancala-site.txt";
/// Maximum size of the list; a longer one is not ours.
const MAX_LIST: u64 = 1 << 20;

/// The answer of a folder of files when the page asks whether there are games between people.
const NO_GAMES: &[u8] = b"{\"online\":false}\n";

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to write; it may hold an older version of the page, and other files with other names
    folder: PathBuf,
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    let folder = &args.folder;
    let ours = ours(folder)?;
    let mut files = page::files();
    files.push(PageFile {
        name: "api",
        stamp: None,
        contents: NO_GAMES.into(),
        #[cfg(feature = "site")]
        packed: NO_GAMES.into(),
    });
    refuse_foreign(folder, &files, &ours)?;
    let addresses: Vec<String> = files.iter().map(PageFile::address).collect();
    let names: BTreeSet<&str> = addresses.iter().map(String::as_str).collect();
    // The list first, of the old files and the new: whatever happens, the next run knows them all.
    let all = names.iter().copied().chain(ours.iter().map(String::as_str));
    write_list(folder, all)?;
    // The first page last: a visitor meanwhile finds everything it names.
    let (first, others): (Vec<_>, Vec<_>) = files.iter().partition(|file| is_entry(file.name));
    for file in others.into_iter().chain(first) {
        let path = folder.join(file.address());
        files::write_whole(&path, &file.contents)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let stale = ours.iter().filter(|name| !names.contains(name.as_str()));
    for name in stale {
        remove(&folder.join(name))?;
    }
    write_list(folder, names.into_iter())?;
    let bytes: usize = files.iter().map(|file| file.contents.len()).sum();
    writeln!(
        ui.out,
        "{} files, {} kB, written to {}",
        files.len(),
        bytes.div_ceil(1000),
        folder.display()
    )?;
    Ok(Answer::Yes)
}

fn is_entry(name: &str) -> bool {
    ["index.html", "sw.js"].contains(&name)
}

/// The files an earlier run wrote. A name that leads out of the folder is not one of them.
fn ours(folder: &Path) -> Result<BTreeSet<String>> {
    let path = folder.join(LIST);
    let known = match fs::metadata(&path) {
        Ok(known) => known,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    if !known.is_file() || known.len() > MAX_LIST {
        bail!(
            "{} is not a list of files that `mancala site` wrote: choose another folder",
            path.display()
        );
    }
    let text = files::read_text(&path)?;
    let inside = |name: &&str| {
        let part = |part: &str| !part.is_empty() && part != ".." && part != ".";
        !name.is_empty() && !name.contains(['\\', ':']) && name.split('/').all(part)
    };
    let names = text.lines().map(str::trim).filter(inside);
    Ok(names.map(str::to_owned).collect())
}

/// Never replaces other files.
fn refuse_foreign(folder: &Path, files: &[PageFile], ours: &BTreeSet<String>) -> Result<()> {
    if folder.exists() && !folder.is_dir() {
        bail!("{} is a file, not a folder", folder.display());
    }
    let foreign = files.iter().find(|file| {
        let path = folder.join(file.address());
        let same = || fs::read(&path).is_ok_and(|there| there == *file.contents);
        !ours.contains(&file.address()) && path.exists() && !same()
    });
    match foreign {
        None => Ok(()),
        Some(file) => bail!(
            "{} was not written by `mancala site` and would be replaced: choose another folder, or move it away",
            folder.join(file.address()).display()
        ),
    }
}

fn write_list<'a>(folder: &Path, names: impl Iterator<Item = &'a str>) -> Result<()> {
    let names: BTreeSet<&str> = names.collect();
    let mut text: Vec<&str> = names.into_iter().collect();
    text.push("");
    let path = folder.join(LIST);
    files::write_whole(&path, text.join("\n").as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot delete {}", path.display()))
        }
        _ => Ok(()),
    }
}
