//! Any text is safe as a script or as vectors, and valid ones run to an end.

use circuit::script::{self, Limits};
use circuit::vectors;
use proptest::prelude::*;

use super::{Kept, example, simulator};

const WORDS: [&str; 52] = [
    "half-ticks",
    "ticks",
    "cycles",
    "press",
    "release",
    "click",
    "set",
    "type",
    "joystick",
    "load",
    "wait",
    "until",
    "limit",
    "print",
    "show",
    "expect",
    "reset",
    "test",
    "points",
    "and",
    "or",
    "as",
    "for",
    "to",
    "shows",
    "contains",
    "=",
    "!=",
    "<",
    ">=",
    "START",
    "digit",
    "digit:carry",
    "RUN",
    "Hex_Digit_Display@400,120",
    "/digit",
    "\"on\"",
    "\"text",
    "'a'",
    "0",
    "5",
    "-1",
    "0x1f",
    "0b1?x",
    "floating",
    "error",
    "#",
    "[3]",
    "digit[",
    "\n",
    "\n",
    "\u{e9}\u{2260}",
];

fn soup() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        8 => proptest::sample::select(&WORDS[..]).prop_map(str::to_string),
        1 => "\\PC{0,6}",
    ];
    proptest::collection::vec(word, 0..60).prop_map(|words| words.join(" "))
}

/// Lines that are mostly valid.
fn lines() -> impl Strategy<Value = String> {
    let line = proptest::sample::select(vec![
        "click START",
        "press START",
        "release START",
        "press CLEAR",
        "ticks 3",
        "cycles 2",
        "expect digit = 3",
        "wait until digit = 4 limit 9",
        "print digit as bin",
        "show",
        "reset",
        "test \"t\" points 2",
        "expect RUN shows \"on\" or digit > 3",
    ]);
    proptest::collection::vec(line, 0..30).prop_map(|lines| lines.join("\n"))
}

fn runs(text: &str) {
    let script = script::parse(text);
    let mut stopwatch = simulator(example!("stopwatch.circ"));
    let mut kept = Kept::default();
    let limits = Limits { half_ticks: 100 };
    if let Ok(report) = script::run(&script, &mut stopwatch, &mut kept, limits) {
        assert_eq!(script.problems, []);
        assert_eq!(report.failures.len(), kept.failures.len());
        assert!(kept.half_ticks <= 100);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_words_are_a_script_or_problems(text in soup()) {
        runs(&text);
    }

    #[test]
    fn any_characters_are_a_script_or_problems(text in "\\PC{0,80}") {
        runs(&text);
    }

    #[test]
    fn scripts_run_to_an_end(text in lines()) {
        prop_assert_eq!(script::parse(&text).problems, []);
        runs(&text);
    }

    #[test]
    fn any_text_is_vectors_or_problems(text in "[A-C<>\\[\\]x01z \n#-]{0,80}") {
        if let Ok(read) = vectors::parse(&text) {
            let mut adder = simulator(example!("adder.circ"));
            if let Ok(rows) = vectors::run(&read, &mut adder) {
                prop_assert_eq!(rows.len(), read.row_count());
            }
        }
    }
}
