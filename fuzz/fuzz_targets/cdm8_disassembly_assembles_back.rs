//! The source a disassembly writes assembles to the image it was made of.
#![no_main]

use cdm8::asm::{Options, Source, assemble};
use cdm8::dis::{self, disassemble};
use cdm8::variant::Variant;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (bool, bool, Vec<u8>, Vec<u8>)| {
    let (linear, vectors, entries, image) = input;
    let options = dis::Options {
        variant: Variant::Mark5Devkit,
        linear,
        vectors,
        entries,
        ..dis::Options::default()
    };
    let text = disassemble(&image, &options).to_string();
    let outcome = assemble(&[Source::new("dis.asm", text)], &Options::default());
    let mut expected = image;
    expected.resize(256, 0);
    assert_eq!(outcome.image().expect("an image")[..], expected[..]);
});
