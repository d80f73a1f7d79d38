use super::*;
use crate::symbols::Symbols;
use proptest::prelude::*;

/// ld r0,r1; add r1,r2; inc r0; ld r0,r1; add r1,r2; ldi r3,out; st r3,r2; halt
const SUM: [u8; 9] = [0xB1, 0x16, 0x8C, 0xB1, 0x16, 0xD3, 0xE0, 0xAE, 0xD4];

fn symbols() -> Symbols {
    Symbols {
        labels: vec![("tab".to_owned(), 0x80), ("out".to_owned(), 0xE0)],
        ..Symbols::default()
    }
}

fn checks(text: &str) -> Vec<Check> {
    read("t.test", &in_lines(text), &symbols(), Defaults::default()).unwrap()
}

fn failures(text: &str) -> Vec<String> {
    let checks = checks(text);
    let outcomes = checks.iter().map(|check| run(check, &SUM));
    let told = |failure: Failure| {
        format!(
            "{}: {}: {} not {}",
            failure.line, failure.what, failure.expected, failure.found
        )
    };
    outcomes
        .flat_map(|outcome| outcome.failures)
        .map(told)
        .collect()
}

#[test]
fn a_program_that_does_what_is_expected_passes() {
    assert!(
        failures(
            "set r0 = tab\nset tab = 3 4\nexpect out = 7\nexpect r2 = 7\nexpect z = 0\nclocks 18"
        )
        .is_empty()
    );
    assert!(
        failures("set r0 = tab\nset tab = 'a' 1\nexpect out = \"b\"\nexpect tab = _ 1").is_empty()
    );
    assert!(failures("input out = 5\nset r0 = out\nexpect r2 = 5").is_empty());
    assert!(
        failures("set r0 = tab\nset tab = 3 4\nexpect output out = 7\nexpect output 0xe1 = 1")
            == ["4: output 0xe1: 0x01 not nothing"]
    );
}

#[test]
fn every_miss_is_told_with_its_line() {
    let text =
        "test one\nset r0 = 0x80\nset 0x80 = 3, 4\nexpect [out] = 8\nexpect r3 = 1\nclocks 17";
    let expected = [
        "1: the end: halt within 17 clocks not more than 17 clocks",
        "4: [out]: 0x08 not 0x07",
        "5: r3: 0x01 not 0xe0",
    ];
    assert_eq!(failures(text), expected);
    assert_eq!(
        failures("expect stop illegal"),
        ["1: the end: illegal not halt"]
    );
    assert!(failures("set code[0] = 0xdf\nexpect stop illegal").is_empty());
    assert!(failures("memory von-neumann\nset 0 = 0xd5\nexpect stop waiting\n").is_empty());
    assert!(failures("clocks 3\nexpect stop limit").is_empty());
}

#[test]
fn relations_conditions_and_messages() {
    let run = "set r0 = tab\nset tab = 3 4\nexpect ";
    for holds in [
        "out > 6",
        "out <= 7 and r2 != 8",
        "out = 8 or r2 = 7",
        "output out contains 7",
        "stop is halt",
        "tab != 3 5",
    ] {
        assert!(failures(&format!("{run}{holds}")).is_empty(), "{holds}");
    }
    assert_eq!(
        failures(&format!("{run}out > 7")),
        ["3: out: > 0x07 not 0x07"]
    );
    let checks = checks(&format!("{run}out = 8 else \"the sum\" # it is 7"));
    let report = super::run(&checks[0], &SUM);
    assert_eq!(report.failures[0].message.as_deref(), Some("the sum"));
}

#[test]
fn expectations_can_have_points_of_their_own() {
    let text = "points 3\nset r0 = tab\nset tab = 3 4\nexpect out = 7\nexpect r2 = 9 points 2\nexpect r3 = 0xe0 points 4";
    let checks = checks(text);
    let report = super::run(&checks[0], &SUM);
    assert_eq!((checks[0].worth(), report.points), (9, 7));
    assert_eq!(report.failures.len(), 1);
    assert_eq!(
        worth(&in_lines("test a\npoints 3\nexpect nowhere = 1\ntest b")),
        (2, 4)
    );
}

#[test]
fn common_lines_hold_for_every_test_and_names_are_given() {
    let checks =
        checks("memory harvard\nset r0 = 1\ntest first\npoints 3\ntest\nvariant ideal\nirq 5:1\n");
    assert_eq!(checks.len(), 2);
    assert!(
        checks
            .iter()
            .all(|check| check.memory == Organisation::Harvard && check.sets.len() == 1)
    );
    assert_eq!(
        (checks[0].name.as_str(), checks[0].points, checks[0].line),
        ("first", 3, 3)
    );
    assert_eq!(
        (checks[1].name.as_str(), checks[1].variant),
        ("test 2", Variant::Ideal)
    );
    assert_eq!((checks[0].irq.len(), checks[1].irq.len()), (0, 1));
}

#[test]
fn tests_stand_in_comments() {
    let source = "asect 0\n  #! expect r0 = 1\n# plain\nhalt #! not here\n#!\nend";
    let found = in_comments(source);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].number, found[0].text()), (2, "expect r0 = 1"));
    assert!(
        read("t.test", &[], &symbols(), Defaults::default())
            .unwrap()
            .is_empty()
    );
}

#[test]
fn mistakes_are_named() {
    let wrong = |text: &str| {
        let problems =
            read("t.test", &in_lines(text), &symbols(), Defaults::default()).unwrap_err();
        problems
            .into_iter()
            .map(|problem| problem.brief())
            .collect::<Vec<_>>()
            .join("; ")
    };
    for (text, part) in [
        ("expct r0 = 1", "did you mean 'expect'?"),
        ("expect r0", "compares nothing"),
        ("expect r0 = ", "a value after '=' is missing"),
        ("expect r0 = 1 2", "one byte"),
        ("expect nowhere = 1", "not a label"),
        ("expect 0xff = 1 2", "past 0xff"),
        ("set r0 = _", "any byte"),
        ("set r0 = r1", "not a byte"),
        ("expect [r0] = 1", "changes"),
        ("expect r0+1 = 1", "not a register"),
        ("clocks x", "clocks"),
        ("variant z", "no variant"),
        ("memory z", "organisation"),
        ("irq z", "interrupt plan"),
        ("expect stop never", "not a way to stop"),
        ("set tab = \"abc", "missing"),
    ] {
        let found = wrong(text);
        assert!(
            found.contains(part) && found.starts_with("error: t.test:1:"),
            "{text}: {found}"
        );
    }
    assert_eq!(wrong("x\nexpect r0 = 1\ny").split("; error").count(), 2);
    assert!(wrong("  expct r0 = 1").starts_with("error: t.test:1:3: unknown word 'expct'"));
    assert!(wrong("expct r0 = 1").ends_with("did you mean 'expect'?"));
    assert!(wrong("expect r0 = 1 and nowhere = 2").starts_with("error: t.test:1:19: "));
    assert!(wrong("expect tab < 1 2").contains("one byte"));
    assert!(wrong("expect tab contains 1").contains("only an output"));
}

proptest! {
    #[test]
    fn any_text_gives_an_answer(text in "(set|expect|input|irq|clocks|test|memory)[ -~\"'é=,\n]{0,60}") {
        if let Ok(checks) = read("t.test", &in_lines(&text), &symbols(), Defaults::default()) {
            for mut check in checks {
                check.clocks = Some(100);
                run(&check, &SUM);
            }
        }
    }
}
