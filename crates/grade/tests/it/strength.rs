//! A console that plays well is distinguished from one that does not, and as strong on every run.

use grade::{Driver, Strength, Wiring, strength};

use crate::bench::{panel, project, rules, simulator, source};

/// The strength after this many games.
fn played(year: &str, most: u32) -> Strength {
    let panel = panel(year);
    let simulator = simulator(project(year, source(&format!("{year}/mancala.circ"))));
    let wiring = Wiring::find(&panel, &simulator).expect("the panel fits");
    let mut driver = Driver::new(simulator, &wiring, panel.limits);
    let mut go_on = |done: u32, _: u32| done < most;
    strength(&mut driver, &panel, rules(), 1, 1, &mut go_on).expect("it has a computer")
}

fn value(strength: &Strength, id: &str) -> String {
    let facts = strength.facts();
    let fact = facts.iter().find(|fact| fact.id == id);
    fact.map(|fact| fact.value.clone())
        .expect("there is such a fact")
}

#[test]
fn a_strong_console_is_told_from_a_weak_one() {
    let (strong, weak) = (played("2023", 9), played("2022", 9));
    assert!(strong.share() >= weak.share(), "{strong:?} {weak:?}");
    assert_eq!(strong.facts().len(), 10);
    assert!(value(&strong, "strength-mirror").starts_with("1 won"));
    assert!(value(&weak, "strength-level-5").starts_with("0 won"));
    let cost = |strength: &Strength| {
        let told = value(strength, "strength-cost");
        let mean = told.split(' ').next().and_then(|mean| mean.parse().ok());
        mean.unwrap_or(f64::NAN)
    };
    assert!(0.5 < cost(&strong) && cost(&strong) < cost(&weak));
}

/// Out of time, the contest stops between two games and reports the results so far: always the same.
#[test]
fn it_is_bounded() {
    let short = played("2023", 2);
    let against: Vec<String> = short.facts().into_iter().map(|fact| fact.id).collect();
    assert_eq!(
        against,
        ["strength-cost", "strength-mirror", "strength-reference"]
    );
    assert_eq!(played("2023", 2).facts(), short.facts());
}
