//! Object files: one record per line, all numbers hexadecimal.
//!
//! ```text
//! FILE path                   with debug records only; starts a module
//! ABS  aa: hh hh ...          an absolute section: address, bytes
//! LOC  off:line:col ...       debug: the source line of each statement of the section
//! NTRY name aa                an entry; of the absolute sections here, below of its rsect
//! NAME section                a relocatable section
//! ALIG nn                     its alignment, if not 1
//! DATA hh hh ...
//! REL  oo oo ...              where the section's address is added
//! XTRN name: section oo ...   where an external's is; `$abs` for absolute addresses
//! ```
//!
//! A blank line separates modules.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Entry, Location, Module, Placement, Section, Use};
use diag::{Diagnostic, Excerpt};

const ABSOLUTE: &str = "$abs";

/// The text of an object file.
pub fn write(modules: &[Module], debug: bool) -> String {
    let texts = modules.iter().map(|module| {
        let mut out = String::new();
        write_module(&mut out, module, debug);
        out
    });
    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    texts.join("\n")
}

fn write_module(out: &mut String, module: &Module, debug: bool) {
    if let Some(file) = module.file.as_ref().filter(|_| debug) {
        let _ = writeln!(out, "FILE {file}");
    }
    let absolute = module
        .sections
        .iter()
        .filter_map(|section| match section.place {
            Placement::Absolute(address) if !section.bytes.is_empty() => Some((address, section)),
            _ => None,
        });
    let mut absolute: Vec<(u32, &Section)> = absolute.collect();
    absolute.sort_by_key(|(address, _)| *address);
    for (address, section) in absolute {
        let _ = writeln!(out, "ABS  {address:02x}: {}", hex(&section.bytes));
        write_locations(out, section, debug);
    }
    for entry in &module.entries {
        let _ = writeln!(out, "NTRY {} {:02x}", entry.name, entry.at);
    }
    for section in &module.sections {
        if let Placement::Relocatable(name) = &section.place {
            write_relocatable(out, name, section, debug);
        }
    }
    for (name, uses) in uses(module) {
        let _ = writeln!(out, "XTRN {name}: {}", uses.join(" "));
    }
}

fn write_relocatable(out: &mut String, name: &str, section: &Section, debug: bool) {
    let _ = writeln!(out, "NAME {name}");
    if section.align != 1 {
        let _ = writeln!(out, "ALIG {:02x}", section.align);
    }
    let _ = writeln!(out, "DATA {}", hex(&section.bytes));
    write_locations(out, section, debug);
    let places: Vec<String> = section
        .relocations
        .iter()
        .map(|at| format!("{at:02x}"))
        .collect();
    let _ = writeln!(out, "REL  {}", places.join(" "));
    for entry in &section.entries {
        let _ = writeln!(out, "NTRY {} {:02x}", entry.name, entry.at);
    }
}

fn write_locations(out: &mut String, section: &Section, debug: bool) {
    if debug && !section.locations.is_empty() {
        let places = section.locations.iter();
        let places: Vec<String> = places
            .map(|l| format!("{:02x}:{:02x}:{:02x}", l.offset, l.line, l.column))
            .collect();
        let _ = writeln!(out, "LOC  {}", places.join(" "));
    }
}

/// Every external with the places that use it.
fn uses(module: &Module) -> BTreeMap<&str, Vec<String>> {
    let mut uses: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for section in &module.sections {
        for need in &section.uses {
            let place = match &section.place {
                Placement::Absolute(address) => format!("{ABSOLUTE} {:02x}", address + need.offset),
                Placement::Relocatable(name) => format!("{name} {:02x}", need.offset),
            };
            uses.entry(&need.name).or_default().push(place);
        }
    }
    uses
}

fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}

/// The modules of an object file. Any bytes give modules and diagnostics.
pub fn read(name: &str, bytes: &[u8], diagnostics: &mut Vec<Diagnostic>) -> Vec<Module> {
    let text = String::from_utf8_lossy(bytes);
    let mut reader = Reader {
        name,
        line: "",
        number: 0,
        diagnostics,
        modules: Vec::new(),
        module: Module::default(),
        current: None,
    };
    for (index, line) in text.lines().enumerate() {
        reader.number = index as u32 + 1;
        reader.line = line;
        if let Err(problem) = reader.record() {
            reader.tell(problem);
        }
    }
    reader.next_module();
    reader.modules
}

struct Problem {
    message: String,
    label: &'static str,
    at: usize,
    width: usize,
}

struct Reader<'a> {
    name: &'a str,
    line: &'a str,
    number: u32,
    diagnostics: &'a mut Vec<Diagnostic>,
    modules: Vec<Module>,
    module: Module,
    /// The section that LOC, DATA, REL and ALIG refer to.
    current: Option<usize>,
}

impl<'a> Reader<'a> {
    fn tell(&mut self, problem: Problem) {
        let mut at = Excerpt::new(
            self.name,
            self.number as usize,
            self.line,
            problem.at,
            problem.at,
        );
        at.width = problem.width.max(1) as u32;
        self.diagnostics.push(
            Diagnostic::error(problem.message)
                .label(problem.label)
                .at(at),
        );
    }

    fn problem(&self, word: &str, message: impl Into<String>, label: &'static str) -> Problem {
        let at = (word.as_ptr() as usize).wrapping_sub(self.line.as_ptr() as usize);
        let inside = at <= self.line.len() && self.line.is_char_boundary(at);
        Problem {
            message: message.into(),
            label,
            at: if inside { at } else { 0 },
            width: word.chars().count(),
        }
    }

    fn record(&mut self) -> Result<(), Problem> {
        let line = self.line.trim();
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match kind {
            "" => self.next_module(),
            "FILE" => {
                self.next_module();
                self.module.file = Some(rest.to_owned());
            }
            "ABS" => self.absolute(rest)?,
            "NAME" => self.relocatable(rest)?,
            "NTRY" => self.entry(rest)?,
            "XTRN" => self.external(rest)?,
            "ALIG" => {
                let align = self.number(rest)?;
                if !(1..=256).contains(&align) {
                    return Err(self.problem(
                        rest,
                        "an impossible alignment",
                        "expected 01 to 100",
                    ));
                }
                self.section(line)?.align = align;
            }
            "DATA" => {
                let bytes = self.bytes(rest)?;
                self.section(line)?.bytes = bytes;
            }
            "REL" => {
                let places = self.numbers(rest)?;
                self.section(line)?.relocations = places;
            }
            "LOC" => {
                let locations = self.locations(rest)?;
                self.section(line)?.locations = locations;
            }
            "TARG" => {
                return Err(self.problem(
                    rest,
                    format!("an object for `{rest}`, not for the CdM-8"),
                    "wrong target",
                ));
            }
            _ => {
                return Err(self.problem(
                    kind,
                    format!("unknown record `{kind}`"),
                    "expected ABS, NAME, DATA, REL, NTRY, XTRN, ...",
                ));
            }
        }
        Ok(())
    }

    fn next_module(&mut self) {
        let module = std::mem::take(&mut self.module);
        if module != Module::default() {
            self.modules.push(module);
        }
        self.current = None;
    }

    fn section(&mut self, record: &str) -> Result<&mut Section, Problem> {
        match self.current {
            Some(index) => Ok(&mut self.module.sections[index]),
            None => Err(self.problem(
                record,
                "this record belongs to no section",
                "expected ABS or NAME before it",
            )),
        }
    }

    fn absolute(&mut self, rest: &str) -> Result<(), Problem> {
        let Some((address, data)) = rest.split_once(':') else {
            return Err(self.problem(
                rest,
                "an absolute section without its address",
                "expected `aa: hh hh ...`",
            ));
        };
        let mut section = Section::new(Placement::Absolute(self.number(address.trim())?));
        section.bytes = self.bytes(data)?;
        self.start(section);
        Ok(())
    }

    fn start(&mut self, section: Section) {
        self.current = Some(self.module.sections.len());
        self.module.sections.push(section);
    }

    fn relocatable(&mut self, name: &str) -> Result<(), Problem> {
        let place = Placement::Relocatable(name.to_owned());
        if name.is_empty() {
            return Err(self.problem(
                self.line,
                "a section without a name",
                "expected `NAME section`",
            ));
        }
        if self
            .module
            .sections
            .iter()
            .any(|section| section.place == place)
        {
            return Err(self.problem(
                name,
                format!("the section `{name}` appears twice in one module"),
                "",
            ));
        }
        self.start(Section::new(place));
        Ok(())
    }

    fn entry(&mut self, rest: &str) -> Result<(), Problem> {
        let Some((name, at)) = rest.split_once(' ') else {
            return Err(self.problem(rest, "an entry without its place", "expected `name aa`"));
        };
        let entry = Entry {
            name: name.to_owned(),
            at: self.number(at.trim())?,
            span: None,
        };
        let index = self.current.filter(|index| {
            matches!(
                self.module.sections[*index].place,
                Placement::Relocatable(_)
            )
        });
        match index {
            Some(index) => self.module.sections[index].entries.push(entry),
            None => self.module.entries.push(entry),
        }
        Ok(())
    }

    fn external(&mut self, rest: &'a str) -> Result<(), Problem> {
        let Some((name, places)) = rest.split_once(':') else {
            return Err(self.problem(
                rest,
                "an external without its uses",
                "expected `name: section oo ...`",
            ));
        };
        let words: Vec<&str> = places.split_ascii_whitespace().collect();
        for pair in words.chunks(2) {
            let [section, at] = pair else {
                return Err(self.problem(
                    pair[0],
                    "a section without a place",
                    "expected `section oo`",
                ));
            };
            let at_number = self.number(at)?;
            let found =
                self.module
                    .sections
                    .iter_mut()
                    .find_map(|candidate| match &candidate.place {
                        Placement::Absolute(address) if *section == ABSOLUTE => {
                            let offset = at_number.checked_sub(*address)?;
                            ((offset as usize) < candidate.bytes.len())
                                .then_some((candidate, offset))
                        }
                        Placement::Relocatable(name) if name == section => {
                            Some((candidate, at_number))
                        }
                        _ => None,
                    });
            match found {
                Some((found, offset)) => found.uses.push(Use {
                    name: name.trim().to_owned(),
                    offset,
                    span: None,
                }),
                None => {
                    return Err(self.problem(
                        section,
                        format!("there is no section `{section}` at {at}"),
                        "",
                    ));
                }
            }
        }
        Ok(())
    }

    /// A hexadecimal number; byte ranges (`:a:b`) of other targets are not numbers here.
    fn number(&self, text: &str) -> Result<u32, Problem> {
        let digits =
            !text.is_empty() && text.len() <= 6 && text.bytes().all(|b| b.is_ascii_hexdigit());
        match u32::from_str_radix(text, 16) {
            Ok(number) if digits => Ok(number),
            _ => Err(self.problem(
                text,
                format!("`{text}` is not a number"),
                "expected hexadecimal digits",
            )),
        }
    }

    fn numbers(&self, text: &str) -> Result<Vec<u32>, Problem> {
        text.split_ascii_whitespace()
            .map(|word| self.number(word))
            .collect()
    }

    fn bytes(&self, text: &str) -> Result<Vec<u8>, Problem> {
        let word = |word| {
            let number = self.number(word)?;
            u8::try_from(number).map_err(|_| {
                self.problem(word, format!("`{word}` is not a byte"), "expected 00 to ff")
            })
        };
        text.split_ascii_whitespace().map(word).collect()
    }

    fn locations(&self, text: &str) -> Result<Vec<Location>, Problem> {
        let word = |word: &str| {
            let parts: Vec<&str> = word.split(':').collect();
            let [offset, line, column] = parts.as_slice() else {
                return Err(self.problem(
                    word,
                    format!("`{word}` is not a location"),
                    "expected `offset:line:column`",
                ));
            };
            Ok(Location {
                offset: self.number(offset)?,
                line: self.number(line)?,
                column: self.number(column)?,
            })
        };
        text.split_ascii_whitespace().map(word).collect()
    }
}
