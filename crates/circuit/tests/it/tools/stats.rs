//! Figures about circuits.

use circuit::stats::stats;

use super::{example, sheet, simulator};

#[test]
fn the_adder_in_figures() {
    let adder = simulator(example!("adder.circ"));
    let stats = stats(adder.design());
    assert_eq!((stats.parts, stats.instances), (87, 4));
    assert_eq!(
        stats.kinds[..4],
        [
            ("Tunnel".to_string(), 34),
            ("Pin".to_string(), 25),
            ("AND Gate".to_string(), 8),
            ("XOR Gate".to_string(), 8),
        ]
    );
    // The carry goes through two gates per bit, after the first sum.
    let chain: Vec<String> = stats
        .depth
        .chain
        .iter()
        .map(|&part| adder.design().path(part))
        .collect();
    assert_eq!(chain.len(), 9);
    assert_eq!(
        (chain[0].as_str(), chain[8].as_str()),
        ("/bit0/XOR_Gate@160,90", "/bit3/OR_Gate@330,180")
    );
    assert_eq!(stats.depth.loops, [[]; 0]);
    assert_eq!((stats.tree.own, stats.tree.all), (47, 87));
    let inner = &stats.tree.inner[0];
    assert_eq!(
        (inner.name.as_str(), inner.uses, inner.all),
        ("full adder", 4, 10)
    );
}

#[test]
fn registers_end_chains_and_latches_are_loops() {
    let stopwatch = simulator(example!("stopwatch.circ"));
    let figures = stats(stopwatch.design());
    assert_eq!(figures.depth.chain.len(), 0);
    assert_eq!(figures.depth.loops, [[]; 0]);
    let latch = simulator(&sheet(
        "Gates NOR_Gate 110 100 inputs=2 size=30
         Gates NOR_Gate 110 200 inputs=2 size=30
         wire 110 100 140 100
         wire 140 100 140 150
         wire 140 150 70 150
         wire 70 150 70 190
         wire 110 200 160 200
         wire 160 200 160 130
         wire 160 130 70 130
         wire 70 130 70 110",
    ));
    let figures = stats(latch.design());
    assert_eq!(figures.depth.loops.len(), 1);
    assert_eq!(figures.depth.loops[0].len(), 2);
}
