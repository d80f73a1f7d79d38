//! The programs of the consoles, assembled when first used.

use std::sync::OnceLock;

use cdm8::asm::{self, Assembly, Options, Program, Source};
use cdm8::memory::Organisation;
use cdm8::variant::Variant;
use diag::Diagnostic;

use crate::model::Model;

/// A source file of the firmware.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its path below `firmware/`.
    pub name: &'static str,
    pub text: &'static str,
}

impl File {
    /// Its name without the folder.
    pub fn base(&self) -> &'static str {
        self.name.rsplit('/').next().unwrap_or(self.name)
    }
}

/// A ROM of 256 bytes with its symbols.
#[derive(Clone, Debug)]
pub struct Bank {
    pub name: &'static str,
    pub program: Program,
}

impl Bank {
    /// Bytes of program and data in it.
    pub fn size(&self) -> usize {
        self.program.image.len() - self.program.free()
    }

    pub fn image(&self) -> &[u8; 256] {
        &self.program.image
    }
}

macro_rules! file {
    ($name:literal) => {
        File {
            name: $name,
            text: include_str!(concat!("../../../firmware/", $name)),
        }
    };
}

const MAIN: File = file!("2016/main.asm");
const MKMOVE: File = file!("2016/mkmove.asm");
const CAPTURE: File = file!("2016/capture.asm");
const REFERENCE: [File; 4] = [MAIN, MKMOVE, CAPTURE, file!("2016/reference.asm")];
const MIRROR: [File; 4] = [MAIN, MKMOVE, CAPTURE, file!("2016/mirror.asm")];

/// The banks of a console by number: name and sources.
pub fn sources(model: Model) -> &'static [(&'static str, &'static [File])] {
    match model {
        Model::Y2016 => &[("reference", &REFERENCE)],
        Model::Y2016Mirror => &[("mirror", &MIRROR)],
        Model::Y2022 => &[
            ("initialisation", &[file!("2022/initialisation.asm")]),
            ("referee", &[file!("2022/referee.asm")]),
            ("human", &[file!("2022/human.asm")]),
            ("computer", &[file!("2022/computer.asm")]),
        ],
        Model::Y2023 => &[
            ("main", &[file!("2023/main.asm")]),
            ("deep_purple", &[file!("2023/deep_purple.asm")]),
            ("user", &[file!("2023/user.asm")]),
            ("calculate_holes", &[file!("2023/calculate_holes.asm")]),
        ],
    }
}

/// The banks of a console, by number.
///
/// # Panics
/// If the firmware does not assemble; a test makes sure that it does.
pub fn banks(model: Model) -> &'static [Bank] {
    static BANKS: [OnceLock<Vec<Bank>>; Model::ALL.len()] =
        [const { OnceLock::new() }; Model::ALL.len()];
    BANKS[model as usize].get_or_init(|| {
        let bank = |&(name, files): &(&'static str, &'static [File])| Bank {
            name,
            program: assemble(files),
        };
        sources(model).iter().map(bank).collect()
    })
}

/// The banks of a console with some of its sources replaced: `other` is asked for every file by its path below
/// `firmware/YEAR/`, and the built-in one is used where it has none. The error is the outcome of the first bank that does
/// not assemble, with its name.
pub fn banks_with(
    model: Model,
    other: impl Fn(&str) -> Option<String>,
) -> Result<Vec<Bank>, (&'static str, Box<Assembly>)> {
    let bank = |&(name, files): &(&'static str, &'static [File])| {
        let texts: Vec<(&str, String)> = files
            .iter()
            .map(|file| {
                let text = other(file.base());
                (file.base(), text.unwrap_or_else(|| file.text.to_owned()))
            })
            .collect();
        let sources = texts
            .iter()
            .map(|(name, text)| Source::new(*name, text.as_str()));
        let outcome = asm::assemble(&sources.collect::<Vec<_>>(), &options());
        match outcome.is_ok() {
            true => Ok(Bank {
                name,
                program: outcome.program,
            }),
            false => Err((name, Box::new(outcome))),
        }
    };
    sources(model).iter().map(bank).collect()
}

/// The assembler's messages about the firmware: there are none.
pub fn diagnostics(model: Model) -> Vec<Diagnostic> {
    let outcomes = sources(model).iter().map(|(_, files)| outcome(files));
    outcomes.flat_map(|outcome| outcome.diagnostics).collect()
}

fn assemble(files: &[File]) -> Program {
    let outcome = outcome(files);
    assert!(outcome.is_ok(), "{:#?}", outcome.diagnostics);
    outcome.program
}

/// Assembles and links one bank. The programs use only what every variant of the processor has, so warnings are requested
/// for the most restrictive one.
fn outcome(files: &[File]) -> Assembly {
    let sources: Vec<Source> = files
        .iter()
        .map(|file| Source::new(file.name, file.text))
        .collect();
    asm::assemble(&sources, &options())
}

fn options() -> Options {
    Options {
        variant: Variant::Mark5,
        memory: Organisation::Harvard,
        ..Options::default()
    }
}
