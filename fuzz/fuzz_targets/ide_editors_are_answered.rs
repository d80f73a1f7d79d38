//! Whatever an editor sends, each request of the language server gets one answer, and text that is not finished is no obstacle.
#![no_main]

use std::collections::BTreeMap;

use cdm8::asm::{Options, Source};
use cdm8::ide::{Analysis, format};
use ide::lsp::Server;
use libfuzzer_sys::fuzz_target;
use serde_json::json;

const URI: &str = "file:///p/main.asm";

fuzz_target!(|input: (String, Vec<(u8, u8, u8, String)>)| {
    let (text, edits) = input;
    let laid = format(&text, false);
    assert_eq!(format(&laid, false), laid);
    Analysis::new(&[Source::new("p.asm", text.as_str())], &Options::default());
    let mut server = Server::new(BTreeMap::new());
    server.handle(&json!({"id": 0, "method": "initialize", "params": {}}));
    let document = json!({"uri": URI, "version": 0, "text": text});
    server.handle(&json!({"method": "textDocument/didOpen", "params": {"textDocument": document}}));
    for (line, column, kind, text) in edits.iter().take(20) {
        let at = json!({"line": line, "character": column});
        let change = json!({"range": {"start": at, "end": {"line": line, "character": column.saturating_add(3)}}, "text": text});
        server.handle(&json!({"method": "textDocument/didChange", "params": {"textDocument": {"uri": URI}, "contentChanges": [change]}}));
        let method = ["hover", "completion", "rename", "references", "formatting", "inlayHint", "documentSymbol", "codeAction"][usize::from(kind % 8)];
        let params = json!({"textDocument": {"uri": URI}, "position": at, "newName": text, "range": {"start": at, "end": at}});
        let answers = server.handle(&json!({"id": 1, "method": format!("textDocument/{method}"), "params": params}));
        assert_eq!(answers.len(), 1);
    }
});
