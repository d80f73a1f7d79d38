//! Consoles with a harmless trait, and consoles with one fault: each gets the same marks with every seed, and loses
//! what it should lose and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use grade::{Driver, Limits, Options, Panel, Wiring, grade};
use kalah::{End, House, Pit, Position, Rules, Setup, Side, Sowing};
use results::{Outcome, Report};

use crate::bench::{failed, games, rules, unlimited};
use crate::builds::{buttons, decimal_digits, decimal_panel, light};
use crate::workshop::{Plan, Workshop};

const GAMES: u32 = 6;

/// Seeds to try: a few in every run of the tests, twenty with `SEEDS=20`.
fn seeds() -> u64 {
    let wanted = std::env::var("SEEDS").ok();
    wanted.and_then(|seeds| seeds.parse().ok()).unwrap_or(3)
}

fn shop() -> Workshop {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    buttons(&mut shop, "b", 6, 800);
    for (index, net) in ["turn", "over", "error", "win", "lose", "draw"]
        .iter()
        .enumerate()
    {
        light(&mut shop, net, (700 + 100 * index as i32, 450), net);
    }
    shop
}

fn panel(rest: &str) -> Panel {
    let buttons: Vec<String> = (1..=6)
        .map(|pit| format!("\"/Button@{},800\"", 200 * pit))
        .collect();
    let text = format!(
        "{}[buttons]\npits = [{}]\n[lights]\nyour-turn = \"/turn\"\nover = \"/over\"\nerror = \"/error\"\n\
         south-wins = \"/win\"\nnorth-wins = \"/lose\"\ndraw = \"/draw\"\n{rest}",
        decimal_panel(6),
        buttons.join(", ")
    );
    Panel::parse("panel.toml", &text).unwrap_or_else(|told| panic!("{told:?}\n{text}"))
}

fn graded(plan: &Plan, panel: &Panel, rules: Rules, seed: u64, games: u32) -> Report {
    let simulator = shop().finish(plan.clone());
    let wiring = Wiring::find(panel, &simulator).unwrap_or_else(|told| panic!("{told:?}"));
    let limits = Limits {
        answer: 40_000,
        ..unlimited(panel.limits)
    };
    let mut driver = Driver::new(simulator, &wiring, limits);
    let options = Options {
        rules,
        games,
        seed,
        shrink: 0,
        first: None,
        lose_untested: false,
    };
    grade("console", &mut driver, panel, &options, &mut |_, _| true)
}

/// The problem with the marks of a console over all seeds: with each it must lose exactly these tests, and agree with the others
/// about every test that came up with both.
fn faults(name: &str, plan: &Plan, panel: &Panel, lost: &[&str]) -> Option<String> {
    let mut verdicts: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for seed in 1..=seeds() {
        let report = graded(plan, panel, rules(), seed, games(GAMES));
        let found = failed(&report);
        if found != lost {
            let told = report
                .tests
                .iter()
                .filter(|test| test.outcome == Outcome::Failed);
            let told: Vec<String> = told
                .map(|test| format!("{}: {}", test.id, test.output))
                .collect();
            return Some(format!(
                "{name}, seed {seed}: {found:?}\n{}",
                told.join("\n")
            ));
        }
        for test in &report.tests {
            let verdict = match test.outcome {
                Outcome::Passed => "passed",
                Outcome::Failed => "failed",
                _ => continue,
            };
            verdicts.entry(test.id.clone()).or_default().insert(verdict);
        }
    }
    let torn: Vec<_> = verdicts.iter().filter(|(_, all)| all.len() > 1).collect();
    (!torn.is_empty()).then(|| format!("{name}: {torn:?}"))
}

fn is_fair(faults: impl IntoIterator<Item = Option<String>>) {
    let faults: Vec<String> = faults.into_iter().flatten().collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

fn with_end(end: End) -> Rules {
    let rules = rules();
    let changed = Rules::new(
        rules.pits() as u32,
        rules.seeds().into(),
        rules.capture(),
        end,
    );
    changed.expect("rules").with_lift(rules.lift())
}

/// The board after a move with nothing captured, swept or ended.
fn sown(sowing: &Sowing, seeds: usize) -> Setup {
    let mut board = sowing.before.setup();
    board.pits[sowing.mover][sowing.pit.index()] = 0;
    for house in &sowing.path[..seeds] {
        match house {
            House::Pit { side, pit } => board.pits[*side][pit.index()] += 1,
            House::Store { side } => board.stores[*side] += 1,
        }
    }
    let in_store = matches!(sowing.path.last(), Some(House::Store { .. }));
    board.to_move = if in_store {
        sowing.mover
    } else {
        sowing.mover.other()
    };
    board
}

fn position(rules: Rules, board: &Setup) -> Position {
    Position::new(rules, board).expect("a position")
}

/// The board after a move with its capture, and nothing swept.
fn unswept(sowing: &Sowing) -> Setup {
    let mut board = sown(sowing, sowing.path.len());
    if let Some(capture) = sowing.capture {
        for house in [capture.own, capture.opposite] {
            if let House::Pit { side, pit } = house {
                board.pits[side][pit.index()] = 0;
            }
        }
        board.stores[sowing.mover] += u32::from(capture.seeds());
    }
    board
}

/// The game continues until the side to move has no seeds; a side without seeds passes.
fn plays_on(sowing: &Sowing) -> Position {
    let mut board = unswept(sowing);
    let is_empty = |board: &Setup, side: Side| board.pits[side].iter().all(|&seeds| seeds == 0);
    if is_empty(&board, board.to_move) && !is_empty(&board, board.to_move.other()) {
        board.to_move = board.to_move.other();
    }
    position(with_end(End::Mover), &board)
}

/// The end is checked after every seed, and the seeds in the hand then stay there.
fn stops_in_hand(sowing: &Sowing) -> Position {
    let is_empty = |board: &Setup| board.pits[sowing.mover].iter().all(|&seeds| seeds == 0);
    let mut lengths = 1..sowing.path.len();
    match lengths.find(|&length| is_empty(&sown(sowing, length))) {
        Some(length) => position(sowing.before.rules(), &sown(sowing, length)),
        None => sowing.after,
    }
}

/// A last seed in any house of the own row gives another turn.
fn extra_turn_in_row(sowing: &Sowing) -> Position {
    let in_row =
        matches!(sowing.path.last(), Some(House::Pit { side, .. }) if *side == sowing.mover);
    match in_row && !sowing.over {
        true => sowing.after.with_to_move(sowing.mover),
        false => sowing.after,
    }
}

/// A last seed in an empty pit of the other row captures too.
fn captures_across(sowing: &Sowing) -> Position {
    let Some(House::Pit { side, pit }) = sowing.path.last().copied() else {
        return sowing.after;
    };
    let mut board = sown(sowing, sowing.path.len());
    let across = board.pits.south.len() - pit.number();
    if side == sowing.mover || board.pits[side][pit.index()] != 1 {
        return sowing.after;
    }
    let taken = std::mem::take(&mut board.pits[sowing.mover][across]);
    board.pits[side][pit.index()] = 0;
    board.stores[sowing.mover] += taken + 1;
    position(sowing.before.rules(), &board)
}

fn usual() -> Plan {
    Plan::new(rules())
}

/// A computer that varies its choice.
fn any_pit(moves: u32, position: Position) -> Pit {
    let legal: Vec<Pit> = position.legal_moves().collect();
    legal[(moves as usize * 7919 + usize::from(position.store(Side::South)) * 31) % legal.len()]
}

#[test]
fn innocent_consoles_lose_nothing_with_any_seed() {
    let slow = Plan {
        slowness: 10,
        ..usual()
    };
    let plans = [
        ("usual", usual()),
        (
            "random",
            Plan {
                computer: any_pit,
                ..usual()
            },
        ),
        (
            "light before sweep",
            Plan {
                sweeps_late: 140,
                ..usual()
            },
        ),
        (
            "light long before sweep",
            Plan {
                sweeps_late: 280,
                ..usual()
            },
        ),
        ("slow", slow.clone()),
        (
            "slow, light before sweep",
            Plan {
                sweeps_late: 280,
                ..slow
            },
        ),
        (
            "shows no seeds on their way",
            Plan {
                is_slow: false,
                ..usual()
            },
        ),
    ];
    is_fair(plans.map(|(name, plan)| faults(name, &plan, &panel(""), &[])));
}

#[test]
fn a_computer_that_begins_is_one_charge_or_none() {
    let begins = Plan {
        first: Side::North,
        ..usual()
    };
    let told = panel("[computer]\nfirst = \"north\"\n");
    is_fair([
        faults("computer begins", &begins, &told, &[]),
        faults("it should not", &begins, &panel(""), &["first-move"]),
        faults("it should", &usual(), &told, &["first-move"]),
    ]);
}

#[test]
fn one_fault_is_one_charge_with_every_seed() {
    type Twist = fn(&Sowing) -> Position;
    let twists: [(&str, Twist, &[&str]); 3] = [
        ("plays on", plays_on, &["end"]),
        (
            "extra turn in the own row",
            extra_turn_in_row,
            &["extra-turn"],
        ),
        ("captures on the wrong side", captures_across, &["capture"]),
    ];
    let twists = twists.iter().flat_map(|(name, twist, lost)| {
        [true, false].map(|is_slow| {
            let plan = Plan {
                twist: *twist,
                is_slow,
                computer: any_pit,
                ..usual()
            };
            faults(&format!("{name}, {is_slow}"), &plan, &panel(""), lost)
        })
    });
    let by_mover = Plan {
        rules: with_end(End::Mover),
        computer: any_pit,
        ..usual()
    };
    let by_mover = faults("ends by the mover's row", &by_mover, &panel(""), &["end"]);
    is_fair(twists.chain([by_mover]));
}

/// A fault that shows in few games cannot be found in all, and takes nothing else with it.
#[test]
fn what_comes_up_rarely_is_found_or_not() {
    let plan = Plan {
        twist: stops_in_hand,
        computer: any_pit,
        ..usual()
    };
    let mut found = 0;
    for seed in 1..=seeds() {
        let report = graded(&plan, &panel(""), rules(), seed, 2 * GAMES);
        match failed(&report)[..] {
            [] => {}
            ["end"] => {
                found += 1;
                let test = report.tests.iter().find(|test| test.id == "end");
                let told = test.map_or("", |test| &test.output);
                assert!(told.contains("still in hand"), "{told}");
                assert!(
                    told.contains("seeds on the board: expected 48, found"),
                    "{told}"
                );
            }
            ref other => panic!("seed {seed}: {other:?}"),
        }
    }
    assert!(found > 0);
}

/// If a console plays by other rules, the report names them, and graded by those rules it loses no points.
#[test]
fn the_rules_a_console_plays_are_found() {
    let found = |plan: &Plan| {
        let simulator = shop().finish(plan.clone());
        let panel = panel("");
        let wiring = Wiring::find(&panel, &simulator).unwrap_or_else(|told| panic!("{told:?}"));
        let mut driver = Driver::new(simulator, &wiring, panel.limits);
        let options = Options {
            rules: rules(),
            first: None,
            games: GAMES,
            seed: 1,
            shrink: 0,
            lose_untested: false,
        };
        grade::played(&mut driver, &panel, &options, &mut || true)
    };
    assert!(!found(&usual()).is_another());
    let by_mover = found(&Plan {
        rules: with_end(End::Mover),
        computer: any_pit,
        ..usual()
    });
    assert_eq!(by_mover.reading.rules.end(), End::Mover);
    let told = "it plays --end mover: with that it loses nothing in 6 games, with --end either it loses 8 points (end)";
    assert_eq!(by_mover.told(), told);
    let begins = found(&Plan {
        first: Side::North,
        ..usual()
    });
    assert_eq!(begins.reading.first, Side::North);
    assert!(
        begins
            .told()
            .contains("[computer] first = \"north\": with that it loses nothing"),
        "{}",
        begins.told()
    );
}
