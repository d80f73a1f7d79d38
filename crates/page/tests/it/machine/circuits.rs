//! A circuit of the user's on the machine: the same messages.

use page::Machine;
use serde_json::{Value, json};

use super::Bench;

const CIRCUIT: &str = include_str!("../../../../../hardware/2016/mancala.circ");
const PROCESSOR_FILE: &str = include_str!("../../../../../hardware/cdm8/cdm8.circ");

#[test]
fn a_circuit_of_ones_own_is_shown_run_and_touched() {
    let mut bench = Bench(Machine::new(None));
    let files = json!({"name": "mine.circ", "text": CIRCUIT, "libraries": [{"name": "cdm8.circ", "text": PROCESSOR_FILE}]});
    let switched = bench.get("circuit", &files);
    assert_eq!(switched["problems"], json!([]));
    let sheet = bench.get("sheet", &json!({"path": "/"}));
    let button = sheet["parts"]
        .as_array()
        .unwrap()
        .iter()
        .find(|part| part["hand"] == "press")
        .unwrap()
        .clone();
    let frame = bench.0.frame();
    bench.get("do", &json!({"part": button["part"], "down": true}));
    assert_ne!(bench.0.frame(), frame);
    bench.get("do", &json!({"part": button["part"], "down": false}));
    let path = format!("/{}", button["name"].as_str().unwrap());
    bench.get("do", &json!({"line": format!("press \"{path}\"")}));
    bench.get("run", &json!({"halfTicks": 40}));
    assert_eq!(bench.get("state", &json!({}))["now"], 40);
    assert_eq!(bench.get("state", &json!({}))["console"], Value::Null);
    bench.ask("cells", &json!({})).unwrap_err();
    bench.get("step", &json!({"to": "half-tick", "back": true}));
    let marks = bench.get("marks", &json!({}));
    assert_eq!(marks["acts"].as_array().unwrap().len(), 3);
}

/// A gate in a loop that a pin closes, and two constants against each other.
const FAULTY: &str = r##"<project source="2.7.1" version="1.0"><lib desc="#Wiring" name="0"/><lib desc="#Gates" name="1"/>
<main name="main"/><circuit name="main">
<comp lib="0" loc="(60,60)" name="Pin"><a name="label" val="go"/><a name="tristate" val="false"/></comp>
<comp lib="0" loc="(60,60)" name="Tunnel"><a name="label" val="go"/></comp>
<comp lib="1" loc="(200,100)" name="NAND Gate"><a name="size" val="30"/><a name="inputs" val="2"/></comp>
<comp lib="0" loc="(160,90)" name="Tunnel"><a name="label" val="go"/></comp>
<comp lib="0" loc="(160,110)" name="Tunnel"><a name="label" val="q"/></comp>
<comp lib="0" loc="(200,100)" name="Tunnel"><a name="label" val="q"/></comp>
<comp lib="0" loc="(300,100)" name="Pin"><a name="output" val="true"/></comp>
<comp lib="0" loc="(300,100)" name="Tunnel"><a name="label" val="q"/></comp>
<comp lib="0" loc="(100,300)" name="Constant"/><comp lib="0" loc="(100,300)" name="Tunnel"><a name="label" val="s"/></comp>
<comp lib="0" loc="(100,340)" name="Constant"><a name="value" val="0x0"/></comp>
<comp lib="0" loc="(100,340)" name="Tunnel"><a name="label" val="s"/></comp>
</circuit></project>"##;

#[test]
fn faults_are_told_with_their_places_while_they_last() {
    let mut bench = Bench(Machine::new(None));
    bench.get("circuit", &json!({"name": "faulty.circ", "text": FAULTY}));
    let kinds = |faults: &Value| -> Vec<(String, Value)> {
        let faults = faults.as_array().unwrap().iter();
        let told = faults.map(|one| {
            (
                one["kind"].as_str().unwrap().to_owned(),
                one["point"].clone(),
            )
        });
        told.collect()
    };
    let short = ("short-circuit".to_owned(), json!([100, 300]));
    let faults = bench.get("faults", &json!({}));
    assert_eq!(kinds(&faults), std::slice::from_ref(&short));
    assert_eq!(faults[0]["sheet"], "/");
    // By kind and label, not by a path with places in it.
    let drivers = faults[0]["parts"].as_array().unwrap();
    assert_eq!(drivers.len(), 2);
    assert!(
        drivers
            .iter()
            .all(|one| one["sheet"] == "/" && one["value"].is_string())
    );
    assert!(!faults[0].to_string().contains('@'), "{}", faults[0]);
    bench.get("do", &json!({"line": "set /go = 1"}));
    let both = [("oscillation".to_owned(), json!([200, 100])), short.clone()];
    assert_eq!(kinds(&bench.get("faults", &json!({}))), both);
    bench.get("do", &json!({"line": "set /go = 0"}));
    assert_eq!(kinds(&bench.get("faults", &json!({}))), [short]);
}
