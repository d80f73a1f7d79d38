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

/// After the end a latch keeps the buttons off, and the reset button, which shows a new game, does not clear it.
#[test]
fn a_latch_that_a_reset_does_not_clear() {
    use circuit::project::Kind;
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    light(&mut shop, "turn", (700, 450), "");
    light(&mut shop, "over", (800, 450), "over");
    shop.takes("reset", 1);
    shop.put(Kind::Button, (900, 100), &[("label", "reset")], &["reset"]);
    shop.put(
        Kind::Constant,
        (3000, 2800),
        &[("width", "1"), ("value", "0x1")],
        &["one"],
    );
    let latch = ["deaf", "one", "over"];
    shop.put(Kind::Register, (3000, 3000), &[("width", "1")], &latch);
    for number in 1..=6 {
        let (pressed, heard) = (format!("p{number}"), format!("b{number}"));
        shop.takes(&heard, 1);
        shop.put(Kind::Button, (200 * number, 800), &[], &[&pressed]);
        let two = [("inputs", "2"), ("size", "30"), ("negate1", "true")];
        let nets = [heard.as_str(), pressed.as_str(), "deaf"];
        shop.put(Kind::And, (3000, 3000 + 200 * number), &two, &nets);
    }
    let panel = proposed(&mut shop.clone().finish(Plan::new(rules())));
    let report = graded(shop.finish(Plan::new(rules())), &panel, rules(), 4);
    assert_eq!(failed(&report), ["reset"]);
}
