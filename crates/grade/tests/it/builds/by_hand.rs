//! Consoles whose panel file is written by hand.

use circuit::project::Kind;
use grade::{Panel, propose};

use super::{buttons, decimal_digits, decimal_panel, full_marks, houses, light};
use crate::bench::rules;
use crate::workshop::{Plan, Workshop};

fn with_panel(shop: Workshop, buttons: &[String], rest: &str) {
    let mut simulator = shop.finish(Plan::new(rules()));
    let proposal = propose(&mut simulator);
    let told = proposal.missing.join("\n");
    assert!(told.contains("no buttons that play"), "{told}");
    let text = format!(
        "{}[buttons]\npits = [{}]\n{rest}",
        decimal_panel(6),
        buttons.join(", ")
    );
    let panel = Panel::parse("panel.toml", &text).unwrap_or_else(|told| panic!("{told:?}\n{text}"));
    full_marks(simulator, &panel, rules(), &[]);
}

const TURN: &str = "[lights]\nyour-turn = '/LED@700,450 shows \"on\"'\n";

/// The stick moves a cursor from pit to pit, and a button plays the pit it is at.
#[test]
fn a_joystick() {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    shop.takes("x", 4);
    shop.takes("fire", 1);
    shop.put(Kind::Joystick, (300, 900), &[("bits", "4")], &["x"]);
    shop.put(Kind::Button, (400, 900), &[("label", "fire")], &["fire"]);
    light(&mut shop, "turn", (700, 450), "");
    let buttons: Vec<String> = (0..6)
        .map(|pit| {
            let mut steps = vec!["\"joystick /Joystick@300,900 -14 0\""; 6];
            steps.extend(vec!["\"joystick /Joystick@300,900 14 0\""; pit]);
            steps.push("\"/fire\"");
            format!("[{}]", steps.join(", "))
        })
        .collect();
    with_panel(shop, &buttons, TURN);
}

#[test]
fn bcd_values_and_lights_for_bits() {
    let mut shop = Workshop::new();
    let mut rows = String::new();
    for (side, name) in [("s", "south"), ("n", "north")] {
        let mut numbers = Vec::new();
        for (index, house) in houses(side, 6).into_iter().enumerate() {
            let x = 100 * index as i32;
            if side == "s" {
                let net = format!("bcd:{house}");
                shop.gives(&net, 8);
                shop.put(Kind::Probe, (x, 0), &[("label", &house)], &[&net]);
                numbers.push(format!("{{ bcd = \"/{house}\" }}"));
                continue;
            }
            let net = format!("v:{house}");
            shop.gives(&net, 6);
            let bits: Vec<String> = (0..6).map(|bit| format!("{net}.{bit}")).collect();
            let mut nets = vec![net.as_str()];
            nets.extend(bits.iter().map(String::as_str));
            shop.put(
                Kind::Splitter,
                (x, 3000),
                &[("fanout", "6"), ("incoming", "6")],
                &nets,
            );
            let mut names = Vec::new();
            for (bit, net) in bits.iter().enumerate() {
                let y = 200 + 20 * bit as i32;
                shop.put(Kind::Led, (x, y), &[], &[net]);
                names.insert(0, format!("\"/LED@{x},{y}\""));
            }
            numbers.push(format!("{{ bits = [{}] }}", names.join(", ")));
        }
        let (store, pits) = numbers.split_last().expect("a store");
        rows += &format!("[{name}]\npits = [{}]\nstore = {store}\n", pits.join(", "));
    }
    buttons(&mut shop, "b", 6, 800);
    light(&mut shop, "turn", (700, 450), "");
    let buttons: Vec<String> = (1..=6)
        .map(|pit| format!("\"/Button@{},800\"", 200 * pit))
        .collect();
    let text = format!("{rows}[buttons]\npits = [{}]\n{TURN}", buttons.join(", "));
    let panel = Panel::parse("panel.toml", &text).unwrap_or_else(|told| panic!("{told:?}\n{text}"));
    full_marks(shop.finish(Plan::new(rules())), &panel, rules(), &[]);
}

/// The computer moves only when its button is pressed, once for each move.
#[test]
fn a_computer_that_is_asked_to_move() {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    buttons(&mut shop, "b", 6, 800);
    shop.takes("cmove", 1);
    shop.put(Kind::Button, (100, 100), &[("label", "Go")], &["cmove"]);
    light(&mut shop, "turn", (700, 450), "You");
    light(&mut shop, "nturn", (800, 450), "Computer");
    let pits: Vec<String> = (1..=6)
        .map(|pit| format!("\"/Button@{},800\"", 200 * pit))
        .collect();
    let text = format!(
        "{}[buttons]\npits = [{}]\n[lights]\nyour-turn = \"/You\"\nnorth-turn = \"/Computer\"\n[computer]\nmove = \"/Go\"\n",
        decimal_panel(6),
        pits.join(", ")
    );
    let panel = Panel::parse("panel.toml", &text).unwrap_or_else(|told| panic!("{told:?}\n{text}"));
    let plan = Plan {
        is_asked: true,
        ..Plan::new(rules())
    };
    let tested = ["computer-move", "while-computing"];
    full_marks(shop.finish(plan), &panel, rules(), &tested);
    let without = text.replace("north-turn = \"/Computer\"\n", "");
    let told = Panel::parse("panel.toml", &without).expect_err("no sign for the computer's turn");
    assert!(
        format!("{told:?}").contains("needs 'north-turn'"),
        "{told:?}"
    );
}

/// The board is printed after every move, and nothing else shows it.
#[test]
fn a_terminal() {
    let mut shop = Workshop::new();
    shop.gives("char", 7);
    shop.gives("write", 1);
    let attrs = [("label", "Screen")];
    shop.put(
        Kind::Tty,
        (500, 500),
        &attrs,
        &["", "clock", "write", "char"],
    );
    buttons(&mut shop, "b", 6, 800);
    light(&mut shop, "turn", (700, 450), "");
    let number = |at: i32| format!("{{ tty = \"/Screen\", number = {at} }}");
    let row = |first: i32, step: i32| {
        let all = (0..6).map(|pit| number(first + step * pit));
        all.collect::<Vec<String>>().join(", ")
    };
    let pits: Vec<String> = (1..=6)
        .map(|pit| format!("\"/Button@{},800\"", 200 * pit))
        .collect();
    let text = format!(
        "[south]\npits = [{}]\nstore = {}\n[north]\npits = [{}]\nstore = {}\n[buttons]\npits = [{}]\n{TURN}",
        row(-7, 1),
        number(-1),
        row(-8, -1),
        number(-14),
        pits.join(", ")
    );
    let panel = Panel::parse("panel.toml", &text).unwrap_or_else(|told| panic!("{told:?}\n{text}"));
    full_marks(shop.finish(Plan::new(rules())), &panel, rules(), &[]);
}
