//! Phase 7: modules to one memory image.
//!
//! Absolute sections have fixed places. Relocatable ones of one name are joined; those that are
//! referenced are placed, the largest first, in the gaps.

use std::collections::HashMap;

use super::Compat;
use super::context::Context;
use super::object::{Entry, Module, Placement, Section, common_alignment};
use super::place::{Hole, Wanted, best_fit, devkit_fit, first_fit};
use super::program::{MEMORY, Placed, Program};
use super::warning::Warning;
use diag::{Diagnostic, count};

/// The relocatable sections of one name, one after the other.
struct Group<'m> {
    name: &'m str,
    parts: Vec<Part<'m>>,
    size: u32,
    align: u32,
    reached: bool,
    address: Option<u32>,
}

struct Part<'m> {
    module: usize,
    section: &'m Section,
    offset: u32,
}

/// Where an entry is.
#[derive(Clone, Copy)]
enum Destination {
    Address(u32),
    /// Group and offset.
    Group(usize, u32),
}

/// Links the modules. The program is complete only if no error is reported.
pub fn link(context: &mut Context, modules: &[Module]) -> Program {
    let mut linker = Linker {
        context,
        modules,
        absolute: absolute_sections(modules),
        groups: groups(modules),
        entries: HashMap::new(),
    };
    linker.collect_entries();
    linker.reach();
    linker.check_absolute();
    linker.place_groups();
    linker.program()
}

/// The addresses occupied by `size` bytes from `start` on.
fn occupied(start: u64, size: u64) -> String {
    match size {
        1 => format!("0x{start:02x}"),
        _ => format!("0x{start:02x} to 0x{:02x}", start + size - 1),
    }
}

fn absolute_sections(modules: &[Module]) -> Vec<(usize, &Section, u32)> {
    let mut found = Vec::new();
    for (index, module) in modules.iter().enumerate() {
        for section in &module.sections {
            if let Placement::Absolute(address) = section.place {
                found.push((index, section, address));
            }
        }
    }
    found
}

fn groups(modules: &[Module]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group> = Vec::new();
    let mut by_name: HashMap<&str, usize> = HashMap::new();
    for (module, content) in modules.iter().enumerate() {
        for section in &content.sections {
            let Placement::Relocatable(name) = &section.place else {
                continue;
            };
            let index = *by_name.entry(name).or_insert_with(|| {
                groups.push(Group {
                    name,
                    parts: Vec::new(),
                    size: 0,
                    align: 1,
                    reached: false,
                    address: None,
                });
                groups.len() - 1
            });
            let group = &mut groups[index];
            let offset = group.size.next_multiple_of(section.align.max(1));
            group.size = offset + section.bytes.len() as u32;
            group.align = common_alignment(group.align, section.align);
            group.parts.push(Part {
                module,
                section,
                offset,
            });
        }
    }
    groups
}

struct Linker<'a, 'b, 'm> {
    context: &'a mut Context<'b>,
    modules: &'m [Module],
    /// Module, section and address, in the order of the command line.
    absolute: Vec<(usize, &'m Section, u32)>,
    groups: Vec<Group<'m>>,
    entries: HashMap<&'m str, (Destination, &'m Entry)>,
}

impl<'m> Linker<'_, '_, 'm> {
    fn collect_entries(&mut self) {
        for module in self.modules {
            for entry in &module.entries {
                self.entry(entry, Destination::Address(entry.at));
            }
        }
        for index in 0..self.groups.len() {
            for at in 0..self.groups[index].parts.len() {
                let part = &self.groups[index].parts[at];
                let (section, offset) = (part.section, part.offset);
                for entry in &section.entries {
                    self.entry(entry, Destination::Group(index, offset + entry.at));
                }
            }
        }
    }

    fn entry(&mut self, entry: &'m Entry, target: Destination) {
        let Some((_, first)) = self.entries.get(entry.name.as_str()) else {
            self.entries.insert(&entry.name, (target, entry));
            return;
        };
        let at = first.span.map(|span| self.context.lines.excerpt(span));
        let error = Diagnostic::error(format!(
            "the entry `{}` is declared more than once",
            entry.name
        ))
        .note("the first declaration", at)
        .help("entries are known to all files: give one of them another name");
        self.tell(error, entry.span);
    }

    fn tell(&mut self, diagnostic: Diagnostic, span: Option<super::source::Span>) {
        match span {
            Some(span) => self.context.tell(diagnostic, span),
            None => self.context.diagnostics.push(diagnostic),
        }
    }

    /// Finds the sections that the absolute ones need, directly or not.
    fn reach(&mut self) {
        let mut queue: Vec<&'m Section> = self
            .absolute
            .iter()
            .map(|(_, section, _)| *section)
            .collect();
        let mut missing: HashMap<&str, Vec<&'m super::object::Use>> = HashMap::new();
        let mut order = Vec::new();
        while let Some(section) = queue.pop() {
            for need in &section.uses {
                match self.entries.get(need.name.as_str()) {
                    Some((Destination::Group(index, _), _)) if !self.groups[*index].reached => {
                        let group = &mut self.groups[*index];
                        group.reached = true;
                        queue.extend(group.parts.iter().map(|part| part.section));
                    }
                    Some(_) => {}
                    None => {
                        let uses = missing.entry(&need.name).or_default();
                        if uses.is_empty() {
                            order.push(need.name.as_str());
                        }
                        uses.push(need);
                    }
                }
            }
        }
        for name in order {
            self.unresolved(name, &missing[name]);
        }
        self.dropped();
    }

    fn unresolved(&mut self, name: &str, uses: &[&super::object::Use]) {
        let near = diag::nearest(name, self.entries.keys().copied());
        let plain = self
            .modules
            .iter()
            .flat_map(|module| &module.sections)
            .find_map(|section| {
                let label = section.labels.iter().find(|label| label.name == name)?;
                Some(label.span)
            });
        let help = match (plain, near) {
            (Some(_), _) => Some(format!("make it an entry: `{name}>`")),
            (None, Some(near)) => Some(format!("did you mean `{near}`?")),
            (None, None) => Some(format!("add the file that has `{name}>`")),
        };
        let mut error = Diagnostic::error(format!("no file defines `{name}`")).maybe_help(help);
        if let Some(span) = plain {
            let at = self.context.lines.excerpt(span);
            error = error.note("this label of that name is not an entry", Some(at));
        }
        self.tell(error, uses[0].span);
    }

    fn dropped(&mut self) {
        for index in 0..self.groups.len() {
            let group = &self.groups[index];
            if group.reached || group.size == 0 {
                continue;
            }
            let help = match self.absolute.is_empty() {
                true => {
                    "a program starts in an absolute section: `asect 0`, `start: ext`, `br start`"
                }
                false => "use one of its entries from a section that is part of the program",
            };
            let message = format!("rsect `{}` is left out: nothing reaches it", group.name);
            let span = group.parts[0].section.span;
            self.tell(
                Diagnostic::warning(Warning::DroppedSection, message).help(help),
                span,
            );
        }
    }

    fn check_absolute(&mut self) {
        let mut sections: Vec<_> = self
            .absolute
            .iter()
            .copied()
            .filter(|(_, section, _)| !section.bytes.is_empty())
            .collect();
        for &(_, section, address) in &sections {
            let end = u64::from(address) + section.bytes.len() as u64;
            if end > MEMORY as u64 {
                let error = Diagnostic::error(format!(
                    "the section at 0x{address:02x} ends {} past the end of memory",
                    count(end - MEMORY as u64, "byte")
                ))
                .label(format!(
                    "{}; the memory has 256",
                    count(section.bytes.len(), "byte")
                ));
                self.tell(error, section.span);
            }
        }
        match self.context.is_compat(Compat::Cocoide) {
            true => self.cocoide_overlaps(&sections),
            false => {
                sections.sort_by_key(|(_, _, address)| *address);
                self.overlaps(&sections);
            }
        }
    }

    fn overlaps(&mut self, sections: &[(usize, &'m Section, u32)]) {
        let mut highest: Option<(u64, &Section, u32)> = None;
        for &(_, section, address) in sections {
            let end = u64::from(address) + section.bytes.len() as u64;
            if let Some((before, other, at)) =
                highest.filter(|(before, _, _)| *before > u64::from(address))
            {
                let shared = before.min(end) - u64::from(address);
                let error = self.overlap(section, address, other, at, shared);
                self.tell(error, section.span);
            }
            if highest.is_none_or(|(before, _, _)| before < end) {
                highest = Some((end, section, address));
            }
        }
    }

    fn overlap(
        &self,
        section: &Section,
        address: u32,
        other: &Section,
        at: u32,
        shared: u64,
    ) -> Diagnostic {
        let place = other.span.map(|span| self.context.lines.excerpt(span));
        Diagnostic::error(format!(
            "sections overlap: both occupy {}",
            occupied(u64::from(address), shared)
        ))
        .label(format!(
            "0x{address:02x}, {}",
            count(section.bytes.len(), "byte")
        ))
        .note(
            format!(
                "the other one: 0x{at:02x}, {}",
                count(other.bytes.len(), "byte")
            ),
            place,
        )
    }

    /// CocoIDE compares the ends of a new section with the earlier ones: one that encloses an earlier
    /// section passes, and its bytes win.
    fn cocoide_overlaps(&mut self, sections: &[(usize, &'m Section, u32)]) {
        for (index, &(_, section, address)) in sections.iter().enumerate() {
            let end = address + section.bytes.len() as u32;
            for &(_, other, at) in &sections[..index] {
                let other_end = at + other.bytes.len() as u32;
                if end <= at || other_end <= address {
                    continue;
                }
                let shared = end.min(other_end) - address.max(at);
                let mut problem = self.overlap(section, address, other, at, u64::from(shared));
                if address < at && other_end < end {
                    problem.severity = diag::Severity::Warning;
                    problem.code = Some(Warning::Overlap.name());
                    problem.help = Some("as in CocoIDE the enclosing section wins".to_owned());
                }
                self.tell(problem, section.span);
            }
        }
    }

    fn holes(&self) -> Vec<Hole> {
        let mut used: Vec<(u32, u32)> = (self.absolute.iter())
            .filter(|(_, section, _)| !section.bytes.is_empty())
            .map(|(_, section, address)| {
                (*address, address.saturating_add(section.bytes.len() as u32))
            })
            .collect();
        used.sort_unstable();
        let mut holes = Vec::new();
        let mut free = 0;
        for (start, end) in used {
            if start > free {
                holes.push(Hole {
                    start: free,
                    end: start.min(MEMORY as u32),
                });
            }
            free = free.max(end);
        }
        if free < MEMORY as u32 {
            holes.push(Hole {
                start: free,
                end: MEMORY as u32,
            });
        }
        holes.retain(|hole| hole.start < hole.end);
        holes
    }

    fn place_groups(&mut self) {
        let mut order: Vec<usize> = (0..self.groups.len())
            .filter(|index| self.groups[*index].reached)
            .collect();
        order.sort_by_key(|index| std::cmp::Reverse(self.groups[*index].size));
        let wanted: Vec<Wanted> = (order.iter().map(|index| &self.groups[*index]))
            .map(|group| Wanted {
                size: group.size,
                align: group.align,
            })
            .collect();
        let holes = self.holes();
        let rules = [first_fit, best_fit, devkit_fit].map(|rule| rule(&holes, &wanted));
        let [first, best, devkit] = &rules;
        let chosen = match self.context.options.compat {
            None => first,
            Some(Compat::Cocoide) => best,
            Some(Compat::Devkit) => devkit,
        };
        for (at, &index) in order.iter().enumerate() {
            self.groups[index].address = chosen[at];
            if chosen[at].is_none() {
                self.no_room(index, &holes);
            } else {
                self.placed_elsewhere(index, best[at], "CocoIDE would put it");
                self.placed_elsewhere(
                    index,
                    devkit[at],
                    "cdm-devkit puts it over another section,",
                );
            }
        }
    }

    /// Warns if one of the older linkers would put a section elsewhere.
    fn placed_elsewhere(&mut self, index: usize, other: Option<u32>, who: &str) {
        let group = &self.groups[index];
        let Some(address) = group.address.filter(|_| group.address != other) else {
            return;
        };
        if self.context.options.compat.is_none() {
            let there = other.map_or("nowhere".to_owned(), |other| format!("at 0x{other:02x}"));
            let message = format!(
                "rsect `{}` is at 0x{address:02x}; {who} {there}",
                group.name
            );
            let span = group.parts[0].section.span;
            self.tell(Diagnostic::warning(Warning::Placement, message), span);
        }
    }

    fn no_room(&mut self, index: usize, holes: &[Hole]) {
        let group = &self.groups[index];
        let (name, size) = (group.name, group.size);
        let bytes = count(size, "byte");
        let taken: u32 = (self.groups.iter())
            .filter(|other| other.address.is_some())
            .map(|other| other.size)
            .sum();
        let free = holes
            .iter()
            .map(|hole| hole.end - hole.start)
            .sum::<u32>()
            .saturating_sub(taken);
        let message = match size > free {
            true => format!(
                "rsect `{name}` does not fit: it has {bytes}, with {free} free: {} too many",
                size - free
            ),
            false => format!(
                "rsect `{name}` does not fit: it has {bytes}, with {free} free but not in one piece"
            ),
        };
        let span = group.parts[0].section.span;
        self.tell(Diagnostic::error(message), span);
    }

    fn program(self) -> Program {
        let mut program = Program::default();
        for &(module, section, address) in &self.absolute {
            let placed = Placed {
                module,
                section,
                address,
                name: None,
            };
            program.add(placed, self.modules, |name| self.address_of(name));
        }
        for group in self.groups.iter() {
            let Some(start) = group.address else {
                if group.reached {
                    program.unplaced.push((group.name.to_owned(), group.size));
                }
                continue;
            };
            for part in &group.parts {
                let placed = Placed {
                    module: part.module,
                    section: part.section,
                    address: start + part.offset,
                    name: Some(group.name),
                };
                program.add(placed, self.modules, |name| self.address_of(name));
            }
        }
        program.finish(self.context.lines);
        program
    }

    fn address_of(&self, name: &str) -> Option<u32> {
        match self.entries.get(name)?.0 {
            Destination::Address(address) => Some(address),
            Destination::Group(index, offset) => Some(self.groups[index].address? + offset),
        }
    }
}
