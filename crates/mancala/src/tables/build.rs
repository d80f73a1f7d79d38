//! Building a table into a file.
//!
//! The file is called `NAME.partial` until it is complete. A layer is written while the next one is built, and counts
//! from the moment the header says so, which is written after it. Whatever interrupts the build, the same command resumes
//! with the existing layers, after checking them against their checksums.

use std::fs::{self, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, anyhow, bail};
use engine::table::{Builder, Header, Progress, Variant};
use kalah::Rules;

use super::disk::Disk;
use super::{PARTIAL, Tables};
use crate::files;

/// A table to be built.
pub struct Build<'a> {
    pub rules: Rules,
    pub seeds: usize,
    pub threads: usize,
    /// The file to build.
    pub path: &'a Path,
    /// Where smaller tables may be to start from.
    pub tables: &'a Tables,
    pub progress: &'a Progress<'a>,
    pub stop: &'a AtomicBool,
}

/// How a build ended.
pub enum Built {
    /// The table is complete; this many of its entries are new.
    Whole { entries: u64 },
    /// Stopped, with this many layers saved in this file.
    Stopped { layers: usize, partial: PathBuf },
}

impl Build<'_> {
    pub fn run(&self) -> Result<Built> {
        let partial = partial_path(self.path);
        fs::create_dir_all(files::folder_of(self.path))
            .with_context(|| format!("the folder of {} cannot be made", self.path.display()))?;
        let mut builder = Builder::new(self.rules, self.seeds)?;
        let mut draft = Draft::open(&partial, self.rules.into(), self.seeds)?;
        draft.resume(&mut builder, self.progress)?;
        self.begin_with_smaller_table(&mut builder)?;
        let found = builder.next_layer().unwrap_or(self.seeds + 1);
        let built = self.build_rest(&mut builder, &mut draft);
        if let Err(error) = built {
            return Err(draft.give_up(error, self.path));
        }
        if builder.next_layer().is_some() {
            let layers = draft.header.layers().saturating_sub(1);
            return Ok(Built::Stopped { layers, partial });
        }
        let entries = (found..=self.seeds).map(|layer| draft.header.entries_in(layer));
        let entries = entries.sum();
        draft.publish(self.path)?;
        Ok(Built::Whole { entries })
    }

    /// The layers of a smaller table are those of this one.
    fn begin_with_smaller_table(&self, builder: &mut Builder) -> Result<()> {
        let variant = self.rules.into();
        // A file that is not a table is not reported here: the command reports it where it would be read.
        let mut complaints = Vec::new();
        for (_, path) in self.tables.fitting(variant, self.seeds, &mut complaints)? {
            let Ok(mut disk) = Disk::open_to_read(&path) else {
                continue;
            };
            let mut start = [0; engine::table::HEADER];
            if disk.file().read_exact(&mut start).is_err() {
                continue;
            }
            let Ok(header) = Header::from_bytes(&start) else {
                continue;
            };
            read_layers(&mut disk, &header, builder, self.progress);
        }
        Ok(())
    }

    fn build_rest(&self, builder: &mut Builder, draft: &mut Draft) -> io::Result<()> {
        draft.write_missing(builder)?;
        while builder.next_layer().is_some() && !self.stop.load(Ordering::Relaxed) {
            let mut written = Ok(());
            let write = |layer, bytes: &[u8]| written = draft.write_layer(layer, bytes);
            let built = builder.build_layer_beside(self.threads, self.progress, self.stop, write);
            written?;
            if built.is_err() {
                return Ok(());
            }
        }
        draft.write_missing(builder)
    }
}

/// The name of an incomplete table.
fn partial_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(PARTIAL);
    path.with_file_name(name)
}

/// The file of an incomplete table.
struct Draft {
    path: PathBuf,
    disk: Disk,
    header: Header,
}

impl Draft {
    fn open(path: &Path, variant: Variant, seeds: usize) -> Result<Draft> {
        let cannot = || format!("{} cannot be written", path.display());
        let mut disk = Disk::open(path).with_context(cannot)?;
        match disk.file().try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!(
                    "another process is building this table in {}",
                    path.display()
                )
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(cannot),
        }
        let mut start = Vec::new();
        Read::by_ref(disk.file())
            .take(engine::table::HEADER as u64)
            .read_to_end(&mut start)
            .with_context(cannot)?;
        let usable = |header: &Header| header.variant() == variant && header.seeds() == seeds;
        let header = Header::from_bytes(&start).ok().filter(usable);
        Ok(Draft {
            path: path.to_owned(),
            disk,
            header: header.unwrap_or_else(|| Header::new(variant, seeds)),
        })
    }

    /// Reads the existing layers, as far as they are valid.
    fn resume(&mut self, builder: &mut Builder, progress: &Progress) -> Result<()> {
        read_layers(&mut self.disk, &self.header, builder, progress);
        let sound = builder.next_layer().unwrap_or(self.header.seeds() + 1);
        self.header.truncate_layers(sound);
        Ok(())
    }

    /// Writes all layers of the builder that are not in the file.
    fn write_missing(&mut self, builder: &Builder) -> io::Result<()> {
        let finished = builder.next_layer().unwrap_or(self.header.seeds() + 1);
        for layer in self.header.layers()..finished {
            self.write_layer(layer, builder.layer(layer))?;
        }
        Ok(())
    }

    /// Writes a layer, unless it is in the file already.
    fn write_layer(&mut self, layer: usize, bytes: &[u8]) -> io::Result<()> {
        if layer < self.header.layers() {
            return Ok(());
        }
        let start = self.header.layer_range(layer).start;
        self.disk.write(start, bytes)?;
        self.header.push_layer(bytes);
        let file = self.disk.file();
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&self.header.to_bytes())
    }

    /// Gives the finished file its name.
    fn publish(mut self, path: &Path) -> Result<()> {
        let mut finish = || {
            let file = self.disk.file();
            file.set_len(self.header.file_size())?;
            file.sync_all()?;
            fs::rename(&self.path, path)?;
            files::sync_folder(&files::folder_of(path))
        };
        finish().with_context(|| format!("{} could not be finished", path.display()))
    }

    /// A full disk needs its space back; after any other error the layers written so far are useful.
    fn give_up(self, error: io::Error, path: &Path) -> anyhow::Error {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        let size = self.header.file_size();
        if !matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge) {
            let what = format!("{} could not be written", self.path.display());
            return anyhow!(error).context(what);
        }
        let _ = fs::remove_file(&self.path);
        anyhow!(error).context(format!(
            "there is no room for {}, which needs {:.1} MB; nothing is left of it. Make room, or name another place with --out",
            path.display(),
            size as f64 / 1e6
        ))
    }
}

/// Passes the layers of a file to the builder, from its next one on and as long as they are valid.
fn read_layers(disk: &mut Disk, header: &Header, builder: &mut Builder, progress: &Progress) {
    while let Some(layer) = builder
        .next_layer()
        .filter(|&layer| layer < header.layers())
    {
        let range = header.layer_range(layer);
        let read = builder.read_layer(header, |bytes| disk.read(range.start, bytes));
        if !matches!(read, Ok(true)) {
            return;
        }
        progress(header.entries_in(layer));
    }
}
