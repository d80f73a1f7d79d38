//! Writing files so that a crash at any moment leaves the old file or the new one, never half of one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Replaces or creates the file at `path`.
pub fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    write_whole_with(path, |file| file.write_all(contents))
}

/// Replaces or creates the file at `path` with what `write` writes.
pub fn write_whole_with(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(&folder)?;
    let draft = draft_of(path);
    let written = write_draft(&draft, write).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
        return written;
    }
    sync_folder(&folder)
}

/// A file that is written bit by bit and takes its name only when it is whole.
pub struct Draft {
    path: PathBuf,
    draft: PathBuf,
    pub file: File,
}

impl Draft {
    pub fn new(path: &Path) -> anyhow::Result<Draft> {
        let draft = draft_of(path);
        let file = File::create(&draft);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Draft {
            path: path.to_owned(),
            draft,
            file,
        })
    }

    pub fn keep(self) -> anyhow::Result<()> {
        let synced = self.file.sync_all();
        let kept = synced.and_then(|()| fs::rename(&self.draft, &self.path));
        kept.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After `keep` there is no draft any more; before it the draft is of no use to anybody.
        let _ = fs::remove_file(&self.draft);
    }
}

/// The name a file has while it is written: of this process alone, and not a name of a finished file.
fn draft_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".draft-{}", std::process::id()));
    path.with_file_name(name)
}

pub fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

fn write_draft(draft: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = File::create(draft)?;
    write(&mut file)?;
    file.sync_all()
}

/// Makes the new name itself last. Only Unix lets a folder be opened for that.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
pub fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}
