//! How many half-ticks per second of processor time a file runs:
//! `cargo run --release -p circuit --example speed -- FILE [HALF_TICKS] [exact] [step]`; with `step`, what repeats itself is not skipped.

use std::sync::Arc;
use std::time::Instant;

use circuit::project::Kind;
use circuit::read::{NoLibraries, read};
use circuit::sim::{Engine, SimOptions, Simulator};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let bytes = std::fs::read(&arguments[0]).expect("a file to read");
    let half_ticks: u64 = arguments
        .get(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(100_000);
    let engine = if arguments.iter().any(|a| a == "exact") {
        Engine::Exact
    } else {
        Engine::Fast
    };
    let step = arguments.iter().any(|a| a == "step");
    let start = Instant::now();
    let project = Arc::new(read(&arguments[0], &bytes, &mut NoLibraries).project);
    let options = SimOptions {
        engine,
        seed: 1,
        ..SimOptions::default()
    };
    let mut simulator = Simulator::new(project, None, &options).expect("a circuit");
    let design = simulator.design();
    let tunnel = |part: &_| design.component(*part).kind() == Some(Kind::Tunnel);
    let parts = design.part_ids().filter(|part| !tunnel(part)).count();
    let bits: u32 = (design.net_ids())
        .map(|net| u32::from(simulator.net(net).width))
        .sum();
    let loading = start.elapsed().as_secs_f64() * 1e3;
    println!(
        "{parts} parts and {} tunnels, {} nets of {bits} bits, loaded in {loading:.1} ms",
        design.part_ids().count() - parts,
        design.net_ids().count()
    );
    for _ in 0..3 {
        let (start, before) = (processor_time(), simulator.evaluations());
        let done = match step {
            true => (0..half_ticks).map(|_| simulator.half_tick()).count() as u64,
            false => simulator.run(half_ticks),
        };
        let seconds = processor_time() - start;
        let evaluations = (simulator.evaluations() - before) as f64;
        println!(
            "{:?}: {:.0} half-ticks per second, {:.1} evaluations per half-tick, {:.1} ns each",
            simulator.engine(),
            done as f64 / seconds,
            evaluations / done as f64,
            seconds / evaluations * 1e9
        );
    }
}

/// Seconds this thread has run; where the system does not tell, seconds since 1970.
fn processor_time() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    let now = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
    nanoseconds.map_or(now.as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
