//! Renaming.

use thiserror::Error;

use super::index::{Kind, Symbol, TextRange};
use super::{Analysis, scan};
use crate::asm::lex::{is_name, is_register};
use crate::isa;

/// Why a name cannot be given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RenameError {
    #[error("there is no name to change here")]
    Nothing,
    #[error("`{0}` is not a name: letters, digits, `_` and `.`, not a digit first, not a register")]
    NotAName(String),
    #[error("`{0}` is a word of the language")]
    Reserved(String),
    #[error("`{0}` is a standard macro")]
    Standard(String),
    #[error("`{name}` is the name of something else here ({kind}, line {line})")]
    Taken {
        name: String,
        kind: &'static str,
        line: usize,
    },
}

impl Analysis {
    /// What would be renamed: the place of the name under the cursor.
    pub fn renamable(
        &self,
        file: usize,
        line: usize,
        column: usize,
    ) -> Result<(&Symbol, TextRange), RenameError> {
        let (symbol, place) = self
            .index
            .at(file, line, column)
            .ok_or(RenameError::Nothing)?;
        match symbol.definitions.is_empty() && symbol.kind == Kind::Macro {
            true => Err(RenameError::Standard(symbol.name.clone())),
            false => Ok((symbol, place)),
        }
    }

    /// Every place that is to get the new name.
    pub fn rename(
        &self,
        file: usize,
        line: usize,
        column: usize,
        name: &str,
    ) -> Result<Vec<TextRange>, RenameError> {
        let (symbol, _) = self.renamable(file, line, column)?;
        let wrong = is_register(name) || !is_name(name) || name == ".";
        if wrong || symbol.kind == Kind::Template && name.contains('.') {
            return Err(RenameError::NotAName(name.to_owned()));
        }
        let known = isa::find(name).is_some() || scan::is_keyword(name);
        if known && symbol.kind == Kind::Macro {
            return Err(RenameError::Reserved(name.to_owned()));
        }
        match self.in_the_way(symbol, name) {
            Some(error) => Err(error),
            None => Ok(symbol.mentions().copied().collect()),
        }
    }

    /// A symbol with the same name, in a scope where this one is used.
    fn in_the_way(&self, symbol: &Symbol, name: &str) -> Option<RenameError> {
        let files: Vec<usize> = symbol.mentions().map(|place| place.file).collect();
        let sections = |place: &TextRange| self.files[place.file].scan.rows[place.line].section;
        let clashes = |other: &&Symbol| {
            let inside = |kind| {
                matches!(
                    kind,
                    Kind::Inner | Kind::Field | Kind::Macro | Kind::Section
                )
            };
            let comparable = inside(other.kind) == inside(symbol.kind)
                && (!inside(symbol.kind) || other.kind == symbol.kind);
            let near = other.mentions().any(|place| match other.kind {
                Kind::Field | Kind::Inner => symbol
                    .mentions()
                    .any(|mine| mine.file == place.file && sections(mine) == sections(place)),
                _ => files.contains(&place.file),
            });
            other.name == name && comparable && near
        };
        let other = self.index.symbols.iter().find(clashes)?;
        let place = other.mentions().next()?;
        Some(RenameError::Taken {
            name: name.to_owned(),
            kind: other.kind.name(),
            line: place.line + 1,
        })
    }
}
