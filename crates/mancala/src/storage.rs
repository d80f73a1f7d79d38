//! The saved games: one record per file, in the folder `games` of the data folder.
//!
//! The program that plays a game holds a lock on it, so that two programs never write the same one. The lock is on a separate file in
//! `games/locks`, because the record is replaced with every move; the system releases it when the program ends, however
//! it ends. Lock files are never deleted: another program may be about to lock one.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use kalah::Record;

use crate::files;

pub const EXTENSION: &str = "mancala";
const LOCKS: &str = "locks";

/// The folder of saved games.
#[derive(Clone, Debug)]
pub struct Storage {
    folder: PathBuf,
}

/// A saved game, or why its file cannot be read.
pub struct Kept {
    pub name: String,
    pub record: Result<Record>,
    /// When it was last written.
    pub written: SystemTime,
}

/// A saved game that this process has locked: no other process writes to it.
#[derive(Debug)]
pub struct Claim {
    name: String,
    /// Where locks are unavailable (a read-only folder, some network disks) the game continues without one.
    _lock: Option<File>,
}

impl Claim {
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Why a new game cannot have a name.
#[derive(Debug)]
pub enum NotNew {
    /// The game exists.
    Taken,
    /// Another program is playing a game with this name.
    Busy,
    /// It cannot be written.
    Failed(anyhow::Error),
}

impl Storage {
    pub fn new(data_folder: &Path) -> Storage {
        Storage {
            folder: data_folder.join("games"),
        }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{EXTENSION}"))
    }

    pub fn exists(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    pub fn load(&self, name: &str) -> Result<Record> {
        check_name(name)?;
        if !self.exists(name) {
            bail!("there is no saved game '{name}'; `mancala games` lists them");
        }
        read_record(&self.path(name))
    }

    /// Locks a saved game in order to play it. The record is read after that, so that it is the latest.
    pub fn claim(&self, name: &str) -> Result<Claim> {
        check_name(name)?;
        match self.lock(name) {
            Some(claim) => Ok(claim),
            None => bail!(
                "the game '{name}' is being played by another program; leave it there first, or play on with a copy of it (`mancala games export`)"
            ),
        }
    }

    /// Saves a game under an unused name.
    pub fn create(&self, name: &str, record: &Record) -> Result<Claim, NotNew> {
        check_name(name).map_err(NotNew::Failed)?;
        if self.exists(name) {
            return Err(NotNew::Taken);
        }
        let claim = self.lock(name).ok_or(NotNew::Busy)?;
        let path = self.path(name);
        match files::create_whole(&path, record.to_text().as_bytes()) {
            Ok(()) => Ok(claim),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(NotNew::Taken),
            Err(error) => Err(NotNew::Failed(not_written(error, &path))),
        }
    }

    /// Saves a game under the first free name of game-1, game-2 and so on.
    pub fn create_numbered(&self, record: &Record) -> Result<Claim> {
        let names = (1..).map(|number| format!("game-{number}"));
        for name in names {
            match self.create(&name, record) {
                Ok(claim) => return Ok(claim),
                Err(NotNew::Taken | NotNew::Busy) => {}
                Err(NotNew::Failed(error)) => return Err(error),
            }
        }
        unreachable!("there is no last number")
    }

    /// Saves the game that is being played.
    pub fn save(&self, claim: &Claim, record: &Record) -> Result<()> {
        let path = self.path(&claim.name);
        files::write_whole(&path, record.to_text().as_bytes())
            .map_err(|error| not_written(error, &path))
    }

    /// Deletes a game, unless it is being played.
    pub fn delete(&self, name: &str) -> Result<()> {
        let claim = self.claim(name)?;
        self.delete_own(&claim)
    }

    /// Deletes the game that was being played.
    pub fn delete_own(&self, claim: &Claim) -> Result<()> {
        let path = self.path(&claim.name);
        fs::remove_file(&path).with_context(|| format!("cannot delete {}", path.display()))
    }

    /// The next name of a numbered game.
    pub fn free_name(&self) -> String {
        let names = (1..).map(|number| format!("game-{number}"));
        let mut free = names.filter(|name| !self.exists(name));
        free.next().expect("there is no last number")
    }

    /// The lock on a game; `None` if another program holds it.
    fn lock(&self, name: &str) -> Option<Claim> {
        let claim = |lock| {
            Some(Claim {
                name: name.to_owned(),
                _lock: lock,
            })
        };
        let folder = self.folder.join(LOCKS);
        let path = folder.join(format!("{name}.lock"));
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        let Ok(file) = fs::create_dir_all(&folder).and_then(|()| options.open(path)) else {
            return claim(None);
        };
        match file.try_lock() {
            Ok(()) => claim(Some(file)),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(_)) => claim(None),
        }
    }

    /// All saved games by name, numbers in order of size.
    pub fn list(&self) -> Result<Vec<Kept>> {
        let mut names = self
            .names()
            .with_context(|| format!("{} could not be read", self.folder.display()))?;
        names.sort_by_cached_key(|name| {
            let digits = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            (
                name[..digits].to_owned(),
                name[digits..].parse::<u64>().ok(),
                name.clone(),
            )
        });
        let written = |name: &str| fs::metadata(self.path(name))?.modified();
        let kept = |name: String| Kept {
            record: self.load(&name),
            written: written(&name).unwrap_or(SystemTime::UNIX_EPOCH),
            name,
        };
        Ok(names.into_iter().map(kept).collect())
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut names = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == EXTENSION)
            {
                names.extend(
                    path.file_stem()
                        .and_then(|stem| stem.to_str())
                        .map(str::to_owned),
                );
            }
        }
        Ok(names)
    }
}

fn not_written(error: io::Error, path: &Path) -> anyhow::Error {
    anyhow::Error::new(error).context(format!("cannot write {}", path.display()))
}

/// A name is also a file name, on every platform.
pub fn check_name(name: &str) -> Result<()> {
    const LONGEST: usize = 60;
    let plain = |c: char| c.is_alphanumeric() || "-_. ".contains(c);
    let odd = name.starts_with(['.', ' ', '-']) || name.ends_with(['.', ' ']);
    if name.is_empty() || name.chars().count() > LONGEST || odd || !name.chars().all(plain) {
        bail!(
            "'{name}' cannot be the name of a game: use up to {LONGEST} letters, digits, '-', '_', '.' and spaces, beginning and ending with a letter or digit"
        );
    }
    if is_device(name) {
        bail!("'{name}' is the name of a device on Windows; choose another name");
    }
    Ok(())
}

fn is_device(name: &str) -> bool {
    let stem = name
        .split('.')
        .next()
        .unwrap_or_default()
        .trim_end()
        .to_ascii_uppercase();
    let numbered = |kind: &str| {
        stem.strip_prefix(kind)
            .is_some_and(|n| n.len() == 1 && n != "0")
    };
    ["CON", "PRN", "AUX", "NUL"].contains(&stem.as_str()) || numbered("COM") || numbered("LPT")
}

/// Reads a record from any file: our text or JSON, or a save file of the Python game.
pub fn read_record(path: &Path) -> Result<Record> {
    let text = files::read_text(path)?;
    parse_record(&text).with_context(|| path.display().to_string())
}

fn parse_record(text: &str) -> Result<Record> {
    Ok(play::read::record(text, 1)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kalah::{Position, Rules, Side};

    fn game() -> Record {
        Record::new(Position::start(Rules::default(), Side::South))
    }

    #[test]
    fn a_game_that_is_played_belongs_to_one() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::new(folder.path());
        let claim = storage.create("a", &game()).unwrap();
        assert!(matches!(storage.create("a", &game()), Err(NotNew::Taken)));
        let busy = storage.claim("a").unwrap_err().to_string();
        assert!(
            busy.contains("is being played by another program"),
            "{busy}"
        );
        assert!(storage.delete("a").is_err());
        drop(claim);
        drop(storage.claim("a").unwrap());
        storage.delete("a").unwrap();
        assert!(!storage.exists("a"));
    }

    #[test]
    fn games_started_together_get_names_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::new(folder.path());
        let mut names: Vec<String> = std::thread::scope(|scope| {
            let start = || storage.create_numbered(&game()).unwrap().name().to_owned();
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(start)).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect()
        });
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 8, "{names:?}");
    }
}
