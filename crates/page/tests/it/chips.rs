//! Chip specifications on the workbench.

use page::Workbench;
use serde_json::{Value, json};

use crate::answer;

const SPEC: &str = "Chip Specification
Name: Both
Input: a, b
Output: x
x = a ^ b
End Chip Specification
";

fn ask(name: &str, request: &Value) -> Result<Value, String> {
    answer(&Workbench::new().handle(name, &request.to_string()))
}

/// A circuit of the 2016 console on the bench, and a specification of its folder.
fn board(text: &str, spec: (&str, &str)) -> Value {
    let run = json!({"name": spec.0, "text": spec.1});
    json!({"name": "mancala.circ", "text": text, "libraries": [run], "run": run})
}

fn hardware(path: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../hardware/2016/");
    std::fs::read_to_string(format!("{folder}{path}")).unwrap()
}

#[test]
fn a_specification_is_read_as_it_is_typed() {
    let read = |text: &str| {
        let run = json!({"name": "both.chip", "text": text});
        ask("chip", &json!({"name": "", "text": "", "run": run})).unwrap()
    };
    let sound = read(SPEC);
    assert_eq!(sound["findings"], json!([]));
    assert_eq!(sound["chips"], json!(["Both"]));
    let broken = read(&SPEC.replace("a ^ b", "a ^ c"));
    let found = broken["findings"].as_array().unwrap();
    assert_eq!(found[0]["at"]["line"], 5, "{found:#?}");
}

#[test]
fn what_is_drawn_is_the_chip_and_another_circuit_is_not() {
    let run = json!({"name": "both.chip", "text": SPEC});
    let drawn = ask("draw", &json!({"name": "", "text": "", "run": run})).unwrap();
    let text = drawn["text"].as_str().unwrap();
    let compare = |text: &str| {
        ask(
            "compare",
            &json!({"name": "both.circ", "text": text, "run": run}),
        )
        .unwrap()
    };
    let same = compare(text);
    assert_eq!(same["outcome"]["proven"], true, "{same:#?}");
    assert_eq!(
        (&same["chip"], &same["circuit"]),
        (&json!("Both"), &json!("Both"))
    );
    let other = compare(&text.replace("AND Gate", "OR Gate"));
    let outcome = &other["outcome"];
    assert_eq!(outcome["passed"], false);
    assert_eq!(outcome["said"][0]["key"], "course.wrong.differs");
    assert!(outcome["run"].as_str().unwrap().contains("set"));
    let broken = json!({"name": "both.chip", "text": "Name: Both"});
    ask("draw", &json!({"name": "", "text": "", "run": broken})).unwrap_err();
}

#[test]
fn an_empty_chip_behaves_as_its_specification_and_says_so() {
    let whole = hardware("mancala.circ");
    let spec = hardware("chips/Select.chip");
    let start = whole.find("<circuit name=\"Select\"").unwrap();
    let end = start + whole[start..].find("</circuit>").unwrap();
    // Pins stay, all other parts and the wires go.
    let mut inside = String::new();
    let mut rest = &whole[start..end];
    while let Some(at) = rest.find("<comp ") {
        let part = &rest[at..];
        let close = part.find("</comp>").map(|at| at + "</comp>".len());
        let single = part.find("/>").map(|at| at + 2);
        let head = part.find('>').unwrap() + 1;
        let length = match part[..head].ends_with("/>") {
            true => single.unwrap(),
            false => close.unwrap(),
        };
        if part[..head].contains("name=\"Pin\"") {
            inside.push_str(&part[..length]);
        }
        rest = &part[length..];
    }
    let empty = format!(
        "{}<circuit name=\"Select\">{inside}{}",
        &whole[..start],
        &whole[end..]
    );
    let checked = ask("check", &board(&empty, ("Select.chip", &spec))).unwrap();
    let found = checked["findings"].to_string();
    assert!(
        found.contains("its specification stands in for it"),
        "{found}"
    );
    let checked = ask("check", &board(&whole, ("Select.chip", &spec))).unwrap();
    let found = checked["findings"].to_string();
    assert!(!found.contains("stands in"), "{found}");
    // The chip that is compared is the circuit as it is.
    let compared = ask("compare", &board(&empty, ("Select.chip", &spec))).unwrap();
    assert_eq!(compared["outcome"]["passed"], false, "{compared:#?}");
}
