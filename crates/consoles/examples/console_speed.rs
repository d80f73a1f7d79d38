//! How many half-ticks per second the boards run, or a circuit from a file:
//! `cargo run --release -p consoles --example console_speed -- [HALF_TICKS] [BOARD | FILE.circ] [exact]`

use std::sync::Arc;
use std::time::Instant;

use circuit::read::{NoLibraries, read};
use circuit::sim::{Engine, SimOptions, Simulator};
use consoles::{Model, Processor, Wired};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let wanted = arguments.next().and_then(|n| n.parse().ok());
    let half_ticks: u64 = wanted.unwrap_or(100_000);
    let only = arguments.next().unwrap_or_default();
    let engine = match arguments.next().as_deref() {
        Some("exact") => Engine::Exact,
        _ => Engine::Fast,
    };
    if only.ends_with(".circ") {
        let start = Instant::now();
        let bytes = std::fs::read(&only).expect("the file can be read");
        let project = Arc::new(read(&only, &bytes, &mut NoLibraries).project);
        let options = SimOptions {
            engine,
            ..SimOptions::default()
        };
        let mut simulator =
            Simulator::new(project, None, &options).expect("the circuit can be built");
        measure(&only, start, half_ticks, &mut simulator);
        return;
    }
    for model in Model::ALL {
        for processor in [Processor::Gates, Processor::Native] {
            let name = format!("{model} {processor:?}");
            if name.contains(&only) {
                let start = Instant::now();
                let mut wired = Wired::new(model, processor);
                measure(&name, start, half_ticks, wired.simulator_mut());
            }
        }
    }
}

/// Runs it twice: caches and tables are warm the second time.
fn measure(name: &str, start: Instant, half_ticks: u64, simulator: &mut Simulator) {
    let loading = start.elapsed().as_secs_f64() * 1e3;
    for round in 0..2 {
        let (start, before) = (Instant::now(), simulator.evaluations());
        for _ in 0..half_ticks {
            simulator.half_tick();
        }
        let seconds = start.elapsed().as_secs_f64();
        let evaluations = (simulator.evaluations() - before) as f64 / half_ticks as f64;
        let rate = half_ticks as f64 / seconds;
        let engine = simulator.engine();
        println!(
            "{name} {engine:?} {round}: loaded in {loading:.1} ms, {rate:.0} half-ticks per second, {evaluations:.1} evaluations per half-tick, snapshot of {} bytes",
            simulator.snapshot().bytes()
        );
    }
}
