//! Any bytes are an object file or an error; what could be read is written and read back the same.
#![no_main]

use cdm8::asm::object::text;
use cdm8::asm::{Options, Source, assemble, compile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let first = compile(&[Source::new("fuzz.obj", bytes)], &Options::default());
    let _ = assemble(&[Source::new("fuzz.obj", bytes)], &Options::default());
    if first.is_ok() {
        let written = text::write(&first.modules, true);
        let again = compile(
            &[Source::new("fuzz.obj", written.clone())],
            &Options::default(),
        );
        assert!(again.is_ok(), "{written}");
        assert_eq!(text::write(&again.modules, true), written);
    }
});
