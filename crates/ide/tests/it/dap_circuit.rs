//! A program debugged inside a circuit: the processor is the one drawn in `hardware/`, or a changed one.

use std::collections::BTreeMap;

use ide::dap::Adapter;
use serde_json::{Value, json};

const PROGRAM: &str = "\
asect 0
        ldi r0, 3
        ldi r1, 0x40
again:  jsr twice
        dec r0
        bne again
        halt
twice:  ld r1, r2
        inc r2
        st r1, r2
        rts
end
";

/// A subroutine of some 36 000 half-ticks.
const SLOW: &str = "\
asect 0
        ldi r0, 10
        jsr delay
        halt
delay:  ldi r1, 0
inner:  dec r1
        bne inner
        dec r0
        bne delay
        rts
end
";

const BENCH: &str = include_str!("../../../../hardware/cdm8/bench.circ");
const CHIP: &str = include_str!("../../../../hardware/cdm8/cdm8.circ");

struct Editor {
    adapter: Adapter<BTreeMap<String, Vec<u8>>>,
    seq: u64,
    events: Vec<Value>,
}

impl Editor {
    fn launch(chip: &str, more: Value) -> Result<Editor, String> {
        let files = [
            ("/p/main.asm", PROGRAM),
            (
                "/p/and.asm",
                "asect 0\nldi r0, 12\nldi r1, 10\nand r0, r1\nhalt\nend\n",
            ),
            (
                "/p/multiply.asm",
                include_str!("../../../../docs/examples/cdm8/multiply.asm"),
            ),
            ("/p/slow.asm", SLOW),
            ("/p/board.circ", BENCH),
            ("/p/cdm8.circ", chip),
        ];
        let disk = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        let mut editor = Editor {
            adapter: Adapter::new(BTreeMap::from(disk), None),
            seq: 0,
            events: Vec::new(),
        };
        let mut arguments = json!({"circuit": "/p/board.circ", "program": "/p/main.asm"});
        for (name, value) in more.as_object().unwrap() {
            arguments[name] = value.clone();
        }
        editor.ask("initialize", json!({}))?;
        editor.ask("launch", arguments)?;
        editor.ask("configurationDone", json!({}))?;
        Ok(editor)
    }

    fn ask(&mut self, command: &str, arguments: Value) -> Result<Value, String> {
        let answer = self.send(command, arguments);
        self.finish();
        answer
    }

    /// Runs until the program stops; the number of slices.
    fn finish(&mut self) -> usize {
        let mut slices = 0;
        while self.adapter.is_running() {
            self.events.extend(self.adapter.work());
            slices += 1;
        }
        slices
    }

    /// Does not wait for a program that runs.
    fn send(&mut self, command: &str, arguments: Value) -> Result<Value, String> {
        self.seq += 1;
        let request =
            json!({"seq": self.seq, "type": "request", "command": command, "arguments": arguments});
        let mut messages = self.adapter.handle(&request);
        let response = messages.remove(0);
        self.events.extend(messages);
        match response["success"] == true {
            true => Ok(response["body"].clone()),
            false => Err(response["message"].as_str().unwrap().to_owned()),
        }
    }

    fn stop(&self) -> &Value {
        let mut stops = self.events.iter().rev();
        &stops.find(|event| event["event"] == "stopped").unwrap()["body"]
    }

    fn go(&mut self, command: &str) -> u64 {
        self.ask(command, json!({"threadId": 1})).unwrap();
        let stack = self.ask("stackTrace", json!({"threadId": 1})).unwrap();
        stack["stackFrames"][0]["line"].as_u64().unwrap()
    }

    fn watch(&mut self, expression: &str) -> String {
        let arguments = json!({"expression": expression, "context": "watch"});
        let answer = self.ask("evaluate", arguments).unwrap();
        answer["result"].as_str().unwrap().to_owned()
    }

    fn console(&mut self, line: &str) -> String {
        let arguments = json!({"expression": line, "context": "repl"});
        let answer = self.ask("evaluate", arguments).unwrap();
        answer["result"].as_str().unwrap().to_owned()
    }

    fn variables(&mut self, number: &Value) -> Vec<Value> {
        let arguments = json!({"variablesReference": number});
        let answer = self.ask("variables", arguments).unwrap();
        answer["variables"].as_array().unwrap().clone()
    }
}

#[test]
fn long_motions_run_in_slices_and_can_be_paused() {
    let launch = json!({"program": "/p/slow.asm", "engine": "chips"});
    let mut editor = Editor::launch(CHIP, launch).unwrap();
    let thread = || json!({"threadId": 1});
    let first = json!({"breakpoints": [{"name": "delay", "condition": "r0 = 10"}]});
    let none = json!({"breakpoints": []});
    editor.ask("setFunctionBreakpoints", first.clone()).unwrap();
    assert_eq!(editor.go("continue"), 5);
    let begin = editor.console("where");
    editor.ask("setFunctionBreakpoints", none.clone()).unwrap();

    editor.send("stepOut", thread()).unwrap();
    let slices = editor.finish();
    assert!(slices > 3, "{slices}");
    assert_eq!(editor.stop()["reason"], "step");
    let end = editor.console("where");

    editor.ask("setFunctionBreakpoints", first).unwrap();
    editor.send("reverseContinue", thread()).unwrap();
    let slices = editor.finish();
    assert!(slices > 3, "{slices}");
    assert_eq!(editor.stop()["reason"], "function breakpoint");
    assert_eq!(editor.console("where"), begin);
    editor.ask("setFunctionBreakpoints", none).unwrap();

    assert_eq!(editor.go("stepBack"), 3);
    editor.send("next", thread()).unwrap();
    let events = editor.adapter.work();
    assert!(editor.adapter.is_running(), "{events:?}");
    editor.ask("pause", thread()).unwrap();
    assert_eq!(editor.stop()["reason"], "pause");
    let inside = editor.console("where");
    assert!(inside != begin && inside != end, "{inside}");
    assert_eq!(editor.go("stepOut"), 4);
    assert_eq!(editor.console("where"), end);
    assert_eq!([editor.go("stepBack"), editor.go("stepBack")], [10, 9]);
    editor.go("stepOut");
    assert_eq!(editor.console("where"), end);

    // A search backwards that is paused has not moved.
    editor.send("reverseContinue", thread()).unwrap();
    let events = editor.adapter.work();
    assert!(editor.adapter.is_running(), "{events:?}");
    let tick = json!({"expression": "tick", "context": "repl"});
    let refused = editor.send("evaluate", tick).unwrap_err();
    assert!(refused.contains("pause"), "{refused}");
    editor.ask("pause", thread()).unwrap();
    assert_eq!(editor.console("where"), end);
    editor.go("reverseContinue");
    assert_eq!(editor.stop()["reason"], "entry");

    editor.send("continue", thread()).unwrap();
    editor.send("restart", json!({})).unwrap();
    assert!(!editor.adapter.is_running(), "a restart ends what runs");
}

#[test]
fn lines_are_stepped_and_every_wire_is_at_hand() {
    let mut editor = Editor::launch(CHIP, json!({})).unwrap();
    assert_eq!(editor.stop()["reason"], "entry");
    assert_eq!(
        [editor.go("next"), editor.go("next"), editor.go("stepIn")],
        [3, 4, 8]
    );
    assert_eq!(editor.watch("r0"), "0x03 3");
    assert_eq!(
        editor.watch("/CdM-8@500,300:r0"),
        "3",
        "the pin of the circuit shows the same"
    );
    assert_eq!(
        [editor.go("next"), editor.go("next"), editor.go("next")],
        [9, 10, 11]
    );
    assert_eq!(editor.watch("[0x40]"), "0x01 1");
    assert_eq!(
        [
            editor.go("stepOut"),
            editor.go("stepBack"),
            editor.go("stepBack")
        ],
        [5, 11, 10]
    );
    assert_eq!(
        editor.watch("[0x40]"),
        "0x00 0",
        "time went back before the write"
    );
    let points = json!({"source": {"path": "/p/main.asm"}, "breakpoints": [{"line": 6, "condition": "r0 = 1 and [0x40] = 2"}]});
    let answer = editor.ask("setBreakpoints", points).unwrap();
    assert_eq!(answer["breakpoints"][0]["verified"], true, "{answer}");
    assert_eq!(editor.go("continue"), 6);
    assert_eq!(editor.watch("r0"), "0x01 1");
    assert_eq!(editor.go("continue"), 7);
    assert_eq!(editor.stop()["text"], "the processor has halted");
    assert_eq!(editor.go("reverseContinue"), 6);
}

#[test]
fn what_was_done_is_taken_back_and_done_again() {
    let mut editor = Editor::launch(CHIP, json!({})).unwrap();
    editor.go("next");
    let here = editor.console("where");
    editor.console("set r0 = 7");
    assert_eq!(editor.watch("r0"), "0x07 7");
    editor.go("next");
    assert_eq!(editor.console("undo"), here);
    assert_eq!(editor.watch("r0"), "0x03 3");
    assert_eq!(editor.console("redo"), here);
    assert_eq!(editor.watch("r0"), "0x07 7");
    assert!(editor.console("redo").contains("nothing to redo"));
}

#[test]
fn the_sheets_are_a_tree_of_variables() {
    let mut editor = Editor::launch(CHIP, json!({})).unwrap();
    let scopes = editor.ask("scopes", json!({"frameId": 1})).unwrap();
    let circuit = scopes["scopes"][0].clone();
    assert_eq!(circuit["name"], "Circuit");
    let top = editor.variables(&circuit["variablesReference"]);
    let processor = top
        .iter()
        .find(|one| one["value"] == "the processor")
        .expect("it is there");
    let inside = editor.variables(&processor["variablesReference"]);
    assert!(
        inside.iter().any(|one| one["name"] == "fetch"),
        "{inside:?}"
    );
    let deeper = inside
        .iter()
        .find(|one| one["variablesReference"] != 0)
        .expect("chips");
    assert!(!editor.variables(&deeper["variablesReference"]).is_empty());
    for one in top.iter().chain(&inside) {
        if let Some(name) = one["evaluateName"].as_str() {
            assert_eq!(json!(editor.watch(name)), one["value"], "{name}");
        }
    }
}

#[test]
fn half_ticks_conditions_on_wires_and_memory() {
    let mut editor = Editor::launch(CHIP, json!({})).unwrap();
    assert!(editor.console("tick 3").contains("half-tick 3"));
    assert!(editor.console("back 2").contains("half-tick 1"));
    let points = json!({"breakpoints": [{"name": "twice", "condition": "/CdM-8@500,300:r0 = 2"}]});
    let answer = editor.ask("setFunctionBreakpoints", points).unwrap();
    assert_eq!(answer["breakpoints"][0]["verified"], true, "{answer}");
    assert_eq!(editor.go("continue"), 8);
    assert_eq!(editor.watch("r0"), "0x02 2");
    let write = json!({"memoryReference": "0x40", "data": "Bw=="});
    editor.ask("writeMemory", write).unwrap();
    assert_eq!(editor.watch("[0x40]"), "0x07 7");
    assert_eq!([editor.go("next"), editor.watch("r2").len() as u64], [9, 6]);
    assert_eq!(
        editor.watch("r2"),
        "0x07 7",
        "the circuit reads what was written"
    );
    let points = json!({"breakpoints": [{"name": "twice", "condition": "/nothing = 2"}]});
    let answer = editor.ask("setFunctionBreakpoints", points).unwrap();
    assert_eq!(answer["breakpoints"][0]["verified"], false);
}

#[test]
fn registers_are_set_in_the_circuit_and_going_back_takes_that_back() {
    for engine in ["gates", "chips"] {
        let mut editor = Editor::launch(CHIP, json!({"engine": engine})).unwrap();
        assert_eq!([editor.go("next"), editor.go("next")], [3, 4]);
        let mut set = |number: u64, name: &str, value: &str| {
            let arguments = json!({"variablesReference": number, "name": name, "value": value});
            editor
                .ask("setVariable", arguments)
                .map(|set| set["value"].clone())
        };
        assert_eq!(set(1, "r0", "1"), Ok(json!("0x01 1")), "{engine}");
        assert_eq!(set(1, "r1", "r0 + 0x4f"), Ok(json!("0x50 80 'P'")));
        assert_eq!(set(2, "c", "1"), Ok(json!("0x01 1")));
        assert!(set(1, "r7", "1").is_err());
        assert_eq!(editor.watch("/CdM-8@500,300:r1"), "0x50 (80)", "{engine}");
        assert_eq!(editor.console("set sp = 0xf0"), "0xf0 240");
        assert!(editor.console("tick").contains("half-tick"));
        assert!(
            editor
                .console("set r0 = 2")
                .contains("between two instructions")
        );
        editor.console("back");
        assert_eq!(editor.go("next"), 5);
        assert_eq!(
            [editor.watch("[0x50]"), editor.watch("[0x40]")],
            ["0x01 1", "0x00 0"]
        );
        assert_eq!(
            [editor.go("next"), editor.go("next")],
            [6, 7],
            "one round, not three"
        );
        assert_eq!(editor.go("continue"), 7);
        assert_eq!(
            editor.stop()["text"],
            "the processor has halted",
            "{engine}"
        );
        editor
            .ask("reverseContinue", json!({"threadId": 1}))
            .unwrap();
        assert_eq!(editor.watch("r0"), "0x00 0", "the start");
        assert_eq!([editor.go("next"), editor.go("next")], [3, 4]);
        assert_eq!(editor.watch("r0"), "0x03 3", "not set yet");
        assert_eq!(editor.go("next"), 5);
        assert_eq!(editor.watch("r0"), "0x01 1", "what was done is done again");
        editor.ask("restart", json!({})).unwrap();
        editor
            .ask(
                "setVariable",
                json!({"variablesReference": 1, "name": "pc", "value": "again"}),
            )
            .unwrap();
        assert_eq!(editor.go("stepIn"), 8, "{engine}: it calls from there");
    }
}

/// A register whose pin shows something else cannot be set, and the reason names it.
#[test]
fn a_register_that_no_pin_shows_cannot_be_set() {
    let bank = CHIP.find("<a name=\"label\" val=\"R0\"/>").unwrap();
    let at = CHIP[..bank].rfind("name=\"Register\"").unwrap();
    let mut other = CHIP.to_owned();
    other.replace_range(
        at..at + "name=\"Register\"".len(),
        "name=\"Shift Register\"",
    );
    let launch = json!({"variant": "ideal", "program": "/p/and.asm"});
    let mut editor = Editor::launch(&other, launch).unwrap();
    let set = json!({"variablesReference": 1, "name": "r0", "value": "1"});
    let refused = editor.ask("setVariable", set).unwrap_err();
    assert!(refused.contains("r0 comes from"), "{refused}");
}

#[test]
fn the_native_processor_takes_the_same_way() {
    let mut gates = Editor::launch(CHIP, json!({})).unwrap();
    let mut chips = Editor::launch(CHIP, json!({"engine": "chips"})).unwrap();
    for _ in 0..12 {
        assert_eq!(gates.go("stepIn"), chips.go("stepIn"));
        for name in ["r0", "r1", "r2", "pc", "sp", "ps", "[0x40]"] {
            assert_eq!(gates.watch(name), chips.watch(name), "{name}");
        }
        assert_eq!(gates.console("where"), chips.console("where"));
    }
}

#[test]
fn what_is_wrong_is_said() {
    let wrong = |more| Editor::launch(CHIP, more).err().expect("refused");
    let says = |more: Value, what: &str| {
        let told = wrong(more);
        assert!(told.contains(what), "{told}");
    };
    says(
        json!({"circuit": "/p/none.circ"}),
        "cannot read /p/none.circ",
    );
    says(json!({"program": "/p/none.asm"}), "cannot read /p/none.asm");
    says(
        json!({"rom": "/CdM-8@500,300"}),
        "rom: /CdM-8@500,300 is not a memory of bytes",
    );
    says(json!({"ram": "/nothing"}), "ram: ");
    says(
        json!({"engine": "steam"}),
        "engine: expected gates or chips",
    );
    says(json!({"sheet": "None"}), "there is no circuit 'None'");
    says(json!({"processor": "/x"}), "processor: ");
    says(json!({"circuit": "/p/cdm8.circ"}), "no sub-circuit");
    says(json!({"circuit": "/p/main.asm"}), "main.asm");
}

#[test]
fn a_processor_that_is_none_is_followed_until_it_shows() {
    let logic = CHIP.find("<circuit name=\"Logic\">").unwrap();
    let at = logic + CHIP[logic..].find("name=\"AND Gate\"").unwrap();
    let mut wrong = CHIP.to_owned();
    wrong.replace_range(at..at + "name=\"AND Gate\"".len(), "name=\"OR Gate\"");
    let launch = json!({"variant": "ideal", "program": "/p/and.asm"});
    let mut editor = Editor::launch(&wrong, launch).unwrap();
    let mut events = editor.events.iter();
    let said = events.find(|event| event["event"] == "output").unwrap();
    let said = said["body"]["output"].as_str().unwrap();
    assert!(
        said.contains("has the pins of a CdM-8 and is none"),
        "{said}"
    );
    assert_eq!(
        editor.go("continue"),
        5,
        "it shows when the next one begins"
    );
    let stop = editor.stop().clone();
    assert_eq!(stop["reason"], "exception", "{stop}");
    let text = stop["text"].as_str().unwrap();
    assert!(text.contains("r1 is 0x0e where ideal has 0x08"), "{text}");
    let info = editor.ask("exceptionInfo", json!({"threadId": 1})).unwrap();
    assert_eq!(info["description"], *text, "{info}");
    assert_eq!(editor.watch("r1"), "0x0e 14", "what the circuit shows");
    assert_eq!([editor.go("stepBack"), editor.go("stepBack")], [5, 4]);
    assert!(editor.ask("exceptionInfo", json!({"threadId": 1})).is_err());
    assert_eq!(editor.watch("r1"), "0x0a 10", "before it");
}

/// As in docs/students.md.
#[test]
fn the_way_of_the_guide_leads_there() {
    let launch = json!({"program": "/p/multiply.asm", "memory": "harvard"});
    let mut editor = Editor::launch(CHIP, launch).unwrap();
    let points =
        json!({"breakpoints": [{"name": "start", "condition": "/RAM@1000,440[0x15] = 42"}]});
    let answer = editor.ask("setFunctionBreakpoints", points).unwrap();
    assert_eq!(answer["breakpoints"][0]["verified"], true, "{answer}");
    editor.go("continue");
    assert_eq!(editor.stop()["text"], "the processor has halted");
    assert_eq!(editor.watch("/RAM@1000,440[0x15]"), "0x2a (42)");
    assert_eq!(editor.watch("product"), "0x2a 42 '*'");
}
