//! What to do about a library that is missing.

use circuit::read::{Libraries, MissingLibrary};

use super::names::is_processor;
use super::{PROCESSOR, all_fit, processor, read, stand_ins};

/// What helps where a library is missing. Each face says it in its own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// This program's own processor has its pins where the wires end: it can stand in.
    OwnFits,
    /// It is the course's processor, but this program's has its pins in other places.
    OwnDiffers,
    /// Only the file itself helps.
    File,
}

/// What helps a project in which a library is missing.
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

/// This program's own processor in place of one library.
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
