//! The debug adapter asked what editors ask.

use std::collections::BTreeMap;

use ide::dap::Adapter;
use proptest::prelude::*;
use serde_json::{Value, json};

const PROGRAM: &str = "\
asect 0
        setsp 0xf0
        ldi r0, 3
again:  jsr twice
        dec r0
        bne again
        halt
twice:  ldi r1, count
        ld r1, r2
        inc r2
        st r1, r2
        rts
count:  dc 0
end
";
const PATH: &str = "/p/main.asm";

struct Editor {
    adapter: Adapter<BTreeMap<String, Vec<u8>>>,
    seq: u64,
    events: Vec<Value>,
}

impl Editor {
    fn new(launch: Value) -> Editor {
        let disk = BTreeMap::from([(PATH.to_owned(), PROGRAM.as_bytes().to_vec())]);
        let mut editor = Editor {
            adapter: Adapter::new(disk, None),
            seq: 0,
            events: Vec::new(),
        };
        editor.ask("initialize", json!({"adapterID": "mancala"}));
        editor.ask("launch", launch);
        assert_eq!(
            editor.events.pop().expect("an event")["event"],
            "initialized"
        );
        editor
    }

    fn program() -> Editor {
        let mut editor = Editor::new(json!({"program": PATH}));
        editor.ask("configurationDone", json!({}));
        assert_eq!(editor.last()["reason"], "entry");
        editor
    }

    fn try_ask(&mut self, command: &str, arguments: Value) -> Value {
        self.seq += 1;
        let request =
            json!({"seq": self.seq, "type": "request", "command": command, "arguments": arguments});
        let mut messages = self.adapter.handle(&request);
        let response = messages.remove(0);
        assert_eq!(response["request_seq"], self.seq);
        self.events.extend(messages);
        while self.adapter.is_running() {
            self.events.extend(self.adapter.work());
        }
        response
    }

    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let response = self.try_ask(command, arguments);
        assert_eq!(response["success"], true, "{response}");
        response["body"].clone()
    }

    /// The last stop.
    fn last(&self) -> Value {
        let mut stops = self
            .events
            .iter()
            .filter(|event| event["event"] == "stopped");
        stops.next_back().expect("a stop")["body"].clone()
    }

    fn go(&mut self, command: &str) -> u64 {
        self.ask(command, json!({"threadId": 1}));
        self.line()
    }

    fn line(&mut self) -> u64 {
        self.ask("stackTrace", json!({"threadId": 1}))["stackFrames"][0]["line"]
            .as_u64()
            .unwrap()
    }

    fn value(&mut self, expression: &str) -> String {
        self.ask(
            "evaluate",
            json!({"expression": expression, "context": "watch"}),
        )["result"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    fn console(&mut self, line: &str) -> String {
        self.ask("evaluate", json!({"expression": line, "context": "repl"}))["result"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    fn break_at(&mut self, line: u64, more: Value) -> Value {
        let mut point = more;
        point["line"] = line.into();
        self.ask(
            "setBreakpoints",
            json!({"source": {"path": PATH}, "breakpoints": [point]}),
        )["breakpoints"][0]
            .clone()
    }
}

#[test]
fn lines_are_stepped_in_both_directions() {
    let mut editor = Editor::program();
    assert_eq!(editor.line(), 2);
    assert_eq!(
        [editor.go("next"), editor.go("next"), editor.go("next")],
        [3, 4, 5],
        "over the call"
    );
    assert_eq!(editor.go("stepBack"), 12, "back into it");
    editor.ask("restart", json!({}));
    assert_eq!(
        [editor.go("next"), editor.go("next"), editor.go("stepIn")],
        [3, 4, 8]
    );
    assert_eq!([editor.go("stepBack"), editor.go("stepIn")], [4, 8]);
    let frames = editor.ask("stackTrace", json!({"threadId": 1}))["stackFrames"].clone();
    let names: Vec<&str> = frames
        .as_array()
        .unwrap()
        .iter()
        .map(|frame| frame["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["twice", "again"]);
    assert_eq!(frames[0]["source"]["path"], PATH);
    assert_eq!(editor.go("stepOut"), 5);
    editor.go("continue");
    assert!(
        editor.last()["description"]
            .as_str()
            .unwrap()
            .contains("halt"),
        "{}",
        editor.last()
    );
    assert_eq!(
        (editor.line(), editor.value("count")),
        (7, "0x03 3".to_owned())
    );
    editor.go("reverseContinue");
    assert_eq!(
        (editor.last()["reason"].clone(), editor.line()),
        (json!("entry"), 2)
    );
}

#[test]
fn breakpoints_of_every_kind() {
    let mut editor = Editor::program();
    assert_eq!(
        editor.break_at(1, json!({}))["line"],
        2,
        "the next line with code"
    );
    assert_eq!(editor.break_at(99, json!({}))["verified"], false);
    let point = editor.break_at(5, json!({"condition": "r0 = 2"}));
    assert_eq!(editor.go("continue"), 5);
    assert_eq!(
        (
            editor.value("r0"),
            editor.last()["hitBreakpointIds"][0].clone()
        ),
        ("0x02 2".to_owned(), point["id"].clone())
    );
    assert_eq!(
        editor.break_at(5, json!({"condition": "r0 = nonsense"}))["verified"],
        false
    );
    editor.ask("restart", json!({}));
    editor.break_at(5, json!({"hitCondition": "3"}));
    editor.go("continue");
    assert_eq!(editor.value("r0"), "0x01 1");
    editor.ask("restart", json!({}));
    editor.break_at(5, json!({"logMessage": "left: {r0}"}));
    editor.go("continue");
    let said: Vec<&str> = editor
        .events
        .iter()
        .filter(|event| event["event"] == "output")
        .map(|event| event["body"]["output"].as_str().unwrap())
        .collect();
    assert_eq!(said, ["left: 0x03\n", "left: 0x02\n", "left: 0x01\n"]);
    editor.ask("restart", json!({}));
    editor.ask(
        "setBreakpoints",
        json!({"source": {"path": PATH}, "breakpoints": []}),
    );
    let labels = editor.ask(
        "setFunctionBreakpoints",
        json!({"breakpoints": [{"name": "twice"}, {"name": "nobody"}]}),
    );
    assert_eq!(
        (
            labels["breakpoints"][0]["verified"].clone(),
            labels["breakpoints"][1]["verified"].clone()
        ),
        (json!(true), json!(false))
    );
    assert_eq!(
        (editor.go("continue"), editor.last()["reason"].clone()),
        (8, json!("function breakpoint"))
    );
    editor.ask("setFunctionBreakpoints", json!({"breakpoints": []}));
    let info = editor.ask("dataBreakpointInfo", json!({"name": "count"}));
    editor.ask(
        "setDataBreakpoints",
        json!({"breakpoints": [{"dataId": info["dataId"]}]}),
    );
    assert_eq!(
        (editor.go("continue"), editor.last()["reason"].clone()),
        (12, json!("data breakpoint"))
    );
    assert_eq!(editor.go("reverseContinue"), 11, "just before the change");
}

#[test]
fn variables_are_shown_and_set() {
    let mut editor = Editor::program();
    let scopes = editor.ask("scopes", json!({"frameId": 1}))["scopes"].clone();
    let names: Vec<&str> = scopes
        .as_array()
        .unwrap()
        .iter()
        .map(|scope| scope["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Registers", "Flags", "Labels"]);
    let set = editor.ask(
        "setVariable",
        json!({"variablesReference": 1, "name": "r3", "value": "0x2a"}),
    );
    assert_eq!(set["value"], "0x2a 42 '*'");
    editor.ask(
        "setVariable",
        json!({"variablesReference": 2, "name": "z", "value": "1"}),
    );
    assert_eq!(editor.value("z"), "0x01 1");
    editor.ask(
        "setVariable",
        json!({"variablesReference": 3, "name": "count", "value": "7"}),
    );
    assert_eq!(editor.value("count"), "0x07 7");
    let flags = editor.ask("variables", json!({"variablesReference": 2}))["variables"].clone();
    assert_eq!(
        flags[2],
        json!({"name": "z", "value": "1", "evaluateName": "z", "variablesReference": 0})
    );
    let refused = editor.try_ask(
        "setVariable",
        json!({"variablesReference": 1, "name": "r9", "value": "1"}),
    );
    assert_eq!(refused["success"], false);
}

#[test]
fn memory_and_code_are_shown() {
    let mut editor = Editor::program();
    let read = editor.ask(
        "readMemory",
        json!({"memoryReference": "code:0x00", "count": 4}),
    );
    assert_eq!(
        (read["data"].as_str(), read["address"].as_str()),
        (Some("zfDQAw=="), Some("code:0x00"))
    );
    let past = editor.ask("readMemory", json!({"memoryReference": "0xff", "count": 4}));
    assert_eq!(past["unreadableBytes"], 3);
    editor.ask(
        "writeMemory",
        json!({"memoryReference": "0x80", "data": "AQID"}),
    );
    assert_eq!(editor.value("[0x82]"), "0x03 3");
    let code = editor.ask(
        "disassemble",
        json!({"memoryReference": "code:0x02", "instructionOffset": -1, "instructionCount": 3}),
    )["instructions"]
        .clone();
    let texts: Vec<&str> = code
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["instruction"].as_str().unwrap())
        .collect();
    assert_eq!(texts, ["setsp 0xf0", "ldi r0, 0x03", "jsr twice"]);
    assert_eq!(code[1]["instructionBytes"], "d0 03");
}

#[test]
fn the_console_takes_the_commands_of_the_debugger() {
    let mut editor = Editor::program();
    assert_eq!(editor.console("r0 + 1"), "0x01 1");
    assert!(editor.console("stepi 2").contains("again"));
    assert_eq!(editor.line(), 4);
    assert!(editor.console("nonsense").contains("error"));
}

#[test]
fn a_console_is_debugged_with_its_panel_and_buttons() {
    let mut editor = Editor::new(json!({"console": "2023"}));
    let labels = editor.ask(
        "setFunctionBreakpoints",
        json!({"breakpoints": [{"name": "ask"}]}),
    );
    assert_eq!(labels["breakpoints"][0]["verified"], true, "{labels}");
    editor.ask("configurationDone", json!({}));
    let frames = editor.ask("stackTrace", json!({"threadId": 1}))["stackFrames"].clone();
    assert_eq!(
        frames[0]["name"], "main",
        "not the data at the same address"
    );
    editor.ask("setFunctionBreakpoints", json!({"breakpoints": []}));
    editor.go("continue");
    assert!(
        editor.last()["description"]
            .as_str()
            .unwrap()
            .contains("waits"),
        "{}",
        editor.last()
    );
    editor.console("seeds 4");
    editor.go("continue");
    editor.console("first human");
    editor.go("continue");
    let scopes = editor.ask("scopes", json!({"frameId": 1}))["scopes"].clone();
    assert_eq!(scopes[0]["name"], "Panel");
    let panel = editor.ask(
        "variables",
        json!({"variablesReference": scopes[0]["variablesReference"]}),
    )["variables"]
        .clone();
    assert_eq!(panel[1]["value"], "[4, 4, 4, 4, 4, 4] store 0");
    let lights = editor.ask(
        "variables",
        json!({"variablesReference": panel[2]["variablesReference"]}),
    )["variables"]
        .clone();
    assert!(
        lights
            .as_array()
            .unwrap()
            .iter()
            .any(|light| light["value"] == "on"),
        "{lights}"
    );
    let source =
        editor.ask("stackTrace", json!({"threadId": 1}))["stackFrames"][0]["source"].clone();
    let text = editor.ask(
        "source",
        json!({"sourceReference": source["sourceReference"]}),
    );
    assert!(
        text["content"].as_str().unwrap().contains("asect"),
        "{source}"
    );
    let info = editor.ask("dataBreakpointInfo", json!({"name": "[0x07]"}));
    editor.ask(
        "setDataBreakpoints",
        json!({"breakpoints": [{"dataId": info["dataId"]}]}),
    );
    editor.console("press 3");
    editor.go("continue");
    assert_eq!(
        editor.last()["reason"],
        "data breakpoint",
        "the fourth seed falls into the store"
    );
    editor.ask("setDataBreakpoints", json!({"breakpoints": []}));
    let before = editor.console("where");
    editor.ask(
        "stepBack",
        json!({"threadId": 1, "granularity": "instruction"}),
    );
    editor.ask(
        "stepIn",
        json!({"threadId": 1, "granularity": "instruction"}),
    );
    assert_eq!(editor.console("where"), before);
}

#[test]
fn registers_of_a_console_are_set_and_going_back_takes_that_back() {
    for engine in ["fast", "chips", "gates"] {
        let launch = json!({"console": "2016", "engine": engine});
        let mut editor = Editor::new(launch);
        editor.ask("configurationDone", json!({}));
        let step = json!({"threadId": 1, "granularity": "instruction"});
        for _ in 0..5 {
            editor.ask("stepIn", step.clone());
        }
        let before = [editor.value("r2"), editor.value("z"), editor.value("pc")];
        let mut set = |number: u64, name: &str, value: &str| {
            let arguments = json!({"variablesReference": number, "name": name, "value": value});
            editor.ask("setVariable", arguments)["value"].clone()
        };
        assert_eq!(set(1, "r2", "0x2a"), "0x2a 42 '*'", "{engine}");
        assert_eq!(set(2, "z", "1"), "0x01 1");
        assert_eq!(set(2, "n", "0"), "0x00 0");
        assert_eq!(set(1, "pc", "0x10"), "0x10 16");
        let write = json!({"memoryReference": "0x20", "data": "Bwg="});
        editor.ask("writeMemory", write);
        assert_eq!(editor.console("[0x20] + [0x21]"), "0x0f 15");
        assert_eq!(editor.console("set r1 = 9"), "0x09 9");
        let there = [editor.value("r2"), editor.value("z"), editor.value("pc")];
        assert_eq!(there, ["0x2a 42 '*'", "0x01 1", "0x10 16"], "{engine}");
        let all = |editor: &mut Editor| ["r2", "z", "pc"].map(|name| editor.value(name));
        editor.ask("stepBack", step.clone());
        assert_eq!(all(&mut editor), before, "{engine}: taken back");
        editor.ask("stepIn", step.clone());
        assert_eq!(editor.value("r2"), there[0], "{engine}: done again");
        assert_eq!(editor.value("[0x21]"), "0x08 8", "{engine}");
        let undone = editor.console("undo");
        assert!(undone.starts_with("half-tick "), "{engine}: {undone}");
        assert_eq!(all(&mut editor), before, "{engine}: taken back");
        let half_tick = undone.split(',').next().unwrap();
        assert!(editor.console("redo").starts_with(half_tick), "{engine}");
        assert_eq!(all(&mut editor), there, "{engine}: done again");
        assert!(
            editor.console("redo").contains("nothing to redo"),
            "{engine}"
        );
        editor.ask("stepIn", step.clone());
        editor.ask("stepBack", step.clone());
        editor.console("set r0 = 1");
        assert_eq!(all(&mut editor), before, "{engine}: another future");
        assert_eq!(editor.value("[0x21]"), "0x00 0", "{engine}");
        let refused = editor.try_ask(
            "writeMemory",
            json!({"memoryReference": "0xf1", "data": "Bw=="}),
        );
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains("not plain RAM"), "{message}");
        let refused = editor.try_ask(
            "setVariable",
            json!({"variablesReference": 1, "name": "r9", "value": "1"}),
        );
        assert_eq!(refused["success"], false);
    }
}

#[test]
fn what_cannot_be_launched_is_refused_in_words() {
    let mut adapter = Adapter::new(
        BTreeMap::from([("/x.asm".to_owned(), b"asect 0\npsh r0\nend\n".to_vec())]),
        None,
    );
    let mut refused = |command: &str, arguments: Value| {
        let answer = adapter.handle(
            &json!({"seq": 1, "type": "request", "command": command, "arguments": arguments}),
        );
        assert_eq!(answer[0]["success"], false);
        answer[0]["message"].as_str().unwrap().to_owned()
    };
    assert!(refused("launch", json!({})).contains("program"));
    assert!(refused("launch", json!({"program": "/none.asm"})).contains("cannot read /none.asm"));
    assert!(refused("launch", json!({"program": "/x.asm"})).contains("did you mean `push`"));
    assert!(refused("launch", json!({"console": "1999"})).contains("console"));
    assert!(refused("launch", json!({"console": "2023", "firmware": "/"})).contains("main.asm"));
    assert!(refused("attach", json!({})).contains("--port"));
    assert!(refused("stackTrace", json!({})).contains("launch"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_request_is_answered(requests in prop::collection::vec((0..24usize, prop_oneof![any::<i64>(), Just(i64::MAX), Just(i64::MIN), -300..300i64], 0..300i64, "[ -~]{0,8}"), 1..20)) {
        const COMMANDS: [&str; 24] = [
            "setBreakpoints", "setFunctionBreakpoints", "setInstructionBreakpoints", "setDataBreakpoints", "dataBreakpointInfo",
            "stackTrace", "scopes", "variables", "setVariable", "evaluate", "readMemory", "writeMemory", "disassemble", "next",
            "stepIn", "stepOut", "stepBack", "reverseContinue", "continue", "pause", "restart", "source", "threads", "nonsense",
        ];
        let mut editor = Editor::program();
        for (command, big, small, text) in requests {
            let arguments = json!({
                "threadId": 1, "variablesReference": small, "name": text, "value": text, "expression": text, "context": if big > 0 { "repl" } else { "watch" },
                "memoryReference": format!("0x{small:x}"), "offset": big, "count": big, "instructionOffset": small - 150, "instructionCount": small,
                "data": text, "source": {"path": PATH}, "sourceReference": small, "granularity": if big > 0 { "instruction" } else { "line" },
                "breakpoints": [{"line": big, "name": text, "instructionReference": text, "dataId": text, "condition": text, "hitCondition": text}],
            });
            if text.trim_start().starts_with(['g', 'c', 'u']) {
                continue; // Commands that may run for long.
            }
            editor.try_ask(COMMANDS[command], arguments);
        }
    }
}
