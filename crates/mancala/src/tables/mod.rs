//! The saved endgame tables: one file per table, in the folder `tables` of the data folder.

mod build;
mod disk;
mod map;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use engine::table::{FileError, HEADER, Header, SMALL_SEEDS, Table, Variant};
use kalah::{Lift, Rules};

use crate::complaint;

pub use build::{Build, Built};

const EXTENSION: &str = "table";
/// The suffix of an incomplete table.
const PARTIAL: &str = "partial";

/// The folder of saved tables.
#[derive(Clone, Debug)]
pub struct Tables {
    folder: PathBuf,
}

/// A file in the folder, and the contents of its header.
pub struct Kept {
    pub path: PathBuf,
    pub header: Result<Header, FileError>,
    pub size: u64,
}

impl Tables {
    pub fn new(data_folder: &Path) -> Tables {
        Tables {
            folder: data_folder.join("tables"),
        }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of the table for these rules and size.
    pub fn path(&self, variant: Variant, seeds: usize) -> PathBuf {
        let Variant { capture, end, lift } = variant;
        let lift = match lift {
            Lift::All => "",
            Lift::Each => "-each",
        };
        self.folder
            .join(format!("{capture}-{end}{lift}-{seeds}.{EXTENSION}"))
    }

    /// All files of the folder that are tables or are being built, by name.
    pub fn list(&self) -> Result<Vec<Kept>> {
        let mut paths = self
            .paths()
            .with_context(|| format!("{} could not be read", self.folder.display()))?;
        paths.sort();
        paths.into_iter().map(|path| kept(&path)).collect()
    }

    fn paths(&self) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut paths = Vec::new();
        for entry in entries {
            let path = entry?.path();
            let known = |extension| extension == EXTENSION || extension == PARTIAL;
            if path.extension().is_some_and(known) {
                paths.push(path);
            }
        }
        Ok(paths)
    }

    /// The largest valid saved table for these rules with at most this many seeds; invalid files are named in
    /// `complaints`.
    pub fn largest(
        &self,
        rules: Rules,
        most_seeds: usize,
        threads: usize,
        complaints: &mut Vec<String>,
    ) -> Result<Option<Table>> {
        for (_, path) in self.fitting(rules.into(), most_seeds, complaints)? {
            match load(&path, threads) {
                Ok(table) => return Ok(Some(table)),
                Err(error) => {
                    complaints.push(format!("{}; it is not used", complaint::causes(&error)));
                }
            }
        }
        Ok(None)
    }

    /// The same, or otherwise a small one built in memory.
    pub fn best(
        &self,
        rules: Rules,
        most_seeds: usize,
        threads: usize,
        complaints: &mut Vec<String>,
    ) -> Result<Table> {
        if let Some(table) = self.largest(rules, most_seeds, threads, complaints)? {
            return Ok(table);
        }
        let seeds = SMALL_SEEDS.min(most_seeds).max(1);
        let never = AtomicBool::new(false);
        Ok(Table::build(rules, seeds, threads, &|_| (), &never)?)
    }

    /// The complete tables for these rules with at most this many seeds, with their seeds, the largest first. Invalid files
    /// are named in `complaints`.
    pub fn fitting(
        &self,
        variant: Variant,
        most_seeds: usize,
        complaints: &mut Vec<String>,
    ) -> Result<Vec<(usize, PathBuf)>> {
        let fits = |header: &Header| {
            header.variant() == variant && header.is_complete() && header.seeds() <= most_seeds
        };
        let mut found: Vec<(usize, PathBuf)> = Vec::new();
        for kept in self.list()? {
            match kept.header {
                _ if is_partial(&kept.path) => {}
                Ok(header) if fits(&header) => found.push((header.seeds(), kept.path)),
                Ok(_) => {}
                Err(error) => {
                    let path = kept.path.display();
                    complaints.push(format!("{path}: {error}; it is not used"));
                }
            }
        }
        found.sort_by_key(|(seeds, _)| std::cmp::Reverse(*seeds));
        Ok(found)
    }
}

/// The description of a file by its first bytes.
pub fn kept(path: &Path) -> Result<Kept> {
    let read = || {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        let mut bytes = Vec::new();
        file.take(HEADER as u64).read_to_end(&mut bytes)?;
        io::Result::Ok((bytes, size))
    };
    let (bytes, size) = read().with_context(|| path.display().to_string())?;
    Ok(Kept {
        path: path.to_owned(),
        header: Header::from_bytes(&bytes),
        size,
    })
}

/// Whether a table of this name is still being built.
pub fn is_partial(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == PARTIAL)
}

/// The table of a file, mapped into memory, every layer compared with its checksum.
pub fn load(path: &Path, threads: usize) -> Result<Table> {
    let mapped = map::map(path).with_context(|| path.display().to_string())?;
    Table::from_bytes(mapped, threads).with_context(|| path.display().to_string())
}
