//! Whatever a debug client sends, in whatever order, each request gets one answer; and any texts to the debug server are answered.
#![no_main]

use std::collections::BTreeMap;

use arbitrary::Arbitrary;
use cdm8::variant::Variant;
use ide::cdp::Session;
use ide::dap::Adapter;
use ide::frame::Frames;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

const PROGRAM: &[u8] = b"asect 0\nldi r0, 3\nloop: jsr sub\ndec r0\nbne loop\nhalt\nsub: ldi r1, cell\nst r1, r0\nrts\ncell: dc 7\nend\n";
const BOARD: &[u8] = include_bytes!("../../hardware/cdm8/bench.circ");
const CHIP: &[u8] = include_bytes!("../../hardware/cdm8/cdm8.circ");

const COMMANDS: [&str; 27] = [
    "setBreakpoints", "setFunctionBreakpoints", "setInstructionBreakpoints", "setDataBreakpoints", "dataBreakpointInfo", "stackTrace",
    "scopes", "variables", "setVariable", "evaluate", "readMemory", "writeMemory", "disassemble", "source", "next", "stepIn", "stepOut",
    "stepBack", "continue", "reverseContinue", "pause", "restart", "configurationDone", "exceptionInfo", "initialize", "terminate", "attach",
];
const ACTIONS: [&str; 14] = [
    "init", "load", "reset", "setBreakpoints", "setLineLocations", "run", "step", "pause", "getRegisters", "getMemory", "setMemory",
    "getTunnel", "ping", "fly",
];

#[derive(Arbitrary, Debug)]
struct Request {
    command: u8,
    number: i64,
    small: u8,
    word: Word,
    text: String,
    yes: bool,
    /// Pieces of work after it.
    work: u8,
}

/// Texts that mean something, and others.
#[derive(Arbitrary, Debug)]
enum Word {
    Register,
    Label,
    Cell,
    Condition,
    Data,
    Code,
    Wire,
    Press,
    Set,
    Travel,
    Any,
}

impl Request {
    fn word(&self) -> String {
        match self.word {
            Word::Register => format!("r{}", self.small % 5),
            Word::Label => "sub".to_owned(),
            Word::Cell => format!("[cell + {}]", self.small),
            Word::Condition => format!("r0 = {} and [cell] > 1", self.small),
            Word::Data => format!("changes {}", self.number),
            Word::Code => format!("code:0x{:x}", self.number),
            Word::Wire => format!("/RAM@1000,440[{}]", self.small),
            Word::Press => format!("press {}", self.small),
            Word::Set => format!("set r{} = {}", self.small % 4, self.text),
            Word::Travel => format!("{} {}", if self.yes { "back" } else { "tick" }, self.small),
            Word::Any => self.text.clone(),
        }
    }

    fn arguments(&self) -> Value {
        let word = self.word();
        let point = json!({"line": self.number, "name": word, "instructionReference": word, "offset": self.number, "dataId": word,
                           "condition": self.text, "hitCondition": self.text, "logMessage": if self.yes { Some(&word) } else { None }});
        json!({
            "threadId": 1, "frameId": self.small, "variablesReference": self.number, "name": word, "value": self.text, "expression": word,
            "context": if self.yes { "repl" } else { "watch" }, "memoryReference": word, "offset": self.number, "count": self.number,
            "instructionOffset": self.number, "instructionCount": self.small, "data": self.text, "sourceReference": self.number,
            "granularity": if self.yes { "instruction" } else { "line" }, "source": {"path": "/p.asm"}, "breakpoints": [point],
            "linesStartAt1": self.yes, "supportsInvalidatedEvent": self.yes,
        })
    }

    /// For the debug server.
    fn action(&self) -> String {
        let action = ACTIONS[usize::from(self.command) % ACTIONS.len()];
        json!({
            "action": action, "target": "cdm8", "memoryConfiguration": if self.yes { "harvard" } else { "vonNeumann" }, "name": self.text,
            "source": if self.yes { "bytes" } else { "path" }, "path": self.text, "bytes": self.text.as_bytes(), "breakpoints": [self.number],
            "lineLocations": [self.small], "stopConditions": ["line", "breakpoint"], "offset": self.number, "size": self.small,
            "value": self.number,
        })
        .to_string()
    }
}

fuzz_target!(|input: (Vec<u8>, u8, Vec<Request>, Vec<String>)| {
    let (bytes, kind, requests, texts) = input;
    let mut frames = Frames::default();
    frames.push(&bytes);
    while let Ok(Some(_)) = frames.next_message() {}

    let files = [("/p.asm", PROGRAM), ("/board.circ", BOARD), ("/cdm8.circ", CHIP)];
    let disk = files.map(|(name, bytes)| (name.to_owned(), bytes.to_vec()));
    let mut adapter = Adapter::new(BTreeMap::from(disk), None);
    // Circuits are slow to build.
    let launch = match kind {
        0..8 => json!({"circuit": "/board.circ", "program": "/p.asm", "engine": "chips"}),
        8..32 => json!({"console": "2016"}),
        _ => json!({"program": "/p.asm"}),
    };
    adapter.handle(&json!({"seq": 1, "type": "request", "command": "launch", "arguments": launch}));
    let mut session = Session::new(Variant::Mark5);
    let nothing = |path: &str| Err(format!("no {path}"));
    for request in requests.iter().take(20) {
        let command = COMMANDS[usize::from(request.command) % COMMANDS.len()];
        let arguments = request.arguments();
        let asked = json!({"seq": 2, "type": "request", "command": command, "arguments": arguments});
        let answers = adapter.handle(&asked);
        let responses = answers.iter().filter(|answer| answer["type"] == "response");
        assert_eq!(responses.count(), 1, "{command}");
        for _ in 0..request.work % 4 {
            adapter.work();
        }
        session.handle(&request.action(), &nothing);
        session.work(100);
    }
    for text in texts.iter().take(20) {
        session.handle(text, &nothing);
        session.work(100);
    }
});
