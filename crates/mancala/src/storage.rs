//! The games that are kept: one record a file, in the folder `games` of the data folder.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use kalah::Record;
use kalah::record::ain_shams::AinShamsSave;

use crate::files;

const EXTENSION: &str = "mancala";
/// No record of a game comes near this; a larger file is not read.
const MAX_FILE: u64 = 16 << 20;

/// The folder of kept games.
#[derive(Clone, Debug)]
pub struct Storage {
    folder: PathBuf,
}

/// A kept game, or why its file cannot be read.
pub struct Kept {
    pub name: String,
    pub record: Result<Record>,
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

    pub fn save(&self, name: &str, record: &Record) -> Result<()> {
        check_name(name)?;
        let path = self.path(name);
        files::write_whole(&path, record.to_text().as_bytes())
            .with_context(|| format!("the game could not be kept in {}", path.display()))
    }

    pub fn load(&self, name: &str) -> Result<Record> {
        check_name(name)?;
        if !self.exists(name) {
            bail!("there is no kept game '{name}'; `mancala games` lists them");
        }
        read_record(&self.path(name))
    }

    pub fn delete(&self, name: &str) -> Result<()> {
        check_name(name)?;
        let path = self.path(name);
        fs::remove_file(&path).with_context(|| format!("{} could not be deleted", path.display()))
    }

    /// A name no kept game has: game-1, game-2 and so on.
    pub fn free_name(&self) -> String {
        let names = (1..).map(|number| format!("game-{number}"));
        let mut free = names.filter(|name| !self.exists(name));
        free.next().expect("there is no last number")
    }

    /// All kept games by name, numbers in order of size.
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
        let kept = |name: String| Kept {
            record: self.load(&name),
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

/// A name is also a file name, on every platform.
pub fn check_name(name: &str) -> Result<()> {
    const LONGEST: usize = 60;
    let plain = |c: char| c.is_alphanumeric() || "-_. ".contains(c);
    let odd = name.starts_with(['.', ' ', '-']) || name.ends_with(['.', ' ']);
    if name.is_empty() || name.chars().count() > LONGEST || odd || !name.chars().all(plain) {
        bail!(
            "'{name}' cannot be the name of a game: use up to {LONGEST} letters, digits, '-', '_', '.' and blanks, beginning and ending with a letter or digit"
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
    let text = read_text(path).with_context(|| path.display().to_string())?;
    parse_record(&text).with_context(|| path.display().to_string())
}

pub fn read_text(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    fs::File::open(path)?
        .take(MAX_FILE + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE {
        bail!("the file is too large to be the record of a game");
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()]
            .iter()
            .filter(|&&b| b == b'\n')
            .count();
        anyhow!("line {line}: this is not text, so it is no record of a game")
    })
}

fn parse_record(text: &str) -> Result<Record> {
    if !text.trim_start().starts_with('{') {
        return Ok(Record::from_text(text)?);
    }
    let is_python_save = |value: &serde_json::Value| value.get("state").is_some();
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) if is_python_save(&value) => import_ain_shams(text),
        _ => Ok(Record::from_json(text)?),
    }
}

/// The Python game keeps no moves: the record starts at its position, with its computer as the opponent.
fn import_ain_shams(text: &str) -> Result<Record> {
    let save = AinShamsSave::from_json(text)?;
    let mut record = Record::new(save.position()?);
    record.set_tag(SOUTH_PLAYER, HUMAN);
    record.set_tag(
        NORTH_PLAYER,
        &format!("alpha-beta:{}", save.max_levels.max(1)),
    );
    Ok(record)
}

/// Tags in which a kept game remembers who plays; `human` or a player's name.
pub const SOUTH_PLAYER: &str = "SouthPlayer";
pub const NORTH_PLAYER: &str = "NorthPlayer";
/// The seed of the players' lots.
pub const SEED: &str = "Seed";
pub const HUMAN: &str = "human";
