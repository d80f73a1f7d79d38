use super::*;
use crate::devices::Devices;
use crate::memory::Memory;
use crate::symbols::SourceFile;
use crate::variant::Variant;
use proptest::prelude::*;
use std::collections::BTreeMap;
use timeline::talk::Verdict;

/// ```text
/// 1          asect 0
/// 2  start:  ldi r0, 3      00
/// 3  loop:   jsr double     02
/// 4          dec r0         04
/// 5          bne loop       05
/// 6          halt           07
/// 7  double: shla r1        08
/// 8          inc r1         09
/// 9          rts            0a
/// ```
const CODE: [u8; 11] = [0xD0, 3, 0xD6, 8, 0x88, 0xE1, 2, 0xD4, 0x95, 0x8D, 0xD7];

fn debugger() -> Debugger {
    let places = [
        (0, 2),
        (2, 3),
        (4, 4),
        (5, 5),
        (7, 6),
        (8, 7),
        (9, 8),
        (10, 9),
    ];
    let labels = [("start", 0), ("loop", 2), ("double", 8)];
    let lines = (1..=9).map(|number| format!("line {number}")).collect();
    let symbols = Symbols {
        files: vec![SourceFile {
            name: "p.asm".to_owned(),
            lines,
        }],
        places: places
            .into_iter()
            .map(|(address, line)| (address, SourceLine { file: 0, line }))
            .collect::<BTreeMap<_, _>>(),
        labels: labels
            .map(|(name, address)| (name.to_owned(), address))
            .to_vec(),
    };
    let devices = Devices::new(Memory::von_neumann(&CODE));
    let computer = Computer::new(Cpu::new(Variant::Mark5), devices);
    Debugger::new(Timeline::new(computer), symbols)
}

/// Runs commands; the text of the last one.
fn says(debugger: &mut Debugger, commands: &[&str]) -> String {
    let mut last = String::new();
    for command in commands {
        let reply = debugger.command(command);
        assert_eq!(reply.verdict, Verdict::Good, "{command}: {}", reply.text);
        last = reply.text;
    }
    last
}

#[test]
fn stepping_over_into_and_out() {
    let mut debugger = debugger();
    says(&mut debugger, &["step"]);
    assert_eq!(debugger.cpu().pc, 2);
    says(&mut debugger, &["next"]);
    assert_eq!((debugger.cpu().pc, debugger.cpu().r[1]), (4, 1));
    says(&mut debugger, &["rewind", "step 2"]);
    assert_eq!(debugger.cpu().pc, 8);
    let text = says(&mut debugger, &["out"]);
    assert_eq!((debugger.cpu().pc, debugger.cpu().r[1]), (4, 1));
    assert!(text.starts_with("p.asm:4  line 4\n"), "{text}");
}

#[test]
fn a_run_ends_at_halt_and_can_be_taken_back() {
    let mut debugger = debugger();
    let text = says(&mut debugger, &["continue"]);
    assert!(
        text.starts_with("stopped: halt\np.asm:6  line 6\n07"),
        "{text}"
    );
    assert_eq!(debugger.cpu().r, [0, 7, 0, 0]);
    says(&mut debugger, &["backi"]);
    assert_eq!(debugger.cpu().pc, 7);
    says(&mut debugger, &["back", "back"]);
    assert_eq!((debugger.cpu().pc, debugger.cpu().r[0]), (4, 1));
    let text = says(&mut debugger, &["rc"]);
    assert!(text.starts_with("this is the start\n"));
    assert_eq!(debugger.timeline().now(), 0);
    assert!(says(&mut debugger, &["back"]).starts_with("this is the start\n"));
}

#[test]
fn breakpoints_stop_in_both_directions() {
    let mut debugger = debugger();
    says(&mut debugger, &["break double if r1 == 3"]);
    let text = says(&mut debugger, &["c"]);
    assert!(text.starts_with("breakpoint 1\n"), "{text}");
    assert_eq!((debugger.cpu().pc, debugger.cpu().r[1]), (8, 3));
    says(
        &mut debugger,
        &["delete 1", "break p.asm:4", "break :7", "c"],
    );
    assert_eq!((debugger.cpu().pc, debugger.cpu().r[0]), (4, 1));
    says(&mut debugger, &["rc"]);
    assert_eq!((debugger.cpu().pc, debugger.cpu().r[0]), (8, 1));
    says(&mut debugger, &["rc"]);
    assert_eq!((debugger.cpu().pc, debugger.cpu().r[0]), (4, 2));
}

#[test]
fn watchpoints_tell_the_change_and_reverse_to_just_before_it() {
    let mut debugger = debugger();
    let text = says(&mut debugger, &["watch r1 if r1 > 3", "c"]);
    assert!(
        text.starts_with("watchpoint 1: r1 if r1 > 3: 0x03 -> 0x06\n"),
        "{text}"
    );
    says(&mut debugger, &["d", "c", "watch [0xff]", "rc"]);
    assert_eq!(
        (debugger.cpu().pc, debugger.cpu().r[0]),
        (2, 3),
        "the first push of the return address"
    );
    says(&mut debugger, &["d", "watch 0xff", "c"]);
    assert_eq!(debugger.cpu().pc, 8);
}

#[test]
fn edits_change_the_run() {
    let mut debugger = debugger();
    says(
        &mut debugger,
        &["step", "set r0 = 1", "set code[7] = 0xdf", "until 7"],
    );
    assert_eq!(debugger.cpu().r[1], 1);
    assert!(says(&mut debugger, &["c"]).starts_with("stopped: illegal opcode DF\n"));
    says(&mut debugger, &["set pc = start", "step"]);
    assert_eq!(debugger.cpu().pc, 2);
}

#[test]
fn views_show_names_and_lines() {
    let mut debugger = debugger();
    says(&mut debugger, &["break double", "c"]);
    let stack = says(&mut debugger, &["stack"]);
    assert_eq!(
        stack,
        "sp 0xff\n  [0xff] 04 = loop+2  returns behind jsr double\n"
    );
    let list = says(&mut debugger, &["list"]);
    assert!(list.contains(">    7  line 7\n"), "{list}");
    let code = says(&mut debugger, &["code loop 2"]);
    assert_eq!(
        code,
        "  02  loop       d6 08  jsr double\n  04             88     dec r0\n"
    );
    assert_eq!(
        says(&mut debugger, &["print [0xff] + 0xf0"]),
        "0xf4 244 -12 0b11110100\n"
    );
    assert_eq!(says(&mut debugger, &["symbols l"]), "0x02  loop\n");
    assert_eq!(
        says(&mut debugger, &["where"]),
        "at 0x08 (double), clock 5, half-tick 10\n"
    );
    assert!(says(&mut debugger, &["points"]).contains("double  met 1 time\n"));
    assert!(says(&mut debugger, &["mem 0xff 1"]).starts_with("ff: 04"));
}

#[test]
fn asserts_and_mistakes_are_told_apart() {
    let mut debugger = debugger();
    assert_eq!(debugger.command("assert r0 == 0").verdict, Verdict::Good);
    let failed = debugger.command("assert r0 == 1");
    assert_eq!(failed.verdict, Verdict::Failed);
    assert!(failed.text.contains("expected = 0x01, found 0x00"));
    for wrong in [
        "fly",
        "break",
        "break nowhere",
        "set r0",
        "set 1+r0 = 2",
        "step 0",
        "step x",
        "delete 9",
        "print",
        "irq 1:9",
    ] {
        assert_eq!(debugger.command(wrong).verdict, Verdict::Wrong, "{wrong}");
    }
    assert_eq!(debugger.command("q").verdict, Verdict::Quit);
}

#[test]
fn an_empty_line_repeats_a_step_and_nothing_else() {
    let mut debugger = debugger();
    says(&mut debugger, &["si", ""]);
    assert_eq!(debugger.timeline().now(), 10);
    assert_eq!(says(&mut debugger, &["regs", ""]), "");
    assert_eq!(debugger.timeline().now(), 10);
}

#[test]
fn a_wait_steps_to_its_interrupt() {
    let mut debugger = debugger();
    says(&mut debugger, &["set [0] = 0xD5", "set [1] = 0xD4"]);
    assert!(says(&mut debugger, &["si"]).starts_with("stopped: waiting"));
    says(
        &mut debugger,
        &[
            "rewind",
            "set [0] = 0xd5",
            "set [1] = 0xd4",
            "irq 50-80",
            "si",
        ],
    );
    assert_eq!((debugger.cpu().pc, debugger.cpu().clocks), (1, 58));
}

#[test]
fn patience_gives_the_prompt_back() {
    let mut debugger = debugger();
    // dec r1, br 0
    says(
        &mut debugger,
        &["set [0] = 0x89", "set [1] = 0xEE", "set [2] = 0x00"],
    );
    debugger.patience = 1000;
    assert!(says(&mut debugger, &["c"]).starts_with("still running after 1000 clocks"));
    says(&mut debugger, &["clocks 100"]);
    assert!((1100..1104).contains(&debugger.cpu().clocks));
}

#[test]
fn what_goes_on_for_ever_is_known() {
    let mut debugger = debugger();
    says(&mut debugger, &["set [0] = 0xEE", "set [1] = 0x00"]);
    assert!(says(&mut debugger, &["c"]).starts_with("an endless loop"));
    assert!(says(&mut debugger, &["step"]).contains("br start"));
}

#[test]
fn moments_marks_and_futures() {
    let mut debugger = debugger();
    says(
        &mut debugger,
        &["step", "set r0 = 1", "mark short", "continue"],
    );
    assert_eq!(debugger.cpu().r, [0, 1, 0, 0]);
    let end = debugger.timeline().now();
    assert_eq!(
        says(&mut debugger, &["marks"]),
        "           4  short\n           4  set r0 = 0x01\n"
    );
    let text = says(&mut debugger, &["goto 4"]);
    assert!(
        text.starts_with("at 0x02 (loop), clock 2, half-tick 4\n"),
        "{text}"
    );
    assert_eq!(debugger.cpu().r[0], 3, "before it was set");
    says(
        &mut debugger,
        &["goto -1", "goto +1", "set r0 = 2", "continue"],
    );
    assert_eq!(debugger.cpu().r, [0, 3, 0, 0]);
    let text = says(&mut debugger, &["futures"]);
    assert!(
        text.starts_with(&format!(
            "  0  from the start, known to half-tick {end}\n> 1  left 0 at half-tick 4"
        )),
        "{text}"
    );
    says(&mut debugger, &["future 0", "continue"]);
    assert_eq!(debugger.cpu().r, [0, 1, 0, 0]);
    for wrong in ["goto", "goto x", "goto 999999999999", "future 7"] {
        assert_eq!(debugger.command(wrong).verdict, Verdict::Wrong, "{wrong}");
    }
}

#[test]
fn what_was_set_is_taken_back_and_set_again() {
    let mut debugger = debugger();
    assert!(says(&mut debugger, &["undo"]).starts_with("this is the start\n"));
    assert_eq!(debugger.command("redo").verdict, Verdict::Wrong);
    says(
        &mut debugger,
        &["step", "set r0 = 1", "set r1 = 7", "stepi", "set r2 = 9"],
    );
    let end = debugger.timeline().now();
    says(&mut debugger, &["undo"]);
    assert_eq!((debugger.timeline().now(), debugger.cpu().r[2]), (end, 0));
    let text = says(&mut debugger, &["undo"]);
    assert!(text.contains("loop"), "{text}");
    assert_eq!(debugger.timeline().now(), 4);
    assert_eq!(
        debugger.cpu().r,
        [3, 0, 0, 0],
        "what was set together goes together"
    );
    says(&mut debugger, &["redo"]);
    assert_eq!(debugger.timeline().now(), 4);
    assert_eq!(debugger.cpu().r, [1, 7, 0, 0]);
    says(&mut debugger, &["redo"]);
    assert_eq!((debugger.timeline().now(), debugger.cpu().r[2]), (end, 9));
    assert_eq!(debugger.command("undo 2").verdict, Verdict::Wrong);
}

#[test]
fn a_write_of_the_same_value_is_a_write() {
    let mut debugger = debugger();
    says(&mut debugger, &["writes 0xff", "c"]);
    assert_eq!(debugger.cpu().pc, 8);
    let text = says(&mut debugger, &["c"]);
    assert!(text.starts_with("written 1: 0xff\n"), "{text}");
    assert_eq!((debugger.cpu().pc, debugger.cpu().r[0]), (8, 2));
    says(&mut debugger, &["rc"]);
    assert_eq!((debugger.cpu().pc, debugger.cpu().r[0]), (2, 2));
    says(&mut debugger, &["rc"]);
    assert_eq!((debugger.cpu().pc, debugger.cpu().r[0]), (2, 3));
}

#[test]
fn an_endless_loop_is_known_for_what_it_is() {
    let mut debugger = debugger();
    says(&mut debugger, &["set [0] = 0xee", "set [1] = 0"]);
    let text = says(&mut debugger, &["c"]);
    assert!(
        text.starts_with("an endless loop: everything repeats every 2 clocks\n"),
        "{text}"
    );
    says(&mut debugger, &["clocks 1000000000000"]);
    assert!(debugger.cpu().clocks > 1_000_000_000_000);
}

proptest! {
    #[test]
    fn any_commands_get_a_reply(lines in proptest::collection::vec(
        prop_oneof![
            "[a-z]{1,9}( [a-z0-9\\[\\]:=+' -]{0,12})?",
            proptest::sample::select(vec!["s", "n", "c", "bk", "rc", "out", "si", "ni", "b loop", "w r0", "set pc = 7", "set [2] = 0xd8", "bi 3", "l", "x", "bt"]).prop_map(str::to_owned),
        ], 0..20)) {
        let mut debugger = debugger();
        debugger.patience = 2000;
        for line in lines {
            debugger.command(&line);
        }
    }
}

#[test]
fn a_call_is_stepped_over_with_a_stack_pointer_that_was_set_before_it() {
    let mut debugger = debugger();
    says(&mut debugger, &["step", "set sp = 0xf0", "back"]);
    assert_eq!((debugger.cpu().pc, debugger.cpu().sp), (2, 0), "not set");
    says(&mut debugger, &["next"]);
    let cpu = debugger.cpu();
    assert_eq!((cpu.pc, cpu.sp), (4, 0xf0), "past the call, not at the end");
}
