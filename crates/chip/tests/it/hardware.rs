//! Every chip of `hardware/` is what its specification says.

use std::time::Instant;

use chip::{Effort, Verdict};

use crate::shelf;

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
        if !matches!(verdict, Verdict::Proven(_)) {
            unproven.push(format!("{board}/{name}: {verdict:?}"));
        }
    }
    assert!(unproven.is_empty(), "{}", unproven.join("\n"));
    assert!(only.is_some() || checked == 59, "{checked}");
}
