//! From the files of a program to an image, and its errors.

use cdm8::asm::object::ItemKind;
use cdm8::asm::output::{listing, map};
use cdm8::asm::{self, Assembly, MEMORY, Options, Source};
use cdm8::cpu::Cpu;
use cdm8::debug::Computer;
use cdm8::devices::Devices;
use cdm8::ide::Analysis;
use cdm8::memory::{Memory, Organisation};
use cdm8::variant::Variant;
use formats::image::{self, Style};
use serde::{Deserialize, Serialize};

use crate::failures;
use crate::finding::{Finding, findings};
use crate::reply::{Answer, Failure, json, read};

/// A program as the page sends it.
#[derive(Deserialize)]
pub struct Build {
    /// The first is the one that is run; the others are linked with it.
    pub files: Vec<File>,
    memory: Option<String>,
    variant: Option<String>,
}

#[derive(Deserialize)]
pub struct File {
    pub name: String,
    pub text: String,
}

/// No program comes near this size.
const LONGEST: usize = 4 << 20;

/// An assembly with its sources.
pub struct Built {
    pub assembly: Assembly,
    pub sources: Vec<Source>,
}

#[derive(Serialize)]
struct Checked {
    findings: Vec<Finding>,
    used: usize,
    free: usize,
}

#[derive(Serialize)]
struct Assembled {
    findings: Vec<Finding>,
    used: usize,
    free: usize,
    /// Null if there are errors.
    image: Option<String>,
    listing: Option<String>,
    map: Option<String>,
    labels: Vec<(String, u8)>,
    /// The kind of each byte of the memory: `c` code, `d` data, `s` space, `.` nothing.
    kinds: String,
}

impl Build {
    pub fn variant(&self) -> Answer<Variant> {
        let named = self.variant.as_deref();
        named.map_or(Ok(Variant::default()), |name| {
            name.parse().map_err(Failure::refused)
        })
    }

    pub fn memory(&self) -> Answer<Organisation> {
        let named = self.memory.as_deref();
        named.map_or(Ok(Organisation::default()), |name| {
            name.parse().map_err(Failure::refused)
        })
    }

    pub fn assembled(&self) -> Answer<Built> {
        self.of_bearable_length()?;
        let sources = self.sources();
        Ok(Built {
            assembly: asm::assemble(&sources, &self.options()?),
            sources,
        })
    }

    fn options(&self) -> Answer<Options> {
        Ok(Options {
            variant: self.variant()?,
            memory: self.memory()?,
            ..Options::default()
        })
    }

    fn sources(&self) -> Vec<Source> {
        let source = |file: &File| Source::new(file.name.clone(), file.text.clone());
        self.files.iter().map(source).collect()
    }

    /// The analysis of its text, for the editor.
    pub fn analysed(&self) -> Answer<Analysis> {
        self.of_bearable_length()?;
        Ok(Analysis::new(&self.sources(), &self.options()?))
    }

    fn of_bearable_length(&self) -> Answer<()> {
        let length: usize = self.files.iter().map(|file| file.text.len()).sum();
        match length > LONGEST {
            true => Err(failures::LONG_PROGRAM.with(&[("length", &length), ("most", &LONGEST)])),
            false => Ok(()),
        }
    }

    /// The computer with a program in it, before its first clock.
    pub fn computer(&self, image: &[u8]) -> Answer<Computer> {
        let memory = match self.memory()? {
            Organisation::Harvard => Memory::harvard(image, &[]),
            Organisation::VonNeumann => Memory::von_neumann(image),
        };
        Ok(Computer::new(
            Cpu::new(self.variant()?),
            Devices::new(memory),
        ))
    }
}

pub fn check(request: &str) -> Answer {
    let build: Build = read(request)?;
    let Built { assembly, .. } = build.assembled()?;
    let free = assembly.program.free();
    json(&Checked {
        findings: findings(&assembly.diagnostics),
        used: MEMORY - free,
        free,
    })
}

pub fn assemble(request: &str) -> Answer {
    let build: Build = read(request)?;
    let Built { assembly, sources } = build.assembled()?;
    let free = assembly.program.free();
    let good = assembly.is_ok();
    json(&Assembled {
        findings: findings(&assembly.diagnostics),
        used: MEMORY - free,
        free,
        image: assembly
            .image()
            .map(|bytes| image::write(bytes, Style::default())),
        listing: good.then(|| listing::write(&assembly, &sources)),
        map: assembly.is_linked().then(|| map::write(&assembly.program)),
        labels: assembly.symbols(&sources).labels,
        kinds: kinds(&assembly),
    })
}

fn kinds(assembly: &Assembly) -> String {
    let mut kinds = ['.'; MEMORY];
    for item in &assembly.program.items {
        let kind = match item.kind {
            Some(ItemKind::Code | ItemKind::Branch) => 'c',
            Some(ItemKind::Space | ItemKind::Padding) => 's',
            _ => 'd',
        };
        let from = (item.address as usize).min(MEMORY);
        let to = from.saturating_add(item.size as usize).min(MEMORY);
        kinds[from..to].fill(kind);
    }
    kinds.iter().collect()
}
