//! What to do about a library that is missing.

use circuit::read::{Libraries, MissingLibrary};

use super::names::is_processor;
use super::{PROCESSOR, all_fit, processor, read, stand_ins};

/// What helps with a missing library. Each face puts it into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// This program's own processor fits: its pins lie where the wires end.
    OwnFits,
    /// It is the course's processor, but the pins of this program's lie elsewhere.
    OwnDiffers,
    /// Only the file itself will do.
    File,
}

/// Finds what helps a project with a missing library.
pub fn advice(
    library: &MissingLibrary,
    (name, bytes): (&str, &[u8]),
    libraries: &mut dyn Libraries,
) -> Advice {
    if !is_processor(&library.name) {
        return Advice::File;
    }
    let mut libraries = WithOwn {
        wanted: &library.name,
        others: libraries,
    };
    let project = read(name, bytes, &mut libraries).project;
    match all_fit(&project, &stand_ins(&project, &libraries)) {
        true => Advice::OwnFits,
        false => Advice::OwnDiffers,
    }
}

/// Puts this program's own processor in the place of one library.
struct WithOwn<'a> {
    wanted: &'a str,
    others: &'a mut dyn Libraries,
}

impl Libraries for WithOwn<'_> {
    fn read(&mut self, referring: &str, name: &str) -> Result<(String, Vec<u8>), String> {
        match name == self.wanted {
            true => Ok((PROCESSOR.to_owned(), processor().as_bytes().to_vec())),
            false => self.others.read(referring, name),
        }
    }

    fn stands_in(&self, name: &str) -> bool {
        name == PROCESSOR || self.others.stands_in(name)
    }
}
