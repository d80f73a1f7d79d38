//! Any text read as a script gives a script or problems, and what fits the circuit runs to an end.
#![no_main]

use std::sync::Arc;

use circuit::read::{NoLibraries, read};
use circuit::script::{self, Failure, Limits, Stage};
use circuit::sim::{SimOptions, Simulator};
use libfuzzer_sys::fuzz_target;

const STOPWATCH: &str = include_str!("../../docs/examples/circuit/stopwatch.circ");

struct Nobody;

impl Stage for Nobody {
    fn settled(&mut self, _: &mut Simulator, _: bool) {}
    fn print(&mut self, _: &str) {}
    fn failed(&mut self, _: &Failure) {}
    fn file(&mut self, _: &str) -> Result<Vec<u8>, String> {
        Err("no files here".into())
    }
}

fuzz_target!(|text: &str| {
    let reading = read("stopwatch.circ", STOPWATCH.as_bytes(), &mut NoLibraries);
    let project = Arc::new(reading.project);
    let mut simulator = Simulator::new(project, None, &SimOptions::default()).unwrap();
    let limits = Limits { half_ticks: 200 };
    let _ = script::run(&script::parse(text), &mut simulator, &mut Nobody, limits);
});
