//! The symbols of a console's program: lines, labels and addresses of code, cells of data.
//!
//! ```text
//! places  ask   0x1f   user.asm:12   and in one bank only:  main:ask   user:0x1f
//! cells   MESSAGE   0x12   COPY+3
//! ```

use thiserror::Error;

use crate::firmware::{self, Bank};
use crate::listing::{Spot, listing, spots};
use crate::map;
use crate::model::Model;

/// A place in the program: before the instruction at an address of a bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CodeAddress {
    pub bank: usize,
    pub address: u8,
}

/// A name that could not be resolved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoSuch {
    #[error("the firmware has no label or address '{name}'{}", hint(near.as_deref()))]
    Place { name: String, near: Option<String> },
    #[error("no code comes from line {line} of {file} or after it")]
    Line { file: String, line: u32 },
    #[error("the firmware has no bank and no file '{name}'; there are {}", known.join(", "))]
    Bank { name: String, known: Vec<String> },
    #[error("the console has no cell '{name}'{}", hint(near.as_deref()))]
    Cell { name: String, near: Option<String> },
}

fn hint(near: Option<&str>) -> String {
    near.map_or(String::new(), |near| format!("; did you mean '{near}'?"))
}

/// The lines, labels and cells of a console's program.
#[derive(Clone, Debug)]
pub struct Code {
    model: Model,
    banks: Vec<Known>,
    /// The firmware is the built-in one, whose source is available.
    built_in: bool,
}

/// A bank with the assembler's debug information.
#[derive(Clone, Debug)]
struct Known {
    name: &'static str,
    /// In order of addresses.
    spots: Vec<Spot>,
    /// All symbols with their addresses, data and constants included.
    names: Vec<(String, u8)>,
}

impl Code {
    /// Of the built-in firmware.
    pub fn new(model: Model) -> Code {
        Code {
            built_in: true,
            ..Code::of(model, firmware::banks(model))
        }
    }

    /// Of other firmware.
    pub fn of(model: Model, banks: &[Bank]) -> Code {
        Code {
            model,
            banks: banks.iter().map(known).collect(),
            built_in: false,
        }
    }

    /// The places a text refers to, in every bank that has it; at least one.
    pub fn places(&self, text: &str) -> Result<Vec<CodeAddress>, NoSuch> {
        let text = text.trim();
        let (within, name) = match text.rsplit_once(':') {
            Some((file, line)) if self.is_file(file) => return self.line(file, line),
            Some((bank, name)) => (Some(bank), name),
            None => (None, text),
        };
        let banks = self.banks.iter().enumerate();
        let banks = banks.filter(|(_, bank)| within.is_none_or(|within| within == bank.name));
        let banks: Vec<(usize, &Known)> = banks.collect();
        if let (Some(name), true) = (within, banks.is_empty()) {
            return Err(self.no_bank(name));
        }
        let here = |spot: &&Spot| match number(name) {
            Some(address) => spot.address == address,
            None => spot.label.as_deref() == Some(name),
        };
        let places: Vec<CodeAddress> = banks
            .iter()
            .flat_map(|&(bank, known)| {
                let found = known.spots.iter().filter(here);
                found.map(move |spot| CodeAddress {
                    bank,
                    address: spot.address,
                })
            })
            .collect();
        match places.is_empty() {
            false => Ok(places),
            true => Err(NoSuch::Place {
                name: name.to_owned(),
                near: diag::nearest(name, self.labels()).map(str::to_owned),
            }),
        }
    }

    /// The first code of a line, or of the next line that has any.
    fn line(&self, file: &str, text: &str) -> Result<Vec<CodeAddress>, NoSuch> {
        let line: u32 = text.trim().parse().map_err(|_| NoSuch::Place {
            name: format!("{file}:{text}"),
            near: None,
        })?;
        let mut places = Vec::new();
        for (bank, known) in self.banks.iter().enumerate() {
            let behind = known
                .spots
                .iter()
                .filter(|one| is_named(&one.file, file) && one.line >= line);
            let first = behind.min_by_key(|one| (one.line, one.address));
            places.extend(first.map(|one| CodeAddress {
                bank,
                address: one.address,
            }));
        }
        match places.is_empty() {
            false => Ok(places),
            true => Err(NoSuch::Line {
                file: file.to_owned(),
                line,
            }),
        }
    }

    fn is_file(&self, name: &str) -> bool {
        let mut spots = self.banks.iter().flat_map(|bank| &bank.spots);
        spots.any(|spot| is_named(&spot.file, name))
    }

    fn no_bank(&self, name: &str) -> NoSuch {
        let mut known: Vec<String> = Vec::new();
        for bank in &self.banks {
            known.push(bank.name.to_owned());
            let files = bank.spots.iter().map(|one| one.file.clone());
            known.extend(files);
        }
        known.sort();
        known.dedup();
        NoSuch::Bank {
            name: name.to_owned(),
            known,
        }
    }

    /// The cell of data space that a text refers to: a name of the memory map or of the program, or an address; `+N` adds
    /// an offset.
    pub fn cell(&self, text: &str) -> Result<u8, NoSuch> {
        let text = text.trim();
        let whole = text
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let text = whole.unwrap_or(text).trim();
        let unknown = || NoSuch::Cell {
            name: text.to_owned(),
            near: diag::nearest(text, self.cells()).map(str::to_owned),
        };
        let (name, offset) = match text.rsplit_once('+') {
            Some((name, offset)) => (name.trim(), number(offset.trim()).ok_or_else(unknown)?),
            None => (text, 0),
        };
        let mapped = || {
            let mut cells = map::of(self.model).iter();
            cells.find(|cell| cell.name == name).map(|cell| cell.first)
        };
        let named = || {
            let mut names = self.banks.iter().flat_map(|bank| &bank.names);
            names.find(|(known, _)| known == name).map(|(_, at)| *at)
        };
        let first = number(name).or_else(mapped).or_else(named);
        first
            .and_then(|first| first.checked_add(offset))
            .ok_or_else(unknown)
    }

    /// The source line that a place comes from.
    pub fn spot(&self, place: CodeAddress) -> Option<&Spot> {
        let spots = &self.banks.get(place.bank)?.spots;
        let at = spots.binary_search_by_key(&place.address, |one| one.address);
        Some(&spots[at.ok()?])
    }

    /// The lines of a bank in the order of their addresses.
    pub fn lines(&self, bank: usize) -> &[Spot] {
        self.banks.get(bank).map_or(&[], |known| &known.spots)
    }

    /// The text of that line; only the built-in firmware has it.
    pub fn text(&self, place: CodeAddress) -> Option<&'static str> {
        let lines = self.built_in.then(|| listing(self.model, place.bank))?;
        let mut lines = lines.iter();
        let line = lines.find(|line| line.address == place.address);
        line.map(|line| line.text)
    }

    /// The nearest label at or before a place, as `ask` or `ask+3`.
    pub fn near(&self, place: CodeAddress) -> Option<String> {
        let spots = &self.banks.get(place.bank)?.spots;
        let behind = spots.partition_point(|one| one.address <= place.address);
        let labelled = spots[..behind].iter().rev();
        let mut labelled = labelled.filter_map(|one| Some((one.label.as_ref()?, one.address)));
        let (label, at) = labelled.next()?;
        Some(match place.address - at {
            0 => label.clone(),
            offset => format!("{label}+{offset}"),
        })
    }

    /// The name of a bank.
    pub fn bank(&self, bank: usize) -> Option<&'static str> {
        self.banks.get(bank).map(|known| known.name)
    }

    /// All labels of code.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        let spots = self.banks.iter().flat_map(|bank| &bank.spots);
        spots.filter_map(|one| one.label.as_deref())
    }

    /// All names of cells.
    pub fn cells(&self) -> impl Iterator<Item = &str> {
        map::of(self.model).iter().map(|cell| cell.name)
    }
}

fn known(bank: &Bank) -> Known {
    let symbols = bank.program.symbols.iter();
    let names = symbols
        .filter_map(|symbol| Some((symbol.name.clone(), u8::try_from(symbol.address).ok()?)));
    Known {
        name: bank.name,
        spots: spots(bank),
        names: names.collect(),
    }
}

/// Whether a text refers to a file, by its name or with its folder.
fn is_named(file: &str, name: &str) -> bool {
    name.rsplit('/').next() == Some(file)
}

/// `18`, `0x12`.
fn number(text: &str) -> Option<u8> {
    match text.strip_prefix("0x") {
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Result<Vec<(usize, u8)>, String> {
        let found = Code::new(Model::Y2023).places(text);
        let found = found.map(|places| places.iter().map(|at| (at.bank, at.address)).collect());
        found.map_err(|error| error.to_string())
    }

    #[test]
    fn places_are_found_by_label_address_and_line() {
        let ask = places("main:ask").unwrap();
        assert_eq!(ask.len(), 1);
        let code = Code::new(Model::Y2023);
        let place = CodeAddress {
            bank: ask[0].0,
            address: ask[0].1,
        };
        assert_eq!(code.bank(place.bank), Some("main"));
        assert_eq!(code.near(place).as_deref(), Some("ask"));
        assert!(code.text(place).unwrap().starts_with("ask:"));
        let line = code.spot(place).unwrap().line;
        assert_eq!(places(&format!("main.asm:{line}")).unwrap(), ask);
        assert_eq!(places(&format!("2023/main.asm:{line}")).unwrap(), ask);
        assert_eq!(
            places(&format!("main:0x{:02x}", place.address)).unwrap(),
            ask
        );
        // Every bank begins at 0.
        assert_eq!(places("0").unwrap(), [(0, 0), (1, 0), (2, 0), (3, 0)]);
        let behind = CodeAddress {
            address: place.address + 2,
            ..place
        };
        assert_eq!(code.near(behind).as_deref(), Some("ask+2"));
    }

    #[test]
    fn names_that_are_none_are_told_with_what_is_near() {
        assert_eq!(
            places("askk").unwrap_err(),
            "the firmware has no label or address 'askk'; did you mean 'ask'?"
        );
        assert!(places("0xfff").unwrap_err().contains("'0xfff'"));
        assert!(places("main.asm:x").unwrap_err().contains("'main.asm:x'"));
        assert_eq!(
            places("main.asm:9999").unwrap_err(),
            "no code comes from line 9999 of main.asm or after it"
        );
        let banks = places("mian:ask").unwrap_err();
        assert!(banks.contains("no bank and no file 'mian'") && banks.contains("user.asm"));
        // A name of data is not a place in the code.
        assert!(places("MESSAGE").is_err());
    }

    #[test]
    fn cells_are_found_by_name_and_address() {
        let cell = |text: &str| {
            Code::new(Model::Y2023)
                .cell(text)
                .map_err(|e| e.to_string())
        };
        for text in ["MESSAGE", "0x12", "18", "[MESSAGE]", "READY + 2"] {
            assert_eq!(cell(text), Ok(0x12), "{text}");
        }
        assert_eq!(cell("user's pits+2"), Ok(3));
        assert_eq!(
            cell("MESAGE").unwrap_err(),
            "the console has no cell 'MESAGE'; did you mean 'MESSAGE'?"
        );
        for text in ["", "[", "256", "STACK+255", "MESSAGE+x"] {
            assert!(cell(text).is_err(), "{text}");
        }
    }
}
