//! Consoles of a different build: each is described in a panel file, most by `grade init` alone, and gets full marks.

use circuit::project::Kind;
use circuit::sim::Simulator;
use grade::{Driver, Options, Panel, Wiring, grade, propose};
use kalah::Rules;
use results::Report;

use crate::bench::{failed, rules};
use crate::workshop::{Plan, Workshop, put};

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
    let mut driver = Driver::new(simulator, &wiring, panel.limits);
    let options = Options {
        rules,
        games,
        seed: 7,
        shrink: 0,
    };
    grade("console", &mut driver, panel, &options, &mut |_, _| true)
}

/// Full marks, and games that came to their end.
fn full_marks(simulator: Simulator, panel: &Panel, rules: Rules, tested: &[&str]) {
    let report = graded(simulator, panel, rules, 3);
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

#[test]
fn pairs_of_digits_without_any_label() {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    buttons(&mut shop, "b", 6, 800);
    light(&mut shop, "turn", (700, 450), "");
    let mut simulator = shop.finish(Plan::new(rules()));
    let panel = proposed(&mut simulator);
    full_marks(
        simulator,
        &panel,
        rules(),
        &["while-computing", "two-buttons"],
    );
}

#[test]
fn hexadecimal_digits_fed_by_binary_values() {
    let mut shop = Workshop::new();
    for house in all_houses(6) {
        let (x, y) = usual_place(&house, 6);
        for (kind, x) in [("hi", x), ("lo", x + 40)] {
            let net = format!("{kind}:{house}");
            shop.gives(&net, 4);
            shop.put(Kind::HexDigit, (x, y), &[], &[&net]);
        }
    }
    buttons(&mut shop, "b", 6, 800);
    light(&mut shop, "turn", (700, 450), "Your turn");
    let mut simulator = shop.finish(Plan::new(rules()));
    let text = propose(&mut simulator).text;
    assert!(text.contains("base = 16"), "{text}");
    let panel = proposed(&mut simulator);
    full_marks(simulator, &panel, rules(), &[]);
}

/// Sixteen seeds at most fit into such a game, so it has few.
#[test]
fn one_hexadecimal_digit_for_each_house() {
    let rules = Rules::new(3, 2, rules().capture(), rules().end()).expect("rules");
    let mut shop = Workshop::new();
    for house in all_houses(3) {
        let net = format!("lo:{house}");
        shop.gives(&net, 4);
        shop.put(Kind::HexDigit, usual_place(&house, 3), &[], &[&net]);
    }
    buttons(&mut shop, "b", 3, 800);
    light(&mut shop, "turn", (700, 450), "");
    let mut simulator = shop.finish(Plan::new(rules));
    let panel = proposed(&mut simulator);
    full_marks(simulator, &panel, rules, &[]);
}

/// Seven segments decoded outside, with a nine without a tail; labels are Russian; lights are lit by a 0.
#[test]
fn seven_segments_russian_labels_and_lights_that_are_on_when_they_mean_no() {
    let mut shop = Workshop::new();
    for house in all_houses(6) {
        let (x, y) = usual_place(&house, 6);
        for (kind, x) in [("st", x), ("su", x + 50)] {
            let net = format!("{kind}:{house}");
            shop.gives(&net, 8);
            let bits: Vec<String> = (0..8).map(|bit| format!("{net}.{bit}")).collect();
            let mut nets = vec![net.as_str()];
            nets.extend(bits.iter().map(String::as_str));
            shop.put(
                Kind::Splitter,
                (x, y + 900),
                &[("fanout", "8"), ("incoming", "8")],
                &nets,
            );
            let order = [0, 1, 2, 3, 4, 5, 6, 7].map(|bit| bits[bit].as_str());
            shop.put(Kind::SevenSegment, (x, y), &[], &order);
        }
    }
    buttons(&mut shop, "b", 6, 800);
    let lights = [
        ("turn", "Ваш ход"),
        ("over", "Конец игры"),
        ("error", "Ошибка"),
        ("win", "Победа"),
        ("lose", "Поражение"),
        ("draw", "Ничья"),
    ];
    for (index, (net, label)) in lights.into_iter().enumerate() {
        let x = 100 * index as i32;
        shop.gives(net, 1);
        let (out, is_low) = (format!("not {net}"), net == "turn");
        shop.put(Kind::Not, (x, 1900), &[], &[&out, net]);
        shop.put(
            Kind::Led,
            (x, 50),
            &[("label", label)],
            &[if is_low { &out } else { net }],
        );
    }
    let mut simulator = shop.finish(Plan::new(rules()));
    let proposal = propose(&mut simulator);
    let expected = "your-turn = \"not /LED@0,50\" # ваш ход";
    assert!(proposal.text.contains(expected), "{}", proposal.text);
    let panel = proposed(&mut simulator);
    full_marks(
        simulator,
        &panel,
        rules(),
        &["outcome", "empty-pit", "after-end"],
    );
}

/// Values at probes and pins, buttons that are pins, stores on the other side, buttons the other way round, no light at all.
#[test]
fn probes_pins_and_nothing_that_asks() {
    let mut shop = Workshop::new();
    for house in all_houses(6) {
        let (x, y) = usual_place(&house, 6);
        let net = format!("v:{house}");
        shop.gives(&net, 8);
        let at = if house.ends_with('0') {
            (1600 - x, y)
        } else {
            (x, y)
        };
        match house.starts_with('s') {
            true => shop.put(Kind::Probe, at, &[], &[&net]),
            false => shop.put(
                Kind::Pin,
                at,
                &[("output", "true"), ("width", "8")],
                &[&net],
            ),
        }
    }
    for number in 1..=6 {
        let net = format!("b{number}");
        shop.takes(&net, 1);
        let at = (2000 - 200 * number, 900);
        shop.put(Kind::Pin, at, &[("tristate", "false")], &[&net]);
    }
    let mut simulator = shop.finish(Plan::new(rules()));
    let proposal = propose(&mut simulator);
    assert!(proposal.text.contains("# your-turn"), "{}", proposal.text);
    let panel = proposed(&mut simulator);
    full_marks(simulator, &panel, rules(), &["computer-move"]);
}

/// A column of lights for each house, and a clock that takes its time, in a chip of its own, beside another one.
#[test]
fn columns_of_lights_and_slow_clocks() {
    let rules = Rules::new(5, 3, rules().capture(), rules().end()).expect("rules");
    let mut shop = Workshop::new();
    for (index, house) in all_houses(5).into_iter().enumerate() {
        let net = format!("bar:{house}");
        shop.gives(&net, 30);
        let bits: Vec<String> = (0..30).map(|bit| format!("{net}.{bit}")).collect();
        let mut nets = vec![net.as_str()];
        nets.extend(bits.iter().map(String::as_str));
        let x = 100 * index as i32;
        shop.put(
            Kind::Splitter,
            (x, 3000),
            &[("fanout", "30"), ("incoming", "30")],
            &nets,
        );
        for (bit, net) in bits.iter().enumerate() {
            shop.put(Kind::Led, (x, 20 * bit as i32), &[], &[net]);
        }
    }
    buttons(&mut shop, "b", 5, 800);
    light(&mut shop, "turn", (-700, 450), "Your turn");
    shop.put(
        Kind::Clock,
        (-800, 100),
        &[("highDuration", "3"), ("lowDuration", "7")],
        &["other"],
    );
    shop.inside("Oscillator", (-900, -1900), &[("clock", 1, true)], |chip| {
        let attrs = [("highDuration", "5"), ("lowDuration", "1")];
        put(chip, Kind::Clock, (0, 0), &attrs, &["clock"]);
    });
    let mut simulator = shop.finish(Plan::new(rules));
    let proposal = propose(&mut simulator);
    assert!(proposal.text.contains("count = ["), "{}", proposal.text);
    assert!(proposal.text.contains("hold = 40"), "{}", proposal.text);
    let panel = proposed(&mut simulator);
    full_marks(simulator, &panel, rules, &[]);
}

/// Dots of a matrix for each house, on a sheet of their own, and a button to start with.
#[test]
fn matrices_on_another_sheet_and_a_start_button() {
    let rules = Rules::new(5, 3, rules().capture(), rules().end()).expect("rules");
    let mut shop = Workshop::new();
    let names: Vec<String> = all_houses(5)
        .iter()
        .map(|house| format!("bar:{house}"))
        .collect();
    for name in &names {
        shop.gives(name, 32);
    }
    let pins: Vec<(&str, u32, bool)> = names
        .iter()
        .map(|name| (name.as_str(), 32, false))
        .collect();
    shop.inside("Display", (3000, 3000), &pins, |chip| {
        for name in &names {
            let at = usual_place(&name[4..], 5);
            let attrs = [("matrixcols", "1"), ("matrixrows", "32")];
            put(chip, Kind::DotMatrix, at, &attrs, &[name]);
        }
    });
    buttons(&mut shop, "b", 5, 800);
    shop.takes("start", 1);
    shop.put(Kind::Button, (900, 100), &[], &["start"]);
    shop.takes("reset", 1);
    shop.put(Kind::Button, (1000, 100), &[("label", "Сброс")], &["reset"]);
    light(&mut shop, "turn", (700, 450), "");
    let plan = Plan {
        needs_start: true,
        ..Plan::new(rules)
    };
    let mut simulator = shop.finish(plan);
    let proposal = propose(&mut simulator);
    assert!(proposal.text.contains("start = "), "{}", proposal.text);
    assert!(proposal.text.contains("reset = "), "{}", proposal.text);
    let panel = proposed(&mut simulator);
    full_marks(simulator, &panel, rules, &["reset"]);
}

/// Both rows are pressed by people; the board is shown only when a move is complete.
#[test]
fn two_people() {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    buttons(&mut shop, "b", 6, 800);
    buttons(&mut shop, "n", 6, 200);
    light(&mut shop, "turn", (700, 450), "");
    light(&mut shop, "nturn", (700, 400), "");
    light(&mut shop, "win", (800, 450), "South wins");
    light(&mut shop, "lose", (800, 400), "North wins");
    light(&mut shop, "draw", (900, 400), "Tie");
    let plan = Plan {
        people: true,
        is_slow: false,
        ..Plan::new(rules())
    };
    let mut simulator = shop.finish(plan);
    let proposal = propose(&mut simulator);
    assert!(proposal.text.contains("north-turn"), "{}", proposal.text);
    let panel = proposed(&mut simulator);
    full_marks(simulator, &panel, rules(), &["while-computing", "outcome"]);
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

#[test]
fn a_number_and_an_enter_button() {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    shop.takes("code", 3);
    shop.takes("enter", 1);
    shop.put(
        Kind::Pin,
        (300, 900),
        &[("width", "3"), ("label", "code"), ("tristate", "false")],
        &["code"],
    );
    shop.put(Kind::Button, (400, 900), &[("label", "enter")], &["enter"]);
    light(&mut shop, "turn", (700, 450), "");
    let buttons: Vec<String> = (1..=6)
        .map(|pit| format!("[\"/code = {pit}\", \"/enter\"]"))
        .collect();
    with_panel(shop, &buttons, TURN);
}

#[test]
fn a_keyboard() {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    shop.takes("key", 7);
    shop.takes("avail", 1);
    shop.put(Kind::Power, (250, 950), &[], &["high"]);
    shop.put(
        Kind::Keyboard,
        (300, 900),
        &[],
        &["", "clock", "high", "avail", "key"],
    );
    light(&mut shop, "turn", (700, 450), "");
    let buttons: Vec<String> = (1..=6)
        .map(|pit| format!("'type /Keyboard@300,900 \"{pit}\"'"))
        .collect();
    with_panel(shop, &buttons, TURN);
}

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
