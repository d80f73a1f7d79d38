//! The development kit's protocol, against a recording of the kit's server and client.

use cdm8::variant::Variant;
use ide::cdp::Session;
use proptest::prelude::*;
use serde_json::{Value, json};

fn load(path: &str) -> Result<Vec<u8>, String> {
    match path {
        "/project/a.img" => Ok(include_bytes!("../data/a.img").to_vec()),
        _ => Err(format!("Failed to load an image: {path}")),
    }
}

/// All messages that follow a message, until the program has stopped.
fn ask(session: &mut Session, text: &str) -> Vec<Value> {
    let mut replies = session.handle(text, &load);
    while session.is_running() {
        replies.extend(session.work(1000));
    }
    replies
}

fn say(session: &mut Session, request: Value) -> Vec<Value> {
    ask(session, &request.to_string())
}

/// Deliberate differences: (what the kit's server said, what we say).
const BETTER: [(&str, &str); 3] = [
    // Not JSON.
    (
        "Pong",
        r#"{"action":"ping","message":"Pong","status":"OK"}"#,
    ),
    // Before `init` there is no memory either.
    ("RAM is not found", "No active processor state"),
    // Registers can be read before the first stop.
    (
        "No active processor state",
        r#""registers":[0,0,0,0,0,0,0]"#,
    ),
];

fn agrees(recorded: &str, ours: &Value) -> bool {
    let text = ours.to_string();
    if BETTER
        .iter()
        .any(|(theirs, better)| recorded.contains(theirs) && text.contains(better))
    {
        return true;
    }
    let Ok(recorded) = serde_json::from_str::<Value>(recorded) else {
        return false;
    };
    let begins = |theirs: &str| {
        ours["message"]
            .as_str()
            .is_some_and(|message| message.starts_with(theirs))
    };
    match recorded["message"].as_str() {
        Some(message) if recorded["status"] == "FAIL" => {
            ours["status"] == "FAIL" && begins(message)
        }
        _ => recorded == *ours,
    }
}

#[test]
fn a_recorded_session_gets_the_same_answers() {
    let sessions: Value = serde_json::from_str(include_str!("../data/cdp-sessions.json")).unwrap();
    let mut sessions = sessions.as_array().unwrap().iter();
    let session = sessions.find(|one| one["session"] == "Logisim debugger, cdm8 harvard");
    let lines: Vec<&str> = session.unwrap()["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line.as_str().unwrap())
        .collect();
    // What follows the second start depends on the speed of the recorded machine.
    let starts = |line: &&str| {
        line.contains(r#""init", "target": "cdm8", "memoryConfiguration": "harvard""#)
    };
    let second = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| starts(line))
        .nth(1)
        .unwrap()
        .0;
    let mut session = Session::new(Variant::Mark5);
    let (mut ours, mut recorded) = (Vec::new(), Vec::new());
    for line in &lines[..second] {
        match line.strip_prefix("C> ") {
            Some(request) => ours.extend(ask(&mut session, request)),
            None => recorded.push(line.strip_prefix("S> ").unwrap()),
        }
    }
    assert_eq!(ours.len(), recorded.len());
    for (recorded, ours) in recorded.iter().zip(&ours) {
        assert!(
            agrees(recorded, ours),
            "recorded: {recorded}\nours:     {ours}"
        );
    }
    assert!(ours.len() > 30);
}

fn started() -> Session {
    let mut session = Session::new(Variant::Mark5);
    say(&mut session, json!({"action": "init", "target": "cdm8"}));
    say(
        &mut session,
        json!({"action": "load", "source": "path", "path": "/project/a.img"}),
    );
    session
}

/// The kit's Logisim server misses it.
#[test]
fn the_first_instruction_can_have_a_breakpoint() {
    let mut session = started();
    say(
        &mut session,
        json!({"action": "setBreakpoints", "breakpoints": [0]}),
    );
    let run = json!({"action": "run", "stopConditions": ["breakpoint"]});
    let replies = say(&mut session, run.clone());
    assert_eq!(replies[0]["reason"], "breakpoint");
    assert_eq!(replies[1]["action"], "run");
    assert_eq!(
        say(&mut session, json!({"action": "getRegisters"}))[0]["registers"][4],
        0
    );
    assert_eq!(say(&mut session, run)[0]["reason"], "halt");
}

#[test]
fn a_pause_ends_a_run() {
    let mut session = started();
    say(
        &mut session,
        json!({"action": "load", "source": "bytes", "bytes": [0xee, 0]}),
    );
    assert!(
        session
            .handle(r#"{"action":"run","stopConditions":[]}"#, &load)
            .is_empty()
    );
    assert!(session.work(100).is_empty() && session.is_running());
    let second = session.handle(r#"{"action":"run","stopConditions":["fetch"]}"#, &load);
    assert_eq!(second, [json!({"action": "run", "status": "OK"})]);
    let replies = session.handle(r#"{"action":"pause"}"#, &load);
    let told: Vec<&str> = replies
        .iter()
        .map(|reply| reply["action"].as_str().unwrap())
        .collect();
    assert_eq!(told, ["pause", "debugEvent", "run"]);
    assert!(!session.is_running());
    assert_eq!(session.handle(r#"{"action":"pause"}"#, &load).len(), 1);
}

/// Requests that hang or kill the kit's servers.
#[test]
fn what_makes_no_sense_is_refused_in_words() {
    let mut session = Session::new(Variant::Mark5);
    for wrong in [
        "{",
        "[]",
        "null",
        "{}",
        r#"{"action":5}"#,
        r#"{"action":"init"}"#,
        r#"{"action":"run","stopConditions":[]}"#,
        r#"{"action":"reset"}"#,
        r#"{"action":"getRegisters"}"#,
    ] {
        let replies = ask(&mut session, wrong);
        assert_eq!(replies.len(), 1, "{wrong}");
        assert_eq!(replies[0]["status"], "FAIL", "{wrong}");
    }
    let mut session = started();
    for wrong in [
        json!({"action": "run"}),
        json!({"action": "load"}),
        json!({"action": "load", "source": "bytes", "bytes": [256]}),
        json!({"action": "setBreakpoints"}),
        json!({"action": "setMemory", "offset": -1, "value": 1}),
        json!({"action": "getMemory", "offset": 255, "size": 2}),
        json!({"action": "load", "source": "path", "path": "/etc/passwd"}),
    ] {
        assert_eq!(
            say(&mut session, wrong.clone())[0]["status"],
            "FAIL",
            "{wrong}"
        );
    }
    assert_eq!(
        say(&mut session, json!({"action": "ping"}))[0]["message"],
        "Pong"
    );
}

const MEMORIES: [&str; 4] = ["harvard", "vonNeumann", "x", "harvard"];

proptest! {
    #[test]
    fn any_text_is_answered(texts in prop::collection::vec(prop_oneof![
        "[ -~]{0,40}",
        (prop::sample::select(vec!["init", "load", "run", "step", "pause", "reset", "getMemory", "setMemory", "setBreakpoints", "getRegisters"]),
         any::<i64>(), 0..300u64, 0..4usize).prop_map(|(action, big, small, shape)| json!({
            "action": action, "target": "cdm8", "memoryConfiguration": MEMORIES[shape],
            "offset": if shape == 0 { json!(big) } else { json!(small) }, "size": small, "value": small, "source": "bytes",
            "bytes": [small, big], "breakpoints": [small], "stopConditions": ["fetch"],
        }).to_string()),
    ], 1..20)) {
        let mut session = Session::new(Variant::Mark5);
        for text in texts {
            session.handle(&text, &load);
            session.work(50);
        }
        session.leave();
        prop_assert!(!session.is_running());
    }
}

#[test]
fn a_whole_circuit_is_debugged() {
    let files = [
        (
            "/p/board.circ",
            include_str!("../../../../hardware/cdm8/bench.circ"),
        ),
        (
            "/p/cdm8.circ",
            include_str!("../../../../hardware/cdm8/cdm8.circ"),
        ),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let disk = std::collections::BTreeMap::from(files);
    let launch = json!({"circuit": "/p/board.circ"});
    let (mut session, notes) = Session::of_circuit(&disk, &launch).unwrap();
    assert_eq!(notes, Vec::<String>::new());
    let wrong = json!({"action": "init", "target": "cdm8", "memoryConfiguration": "vonNeumann"});
    assert_eq!(say(&mut session, wrong)[0]["status"], "FAIL");
    say(
        &mut session,
        json!({"action": "init", "target": "cdm8", "memoryConfiguration": "harvard"}),
    );
    // ldi r0,5; ldi r1,0x40; st r1,r0; halt
    let bytes = [0xd0, 5, 0xd1, 0x40, 0xa4, 0xd4];
    let loaded = say(
        &mut session,
        json!({"action": "load", "source": "bytes", "bytes": bytes}),
    );
    assert_eq!(loaded[0]["status"], "OK", "{loaded:?}");
    say(
        &mut session,
        json!({"action": "setBreakpoints", "breakpoints": [4]}),
    );
    let run = json!({"action": "run", "stopConditions": ["breakpoint"]});
    assert_eq!(say(&mut session, run.clone())[0]["reason"], "breakpoint");
    let registers = say(&mut session, json!({"action": "getRegisters"}));
    assert_eq!(registers[0]["registers"], json!([5, 0x40, 0, 0, 4, 0, 0]));
    assert_eq!(say(&mut session, run)[0]["reason"], "halt");
    let memory = say(
        &mut session,
        json!({"action": "getMemory", "offset": 0x40, "size": 1}),
    );
    assert_eq!(memory[0]["bytes"], json!([5]));
    say(
        &mut session,
        json!({"action": "setMemory", "offset": 0x41, "value": 9}),
    );
    let memory = say(
        &mut session,
        json!({"action": "getMemory", "offset": 0x40, "size": 2}),
    );
    assert_eq!(memory[0]["bytes"], json!([5, 9]));
    say(&mut session, json!({"action": "reset"}));
    let memory = say(
        &mut session,
        json!({"action": "getMemory", "offset": 0x40, "size": 2}),
    );
    assert_eq!(memory[0]["bytes"], json!([0, 0]));
    say(&mut session, json!({"action": "run", "stopConditions": []}));
    let registers = say(&mut session, json!({"action": "getRegisters"}));
    assert_eq!(
        registers[0]["registers"][0], 5,
        "the program is still there"
    );
    let nothing = say(
        &mut session,
        json!({"action": "getTunnel", "name": "no such"}),
    );
    assert_eq!(nothing[0]["message"], "Tunnel no such not found");
}

/// Requests that hang the kit's servers, kill their workers or are for other processors: each has an answer here.
#[test]
fn every_recorded_request_has_an_answer() {
    let sessions: Value = serde_json::from_str(include_str!("../data/cdp-sessions.json")).unwrap();
    let mut asked = 0;
    for recorded in sessions.as_array().unwrap() {
        let mut session = Session::new(Variant::Mark5);
        let lines = recorded["lines"].as_array().unwrap().iter();
        for line in lines.filter_map(|line| line.as_str()?.strip_prefix("C> ")) {
            let mut replies = session.handle(line, &load);
            for _ in 0..20 {
                replies.extend(session.work(1000));
            }
            asked += 1;
            // A program that loops for ever answers its `run` when it is paused.
            let Some(last) = replies.last() else {
                assert!(session.is_running(), "no answer to {line}");
                continue;
            };
            assert!(
                last["status"] == "OK" || last["message"].is_string(),
                "{line}: {last}"
            );
        }
    }
    assert!(asked > 150, "{asked}");
}
