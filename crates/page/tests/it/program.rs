//! A program on the workbench: assembled, run, debugged backwards, tested.

use page::Program;
use serde_json::{Value, json};

use crate::answer;

const SUM: &str = include_str!("../../../../docs/examples/cdm8/sum.asm");

fn ask(program: &mut Program, name: &str, request: &Value) -> Result<Value, String> {
    answer(&program.handle(name, &request.to_string()))
}

fn build(name: &str, text: &str) -> Value {
    json!({"files": [{"name": name, "text": text}]})
}

fn register(state: &Value, name: &str) -> u64 {
    let registers = state["registers"].as_array().unwrap();
    let found = registers.iter().find(|register| register["name"] == name);
    found.unwrap()["value"].as_u64().unwrap()
}

#[test]
fn a_mistake_is_found_where_it_is_and_mended() {
    let mut program = Program::new();
    let wrong = SUM.replace("inc     r0", "inx     r0");
    let checked = ask(&mut program, "check", &build("sum.asm", &wrong)).unwrap();
    let finding = &checked["findings"][0];
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["message"], "unknown instruction `inx`");
    let at = &finding["at"];
    assert_eq!(
        (&at["file"], &at["line"], &at["column"], &at["width"]),
        (&json!("sum.asm"), &json!(12), &json!(9), &json!(3))
    );
    let loaded = ask(&mut program, "load", &build("sum.asm", &wrong)).unwrap();
    assert_eq!(loaded["state"], Value::Null);
    ask(&mut program, "step", &json!({"how": "line"})).unwrap_err();
    let loaded = ask(&mut program, "load", &build("sum.asm", SUM)).unwrap();
    assert_eq!(
        loaded["state"]["place"],
        json!({"file": "sum.asm", "line": 7})
    );
}

#[test]
fn time_goes_both_ways_and_stops_at_breakpoints() {
    let mut program = Program::new();
    ask(&mut program, "load", &build("sum.asm", SUM)).unwrap();
    let at = json!({"at": [{"file": "sum.asm", "line": 11}, {"file": "sum.asm", "line": 18}]});
    let placed = ask(&mut program, "breakpoints", &at).unwrap();
    assert_eq!(placed["lines"], json!([11, 19]));
    let run = json!({"clocks": 1000});
    let mut met = Vec::new();
    for _ in 0..3 {
        let state = ask(&mut program, "run", &run).unwrap();
        assert_eq!(state["event"]["kind"], "breakpoint");
        met.push((register(&state, "r1"), state["moment"].clone()));
    }
    assert_eq!(met.iter().map(|(r1, _)| *r1).collect::<Vec<_>>(), [1, 2, 3]);
    let state = ask(&mut program, "run", &run).unwrap();
    assert_eq!(state["event"]["stop"], "halt");
    assert_eq!(
        (register(&state, "r2"), &state["stopped"]),
        (6, &json!("halt"))
    );
    for (r1, moment) in met.iter().rev() {
        let state = ask(&mut program, "step", &json!({"how": "back-on"})).unwrap();
        assert_eq!((register(&state, "r1"), &state["moment"]), (*r1, moment));
    }
    let back = ask(&mut program, "step", &json!({"how": "back-line"})).unwrap();
    assert_eq!(back["place"]["line"], 10);
    let end = ask(&mut program, "goto", &json!({"moment": state["moment"]})).unwrap();
    assert_eq!(end["registers"], state["registers"]);
    assert_eq!(end["memories"], state["memories"]);
    let start = ask(&mut program, "step", &json!({"how": "start"})).unwrap();
    assert_eq!(
        (&start["moment"], &start["event"]["kind"]),
        (&json!(0), &json!("start"))
    );
}

#[test]
fn bytes_are_set_by_hand_and_that_can_be_undone() {
    let mut program = Program::new();
    ask(&mut program, "load", &build("sum.asm", SUM)).unwrap();
    let said = ask(&mut program, "command", &json!({"line": "set table = 10"})).unwrap();
    assert_eq!(said["wrong"], false);
    let state = ask(&mut program, "run", &json!({"clocks": 1000})).unwrap();
    assert_eq!(register(&state, "r2"), 15);
    let said = ask(&mut program, "command", &json!({"line": "sett table"})).unwrap();
    assert_eq!(said["wrong"], true);
}

#[test]
fn a_run_comes_in_pieces() {
    let mut program = Program::new();
    let endless = "asect 0\nx: ldi r0, 1\nwhile\n tst r0\nstays nz\n inc r1\nwend\nhalt\nend\n";
    ask(&mut program, "load", &build("x.asm", endless)).unwrap();
    let state = ask(&mut program, "run", &json!({"clocks": 100})).unwrap();
    assert_eq!(state["event"]["kind"], "patience");
    let clocks = state["clocks"].as_u64().unwrap();
    assert!((100..120).contains(&clocks));
    let state = ask(&mut program, "run", &json!({"clocks": 100})).unwrap();
    assert!(state["clocks"].as_u64().unwrap() >= clocks + 100);
}

#[test]
fn every_example_does_what_it_says() {
    let mut program = Program::new();
    for (name, text, findings) in [
        ("sum.asm", SUM, 0),
        (
            "multiply.asm",
            include_str!("../../../../docs/examples/cdm8/multiply.asm"),
            0,
        ),
        (
            "sort.asm",
            include_str!("../../../../docs/examples/cdm8/sort.asm"),
            0,
        ),
        (
            "mistakes.asm",
            include_str!("../../../../docs/examples/cdm8/mistakes.asm"),
            3,
        ),
    ] {
        let report = ask(&mut program, "test", &build(name, text)).unwrap();
        assert_eq!(
            report["findings"].as_array().unwrap().len(),
            findings,
            "{report:#}"
        );
        let tests = report["tests"].as_array().unwrap();
        assert_eq!(tests.len(), usize::from(findings == 0), "{name}");
        assert!(
            tests.iter().all(|test| test["passed"] == true),
            "{report:#}"
        );
    }
}

#[test]
fn a_failing_expectation_names_its_line() {
    let mut program = Program::new();
    let text = SUM.replace("r2 = 6", "r2 = 7");
    let report = ask(&mut program, "test", &build("sum.asm", &text)).unwrap();
    let failure = &report["tests"][0]["failures"][0];
    assert_eq!(
        (&failure["line"], &failure["expected"]),
        (&json!(3), &json!("0x07"))
    );
}

#[test]
fn the_image_the_listing_and_the_map_are_those_of_the_assembler() {
    let mut program = Program::new();
    let made = ask(&mut program, "assemble", &build("sum.asm", SUM)).unwrap();
    let source = cdm8::asm::Source::new("sum.asm", SUM);
    let sources = [source];
    let assembly = cdm8::asm::assemble(&sources, &cdm8::asm::Options::default());
    let listing = cdm8::asm::output::listing::write(&assembly, &sources);
    assert_eq!(made["listing"], listing);
    assert!(made["image"].as_str().unwrap().starts_with("v2.0 raw\n"));
    assert!(made["kinds"].as_str().unwrap().starts_with("cccccc"));
    let labels = made["labels"].as_array().unwrap();
    assert!(labels.contains(&json!(["loop", 6])), "{labels:?}");
}

#[test]
fn nonsense_is_refused() {
    let mut program = Program::new();
    for (name, request) in [
        ("run", json!({"clocks": 1})),
        ("load", json!({})),
        ("load", json!({"files": [], "memory": "paper"})),
        ("dance", json!({})),
    ] {
        ask(&mut program, name, &request).unwrap_err();
    }
    let loaded = ask(&mut program, "load", &json!({"files": []})).unwrap();
    assert!(loaded["findings"].is_array());
    let long = "x".repeat(5 << 20);
    ask(&mut program, "check", &build("x.asm", &long)).unwrap_err();
}
