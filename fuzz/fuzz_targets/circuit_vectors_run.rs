//! Any text read as test vectors gives vectors or problems, and what fits the circuit runs, with one report per row.
#![no_main]

use std::sync::Arc;

use circuit::read::{NoLibraries, read};
use circuit::sim::{SimOptions, Simulator};
use circuit::vectors;
use libfuzzer_sys::fuzz_target;

const ADDER: &str = include_str!("../../docs/examples/circuit/adder.circ");

fuzz_target!(|text: &str| {
    if let Ok(mut read_vectors) = vectors::parse(text) {
        let reading = read("adder.circ", ADDER.as_bytes(), &mut NoLibraries);
        let project = Arc::new(reading.project);
        let mut simulator = Simulator::new(project, None, &SimOptions::default()).unwrap();
        read_vectors.limit_ticks(50);
        if let Ok(rows) = vectors::run(&read_vectors, &mut simulator) {
            assert_eq!(rows.len(), read_vectors.row_count());
        }
    }
});
