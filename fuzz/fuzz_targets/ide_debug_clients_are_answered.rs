//! Any bytes on the stream of a debug adapter, and any texts to the debug server, are answered or ignored.
#![no_main]

use std::collections::BTreeMap;

use cdm8::variant::Variant;
use ide::cdp::Session;
use ide::dap::Adapter;
use ide::frame::Frames;
use libfuzzer_sys::fuzz_target;
use serde_json::json;

const PROGRAM: &[u8] = b"asect 0\nldi r0, 3\nloop: dec r0\nbne loop\nhalt\nend\n";

fuzz_target!(|input: (Vec<u8>, Vec<String>)| {
    let (bytes, texts) = input;
    let mut frames = Frames::default();
    frames.push(&bytes);
    while let Ok(Some(_)) = frames.next_message() {}
    let mut adapter = Adapter::new(BTreeMap::from([("/p.asm".to_owned(), PROGRAM.to_vec())]), None);
    adapter.handle(&json!({"seq": 1, "type": "request", "command": "launch", "arguments": {"program": "/p.asm"}}));
    let mut session = Session::new(Variant::Mark5);
    let nothing = |path: &str| Err(format!("no {path}"));
    session.handle(r#"{"action":"init","target":"cdm8"}"#, &nothing);
    for text in texts.iter().take(20) {
        session.handle(text, &nothing);
        session.work(100);
        let Ok(arguments) = serde_json::from_str::<serde_json::Value>(text) else {
            continue;
        };
        for command in ["setBreakpoints", "setDataBreakpoints", "variables", "readMemory", "writeMemory", "disassemble", "setVariable", "next"] {
            adapter.handle(&json!({"seq": 1, "type": "request", "command": command, "arguments": arguments}));
            adapter.work();
        }
    }
});
