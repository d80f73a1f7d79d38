//! A run recorded elsewhere, replayed on the page.

use std::sync::Arc;

use circuit::read::read;
use circuit::sim::{Input, SimOptions, Simulator};
use page::Machine;
use serde_json::{Value, json};
use timeline::run::HeadLine;
use timeline::{Budget, Timeline};

use super::answer;

/// A counter that counts while its button is down, and a pin.
const COUNTER: &str = r##"<project source="2.7.1" version="1.0"><lib desc="#Wiring" name="0"/><lib desc="#Memory" name="4"/>
<lib desc="#I/O" name="5"/><main name="main"/><circuit name="main">
<comp lib="0" loc="(100,100)" name="Clock"/><comp lib="0" loc="(100,100)" name="Tunnel"><a name="label" val="clk"/></comp>
<comp lib="5" loc="(100,200)" name="Button"><a name="label" val="Go"/></comp>
<comp lib="0" loc="(100,200)" name="Tunnel"><a name="label" val="go"/></comp>
<comp lib="4" loc="(400,200)" name="Counter"/>
<comp lib="0" loc="(390,220)" name="Tunnel"><a name="label" val="clk"/></comp>
<comp lib="0" loc="(370,210)" name="Tunnel"><a name="label" val="go"/></comp>
<comp lib="0" loc="(100,300)" name="Pin"><a name="label" val="free"/><a name="tristate" val="false"/></comp>
</circuit></project>"##;

fn simulator() -> Simulator {
    let read = read(
        "counter.circ",
        COUNTER.as_bytes(),
        &mut circuit::read::NoLibraries,
    );
    Simulator::new(Arc::new(read.project), None, &SimOptions::default()).unwrap()
}

/// The button held for a while, then a pin set at the very end.
fn recorded() -> String {
    let mut time = Timeline::new(simulator());
    for (moment, line) in [(7, "press /Go"), (40, "release /Go"), (90, "set /free = 1")] {
        time.goto(moment, &mut Budget::unlimited());
        let nothing = &mut |_: &str| Err(String::new());
        let input = Input::read(line, time.subject(), nothing).unwrap();
        time.input(input);
    }
    let head = vec![HeadLine::new("circuit", "counter.circ")];
    time.to_run(head, |input| input.text(time.subject()))
        .to_string()
}

fn replay(run: &str) -> (Machine, Result<Value, String>) {
    let mut machine = Machine::new(None);
    let run = json!({"name": "mine.run", "text": run});
    let request = json!({"name": "counter.circ", "text": COUNTER, "run": run});
    let switched = answer(&machine.handle("circuit", &request.to_string()));
    (machine, switched)
}

fn ask(machine: &mut Machine, name: &str, request: &Value) -> Value {
    answer(&machine.handle(name, &request.to_string())).unwrap()
}

#[test]
fn a_run_comes_to_the_same_end() {
    let run = recorded();
    let (mut machine, switched) = replay(&run);
    let end = switched.unwrap()["end"].clone();
    assert_eq!(end, 90);
    ask(&mut machine, "goto", &json!({"moment": end}));
    assert_eq!(
        ask(&mut machine, "replayed", &json!({})),
        json!({"same": true})
    );
    let acts = ask(&mut machine, "marks", &json!({}))["acts"].clone();
    let moments: Vec<&Value> = acts
        .as_array()
        .unwrap()
        .iter()
        .map(|act| &act["moment"])
        .collect();
    assert_eq!(moments, [7, 40, 90]);
    // Comments and Windows line ends change nothing; other values are noticed; without values there is nothing to compare.
    let windows = format!("# what went wrong\n{run}").replace('\n', "\r\n");
    let line = run.lines().last().unwrap();
    let digest = line.rsplit(' ').next().unwrap();
    let other = run.replace(digest, "0123456789abcdef");
    let bare = run.replace(digest, "");
    for (text, same) in [
        (windows, json!(true)),
        (other, json!(false)),
        (bare, Value::Null),
    ] {
        let (mut machine, _) = replay(&text);
        ask(&mut machine, "goto", &json!({"moment": 90}));
        assert_eq!(
            ask(&mut machine, "replayed", &json!({}))["same"],
            same,
            "{text}"
        );
    }
}

#[test]
fn a_run_that_does_not_fit_is_refused_with_its_line() {
    let wrong = [
        ("at 3 press /Gone\n", "mine.run, line 3: "),
        (
            "at 9 press /Go\nat 3 release /Go\n",
            "mine.run, line 4: half-tick 3 comes after 9",
        ),
        ("at 3 load /Go \"a.img\"\n", "mine.run, line 3: "),
        (
            "at soon press /Go\n",
            "mine.run, line 3: expected a half-tick",
        ),
    ];
    for (deeds, why) in wrong {
        let (_, switched) = replay(&format!("run 1\ncircuit counter.circ\n{deeds}"));
        let told = switched.unwrap_err();
        assert!(told.starts_with(why), "{told}");
    }
    let (_, switched) = replay("I could not finish it, sorry.");
    assert!(switched.unwrap_err().starts_with("mine.run, line 1: "));
    let mut machine = Machine::new(None);
    let request = json!({"name": "counter.circ", "text": COUNTER});
    let switched = ask(&mut machine, "circuit", &request);
    assert_eq!(switched["end"], Value::Null);
    answer(&machine.handle("replayed", "{}")).unwrap_err();
}
