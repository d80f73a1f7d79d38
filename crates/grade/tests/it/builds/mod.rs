//! Consoles of a different build: each is described in a panel file, most by `grade init` alone, and gets full marks.

mod by_hand;
mod by_init;
mod strangers;

use circuit::project::Kind;
use circuit::sim::Simulator;
use grade::{Driver, Options, Panel, Wiring, grade, propose};
use kalah::Rules;
use results::Report;

use crate::bench::{failed, games, unlimited};
use crate::workshop::Workshop;

/// Houses of one side as the game calls them, from pit 1 on, the store last.
pub fn houses(side: &str, pits: usize) -> Vec<String> {
    let numbers = (1..=pits).chain([0]);
    numbers.map(|number| format!("{side}{number}")).collect()
}

/// Where a house stands if the person sits below: pit 1 at the left for the person, at the right for the other.
pub fn usual_place(house: &str, pits: usize) -> (i32, i32) {
    let number: i32 = house[1..].parse().expect("a number");
    let column = match (&house[..1], number) {
        ("s", 0) => pits as i32 + 1,
        ("n", 0) => 0,
        ("s", number) => number,
        (_, number) => pits as i32 + 1 - number,
    };
    let row = match (&house[..1], number) {
        (_, 0) => 1,
        ("s", _) => 2,
        _ => 0,
    };
    (200 * column, 300 + 150 * row)
}

pub fn all_houses(pits: usize) -> Vec<String> {
    let mut all = houses("s", pits);
    all.extend(houses("n", pits));
    all
}

/// Two decimal digits for each house.
pub fn decimal_digits(shop: &mut Workshop, pits: usize) {
    for house in all_houses(pits) {
        let (x, y) = usual_place(&house, pits);
        for (kind, x) in [("t", x), ("u", x + 40)] {
            let net = format!("{kind}:{house}");
            shop.gives(&net, 4);
            shop.put(Kind::HexDigit, (x, y), &[], &[&net]);
        }
    }
}

pub fn buttons(shop: &mut Workshop, prefix: &str, pits: usize, y: i32) {
    for number in 1..=pits {
        let net = format!("{prefix}{number}");
        shop.takes(&net, 1);
        shop.put(Kind::Button, (200 * number as i32, y), &[], &[&net]);
    }
}

pub fn light(shop: &mut Workshop, net: &str, at: (i32, i32), label: &str) {
    shop.gives(net, 1);
    shop.put(Kind::Led, at, &[("label", label)], &[net]);
}

pub fn proposed(simulator: &mut Simulator) -> Panel {
    let proposal = propose(simulator);
    let panel = Panel::parse("panel.toml", &proposal.text);
    panel.unwrap_or_else(|mistakes| panic!("{mistakes:?}\n{}", proposal.text))
}

pub fn graded(simulator: Simulator, panel: &Panel, rules: Rules, games: u32) -> Report {
    let wiring = Wiring::find(panel, &simulator).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    let limits = unlimited(panel.limits);
    let mut driver = Driver::new(simulator, &wiring, limits);
    let options = Options {
        rules,
        games,
        seed: 7,
        shrink: 0,
        first: None,
        lose_untested: false,
    };
    grade("console", &mut driver, panel, &options, &mut |_, _| true)
}

/// Full marks, and games that came to their end.
fn full_marks(simulator: Simulator, panel: &Panel, rules: Rules, tested: &[&str]) {
    let report = graded(simulator, panel, rules, games(3));
    let told = report
        .tests
        .iter()
        .map(|test| format!("{}: {} points\n{}", test.id, test.points, test.output));
    let text: Vec<String> = told.collect();
    let text = text.join("\n");
    assert_eq!(failed(&report), [""; 0], "{text}");
    for id in ["sowing", "capture", "extra-turn", "end"]
        .iter()
        .chain(tested)
    {
        let test = report.tests.iter().find(|test| test.id == **id);
        assert!(test.is_some_and(|test| test.points > 0), "{id}: {text}");
    }
}

/// The rest of a panel file for the decimal digits of [`decimal_digits`].
pub fn decimal_panel(pits: usize) -> String {
    let mut text = String::new();
    for (side, name) in [("s", "south"), ("n", "north")] {
        let digits: Vec<String> = houses(side, pits)
            .iter()
            .map(|house| {
                let (x, y) = usual_place(house, pits);
                format!(
                    "[\"/Hex_Digit_Display@{x},{y}\", \"/Hex_Digit_Display@{},{y}\"]",
                    x + 40
                )
            })
            .collect();
        let (store, pits) = digits.split_last().expect("a store");
        text += &format!("[{name}]\npits = [{}]\nstore = {store}\n", pits.join(", "));
    }
    text
}
