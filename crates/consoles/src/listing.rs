//! The firmware line by line, for displaying it while it runs.

use cdm8::asm::program::Origin;

use crate::firmware::{self, Bank};
use crate::model::Model;

/// A line of assembly and where its code begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedLine {
    pub address: u8,
    /// The label at the address, if any.
    pub label: Option<String>,
    /// The path of the file below `firmware/`.
    pub file: &'static str,
    /// From 1.
    pub number: usize,
    pub text: &'static str,
}

/// Where the code of a source line begins in a bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub address: u8,
    /// The label at the address, if any.
    pub label: Option<String>,
    /// The name of the file, without its folder.
    pub file: String,
    /// From 1.
    pub line: u32,
}

/// Maximum number of lines between a label and its code, which may be comments.
const NEAR: u32 = 4;

/// The lines of a bank in the order of their addresses, for any firmware.
pub fn spots(bank: &Bank) -> Vec<Spot> {
    let program = &bank.program;
    let spot = |(address, origin): (u8, Origin)| {
        // Names of data share addresses with code; a label of code stands just before it.
        let label = program.symbols.iter().find(|symbol| {
            let near = |at: &Origin| {
                at.file == origin.file && (at.line..at.line + NEAR).contains(&origin.line)
            };
            symbol.address == u32::from(address) && symbol.origin.as_ref().is_some_and(near)
        });
        let file = program.files[origin.file].rsplit('/').next();
        Spot {
            address,
            label: label.map(|symbol| symbol.name.clone()),
            file: file.unwrap_or("").to_owned(),
            line: origin.line,
        }
    };
    program.lines().into_iter().map(spot).collect()
}

/// The lines of a bank in the order of their addresses; none if the console has no such bank.
pub fn listing(model: Model, bank: usize) -> Vec<ListedLine> {
    let sources = firmware::sources(model).get(bank);
    let built = firmware::banks(model).get(bank);
    let (Some((_, files)), Some(built)) = (sources, built) else {
        return Vec::new();
    };
    let line = |spot: Spot| {
        let file = files.iter().find(|file| file.base() == spot.file)?;
        let number = spot.line as usize;
        Some(ListedLine {
            address: spot.address,
            label: spot.label,
            file: file.name,
            number,
            text: file.text.lines().nth(number - 1).unwrap_or_default(),
        })
    };
    spots(built).into_iter().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bank_has_lines_in_order_with_their_labels() {
        for model in Model::ALL {
            for (bank, (name, _)) in firmware::sources(model).iter().enumerate() {
                let lines = listing(model, bank);
                assert!(lines.len() > 10, "{model} {name}");
                assert!(lines.is_sorted_by_key(|line| line.address));
                assert!(
                    lines.iter().any(|line| line.label.is_some()),
                    "{model} {name}"
                );
                assert!(lines.iter().all(|line| !line.text.trim().is_empty()));
            }
            assert!(listing(model, 9).is_empty());
        }
    }
}
