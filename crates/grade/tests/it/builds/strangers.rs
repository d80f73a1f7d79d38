//! Consoles as other people draw them: slow programs, switches, displays that belong to no house, lights that mean little.

use circuit::project::Kind;
use grade::{Panel, propose};
use kalah::Rules;

use super::{
    all_houses, buttons, decimal_digits, full_marks, graded, light, proposed, usual_place,
};
use crate::bench::{failed, rules};
use crate::workshop::{Plan, Workshop, put};

fn usual() -> Workshop {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    buttons(&mut shop, "b", 6, 800);
    shop
}

/// Proposes a panel that contains what is expected of it, and grades with it.
fn understood(shop: Workshop, plan: Plan, expected: &[&str], tested: &[&str]) {
    let rules = plan.rules;
    let mut simulator = shop.finish(plan);
    let proposal = propose(&mut simulator);
    for line in expected {
        assert!(proposal.text.contains(line), "{line}\n{}", proposal.text);
    }
    let panel = Panel::parse("panel.toml", &proposal.text);
    let panel = panel.unwrap_or_else(|mistakes| panic!("{mistakes:?}\n{}", proposal.text));
    full_marks(simulator, &panel, rules, tested);
}

#[test]
fn a_program_that_looks_at_its_buttons_now_and_then() {
    let mut shop = usual();
    light(&mut shop, "turn", (700, 450), "");
    light(&mut shop, "error", (800, 450), "Wrong pit");
    let plan = Plan {
        polls: 60,
        ..Plan::new(rules())
    };
    understood(shop, plan, &["hold = 300"], &["empty-pit"]);
}

#[test]
fn no_light_and_a_computer_that_thinks_for_long() {
    let plan = Plan {
        thinks: 1_500,
        ..Plan::new(rules())
    };
    understood(usual(), plan, &["# your-turn"], &["computer-move"]);
}

/// The light hangs on the register for the turn; another one blinks all the time.
#[test]
fn a_light_that_is_on_while_seeds_are_sown() {
    let mut shop = usual();
    light(&mut shop, "blink", (600, 450), "");
    light(&mut shop, "turn", (700, 450), "");
    let plan = Plan {
        early_light: true,
        ..Plan::new(rules())
    };
    let expected = ["your-turn = \"/LED@700,450\""];
    understood(shop, plan, &expected, &["computer-move"]);
}

#[test]
fn two_people_with_the_same_buttons_and_one_light() {
    let mut shop = usual();
    light(&mut shop, "turn", (700, 450), "");
    let plan = Plan {
        people: true,
        shares: true,
        early_light: true,
        ..Plan::new(rules())
    };
    let expected = ["north = [", "north-turn = \"not /LED@700,450\""];
    understood(shop, plan, &expected, &["two-buttons"]);
}

#[test]
fn a_number_and_an_enter_button() {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    shop.takes("code", 3);
    shop.takes("enter", 1);
    let attrs = [("width", "3"), ("label", "code"), ("tristate", "false")];
    shop.put(Kind::Pin, (300, 900), &attrs, &["code"]);
    shop.put(Kind::Button, (400, 900), &[("label", "enter")], &["enter"]);
    light(&mut shop, "turn", (700, 450), "");
    let expected = ["[\"/code = 6\", \"/enter\"],"];
    understood(shop, Plan::new(rules()), &expected, &["empty-pit"]);
}

#[test]
fn three_switches_and_a_button() {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    for (bit, x) in [(2, 300), (1, 320), (0, 340)] {
        let name = format!("sw{bit}");
        shop.takes(&name, 1);
        let attrs = [("label", name.as_str()), ("tristate", "false")];
        shop.put(Kind::Pin, (x, 900), &attrs, &[&name]);
    }
    shop.takes("enter", 1);
    shop.put(Kind::Button, (400, 900), &[], &["enter"]);
    light(&mut shop, "turn", (700, 450), "");
    let expected = ["[\"/sw2 = 1\", \"/sw1 = 1\", \"/sw0 = 0\", \"/Button@400,900\"],"];
    understood(shop, Plan::new(rules()), &expected, &[]);
}

#[test]
fn a_switch_for_each_pit_and_a_button() {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    for number in 1..=6 {
        let net = format!("p{number}");
        shop.takes(&net, 1);
        let attrs = [("tristate", "false")];
        shop.put(Kind::Pin, (200 * number, 900), &attrs, &[&net]);
    }
    shop.takes("enter", 1);
    shop.put(Kind::Button, (100, 900), &[("label", "Ход")], &["enter"]);
    light(&mut shop, "turn", (700, 450), "");
    let expected = ["[\"/Pin@400,900 = 1\", \"/Ход\", \"/Pin@400,900 = 0\"],"];
    understood(shop, Plan::new(rules()), &expected, &[]);
}

#[test]
fn a_keyboard() {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    shop.takes("key", 7);
    shop.takes("avail", 1);
    shop.put(Kind::Power, (250, 950), &[], &["high"]);
    let nets = ["", "clock", "high", "avail", "key"];
    shop.put(Kind::Keyboard, (300, 900), &[], &nets);
    light(&mut shop, "turn", (700, 450), "");
    let expected = ["'type /Keyboard@300,900 \"3\"',"];
    understood(shop, Plan::new(rules()), &expected, &[]);
}

/// The seeds that were set, the number of moves and the last pit are shown as well.
#[test]
fn displays_that_are_no_houses() {
    let mut shop = usual();
    for (index, net) in ["seeds", "moves", "last"].into_iter().enumerate() {
        shop.gives(net, 4);
        let at = (2000 + 200 * index as i32, 400);
        shop.put(Kind::HexDigit, at, &[], &[net]);
    }
    light(&mut shop, "turn", (700, 450), "");
    understood(shop, Plan::new(rules()), &[], &["computer-move"]);
}

/// Each house is a separate chip with its displays inside, further apart than usual.
#[test]
fn a_chip_for_each_house() {
    let mut shop = Workshop::new();
    for house in all_houses(6) {
        let (x, y) = usual_place(&house, 6);
        let (tens, units) = (format!("t:{house}"), format!("u:{house}"));
        shop.gives(&tens, 4);
        shop.gives(&units, 4);
        let pins = [(tens.as_str(), 4, false), (units.as_str(), 4, false)];
        shop.inside(&format!("House {house}"), (x, y), &pins, |chip| {
            put(chip, Kind::HexDigit, (0, 0), &[], &[&tens]);
            put(chip, Kind::HexDigit, (90, 0), &[], &[&units]);
        });
    }
    buttons(&mut shop, "b", 6, 800);
    light(&mut shop, "turn", (700, 450), "");
    understood(shop, Plan::new(rules()), &[], &[]);
}

/// Nothing is labelled; lights are recognised by when they come on.
#[test]
fn lights_without_words() {
    let mut shop = usual();
    for (index, net) in ["turn", "over", "error", "win", "lose"]
        .into_iter()
        .enumerate()
    {
        light(&mut shop, net, (500 + 100 * index as i32, 450), "");
    }
    let expected = [
        "your-turn = \"/LED@500,450\"",
        "over = \"/LED@600,450\"",
        "error = \"/LED@700,450\"",
        "south-wins = \"/LED@800,450\"",
        "north-wins = \"/LED@900,450\"",
    ];
    understood(
        shop,
        Plan::new(rules()),
        &expected,
        &["outcome", "empty-pit"],
    );
}

/// The light shows who is ahead, all through the game: it does not mean that the game is over.
#[test]
fn a_light_for_who_is_ahead() {
    let mut shop = usual();
    light(&mut shop, "turn", (700, 450), "Your move");
    light(&mut shop, "ahead", (800, 450), "You win");
    let mut simulator = shop.finish(Plan::new(rules()));
    let proposal = propose(&mut simulator);
    assert!(
        proposal
            .text
            .contains("\n# south-wins = \"/LED@800,450\" # you win\n"),
        "{}",
        proposal.text
    );
    let panel = proposed(&mut simulator);
    full_marks(simulator, &panel, rules(), &[]);
}

/// Everything is lit by a 0, with words.
#[test]
fn all_lights_on_when_they_mean_no() {
    let mut shop = usual();
    let lights = [
        ("turn", "Ready"),
        ("over", "Game over"),
        ("error", "Error"),
        ("win", "Victory"),
        ("lose", "Defeat"),
    ];
    for (index, (net, label)) in lights.into_iter().enumerate() {
        let at = (500 + 100 * index as i32, 1900);
        shop.gives(net, 1);
        let low = format!("not {net}");
        shop.put(Kind::Not, at, &[], &[&low, net]);
        shop.put(Kind::Led, (at.0, 450), &[("label", label)], &[&low]);
    }
    let expected = [
        "over = \"not /LED@600,450\"",
        "error = \"not /Error\"",
        "south-wins = \"not /Victory\"",
    ];
    understood(
        shop,
        Plan::new(rules()),
        &expected,
        &["outcome", "empty-pit"],
    );
}

#[test]
fn labels_that_are_hard_to_write() {
    let mut shop = Workshop::new();
    decimal_digits(&mut shop, 6);
    for number in 1..=6 {
        let net = format!("b{number}");
        shop.takes(&net, 1);
        let label = match number {
            1 => "pit \"1\"".to_owned(),
            2 => r"back\slash".to_owned(),
            3 => "it's".to_owned(),
            _ => format!("Лунка {number}/6 [#{number}]"),
        };
        shop.put(
            Kind::Button,
            (200 * number, 800),
            &[("label", &label)],
            &[&net],
        );
    }
    light(&mut shop, "turn", (700, 450), "it's: \"your turn\" \\ #1");
    understood(shop, Plan::new(rules()), &[], &[]);
}

/// Three pits and a store that a person would take for a fourth one, sown the other way round.
#[test]
fn few_pits_in_a_circle() {
    let rules = Rules::new(4, 3, rules().capture(), rules().end()).expect("rules");
    let mut shop = Workshop::new();
    let places = [
        (3, 3),
        (2, 3),
        (1, 3),
        (0, 3),
        (0, 2),
        (0, 1),
        (1, 0),
        (2, 0),
        (3, 0),
        (3, 2),
    ];
    let order = ["s1", "s2", "s3", "s4", "s0", "n1", "n2", "n3", "n4", "n0"];
    for (house, (x, y)) in order.into_iter().zip(places) {
        let net = format!("v:{house}");
        shop.gives(&net, 8);
        let attrs = [("output", "true"), ("width", "8"), ("facing", "west")];
        shop.put(Kind::Pin, (200 * x, 200 * y), &attrs, &[&net]);
    }
    buttons(&mut shop, "b", 4, 1000);
    light(&mut shop, "turn", (700, 450), "");
    understood(shop, Plan::new(rules), &[], &[]);
}

/// A correct console is not blamed for a poor panel file: presses too short for its program are reported as such.
#[test]
fn a_press_that_is_too_short_is_one_finding() {
    let mut shop = usual();
    light(&mut shop, "turn", (700, 450), "");
    let plan = Plan {
        polls: 60,
        ..Plan::new(rules())
    };
    let mut simulator = shop.finish(plan);
    let text = propose(&mut simulator)
        .text
        .replace("hold = 300", "hold = 8");
    let panel = Panel::parse("panel.toml", &text).expect("a panel");
    let report = graded(simulator, &panel, rules(), 1);
    assert_eq!(failed(&report), ["sowing"]);
}
