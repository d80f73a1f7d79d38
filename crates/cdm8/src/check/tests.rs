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
    read(&in_lines(text), &symbols(), Defaults::default()).unwrap()
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
    assert_eq!(in_comments(source), [(2, "expect r0 = 1")]);
    assert!(
        read(&[], &symbols(), Defaults::default())
            .unwrap()
            .is_empty()
    );
}

#[test]
fn mistakes_are_named() {
    let wrong = |text: &str| {
        let problems = read(&in_lines(text), &symbols(), Defaults::default()).unwrap_err();
        problems
            .into_iter()
            .map(|problem| problem.to_string())
            .collect::<Vec<_>>()
            .join("; ")
    };
    for (text, part) in [
        ("expct r0 = 1", "none of test"),
        ("expect r0", "= is missing"),
        ("expect r0 = ", "value is missing"),
        ("expect r0 = 1 2", "one byte"),
        ("expect nowhere = 1", "no label"),
        ("expect 0xff = 1 2", "past 0xff"),
        ("set r0 = _", "any byte"),
        ("set r0 = r1", "no byte"),
        ("expect [r0] = 1", "changes"),
        ("expect r0+1 = 1", "no register"),
        ("clocks x", "clocks"),
        ("variant z", "no variant"),
        ("memory z", "organisation"),
        ("irq z", "interrupt plan"),
        ("expect stop never", "no stop"),
        ("set tab = \"abc", "missing"),
    ] {
        let found = wrong(text);
        assert!(
            found.contains(part) && found.starts_with("line 1: "),
            "{text}: {found}"
        );
    }
    assert_eq!(wrong("x\nexpect r0 = 1\ny").split("; ").count(), 2);
}

proptest! {
    #[test]
    fn any_text_gives_an_answer(text in "(set|expect|input|irq|clocks|test|memory)[ -~\"'é=,\n]{0,60}") {
        if let Ok(checks) = read(&in_lines(&text), &symbols(), Defaults::default()) {
            for mut check in checks {
                check.clocks = Some(100);
                run(&check, &SUM);
            }
        }
    }
}
