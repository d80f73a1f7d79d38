//! Whatever an editor sends, each request of the language server gets one answer, and text that is not finished is no obstacle.
#![no_main]

use std::collections::BTreeMap;

use cdm8::asm::{Options, Source};
use cdm8::ide::{Analysis, format};
use ide::lsp::Server;
use libfuzzer_sys::fuzz_target;
use serde_json::json;

/// A program, a chip specification, and a library that the program may use.
const URIS: [&str; 3] = ["file:///p/main.asm", "file:///p/chip.chip", "file:///p/own.mlb"];
const METHODS: [&str; 20] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/rename",
    "textDocument/prepareRename",
    "textDocument/references",
    "textDocument/definition",
    "textDocument/documentHighlight",
    "textDocument/formatting",
    "textDocument/inlayHint",
    "textDocument/documentSymbol",
    "textDocument/codeAction",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
    "workspace/symbol",
    "workspace/executeCommand",
    "mancala/expandMacro",
    "mancala/program",
    "initialize",
    "shutdown",
    "nothing/likeThis",
];
const LIBRARY: &[u8] = b"*twice/1\nadd $1,$1\nmend\n";

fuzz_target!(|input: (String, Vec<(u8, u8, u8, String)>)| {
    let (text, edits) = input;
    let laid = format(&text, false);
    assert_eq!(format(&laid, false), laid);
    Analysis::new(&[Source::new("p.asm", text.as_str())], &Options::default());
    let disk = BTreeMap::from([("/p/own.mlb".to_owned(), LIBRARY.to_vec())]);
    let mut server = Server::new(disk);
    server.handle(&json!({"id": 0, "method": "initialize", "params": {}}));
    for uri in &URIS[..2] {
        let document = json!({"uri": uri, "version": 0, "text": text});
        server.handle(&json!({"method": "textDocument/didOpen", "params": {"textDocument": document}}));
    }
    for (line, column, kind, text) in edits.iter().take(20) {
        let uri = URIS[usize::from(kind / 100)];
        let at = json!({"line": line, "character": column});
        let end = json!({"line": line, "character": column.saturating_add(3)});
        let change = json!({"range": {"start": at, "end": end}, "text": text});
        server.handle(&json!({"method": "textDocument/didChange", "params": {"textDocument": {"uri": uri}, "contentChanges": [change]}}));
        let method = METHODS[usize::from(kind % 20)];
        let place = json!({"textDocument": {"uri": uri}, "position": at});
        let params = json!({"textDocument": {"uri": uri}, "position": at, "newName": text, "range": {"start": at, "end": end}, "query": text,
                            "context": {"diagnostics": []}, "command": "mancala.expandMacro", "arguments": [place]});
        let answers = server.handle(&json!({"id": 1, "method": method, "params": params}));
        assert_eq!(answers.len(), 1);
    }
});
