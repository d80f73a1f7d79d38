//! How many half-ticks per second the boards run: `cargo run --release -p console --example speed -- [HALF_TICKS]`

use std::time::Instant;

use console::{Model, Processor, Wired};

fn main() {
    let wanted = std::env::args().nth(1).and_then(|n| n.parse().ok());
    let half_ticks: u64 = wanted.unwrap_or(100_000);
    let only = std::env::args().nth(2).unwrap_or_default();
    for model in Model::ALL {
        for processor in [Processor::Gates, Processor::Native] {
            let name = format!("{model} {processor:?}");
            if !name.contains(&only) {
                continue;
            }
            let start = Instant::now();
            let mut wired = Wired::new(model, processor);
            let loading = start.elapsed().as_secs_f64() * 1e3;
            let simulator = wired.simulator_mut();
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
    }
}
