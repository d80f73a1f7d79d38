//! Small notes between the text: addresses, bytes used, the distance of branches.

use super::scan::{Role, Row, SectionName, Shape};
use super::{Analysis, Kind};
use crate::asm::MEMORY;
use crate::isa;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub line: usize,
    /// A byte of the line.
    pub column: usize,
    pub text: String,
    /// It stands before the text at the column, not after.
    pub before: bool,
}

impl Analysis {
    /// The notes on some lines of a file.
    pub fn hints(&self, file: usize, lines: std::ops::Range<usize>) -> Vec<Hint> {
        let Some(of) = self.files.get(file) else {
            return Vec::new();
        };
        let mut hints = Vec::new();
        for line in lines.start..lines.end.min(of.lines.len()) {
            let (row, text) = (&of.scan.rows[line], of.lines[line].as_str());
            hints.extend(self.address(file, line));
            hints.extend(self.distance(file, line, row, text));
            hints.extend(self.size(file, line, row, text));
        }
        hints
    }

    fn address(&self, file: usize, line: usize) -> Option<Hint> {
        let first = self.made(file, line).first()?.address?;
        Some(Hint {
            line,
            column: 0,
            text: format!("{first:02x}"),
            before: true,
        })
    }

    /// The distance of a branch, in bytes from the instruction after it.
    fn distance(&self, file: usize, line: usize, row: &Row, text: &str) -> Option<Hint> {
        let word = row.word().filter(|word| word.role == Role::Instruction)?;
        let found = isa::find(&text[word.start..word.end])?;
        let goes = matches!(found.op, isa::Op::Branch(_) | isa::Op::Jsr);
        let target = row
            .operands()
            .first()
            .filter(|piece| goes && piece.role == Role::Name)?;
        let (symbol, _) = self.index.at(file, line, target.start)?;
        let to = i64::from(
            self.value_of(symbol)
                .filter(|_| symbol.kind != Kind::Constant)?,
        );
        let made = self.made(file, line).first()?;
        let away = to - i64::from(made.address?) - 2;
        Some(Hint {
            line,
            column: target.end,
            text: format!("{away:+}"),
            before: false,
        })
    }

    /// The size of the program, at its first section; the size of a section, at each.
    fn size(&self, file: usize, line: usize, row: &Row, text: &str) -> Option<Hint> {
        let text_of = match row.shape {
            Shape::End => format!("{} of {MEMORY} bytes used", self.used()),
            Shape::Section => {
                let section = self.files[file].scan.sections.get(row.section?)?;
                let template = matches!(section.name, SectionName::Template(_));
                let node = self.outline_section(file, row.section?);
                (!template && node != "0 bytes").then_some(node)?
            }
            _ => return None,
        };
        let end = row
            .operands()
            .last()
            .or(row.pieces.get(row.labels).as_ref().copied())?
            .end;
        Some(Hint {
            line,
            column: end.min(text.len()),
            text: text_of,
            before: false,
        })
    }

    fn outline_section(&self, file: usize, section: usize) -> String {
        let of = &self.files[file];
        let first = of.scan.sections[section].line;
        let end = of
            .scan
            .sections
            .get(section + 1)
            .map_or(of.lines.len(), |next| next.line);
        let bytes: usize = (first..end)
            .flat_map(|line| self.made(file, line))
            .map(|made| made.bytes.len())
            .sum();
        diag::count(u32::try_from(bytes).unwrap_or(u32::MAX), "byte")
    }
}
