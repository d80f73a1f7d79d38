//! Debug information of a program: names of addresses, source lines, files.

use std::collections::BTreeMap;

use crate::asm::{Program, Source};

/// A line of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceLine {
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
    pub places: BTreeMap<u8, SourceLine>,
    /// Names with their addresses. Several may share an address.
    pub labels: Vec<(String, u8)>,
}

impl Symbols {
    /// The assembler's debug information of a program, with the text of its sources.
    pub fn of(program: &Program, sources: &[Source]) -> Symbols {
        let lines = |name: &String| {
            let source = sources.iter().find(|source| source.name == *name)?;
            let text = String::from_utf8_lossy(&source.bytes);
            Some(text.lines().map(str::to_owned).collect())
        };
        let file = |name: &String| SourceFile {
            name: name.clone(),
            lines: lines(name).unwrap_or_default(),
        };
        let place = |(address, origin): (u8, crate::asm::program::Origin)| {
            let (file, line) = (origin.file, origin.line as usize);
            (address, SourceLine { file, line })
        };
        Symbols {
            files: program.files.iter().map(file).collect(),
            places: program.lines().into_iter().map(place).collect(),
            labels: labels_of(program),
        }
    }

    /// Reads the labels of a symbol file: `address kind name place` a line, the address in hexadecimal. The error is the
    /// number of the invalid line.
    pub fn read(text: &str) -> Result<Symbols, usize> {
        let mut symbols = Symbols::default();
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("");
            let mut words = line.split_whitespace();
            let (address, name) = (words.next(), words.nth(1));
            match (
                address.map(|address| u32::from_str_radix(address, 16)),
                name,
            ) {
                (None, _) => {}
                (Some(Ok(address)), Some(name)) => {
                    let within = u8::try_from(address).ok();
                    symbols
                        .labels
                        .extend(within.map(|address| (name.to_owned(), address)));
                }
                _ => return Err(at + 1),
            }
        }
        Ok(symbols)
    }

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
        Some(with_offset(name, address - at))
    }

    /// The nearest label of code: in a Harvard memory, labels of data can have the same addresses.
    pub fn near_code(&self, address: u8) -> Option<String> {
        let before = self.labels.iter().filter(|(_, at)| *at <= address);
        let code = before.filter(|(name, at)| self.is_named_in_source(*at, name));
        let (name, at) = code.max_by_key(|(_, at)| *at)?;
        Some(with_offset(name, address - at))
    }

    /// Whether the source has the label before the line of an address, with no other code in between.
    fn is_named_in_source(&self, address: u8, name: &str) -> bool {
        let place = self.places.get(&address);
        let lines = place.and_then(|place| self.files.get(place.file)?.lines.get(..place.line));
        for (above, line) in lines.unwrap_or_default().iter().rev().enumerate() {
            let text = line.split('#').next().unwrap_or("").trim();
            let (label, code) = text.split_once([':', '>']).unwrap_or(("", text));
            if label.trim() == name {
                return true;
            }
            if above > 0 && !code.trim().is_empty() {
                return false;
            }
        }
        false
    }

    /// The text of a source line.
    pub fn line(&self, place: SourceLine) -> Option<&str> {
        let lines = &self.files.get(place.file)?.lines;
        lines.get(place.line.checked_sub(1)?).map(String::as_str)
    }

    /// `file:line` of a place.
    pub fn place_text(&self, place: SourceLine) -> String {
        let name = self.files.get(place.file).map_or("?", |file| &file.name);
        format!("{name}:{}", place.line)
    }

    /// The first address whose code comes from a line, or from the next line that has code.
    pub fn address_of_line(&self, file: Option<&str>, line: usize) -> Option<u8> {
        let wanted = |place: &SourceLine| {
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

fn with_offset(name: &str, offset: u8) -> String {
    match offset {
        0 => name.to_owned(),
        offset => format!("{name}+{offset}"),
    }
}

/// Every label within memory; of several with one name, the authoritative one comes first.
fn labels_of(program: &Program) -> Vec<(String, u8)> {
    let symbols = program.symbols.iter();
    let within = symbols
        .filter_map(|symbol| Some((symbol.name.clone(), u8::try_from(symbol.address).ok()?)));
    let mut labels: Vec<(String, u8)> = within.collect();
    labels.sort_by_key(|(name, address)| program.address_of(name) != Some(*address));
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_file_reads_back() {
        let source = Source::new("p.asm", "asect 0\nx: halt\ny> dc 1\nend\n");
        let outcome = crate::asm::assemble(&[source], &crate::asm::Options::default());
        let text = crate::asm::output::symbols::write(&outcome.program);
        let labels = [("x".to_owned(), 0), ("y".to_owned(), 1)];
        assert_eq!(Symbols::read(&text).unwrap().labels, labels);
        assert_eq!(Symbols::read("00 label x -\n\nzz label y -"), Err(3));
        assert_eq!(Symbols::read("00 label"), Err(1));
        assert!(Symbols::read("100 label end_ -").unwrap().labels.is_empty());
    }

    #[test]
    fn symbols_come_from_an_assembly() {
        let text = "macro two/0\ninc r0\ninc r0\nmend\nasect 0\nx: two\ny: halt\nend\n";
        let sources = [Source::new("p.asm", text)];
        let outcome = crate::asm::assemble(&sources, &crate::asm::Options::default());
        let symbols = Symbols::of(&outcome.program, &sources);
        assert_eq!(symbols.address("y"), Some(2));
        let lines: Vec<usize> = symbols.places.values().map(|place| place.line).collect();
        assert_eq!(lines, [6, 6, 7]);
        assert_eq!(symbols.line(symbols.places[&1]), Some("x: two"));
    }

    fn symbols() -> Symbols {
        let place = |line| SourceLine { file: 0, line };
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
        assert_eq!(symbols.near_code(6), Some("x+6".to_owned()), "y is data");
        assert_eq!(symbols.names(4).collect::<Vec<_>>(), ["y", "z"]);
        assert_eq!(symbols.line(symbols.places[&0]), Some("x: halt"));
        assert_eq!(symbols.address_of_line(None, 3), Some(1));
        assert_eq!(symbols.address_of_line(Some("b.asm"), 2), Some(0));
        assert_eq!(symbols.address_of_line(Some("c.asm"), 2), None);
        assert_eq!(symbols.address_of_line(None, 6), None);
    }
}
