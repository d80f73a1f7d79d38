//! Consoles that `grade init` describes without help.

use circuit::project::Kind;
use grade::propose;
use kalah::Rules;

use super::{all_houses, buttons, decimal_digits, full_marks, light, proposed, usual_place};
use crate::bench::rules;
use crate::workshop::{Plan, Workshop, put};

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

/// A column of lights for each house, and a slow clock, in a separate chip, beside another one.
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
