//! Any text is a specification or a list of reasons why not; whatever is read runs, and its vectors are vectors.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let reading = chip::read_alone("any.chip", text);
    for one in &reading.diagnostics {
        let _ = one.to_string();
    }
    for chip in &reading.chips {
        let runs = chip::vectors::choose(chip, 8, 1);
        let vectors = chip::vectors::write(chip, &runs);
        assert!(!vectors.is_empty());
    }
});
