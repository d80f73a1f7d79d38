//! The firmware a console runs: its own, or with some of its sources replaced.

use std::collections::BTreeMap;

use cdm8::asm::{Assembly, Source};
use cdm8::symbols::Symbols;
use consoles::firmware::{self, Bank, File};
use consoles::{Code, Model};

use crate::project::file_name;

/// The programs of a console.
#[derive(Clone, Debug)]
pub struct Firmware {
    pub model: Model,
    pub banks: Vec<Bank>,
    /// The replaced sources, by name.
    pub changed: BTreeMap<String, String>,
}

/// Why a console cannot run a firmware.
#[derive(Debug)]
pub enum Unusable {
    /// None of the sources belongs to the console.
    Foreign,
    /// The first bank that does not assemble.
    Mistakes {
        bank: &'static str,
        assembly: Box<Assembly>,
    },
}

/// The sources of a console.
pub fn files(model: Model) -> impl Iterator<Item = &'static File> {
    let banks = firmware::sources(model).iter();
    banks.flat_map(|(_, files)| files.iter())
}

/// Their names, without duplicates.
pub fn names(model: Model) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for name in files(model).map(File::base) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

impl Firmware {
    /// The console's own firmware.
    pub fn own(model: Model) -> Firmware {
        Firmware {
            model,
            banks: firmware::banks(model).to_vec(),
            changed: BTreeMap::new(),
        }
    }

    /// With sources of `other` that have the same names; at least one must.
    pub fn with(
        model: Model,
        other: impl Fn(&str) -> Option<String>,
    ) -> Result<Firmware, Unusable> {
        let named = names(model).into_iter();
        let changed = named.filter_map(|name| Some((name.to_owned(), other(name)?)));
        let changed: BTreeMap<String, String> = changed.collect();
        if changed.is_empty() {
            return Err(Unusable::Foreign);
        }
        let text = |name: &str| changed.get(name).cloned();
        let banks = firmware::banks_with(model, text);
        let banks = banks.map_err(|(bank, assembly)| Unusable::Mistakes { bank, assembly })?;
        Ok(Firmware {
            model,
            banks,
            changed,
        })
    }

    pub fn is_own(&self) -> bool {
        self.changed.is_empty()
    }

    /// The symbols of the firmware.
    pub fn code(&self) -> Code {
        match self.is_own() {
            true => Code::new(self.model),
            false => Code::of(self.model, &self.banks),
        }
    }

    /// The names and lines of each bank, by the names of the files alone.
    pub fn symbols(&self) -> Vec<Symbols> {
        let sources = self.texts();
        let symbols = |bank: &Bank| {
            let mut program = bank.program.clone();
            for file in &mut program.files {
                *file = file_name(file).to_owned();
            }
            Symbols::of(&program, &sources)
        };
        self.banks.iter().map(symbols).collect()
    }

    /// Its sources as they are assembled.
    pub fn texts(&self) -> Vec<Source> {
        let text = |file: &File| match self.changed.get(file.base()) {
            Some(text) => Source::new(file.base(), text.as_str()),
            None => Source::new(file.base(), file.text),
        };
        files(self.model).map(text).collect()
    }
}
