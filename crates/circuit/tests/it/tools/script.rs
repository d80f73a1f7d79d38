//! Scripts: every command, every message.

use circuit::script::{Limits, Report, TestReport, parse, run};
use circuit::sim::Simulator;

use super::{Kept, example, sheet, simulator};

fn problems(text: &str) -> Vec<String> {
    let problems = parse(text).problems;
    problems.iter().map(ToString::to_string).collect()
}

fn play(simulator: &mut Simulator, text: &str) -> (Report, Kept) {
    let script = parse(text);
    let mut kept = Kept::default();
    let report = run(&script, simulator, &mut kept, Limits::default()).unwrap();
    (report, kept)
}

fn refused(simulator: &mut Simulator, text: &str) -> Vec<String> {
    let script = parse(text);
    let refused = run(&script, simulator, &mut Kept::default(), Limits::default()).unwrap_err();
    refused.iter().map(ToString::to_string).collect()
}

#[test]
fn wrong_lines_are_told_with_line_and_column() {
    let text = "\
pres START
expect digit 5
expect digit = 5x
wait until digit = 9
set A
ticks many
type KB \"abc
print digit as roman
expect digit = 5 garbage
frobnicate
joystick J 1 99
expect RAM[zz] = 1
expect A < \"text\"
click B for
set A = 0b1?0
expect A = 0b2
test name
";
    assert_eq!(
        problems(text),
        [
            "line 1, column 1: there is no command 'pres'; did you mean 'press'?",
            "line 2, column 8: 'digit 5' compares nothing: expected =, !=, <, <=, >, >=, 'is' or 'contains'",
            "line 3, column 16: '5x' is not a value of up to 32 bits: write 42, 0x2a, 0b101010 or -3",
            "line 4, column 21: 'limit' and a number of half-ticks or cycles is missing at the end of the line",
            "line 5, column 6: a value such as 5, 0x1f or 0b10x0 is missing at the end of the line",
            "line 6, column 7: expected a number, found 'many'",
            "line 7, column 9: the text is not closed: a '\"' is missing",
            "line 8, column 16: expected hex, bin, dec, signed or char, found 'roman'",
            "line 9, column 18: 'garbage' is too much on this line",
            "line 10, column 1: there is no command 'frobnicate'; there are half-ticks, cycles, press, release, click, set, type, joystick, load, wait, print, show, expect, reset, test",
            "line 11, column 14: expected a number from -14 to 14 (right and down are positive), found '99'",
            "line 12, column 8: 'zz' is not an address: write a number in the brackets, such as [0x13]",
            "line 13, column 12: text is compared with =, != or contains",
            "line 14, column 12: how long to hold it is missing at the end of the line",
            "line 15, column 9: '?' stands in expectations only; set a bit to 0, 1 or x",
            "line 16, column 12: '0b2' is not a value: after 0b come 1 to 32 of the signs 0, 1, x, E and ?",
            "line 17, column 6: expected the name of the test in quotes, found 'name'",
        ]
    );
}

#[test]
fn names_and_widths_are_checked_before_anything_runs() {
    let mut stopwatch = simulator(example!("stopwatch.circ"));
    let told = refused(
        &mut stopwatch,
        "half-tick\nexpect diggit = 1\nexpect digit:carri = 1\npress RUN\nexpect digit[3] = 1",
    );
    assert_eq!(
        told,
        [
            "line 2, column 8: 'diggit': there is no 'diggit' in circuit 'main'; did you mean digit?",
            "line 3, column 8: /digit has no port 'carri'; its ports are q, d, clk, clr, load, en, carry",
            "line 4, column 7: /RUN is a LED, not a button",
            "line 5, column 8: /digit is a Counter, not a RAM or ROM",
        ]
    );
    let told = refused(
        &mut stopwatch,
        "press RUN\nexpect digit = 16\nexpect digit = 0b101\nset digit:carry = 1\nexpect digit shows \"5\"\nexpect digit = -8",
    );
    assert_eq!(
        told,
        [
            "line 1, column 7: /RUN is a LED, not a button",
            "line 2, column 8: /digit has 4 bits: 16 cannot be expected there",
            "line 3, column 8: /digit has 4 bits: a value of 3 bits cannot be expected there",
            "line 4, column 5: /digit is a Counter, not an input pin of the top circuit, a register, a counter or a flip-flop",
            "line 5, column 8: /digit is a Counter, not a display (LED, digit, dot matrix or TTY)",
        ]
    );
    assert_eq!(stopwatch.ticks(), 0);
    let mut adder = simulator(example!("adder.circ"));
    assert_eq!(
        refused(
            &mut adder,
            "set /bit0/A = 1\nset Cin = floating\npress Cin\nexpect /bit0 = 1"
        ),
        [
            "line 1, column 5: /bit0/A is a Pin inside a sub-circuit, not an input pin of the top circuit, a register, a counter or a flip-flop",
            "line 2, column 5: /Cin is not a three-state pin, so it is 0 or 1, never x",
            "line 3, column 7: /Cin is a Pin; use 'set' for pins",
            "line 4, column 8: /bit0 (full adder) has no value of its own; name a port, such as /bit0:A",
        ]
    );
}

#[test]
fn the_worked_example_grades() {
    let (report, kept) = play(
        &mut simulator(example!("adder.circ")),
        example!("grade.script"),
    );
    assert!(report.passed());
    assert_eq!((report.points(), report.expectations), ((10, 10), 6));
    assert_eq!(kept.failures, [""; 0]);

    let (report, kept) = play(
        &mut simulator(example!("student.circ")),
        example!("grade.script"),
    );
    assert_eq!(report.points(), (8, 10));
    let passed: Vec<bool> = report.tests.iter().map(TestReport::passed).collect();
    assert_eq!(passed, [true, true, true, false]);
    assert_eq!(
        kept.failures,
        [
            "line 26: /Sum: expected 2, found 0 [half-tick 0]",
            "line 27: /bit0:Cout: expected 1, found 0 (look into the full adder of bit 0) [half-tick 0]",
        ]
    );
}

#[test]
fn the_stopwatch_runs() {
    let mut stopwatch = simulator(example!("stopwatch.circ"));
    let (report, kept) = play(&mut stopwatch, example!("stopwatch.script"));
    assert!(report.passed(), "{:?}", kept.failures);
    assert_eq!(report.expectations, 6);
    assert_eq!(
        kept.prints,
        [
            "after three cycles the digit is 4",
            "stopped at 0",
            "/Hex_Digit_Display@400,120",
            " _  ",
            "| | ",
            "|_| ",
        ]
    );
}

#[test]
fn waiting_in_vain_gives_up_the_test_but_not_the_next() {
    let text = "\
test \"first\" points 3
wait until digit = 5 limit 3 cycles
expect digit = 77
test \"second\" points 4
click START
expect digit = 1 or digit = 2
expect digit != 1 and RUN = 0 \"both\"
";
    let mut stopwatch = simulator(example!("stopwatch.circ"));
    assert!(refused(&mut stopwatch, text)[0].contains("77 cannot be expected"));
    let (report, kept) = play(&mut stopwatch, &text.replace("77", "7"));
    assert_eq!(
        kept.failures,
        [
            "line 2: waited 6 half-ticks in vain: /digit: expected 5, found 0 [half-tick 6]",
            "line 7: /digit: expected != 1, found 1; /RUN: expected 0, found 1 (both) [half-tick 2]",
        ]
    );
    assert_eq!(report.points(), (0, 7));
    assert!(!report.given_up);
    let (report, kept) = play(
        &mut stopwatch,
        "wait until digit = 5 limit 3\nprint \"never\"",
    );
    assert!(report.given_up && kept.prints.is_empty());
}

#[test]
fn tests_start_from_the_prepared_state() {
    let text = "\
click START
test \"a\"
cycles 2
expect digit = 3
test \"b\"
expect digit = 1
cycle
reset
expect digit = 1
";
    let mut stopwatch = simulator(example!("stopwatch.circ"));
    let (report, kept) = play(&mut stopwatch, text);
    assert!(report.passed(), "{:?}", kept.failures);
    assert_eq!(report.tests.len(), 2);
}

#[test]
fn memories_keyboards_joysticks_and_terminals() {
    let text = sheet(
        "Memory RAM 300 100
         I/O Keyboard 400 300 buflen=4
         I/O Joystick 600 100 bits=4
         I/O TTY 700 200 cols=8 rows=3
         I/O DotMatrix 900 100 matrixcols=3 matrixrows=2
         I/O LED 1000 100 label=light active=false
         I/O Button 1000 100 label=B
         Wiring Constant 900 100 width=2 value=0x1
         Wiring Pin 100 300 label=word width=8
         Wiring Pin 60 400 label=out width=8 output=true
         wire 60 400 60 300
         wire 60 300 100 300
         Wiring Probe 100 500 label=lonely",
    );
    let mut parts = simulator(&text);
    let script = "\
set RAM@300,100[0x13] = 0xab
expect RAM@300,100[0x13] = 0xab
expect RAM@300,100[0x14] = 0
load RAM@300,100 \"image\"
expect RAM@300,100[4] = 7 and RAM@300,100[0] = 1 and RAM@300,100[5] = 0
type Keyboard@400,300 \"Hi\\n\"
expect Keyboard@400,300 = 'H' and Keyboard@400,300:avail = 1
joystick Joystick@600,100 14 -14
expect Joystick@600,100:x = 15 and Joystick@600,100:y = 1
expect light shows \"on\" and light = 0
press B
expect light shows \"off\" and light = 1
release B
expect TTY@700,200 shows \"\"
expect DotMatrix@900,100 shows \".??/#??\"
set word = 0b1x0E0011
expect out = 0b1x0E0011 and out = 0b1?0E??11 and out != 0b1?0E??10
expect out = /word and out != error and lonely != 0
set word = -2
expect out = 254 and out = -2 and out < -1 and out > 200 and out >= 0xfe and out <= 254
set word = floating
expect out = floating and out != 0
print \"word:\" word out as bin lonely
set word = 65
print word as char word as hex word as dec word word as signed
";
    let (report, kept) = play(&mut parts, script);
    assert_eq!(kept.failures, [""; 0]);
    assert_eq!(report.expectations, 13);
    assert_eq!(
        kept.prints,
        ["word: 0bxxxxxxxx xxxxxxxx -", "A 41 65 0x41 (65) 65",]
    );
    let (_, kept) = play(&mut parts, "load RAM@300,100 \"nothing\"");
    assert_eq!(
        kept.failures,
        ["line 1: nothing: there is no such file [half-tick 0]"]
    );
    let (_, kept) = play(&mut parts, "type Keyboard@400,300 \"abc\"");
    assert_eq!(
        kept.failures,
        ["line 1: /Keyboard@400,300: the buffer is full after 1 of 3 characters [half-tick 0]"]
    );
}

#[test]
fn an_oscillation_names_its_parts() {
    let text = sheet(
        "Wiring Pin 40 100 label=go tristate=false
         Gates NAND_Gate 110 110 inputs=2 size=30
         wire 40 100 70 100
         wire 70 120 70 160
         wire 70 160 140 160
         wire 140 110 140 160
         wire 110 110 140 110",
    );
    let mut ring = simulator(&text);
    let (report, kept) = play(&mut ring, "set go = 1\nprint \"on\"");
    assert!(report.given_up);
    assert_eq!(kept.prints, [""; 0]);
    assert_eq!(
        kept.failures,
        ["line 1: the circuit oscillates; still changing: /NAND_Gate@110,110 [half-tick 0]"]
    );
}

#[test]
fn a_script_is_stopped_in_the_end() {
    let script = parse("cycles 1_000_000\nprint \"done\"");
    let mut kept = Kept::default();
    let mut stopwatch = simulator(example!("stopwatch.circ"));
    let limits = Limits { half_ticks: 50 };
    let report = run(&script, &mut stopwatch, &mut kept, limits).unwrap();
    assert_eq!(
        kept.failures,
        ["line 1: more than 50 half-ticks [half-tick 50]"]
    );
    assert!(report.given_up && kept.prints.is_empty());
    assert_eq!(kept.half_ticks, 50);
}

#[test]
fn cycles_need_clocks_that_agree() {
    let text = sheet(
        "Wiring Clock 100 100 label=a
         Wiring Clock 100 200 label=b highDuration=2",
    );
    assert_eq!(
        refused(&mut simulator(&text), "cycles 2"),
        [
            "line 1, column 1: the clocks have cycles of different lengths (2, 3 half-ticks): say half-ticks instead of cycles"
        ]
    );
    let slow = sheet("Wiring Clock 100 100 label=a highDuration=3 lowDuration=2");
    let (report, kept) = play(
        &mut simulator(&slow),
        "cycles 2\nexpect a = 0\nticks 2\nexpect a = 1",
    );
    assert!(report.passed(), "{:?}", kept.failures);
    assert_eq!(kept.half_ticks, 12);
}

#[test]
fn what_holds_a_number_is_set_as_a_pin_is() {
    let mut stopwatch = simulator(example!("stopwatch.circ"));
    let (report, kept) = play(
        &mut stopwatch,
        "test \"set\"\nset digit = 7\nexpect digit = 7\ncycles 1\nexpect digit = 7\n",
    );
    assert!(report.passed(), "{:?}", kept.failures);
    assert_eq!(
        refused(&mut stopwatch, "set digit = 16\nset digit = 0bxx10"),
        [
            "line 1, column 5: /digit has 4 bits: 16 cannot be set there",
            "line 2, column 5: what it holds is 0s and 1s only",
        ]
    );
}
