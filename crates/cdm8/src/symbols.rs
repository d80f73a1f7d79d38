//! What is known of a program besides its bytes: names of addresses, source lines, files.

use std::collections::BTreeMap;

/// A line of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Index into [`Symbols::files`].
    pub file: usize,
    /// From 1.
    pub line: usize,
}

/// A source file by name, with its lines if they are at hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceFile {
    pub name: String,
    pub lines: Vec<String>,
}

/// Names and places of a program; empty for a bare image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    pub files: Vec<SourceFile>,
    /// The place of the code or data that starts at an address.
    pub places: BTreeMap<u8, Place>,
    /// Names with their addresses. Several may share an address.
    pub labels: Vec<(String, u8)>,
}

impl Symbols {
    /// The address of a name.
    pub fn address(&self, name: &str) -> Option<u8> {
        let mut labels = self.labels.iter();
        labels
            .find(|(label, _)| label == name)
            .map(|&(_, address)| address)
    }

    /// The names of an address.
    pub fn names(&self, address: u8) -> impl Iterator<Item = &str> {
        let here = move |(_, at): &&(String, u8)| *at == address;
        self.labels
            .iter()
            .filter(here)
            .map(|(name, _)| name.as_str())
    }

    /// The nearest name at or before an address, as `loop` or `loop+3`.
    pub fn near(&self, address: u8) -> Option<String> {
        let before = self.labels.iter().filter(|(_, at)| *at <= address);
        // Of several names at one address the first one given.
        let (name, at) = before.rev().max_by_key(|(_, at)| *at)?;
        match address - at {
            0 => Some(name.clone()),
            offset => Some(format!("{name}+{offset}")),
        }
    }

    /// The text of a source line.
    pub fn line(&self, place: Place) -> Option<&str> {
        let lines = &self.files.get(place.file)?.lines;
        lines.get(place.line.checked_sub(1)?).map(String::as_str)
    }

    /// `file:line` of a place.
    pub fn place_text(&self, place: Place) -> String {
        let name = self.files.get(place.file).map_or("?", |file| &file.name);
        format!("{name}:{}", place.line)
    }

    /// The first address whose code comes from a line, or from the next line that has code.
    pub fn address_of_line(&self, file: Option<&str>, line: usize) -> Option<u8> {
        let wanted = |place: &Place| {
            let name = self.files.get(place.file).map_or("", |file| &file.name);
            place.line >= line
                && file.is_none_or(|file| name == file || name.ends_with(&format!("/{file}")))
        };
        let found = self.places.iter().filter(|(_, place)| wanted(place));
        found
            .min_by_key(|(address, place)| (place.line, **address))
            .map(|(&address, _)| address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols() -> Symbols {
        let place = |line| Place { file: 0, line };
        Symbols {
            files: vec![SourceFile {
                name: "a/b.asm".to_owned(),
                lines: vec!["asect 0".to_owned(), "x: halt".to_owned()],
            }],
            places: BTreeMap::from([(0, place(2)), (1, place(5)), (2, place(5))]),
            labels: vec![
                ("x".to_owned(), 0),
                ("y".to_owned(), 4),
                ("z".to_owned(), 4),
            ],
        }
    }

    #[test]
    fn names_and_lines_are_found() {
        let symbols = symbols();
        assert_eq!(symbols.address("y"), Some(4));
        assert_eq!(symbols.near(6), Some("y+2".to_owned()));
        assert_eq!(symbols.near(0), Some("x".to_owned()));
        assert_eq!(symbols.names(4).collect::<Vec<_>>(), ["y", "z"]);
        assert_eq!(symbols.line(symbols.places[&0]), Some("x: halt"));
        assert_eq!(symbols.address_of_line(None, 3), Some(1));
        assert_eq!(symbols.address_of_line(Some("b.asm"), 2), Some(0));
        assert_eq!(symbols.address_of_line(Some("c.asm"), 2), None);
        assert_eq!(symbols.address_of_line(None, 6), None);
    }
}
