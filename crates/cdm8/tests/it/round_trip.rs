//! Image to source to image, through the real assembler.

use cdm8::asm::{self, Source, assemble};
use cdm8::bus::Space;
use cdm8::cpu::Cpu;
use cdm8::dis::{Options, disassemble};
use cdm8::isa::{Instruction, OPCODES, Op};
use cdm8::memory::Memory;
use cdm8::variant::Variant;
use proptest::prelude::*;

fn assembled(text: &str) -> Vec<u8> {
    let assembly = assemble(&[Source::new("dis.asm", text)], &asm::Options::default());
    let errors: Vec<String> = assembly.errors().map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{}\n{text}", errors.join("\n"));
    assembly.program.image.to_vec()
}

fn filled(mut image: Vec<u8>) -> Vec<u8> {
    image.resize(256, 0);
    image
}

/// Bytes as they come in programs: some zeros in a row, some code.
fn image() -> impl Strategy<Value = Vec<u8>> {
    let stretch = prop_oneof![
        (0..40usize).prop_map(|count| vec![0; count]),
        proptest::collection::vec(any::<u8>(), 1..40),
        proptest::collection::vec(0xC0..=0xEFu8, 1..20),
        (0xE0..=0xEFu8, any::<u8>()).prop_map(|(branch, target)| vec![branch, target]),
    ];
    proptest::collection::vec(stretch, 0..16).prop_map(|stretches| {
        let mut image = stretches.concat();
        image.truncate(256);
        image
    })
}

/// Names of all kinds, those of keywords, instructions and macros among them.
fn name() -> impl Strategy<Value = String> {
    let words = [
        "if", "is", "end", "do", "asect", "macro", "ext", "add", "br", "tst", "dc", "r1", "start",
        "x y", ".",
    ];
    prop_oneof![
        "[a-z_.][a-z0-9_.]{0,6}",
        proptest::sample::select(words.to_vec()).prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn a_disassembly_assembles_to_its_image(
        image in image(),
        linear in any::<bool>(),
        vectors in any::<bool>(),
        entries in proptest::collection::vec(any::<u8>(), 0..3),
        variant in proptest::sample::select(Variant::ALL.to_vec()),
        named in proptest::collection::btree_map(any::<u8>(), name(), 0..8),
    ) {
        let options = Options { variant, linear, entries, vectors, labels: named };
        let text = disassemble(&image, &options).to_string();
        prop_assert_eq!(assembled(&text), filled(image), "{}", text);
    }

    #[test]
    fn full_random_images_too(image in proptest::collection::vec(any::<u8>(), 256), linear in any::<bool>()) {
        let options = Options { linear, ..Options::default() };
        let text = disassemble(&image, &options).to_string();
        prop_assert_eq!(assembled(&text), image);
    }
}

/// Each opcode alone: disassembled, assembled back, and executed for the clocks of the table.
#[test]
fn every_opcode_there_and_back_and_run() {
    for opcode in 0..=255u8 {
        let row = &OPCODES[usize::from(opcode)];
        let bytes = [opcode, 0x5A];
        let instruction = Instruction::decode(&bytes).unwrap();
        let source = format!("asect 0\n{instruction}\nend\n");
        let code = &bytes[..usize::from(row.size())];
        assert_eq!(assembled(&source)[..code.len()], *code, "{instruction}");
        let options = Options {
            linear: true,
            ..Options::default()
        };
        assert_eq!(
            assembled(&disassemble(code, &options).to_string()),
            filled(code.to_vec())
        );
        let mut memory = Memory::harvard(code, &[]);
        let mut cpu = Cpu::new(Variant::Mark5);
        cpu.run(&mut memory, u64::from(row.clocks));
        let expected = if row.op == Op::Wait { 2 } else { row.clocks };
        assert_eq!(cpu.clocks, u64::from(expected), "{instruction}");
        assert_eq!(memory.get(Space::Instruction, 0), opcode);
    }
}
