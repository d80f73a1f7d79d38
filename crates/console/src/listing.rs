//! The firmware line by line, for whoever watches it run.

use crate::firmware;
use crate::model::Model;

/// A line of assembly and where its code begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub address: u8,
    /// The label of the address, if it has one.
    pub label: Option<String>,
    /// The name of the file below `firmware/`.
    pub file: &'static str,
    /// From 1.
    pub number: usize,
    pub text: &'static str,
}

/// Lines a label may stand before its code, comments between.
const NEAR: u32 = 4;

/// The lines of a bank in the order of their addresses; none if the console has no such bank.
pub fn listing(model: Model, bank: usize) -> Vec<Line> {
    let sources = firmware::sources(model).get(bank);
    let built = firmware::banks(model).get(bank);
    let (Some((_, files)), Some(built)) = (sources, built) else {
        return Vec::new();
    };
    let program = &built.program;
    let mut lines = Vec::new();
    for (address, origin) in program.lines() {
        let name = &program.files[origin.file];
        let Some(file) = files.iter().find(|file| file.name == name) else {
            continue;
        };
        let number = origin.line as usize;
        // Names of data share addresses with code; a label of code stands just before it.
        let label = program.symbols.iter().find(|symbol| {
            let near = |at: &cdm8::asm::program::Origin| {
                at.file == origin.file && (at.line..at.line + NEAR).contains(&origin.line)
            };
            symbol.address == u32::from(address) && symbol.origin.as_ref().is_some_and(near)
        });
        lines.push(Line {
            address,
            label: label.map(|symbol| symbol.name.clone()),
            file: file.name,
            number,
            text: file.text.lines().nth(number - 1).unwrap_or_default(),
        });
    }
    lines
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
