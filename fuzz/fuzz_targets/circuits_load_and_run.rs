//! Any bytes are a project with diagnostics; what loads can be checked, built, run and named.
#![no_main]

use std::sync::Arc;

use circuit::netlist::check;
use circuit::read::{NoLibraries, read};
use circuit::sim::{SimOptions, Simulator};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let reading = read("fuzz.circ", bytes, &mut NoLibraries);
    let project = Arc::new(reading.project);
    check(&project);
    let Ok(mut simulator) = Simulator::new(project, None, &SimOptions::default()) else {
        return;
    };
    simulator.run(3);
    simulator.short_circuits();
    simulator.oscillation();
    for part in simulator.design().part_ids().take(1000) {
        let _ = simulator.find(&simulator.design().path(part));
        simulator.display(part);
    }
});
