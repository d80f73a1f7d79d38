//! A thousand edits of a file of 5 000 lines: the time from each key to its diagnostics, and the server's memory at the end.
//! `cargo run --release -p ide --example edits`

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ide::lsp::Server;
use serde_json::{Value, json};

const EDITS: usize = 1000;
const URI: &str = "file:///p/main.asm";

fn main() {
    let mut server = Server::new(BTreeMap::new());
    let tell = |server: &mut Server<_>, method: &str, params: Value| {
        server.handle(&json!({"method": method, "params": params}))
    };
    server.handle(&json!({"id": 0, "method": "initialize", "params": {}}));
    let body = "label: ldi r0, 5 # a comment\n  st r0, r1\n  bne label\n  tst r2\n\n";
    let text = format!("asect 0\n{}end\n", body.repeat(1000));
    tell(
        &mut server,
        "textDocument/didOpen",
        json!({"textDocument": {"uri": URI, "version": 0, "text": text}}),
    );
    let mut times: Vec<Duration> = Vec::with_capacity(EDITS);
    let mut early = None;
    for edit in 0..EDITS {
        let line = 1 + edit * 7 % 5000;
        let at = json!({"line": line, "character": 0});
        let end = json!({"line": line, "character": edit % 2});
        let change = json!([{"range": {"start": at, "end": end}, "text": if edit % 2 == 0 { "x" } else { "" }}]);
        let begun = Instant::now();
        let answers = tell(
            &mut server,
            "textDocument/didChange",
            json!({"textDocument": {"uri": URI, "version": edit}, "contentChanges": change}),
        );
        times.push(begun.elapsed());
        assert_eq!(answers.len(), 1);
        early = early.or(resident().filter(|_| edit == 20));
    }
    times.sort();
    println!(
        "from a key to its diagnostics: median {:.1?}, 99 in 100 within {:.1?}",
        times[EDITS / 2],
        times[EDITS * 99 / 100]
    );
    if let (Some(early), Some(late)) = (early, resident()) {
        println!("resident memory: {early} KiB after 20 edits, {late} KiB after {EDITS}");
    }
}

/// In KiB, where the system reports it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
