//! The assembler's facts about lines: the bytes they generated, where these are, the labels from macros there.

use std::collections::{HashMap, HashSet};

use super::index;
use crate::asm::object::{ItemKind, Module, Placement};
use crate::asm::program::ItemAt;
use crate::asm::{Assembly, MEMORY};

/// The bytes of one statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// `None` in a relocatable section that is not linked.
    pub address: Option<u32>,
    pub kind: ItemKind,
    pub bytes: Vec<u8>,
    /// The text is that of a macro.
    pub expanded: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Facts {
    lines: HashMap<(usize, usize), Vec<Made>>,
    /// The address of a label by its line and name.
    labels: HashMap<(usize, usize, String), u32>,
    /// Labels on lines whose text does not define them.
    by_macros: index::Made,
    pub used: usize,
}

impl Facts {
    pub fn of(assembly: &Assembly, files: &[&str]) -> Facts {
        let mut facts = Facts::default();
        for module in &assembly.modules {
            let file = module.file.as_deref();
            let Some(file) = file.and_then(|name| files.iter().position(|file| *file == name))
            else {
                continue;
            };
            facts.module(assembly, module, file);
        }
        match assembly.is_linked() {
            true => facts.program(assembly, files),
            false => facts.used = assembly.modules.iter().map(size).sum(),
        }
        facts
    }

    pub fn made(&self, file: usize, line: usize) -> &[Made] {
        self.lines.get(&(file, line)).map_or(&[], Vec::as_slice)
    }

    pub fn address(&self, file: usize, line: usize, name: &str) -> Option<u32> {
        self.labels.get(&(file, line, name.to_owned())).copied()
    }

    pub(super) fn made_by_macros(&self) -> index::Made {
        self.by_macros.clone()
    }

    pub(super) fn made_in(&self, file: usize) -> HashSet<(usize, String)> {
        let here = self.by_macros.iter().filter(|(of, _, _)| *of == file);
        here.map(|(_, line, name)| (*line, name.clone())).collect()
    }

    /// The facts known before linking: everything in absolute sections.
    fn module(&mut self, assembly: &Assembly, module: &Module, file: usize) {
        let lines = &assembly.lines;
        let written = |line: u32| lines.written_at(line).1 as usize - 1;
        for section in &module.sections {
            let base = match section.place {
                Placement::Absolute(address) => Some(address),
                Placement::Relocatable(_) => None,
            };
            for label in &section.labels {
                let line = written(label.span.line);
                if lines.lines[label.span.line as usize].expansion.is_some() {
                    self.by_macros.insert((file, line, label.name.clone()));
                }
                if let Some(base) = base {
                    let at = base.saturating_add(label.offset);
                    self.labels.insert((file, line, label.name.clone()), at);
                }
            }
            if assembly.is_linked() {
                continue;
            }
            for item in &section.items {
                let bytes = section
                    .bytes
                    .iter()
                    .skip(item.offset as usize)
                    .take(item.size as usize);
                self.add(
                    assembly,
                    file,
                    item.span.line,
                    Made {
                        address: base.map(|base| base.saturating_add(item.offset)),
                        kind: item.kind,
                        bytes: bytes.copied().collect(),
                        expanded: lines.lines[item.span.line as usize].expansion.is_some(),
                    },
                );
            }
        }
    }

    fn program(&mut self, assembly: &Assembly, files: &[&str]) {
        let program = &assembly.program;
        self.used = MEMORY - program.free() + program.excess();
        let number = |file: usize| {
            let name = program.files[file].as_str();
            files.iter().position(|known| *known == name)
        };
        for symbol in &program.symbols {
            if let Some(origin) = symbol.origin
                && let Some(file) = number(origin.file)
            {
                let line = origin.line as usize - 1;
                self.labels
                    .insert((file, line, symbol.name.clone()), symbol.address);
            }
        }
        for item in &program.items {
            let file = item.origin.and_then(|origin| number(origin.file));
            if let (Some(file), Some(span), Some(kind)) = (file, item.span, item.kind) {
                self.add(
                    assembly,
                    file,
                    span.line,
                    Made {
                        address: Some(item.address),
                        kind,
                        bytes: bytes_of(item, &program.image),
                        expanded: assembly.lines.lines[span.line as usize].expansion.is_some(),
                    },
                );
            }
        }
    }

    fn add(&mut self, assembly: &Assembly, file: usize, line: u32, made: Made) {
        let line = assembly.lines.written_at(line).1 as usize - 1;
        self.lines.entry((file, line)).or_default().push(made);
    }
}

fn size(module: &Module) -> usize {
    module
        .sections
        .iter()
        .map(|section| section.bytes.len())
        .sum()
}

fn bytes_of(item: &ItemAt, image: &[u8]) -> Vec<u8> {
    let bytes = image
        .iter()
        .skip(item.address as usize)
        .take(item.size as usize);
    bytes.copied().collect()
}
