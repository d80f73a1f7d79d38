//! Any source gives an answer: assembler and linker never panic, and an image exists exactly without errors.
#![no_main]

use cdm8::asm::{Compat, Options, Source, assemble};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for compat in [None, Some(Compat::Devkit), Some(Compat::Cocoide)] {
        let options = Options {
            compat,
            ..Options::default()
        };
        let outcome = assemble(&[Source::new("fuzz.asm", bytes)], &options);
        assert_eq!(outcome.image().is_some(), outcome.errors().next().is_none());
        for diagnostic in &outcome.diagnostics {
            let _ = diagnostic.to_string();
        }
    }
});
