//! Every chip of `hardware/` is what its specification says.

use std::time::Instant;

use chip::{Effort, Verdict};

use crate::shelf;

/// Its register listens for 48 gate delays after a press: a proof without delays cannot see that, and random runs on the
/// simulator, which has them, take its place.
const BY_DELAYS: [&str; 1] = ["User input register"];

#[test]
fn every_chip_is_proven() {
    let only = std::env::var("CHIP").ok();
    let (mut unproven, mut checked) = (Vec::new(), 0);
    for (board, name, text) in shelf::specifications() {
        if only
            .as_ref()
            .is_some_and(|only| !name.contains(only.as_str()))
        {
            continue;
        }
        let project = shelf::project(&board);
        let chip = shelf::chip_of(&board, &name, &text);
        let simulator = shelf::simulator(&project, &chip.name);
        let start = Instant::now();
        let effort = Effort {
            rows: 500,
            ..Effort::default()
        };
        let verdict = chip::check(&chip, &simulator, &effort).unwrap();
        println!("{board} {name}: {:?} {verdict:?}", start.elapsed());
        checked += 1;
        let as_expected = match BY_DELAYS.contains(&chip.name.as_str()) {
            true => matches!(verdict, Verdict::Unproven { .. }),
            false => matches!(verdict, Verdict::Proven(_)),
        };
        if !as_expected {
            unproven.push(format!("{board}/{name}: {verdict:?}"));
        }
    }
    assert!(unproven.is_empty(), "{}", unproven.join("\n"));
    assert!(only.is_some() || checked == 59, "{checked}");
}
