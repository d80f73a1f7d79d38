//! Adversarial consoles: each is found out, or bounded, and none brings the grader down.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use circuit::project::Kind;
use circuit::sim::Simulator;
use grade::{Driver, Limits, Options, Panel, Wiring, grade};
use kalah::Position;
use results::Report;

use crate::bench::{failed, rules};
use crate::builds::{all_houses, buttons, decimal_digits, decimal_panel, light};
use crate::workshop::{Plan, Workshop};

fn shop() -> Workshop {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    buttons(&mut shop, "b", 6, 800);
    light(&mut shop, "turn", (700, 450), "");
    light(&mut shop, "over", (800, 450), "");
    shop
}

fn panel_text() -> String {
    let buttons: Vec<String> = (1..=6)
        .map(|pit| format!("\"/Button@{},800\"", 200 * pit))
        .collect();
    format!(
        "{}[buttons]\npits = [{}]\n[lights]\nyour-turn = \"/LED@700,450\"\nover = \"/LED@800,450\"\n",
        decimal_panel(6),
        buttons.join(", ")
    )
}

const LIMITS: Limits = Limits {
    start: 20_000,
    hold: 8,
    notice: 400,
    answer: 20_000,
    settle: 40,
    quiet: 2_000,
    total: 300_000,
};

fn graded(simulator: Simulator, seed: u64) -> (Report, u64) {
    graded_with(&panel_text(), simulator, seed)
}

fn graded_with(text: &str, simulator: Simulator, seed: u64) -> (Report, u64) {
    let panel = Panel::parse("panel.toml", text);
    let panel = panel.unwrap_or_else(|told| panic!("{told:?}\n{text}"));
    let wiring = Wiring::find(&panel, &simulator).unwrap_or_else(|told| panic!("{told:?}"));
    let mut driver = Driver::new(simulator, &wiring, LIMITS);
    let options = Options {
        rules: rules(),
        games: 8,
        seed,
        shrink: 0,
        first: None,
        lose_untested: false,
    };
    let report = grade("console", &mut driver, &panel, &options, &mut |_, _| true);
    (report, driver.spent())
}

/// A computer that likes surprises: any legal move is right.
#[test]
fn a_computer_that_plays_at_random_gets_full_marks() {
    let plan = Plan {
        computer: |moves, position| {
            let legal: Vec<_> = position.legal_moves().collect();
            let any = moves as usize * 7919 + usize::from(position.store(kalah::Side::South)) * 31;
            legal[any % legal.len()]
        },
        ..Plan::new(rules())
    };
    let (report, _) = graded(shop().finish(plan), 3);
    assert_eq!(failed(&report), [""; 0]);
}

/// An error light that goes out again was on all the same.
#[test]
fn an_error_light_may_flash() {
    let mut shop = shop();
    shop.gives("error", 1);
    let two = [("inputs", "2"), ("size", "30"), ("negate1", "true")];
    let counter = [("width", "5"), ("max", "0x1f"), ("ongoal", "stay")];
    let nets = ["", "", "clock", "calm", "", "", "long"];
    shop.put(Kind::Not, (3000, 3000), &[], &["calm", "error"]);
    shop.put(Kind::Counter, (3000, 3200), &counter, &nets);
    shop.put(Kind::And, (3000, 3400), &two, &["flash", "error", "long"]);
    shop.put(Kind::Led, (900, 450), &[], &["flash"]);
    let text = format!("{}error = \"/LED@900,450\"\n", panel_text());
    let (report, _) = graded_with(&text, shop.finish(Plan::new(rules())), 1);
    assert_eq!(failed(&report), [""; 0]);
    let told = report.tests.iter().find(|test| test.id == "empty-pit");
    assert!(told.is_some_and(|test| test.checked > 0));
}

/// Nothing but the test for whole games fails, and it took no longer than allowed.
fn is_stuck(simulator: Simulator, at_most: u64) {
    let (report, spent) = graded(simulator, 1);
    assert_eq!(failed(&report), ["long-games"]);
    assert!(spent <= at_most, "{spent} half-ticks");
}

#[test]
fn a_circuit_that_oscillates_is_given_up_at_once() {
    let mut shop = shop();
    let ring = ["ring", "ring", "turn"];
    shop.put(Kind::Nand, (3000, 3000), &[("inputs", "2")], &ring);
    is_stuck(shop.finish(Plan::new(rules())), 5_000);
}

#[test]
fn a_console_that_never_asks_is_given_up_after_three_games() {
    let plan = Plan {
        moves: 0,
        ..Plan::new(rules())
    };
    is_stuck(shop().finish(plan), 3 * LIMITS.start + 1_000);
}

#[test]
fn a_console_that_hangs_after_some_moves_is_given_up_after_three_games() {
    let plan = Plan {
        moves: 7,
        ..Plan::new(rules())
    };
    is_stuck(shop().finish(plan), 3 * LIMITS.answer + 60_000);
}

/// A light that blinks for ever never means "your turn", and all games together have a limit.
#[test]
fn a_light_that_blinks_for_ever_is_not_a_question() {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    buttons(&mut shop, "b", 6, 800);
    shop.put(Kind::Led, (700, 450), &[], &["clock"]);
    light(&mut shop, "over", (800, 450), "");
    is_stuck(shop.finish(Plan::new(rules())), LIMITS.total + 1_000);
}

/// A large memory costs no more than its contents.
#[test]
fn a_large_memory_is_no_weapon() {
    let mut shop = shop();
    shop.put(
        Kind::Ram,
        (3000, 3000),
        &[("addrWidth", "24"), ("dataWidth", "32")],
        &[],
    );
    let (report, _) = graded(shop.finish(Plan::new(rules())), 1);
    assert_eq!(failed(&report), [""; 0]);
}

/// A game recorded before is played back, whatever is pressed.
#[test]
fn a_recorded_game_is_found_out() {
    let start = Position::start(rules(), kalah::Side::South);
    let mut recorded = vec![start];
    let mut position = start;
    while !position.is_over() {
        let pit = position.legal_moves().next().expect("a move");
        position = position.play(pit).expect("a legal move");
        recorded.push(position);
    }
    let plan = Plan {
        cheat: Arc::new(move |moves, after: Position| {
            let shown = recorded[(moves as usize).min(recorded.len() - 1)];
            match shown.is_over() {
                true => shown,
                false => shown.with_to_move(after.to_move()),
            }
        }),
        ..Plan::new(rules())
    };
    let (report, _) = graded(shop().finish(plan), 1);
    assert!(!failed(&report).is_empty());
}

/// Everything is right until the twentieth move; then the computer cheats.
#[test]
fn a_console_that_cheats_late_is_found_out() {
    let plan = Plan {
        cheat: Arc::new(|moves, after| if moves > 20 { stolen(after) } else { after }),
        ..Plan::new(rules())
    };
    let (report, _) = graded(shop().finish(plan), 1);
    assert!(!failed(&report).is_empty());
}

/// A seed of the person's fullest pit goes to the computer.
fn stolen(position: Position) -> Position {
    let mut setup = position.setup();
    let pit = (0..6)
        .max_by_key(|&pit| setup.pits.south[pit])
        .expect("a pit");
    if setup.pits.south[pit] < 2 {
        return position;
    }
    setup.pits.south[pit] -= 1;
    setup.stores.north += 1;
    Position::new(rules(), &setup).expect("a position")
}

/// A console that knows the games of a seed plays those well and all others badly: it gets full marks for the seed it knows, which
/// is why the seed should be secret, and not for another.
#[test]
fn a_console_that_knows_the_test_does_not_know_another_seed() {
    let seen = Arc::new(Mutex::new(HashSet::new()));
    let learns = {
        let seen = seen.clone();
        Plan {
            cheat: Arc::new(move |_, after| {
                seen.lock().expect("nobody panicked").insert(after);
                after
            }),
            ..Plan::new(rules())
        }
    };
    graded(shop().finish(learns), 1);
    let cheats = Plan {
        cheat: Arc::new(move |_, after| {
            let known = seen.lock().expect("nobody panicked").contains(&after);
            if known { after } else { stolen(after) }
        }),
        ..Plan::new(rules())
    };
    let console = || shop().finish(cheats.clone());
    assert_eq!(failed(&graded(console(), 1).0), [""; 0]);
    assert!(!failed(&graded(console(), 2_718_281_828).0).is_empty());
}

/// A console that shows nothing that can be read loses marks and no time.
#[test]
fn displays_that_show_nothing() {
    let mut shop = Workshop::new();
    for house in all_houses(6) {
        let (x, y) = crate::builds::usual_place(&house, 6);
        for x in [x, x + 40] {
            shop.put(Kind::HexDigit, (x, y), &[], &[]);
        }
    }
    buttons(&mut shop, "b", 6, 800);
    light(&mut shop, "turn", (700, 450), "");
    light(&mut shop, "over", (800, 450), "");
    let (report, spent) = graded(shop.finish(Plan::new(rules())), 1);
    assert_eq!(failed(&report), ["start"]);
    assert!(spent < 20_000, "{spent} half-ticks");
}
