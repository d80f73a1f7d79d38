//! Where a game is saved: under a name, in a file, or, if neither can be written, nowhere.

use std::io;
use std::path::{Path, PathBuf};

use kalah::Record;

use crate::complaint;
use crate::files;
use crate::storage::{self, Claim, EXTENSION, NotNew, Storage};
use crate::wording::words;

/// Saves a game, move by move.
pub struct Keeper {
    storage: Storage,
    place: Home,
    /// Why the last attempt to save the game failed.
    trouble: Option<String>,
}

enum Home {
    /// Not saved yet.
    Nowhere,
    Named {
        claim: Claim,
        /// The name was not chosen by the user, so it is removed when another is chosen.
        numbered: bool,
    },
    File(PathBuf),
}

impl Keeper {
    pub fn new(storage: Storage, claim: Option<Claim>) -> Keeper {
        let place = match claim {
            None => Home::Nowhere,
            Some(claim) => Home::Named {
                claim,
                numbered: false,
            },
        };
        Keeper {
            storage,
            place,
            trouble: None,
        }
    }

    /// The name the game is saved under, if it is.
    pub fn name(&self) -> Option<&str> {
        match &self.place {
            Home::Named { claim, .. } => Some(claim.name()),
            Home::Nowhere | Home::File(_) => None,
        }
    }

    /// The default name for saving.
    pub fn suggestion(&self) -> String {
        match &self.place {
            Home::Nowhere => self.storage.free_name(),
            Home::Named { claim, .. } => claim.name().to_owned(),
            Home::File(path) => path.display().to_string(),
        }
    }

    /// Saves the game as it stands. A game without a move is not worth saving, unless it was saved before. Returns a message
    /// for the person: that the game cannot be saved, the first time.
    pub fn keep(&mut self, record: &Record) -> Option<String> {
        let untouched = record.moves().is_empty() && record.resigned.is_none();
        if untouched && matches!(self.place, Home::Nowhere) {
            return None;
        }
        let known = self.trouble.is_some();
        self.trouble = self
            .write(record)
            .err()
            .map(|error| complaint::causes(&error));
        let problem = self.trouble.as_ref().filter(|_| !known)?;
        Some(words!("play.cannot-keep", problem = problem))
    }

    fn write(&mut self, record: &Record) -> anyhow::Result<()> {
        match &self.place {
            Home::Nowhere => {
                let claim = self.storage.create_numbered(record)?;
                self.place = Home::Named {
                    claim,
                    numbered: true,
                };
                Ok(())
            }
            Home::Named { claim, .. } => self.storage.save(claim, record),
            Home::File(path) => Ok(files::write_whole(path, record.to_text().as_bytes())?),
        }
    }

    /// From now on the game is saved under this name, or in this file. A file under a name the person chose stays as
    /// it is. Both results are sentences for the person.
    pub fn save_as(&mut self, wanted: &str, record: &Record) -> Result<String, String> {
        let place = match as_file(wanted) {
            Some(path) => self.save_in_file(path, record),
            None => self.save_named(wanted, record),
        }?;
        self.trouble = None;
        let Some(place) = place else {
            return Ok(words!("play.saved", name = wanted));
        };
        let old = std::mem::replace(&mut self.place, place);
        Ok(match old {
            Home::Named { claim, numbered } if !numbered => {
                words!("play.saved-copy", name = wanted, old = claim.name())
            }
            Home::Named { claim, .. } => {
                // The numbered game continues under its new name; if its old file cannot be deleted, it is a copy.
                let _ = self.storage.delete_own(&claim);
                words!("play.saved", name = wanted)
            }
            Home::File(path) => {
                let old = path.display().to_string();
                words!("play.saved-copy", name = wanted, old = old)
            }
            Home::Nowhere => words!("play.saved", name = wanted),
        })
    }

    /// The new place, or none if the game is there already.
    fn save_named(&mut self, name: &str, record: &Record) -> Result<Option<Home>, String> {
        storage::check_name(name).map_err(|problem| sentence(&problem))?;
        if let Home::Named { claim, numbered } = &mut self.place
            && claim.name() == name
        {
            *numbered = false;
            let saved = self.storage.save(claim, record);
            return saved.map(|()| None).map_err(|error| not_saved(&error));
        }
        match self.storage.create(name, record) {
            Ok(claim) => Ok(Some(Home::Named {
                claim,
                numbered: false,
            })),
            Err(NotNew::Taken) => Err(words!("play.name-taken", name = name)),
            Err(NotNew::Busy) => Err(words!("play.name-busy", name = name)),
            Err(NotNew::Failed(error)) => Err(not_saved(&error)),
        }
    }

    fn save_in_file(&mut self, path: PathBuf, record: &Record) -> Result<Option<Home>, String> {
        if path.extension().is_none_or(|found| found != EXTENSION) {
            let example = path.with_extension(EXTENSION).display().to_string();
            return Err(words!("play.file-extension", example = example));
        }
        let text = record.to_text();
        if matches!(&self.place, Home::File(known) if *known == path) {
            let saved = files::write_whole(&path, text.as_bytes());
            return saved
                .map(|()| None)
                .map_err(|error| not_saved(&error.into()));
        }
        match files::create_whole(&path, text.as_bytes()) {
            Ok(()) => Ok(Some(Home::File(path))),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let path = path.display().to_string();
                Err(words!("play.file-taken", path = path))
            }
            Err(error) => Err(not_saved(&error.into())),
        }
    }

    /// The message when the person leaves.
    pub fn farewell(&self) -> String {
        if let Some(problem) = &self.trouble {
            return words!("play.not-kept", problem = problem);
        }
        match &self.place {
            Home::Nowhere => words!("goodbye"),
            Home::Named { claim, .. } => words!("play.kept", name = claim.name()),
            Home::File(path) => words!("play.kept-file", path = path.display().to_string()),
        }
    }

    /// Where to find a finished game; empty if it could not be saved.
    pub fn found_at(&self) -> Option<String> {
        match &self.place {
            _ if self.trouble.is_some() => Some(self.farewell()),
            Home::Nowhere => None,
            Home::Named { claim, .. } => Some(words!("play.kept-over", name = claim.name())),
            Home::File(_) => Some(self.farewell()),
        }
    }
}

/// A path, if one was typed instead of a name.
fn as_file(text: &str) -> Option<PathBuf> {
    let extension = Path::new(text).extension();
    let looks_like_one =
        text.contains(['/', '\\']) || extension.is_some_and(|found| found == EXTENSION);
    looks_like_one.then(|| PathBuf::from(text))
}

fn not_saved(error: &anyhow::Error) -> String {
    words!("play.not-saved", problem = complaint::causes(error))
}

/// An error as a separate sentence.
fn sentence(error: &anyhow::Error) -> String {
    let text = texts::wording::capitalised(&complaint::causes(error));
    format!("{text}.")
}
