//! Any text read as tests gives tests or problems, and every test runs to an outcome.
#![no_main]

use cdm8::check::{self, Defaults};
use cdm8::symbols::Symbols;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Vec<u8>, String)| {
    let (image, text) = input;
    let lines = check::in_lines(&text);
    if let Ok(checks) = check::read("a.test", &lines, &Symbols::default(), Defaults::default()) {
        for mut check in checks.into_iter().take(20) {
            check.clocks = Some(check.clocks.unwrap_or(0).min(1000));
            check::run(&check, &image);
        }
    }
});
