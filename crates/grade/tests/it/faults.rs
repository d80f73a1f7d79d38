//! Faults of consoles that ours cannot have: none of the three has a reset button, or is for two people.

use crate::bench::{failed, rules};
use crate::builds::{buttons, decimal_digits, graded, light, proposed};
use crate::workshop::{Fault, Plan, Workshop};

/// The tests that fail on a console with a fault, of two people or of one.
fn lost(fault: Fault, people: bool) -> Vec<String> {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    buttons(&mut shop, "b", 6, 800);
    light(&mut shop, "turn", (700, 450), "");
    if people {
        buttons(&mut shop, "n", 6, 200);
        light(&mut shop, "nturn", (700, 400), "");
    }
    shop.takes("reset", 1);
    let label = [("label", "reset")];
    shop.put(
        circuit::project::Kind::Button,
        (900, 100),
        &label,
        &["reset"],
    );
    let right = Plan {
        people,
        ..Plan::new(rules())
    };
    // A panel comes from a right console of the same build.
    let panel = proposed(&mut shop.clone().finish(right.clone()));
    let plan = Plan { fault, ..right };
    let report = graded(shop.finish(plan), &panel, rules(), 6);
    failed(&report).into_iter().map(str::to_owned).collect()
}

#[test]
fn every_fault_fails_its_test() {
    let one = [
        (Fault::HearsAlways, "while-computing"),
        (Fault::AddsButtons, "two-buttons"),
        (Fault::ResetDoesNothing, "reset"),
        (Fault::ResetKeepsStores, "reset"),
    ];
    for (fault, test) in one {
        assert_eq!(lost(fault, false), [test], "{fault:?}");
    }
    assert!(lost(Fault::None, false).is_empty());
}

#[test]
fn every_fault_of_two_people_fails_its_test() {
    for (fault, test) in [
        (Fault::AnyTurn, "while-computing"),
        (Fault::WrongTurnLight, "extra-turn"),
        (Fault::ResetDoesNothing, "reset"),
    ] {
        let lost = lost(fault, true);
        assert!(lost.iter().any(|one| one == test), "{fault:?}: {lost:?}");
    }
    assert!(lost(Fault::None, true).is_empty());
}
