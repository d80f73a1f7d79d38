//! The work between a key and its answer, on a file of 5 000 lines: `cargo bench -p cdm8 --bench ide`.

use cdm8::asm::{Options, Source};
use cdm8::ide::{Analysis, format};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// An unrealistic file: far more code than memory, every label many times.
fn crowded() -> String {
    include_str!("p200.asm").replace("\nend\n", "\n").repeat(25) + "end\n"
}

/// Five thousand lines that are a program: comments, macros, and code that fits.
fn commented() -> String {
    let body = include_str!("p200.asm");
    let comment = "# a line of explanation, as long as such lines are\n".repeat(24);
    body.lines()
        .map(|line| format!("{line}\n{comment}"))
        .collect()
}

#[divan::bench]
fn crowded_lines(bencher: Bencher) {
    let sources = [Source::new("p5000.asm", crowded())];
    bencher.bench(|| Analysis::new(black_box(&sources), &Options::default()));
}

#[divan::bench]
fn commented_lines(bencher: Bencher) {
    let sources = [Source::new("p5000.asm", commented())];
    bencher.bench(|| Analysis::new(black_box(&sources), &Options::default()));
}

#[divan::bench]
fn laid_out(bencher: Bencher) {
    let text = crowded();
    bencher.bench(|| format(black_box(&text), false));
}
