//! A linked program: the image with the information about its bytes.

use std::collections::BTreeMap;

use super::object::{ItemKind, Module, Placement, Section};
use super::source::{Lines, Span};

/// Bytes of memory.
pub const MEMORY: usize = 256;

/// A section in its place.
#[derive(Clone, Copy)]
pub(super) struct Placed<'m> {
    pub module: usize,
    pub section: &'m Section,
    pub address: u32,
    /// Of a relocatable section.
    pub name: Option<&'m str>,
}

#[derive(Clone, Debug)]
pub struct Program {
    pub image: [u8; MEMORY],
    /// The bytes that the program defines.
    pub occupied: [bool; MEMORY],
    /// In the order of addresses.
    pub sections: Vec<SectionAt>,
    /// In the order of addresses.
    pub symbols: Vec<Symbol>,
    /// In the order of addresses.
    pub items: Vec<ItemAt>,
    /// Relocatable sections for which there was no room, with their sizes.
    pub unplaced: Vec<(String, u32)>,
    /// The files [`Origin`]s refer to.
    pub files: Vec<String>,
}

/// A section of the image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionAt {
    /// `asect 0x10` or `rsect name`.
    pub title: String,
    pub address: u32,
    pub size: u32,
    /// Index into [`Program::files`].
    pub file: Option<usize>,
}

/// A label and its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    /// 0 to 256: a label may stand after the last byte.
    pub address: u32,
    pub entry: bool,
    /// Some expression refers to it.
    pub used: bool,
    pub origin: Option<Origin>,
}

/// A line of a source: for code from a macro, the line of its outermost use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    /// Index into [`Program::files`].
    pub file: usize,
    /// Counted from 1.
    pub line: u32,
}

/// The bytes of one statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemAt {
    pub address: u32,
    pub size: u32,
    /// None for bytes of an object file.
    pub kind: Option<ItemKind>,
    pub origin: Option<Origin>,
    /// Where in the expanded lines, if it comes from a source of this run.
    pub span: Option<Span>,
    /// Where a listing shows it.
    pub listed: Option<Span>,
}

impl Default for Program {
    fn default() -> Program {
        Program {
            image: [0; MEMORY],
            occupied: [false; MEMORY],
            sections: Vec::new(),
            symbols: Vec::new(),
            items: Vec::new(),
            unplaced: Vec::new(),
            files: Vec::new(),
        }
    }
}

impl Program {
    /// The image up to its last byte that is not zero.
    pub fn trimmed(&self) -> &[u8] {
        let end = self.image.iter().rposition(|byte| *byte != 0);
        &self.image[..end.map_or(0, |last| last + 1)]
    }

    /// The address of a label. Of several with one name an entry wins, otherwise the last.
    pub fn address_of(&self, label: &str) -> Option<u8> {
        let found = self.symbols.iter().filter(|symbol| symbol.name == label);
        let best = found.max_by_key(|symbol| symbol.entry)?;
        u8::try_from(best.address).ok()
    }

    /// Address of each statement's first byte to file and line, for a debugger.
    pub fn lines(&self) -> BTreeMap<u8, Origin> {
        let mut lines = BTreeMap::new();
        for item in &self.items {
            if let (Some(origin), Ok(address)) = (item.origin, u8::try_from(item.address)) {
                lines.insert(address, origin);
            }
        }
        lines
    }

    /// By how many bytes the program is too large for the memory.
    pub fn excess(&self) -> usize {
        let behind = self.sections.iter().map(|section| {
            let end = section.address as usize + section.size as usize;
            end.saturating_sub(MEMORY.max(section.address as usize))
        });
        let unplaced: usize = self.unplaced.iter().map(|(_, size)| *size as usize).sum();
        behind.sum::<usize>() + unplaced.saturating_sub(self.free())
    }

    pub fn free(&self) -> usize {
        self.occupied.iter().filter(|occupied| !**occupied).count()
    }

    pub(super) fn add(
        &mut self,
        placed: Placed,
        modules: &[Module],
        address_of: impl Fn(&str) -> Option<u32>,
    ) {
        let Placed {
            module,
            section,
            address,
            name,
        } = placed;
        for (at, byte) in section.bytes.iter().enumerate() {
            if let Some(slot) = self.image.get_mut(address as usize + at) {
                *slot = *byte;
                self.occupied[address as usize + at] = true;
            }
        }
        for offset in &section.relocations {
            self.bump(address as u64 + u64::from(*offset), address);
        }
        for need in &section.uses {
            if let Some(target) = address_of(&need.name) {
                self.bump(address as u64 + u64::from(need.offset), target);
            }
        }
        let file = modules[module].file.as_deref().map(|file| self.file(file));
        let title = match (&section.place, name) {
            (Placement::Absolute(address), _) => format!("asect 0x{address:02x}"),
            (_, name) => format!("rsect {}", name.unwrap_or("")),
        };
        self.sections.push(SectionAt {
            title,
            address,
            size: section.bytes.len() as u32,
            file,
        });
        self.add_symbols(section, address, file);
        self.add_items(section, address, file);
    }

    fn bump(&mut self, at: u64, by: u32) {
        if let Some(byte) = self.image.get_mut(at as usize) {
            *byte = byte.wrapping_add(by as u8);
        }
    }

    fn file(&mut self, name: &str) -> usize {
        self.files
            .iter()
            .position(|file| file == name)
            .unwrap_or_else(|| {
                self.files.push(name.to_owned());
                self.files.len() - 1
            })
    }

    fn add_symbols(&mut self, section: &Section, address: u32, file: Option<usize>) {
        for label in &section.labels {
            let origin = file.map(|file| Origin {
                file,
                line: label.span.line,
            });
            self.symbols.push(Symbol {
                name: label.name.clone(),
                address: address.saturating_add(label.offset),
                entry: label.entry,
                used: label.used || label.entry,
                origin,
            });
        }
        let known = |name: &str| section.labels.iter().any(|label| label.name == name);
        for entry in section.entries.iter().filter(|entry| !known(&entry.name)) {
            let at = address.saturating_add(entry.at);
            self.symbols.push(Symbol {
                name: entry.name.clone(),
                address: at,
                entry: true,
                used: true,
                origin: None,
            });
        }
    }

    fn add_items(&mut self, section: &Section, address: u32, file: Option<usize>) {
        let origin = |line| file.map(|file| Origin { file, line });
        if !section.items.is_empty() {
            for (item, location) in section.items.iter().zip(&section.locations) {
                self.items.push(ItemAt {
                    address: address.saturating_add(item.offset),
                    size: item.size,
                    kind: Some(item.kind),
                    origin: origin(location.line),
                    span: Some(item.span),
                    listed: Some(item.listed),
                });
            }
            return;
        }
        let size = section.bytes.len() as u32;
        let ends = section
            .locations
            .iter()
            .skip(1)
            .map(|next| next.offset)
            .chain([size]);
        for (location, end) in section.locations.iter().zip(ends) {
            self.items.push(ItemAt {
                address: address.saturating_add(location.offset),
                size: end.saturating_sub(location.offset),
                kind: None,
                origin: origin(location.line),
                span: None,
                listed: None,
            });
        }
        if section.locations.is_empty() && size > 0 {
            self.items.push(ItemAt {
                address,
                size,
                kind: None,
                origin: None,
                span: None,
                listed: None,
            });
        }
    }

    /// Puts everything into the order of addresses.
    pub(super) fn finish(&mut self, lines: &Lines) {
        self.sections
            .sort_by_key(|section| (section.address, section.size));
        self.symbols
            .sort_by(|a, b| (a.address, &a.name).cmp(&(b.address, &b.name)));
        self.items.sort_by_key(|item| (item.address, item.size));
        // Labels are recorded by expanded line; replace it with the written one.
        for symbol in &mut self.symbols {
            if let Some(origin) = &mut symbol.origin {
                origin.line = lines.written_at(origin.line).1;
            }
        }
    }
}
