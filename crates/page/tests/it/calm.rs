//! A circuit with an oscillation that has no visible effect, on the page.

use page::Machine;
use serde_json::json;

use super::answer;

const HARMLESS: &str = include_str!("../../../bench/tests/data/harmless.circ");

#[test]
fn an_oscillation_nobody_sees_does_not_stop_a_circuit() {
    let mut machine = Machine::new(None);
    let mut ask = |name: &str, request: serde_json::Value| {
        answer(&machine.handle(name, &request.to_string())).unwrap()
    };
    let on = ask(
        "circuit",
        json!({"name": "harmless.circ", "text": HARMLESS}),
    );
    let told = on["problems"][0]["message"].as_str().unwrap();
    assert!(told.contains("/NAND_Gate@130,20 would oscillate"), "{told}");
    let ran = ask("run", json!({"halfTicks": 10}));
    assert_eq!(
        (&ran["arrival"], &ran["now"]),
        (&json!("there"), &json!(10))
    );
    assert_eq!(ask("state", json!({}))["stuck"], false);
    // Nor after a change to the file.
    ask("sheet", json!({"path": "/"}));
    ask("edit", json!({}));
    let place = json!({"do": "place", "what": "#Gates/AND Gate", "at": [300, 200]});
    ask("change", place);
    let ran = ask("run", json!({"halfTicks": 10}));
    assert_eq!(ran["arrival"], "there");
}
