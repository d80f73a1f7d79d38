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

const TWO: &str =
    "asect 0\nldi r0, count # 😀\nagain: decc r0\nbnz again\nhalt\ncount: dc 1\nend\n";

/// A question at a place, with a file beside.
fn at(line: usize, column: usize) -> Value {
    let mut request = build("two.asm", TWO);
    request["file"] = "two.asm".into();
    request["line"] = line.into();
    request["column"] = column.into();
    request
}

#[test]
fn the_editor_is_answered_from_the_language() {
    let mut program = Program::new();
    let hover = ask(&mut program, "hover", &at(2, 1)).unwrap();
    assert!(
        hover["text"].as_str().unwrap().contains("rd := imm"),
        "{hover}"
    );
    assert_eq!(
        hover["at"],
        json!({"file": "two.asm", "line": 2, "from": 0, "to": 3})
    );
    assert_eq!(
        ask(&mut program, "hover", &at(2, 4 + 20)).unwrap(),
        Value::Null
    );
    let offered = ask(&mut program, "complete", &at(4, 1)).unwrap();
    assert_eq!(offered["from"], 0);
    let offers = offered["offers"].as_array().unwrap();
    let bne = offers.iter().find(|offer| offer["text"] == "bne").unwrap();
    assert_eq!(bne["kind"], "instruction");
    let definition = ask(&mut program, "definition", &at(4, 5)).unwrap();
    assert_eq!(
        definition,
        json!({"file": "two.asm", "line": 3, "from": 0, "to": 5})
    );
    let roles = ask(&mut program, "roles", &at(1, 0)).unwrap();
    assert_eq!(
        roles["lines"][3],
        json!([[0, 3, "instruction"], [4, 9, "name"]])
    );
    assert_eq!(roles["lines"][2][1], json!([7, 11, "unknown"]));
    let formatted = ask(&mut program, "format", &at(1, 0)).unwrap();
    let text = formatted["text"].as_str().unwrap();
    assert!(text.contains("again:  decc    r0\n"), "{text}");
}

#[test]
fn a_fix_is_offered_and_a_name_is_changed_everywhere() {
    let mut program = Program::new();
    let all = ask(&mut program, "offers", &at(0, 0)).unwrap();
    let offer = &all["offers"][0];
    assert_eq!(offer["title"], "Replace with `dec`");
    assert_eq!(
        (&offer["from"], &offer["to"], &offer["text"]),
        (&json!([3, 7]), &json!([3, 11]), &json!("dec"))
    );
    let none = ask(&mut program, "offers", &at(2, 0)).unwrap();
    assert_eq!(none["offers"], json!([]));
    let named = ask(&mut program, "renamable", &at(4, 6)).unwrap();
    assert_eq!(named["name"], "again");
    let mut rename = at(4, 6);
    rename["name"] = "loop".into();
    let renamed = ask(&mut program, "rename", &rename).unwrap();
    let places: Vec<&Value> = renamed["places"].as_array().unwrap().iter().collect();
    assert_eq!(
        places,
        [
            &json!({"file": "two.asm", "line": 3, "from": 0, "to": 5}),
            &json!({"file": "two.asm", "line": 4, "from": 4, "to": 9})
        ]
    );
    for (name, wrong) in [
        ("count", "something else"),
        ("r1", "not a name"),
        ("", "not a name"),
    ] {
        rename["name"] = name.into();
        let refused = ask(&mut program, "rename", &rename).unwrap_err();
        assert!(refused.contains(wrong), "{refused}");
    }
    let mut nowhere = at(1, 0);
    nowhere["file"] = "other.asm".into();
    ask(&mut program, "hover", &nowhere).unwrap_err();
    for line in [0, 99] {
        ask(&mut program, "hover", &at(line, 99)).unwrap();
        ask(&mut program, "complete", &at(line, 99)).unwrap();
    }
}
