//! Any bytes are a checkpoint or a reason why not, and a search goes on after one that was taken over.

#![no_main]

use engine::Effort;
use engine::search::{Bounds, Checkpoint, Solver, SolverConfig};
use kalah::{Position, Rules, Side};
use libfuzzer_sys::fuzz_target;

/// The checksum of a checkpoint: FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325;
    bytes.iter().fold(start, |sum: u64, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fuzz_target!(|bytes: &[u8]| {
    let rules: Rules = "pits=4 seeds=3".parse().unwrap();
    let config = SolverConfig {
        hash: 1 << 16,
        threads: 1,
        table: None,
        ..SolverConfig::default()
    };
    let start = Position::start(rules, Side::South);
    let solver = Solver::new(rules, 24, &config).unwrap();
    let _ = solver.restore(bytes);

    // With the beginning of a true checkpoint and a right checksum, so that what lies between is looked at.
    let solver = Solver::new(rules, 24, &config).unwrap();
    let checkpoint = Checkpoint {
        position: start,
        bounds: Bounds::of_seeds(24),
    };
    let mut whole = Vec::new();
    solver.save(&checkpoint, 0, &mut whole).unwrap();
    whole.truncate(b"mancala checkpoint 1\n".len() + 4);
    whole.extend(bytes);
    let sum = checksum(&whole);
    whole.extend(sum.to_le_bytes());
    if solver.restore(&whole[..]).is_ok() {
        let _ = solver.value(&start, &Effort::nodes(2_000));
    }
});
