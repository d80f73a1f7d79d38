//! The assembler on a program of 200 lines, as students write them: `cargo bench -p cdm8 --bench asm`.

use cdm8::asm::{Options, Source, assemble};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

#[divan::bench]
fn two_hundred_lines(bencher: Bencher) {
    let sources = [Source::new("p200.asm", include_bytes!("p200.asm"))];
    bencher.bench(|| {
        let outcome = assemble(black_box(&sources), &Options::default());
        assert!(outcome.is_ok());
        outcome
    });
}
