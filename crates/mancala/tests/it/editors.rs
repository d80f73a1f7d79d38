//! The language server, the debug adapter and the debug server as programs: streams, ports, exit codes.

// A message is written where it is sent.
#![allow(clippy::needless_pass_by_value)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// A program that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(arguments: &[&str], folder: &Path) -> Running {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
    command.arg("cdm8").args(arguments).current_dir(folder);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    Running(command.spawn().expect("mancala"))
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("editors-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path.canonicalize().unwrap()
}

/// Messages with a Content-Length, both ways.
struct Talk<R, W> {
    from: BufReader<R>,
    to: W,
}

impl<R: Read, W: Write> Talk<R, W> {
    fn send(&mut self, message: &Value) {
        self.to.write_all(&ide::frame::framed(message)).unwrap();
        self.to.flush().unwrap();
    }

    fn next(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(
                self.from.read_line(&mut line).unwrap() > 0,
                "the stream ended"
            );
            match line.trim().strip_prefix("Content-Length: ") {
                Some(digits) => length = digits.parse().unwrap(),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    /// The first message of which this is true.
    fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next();
            if wanted(&message) {
                return message;
            }
        }
    }

    fn event(&mut self, name: &str) -> Value {
        self.until(|message| message["event"] == name)
    }

    fn request(&mut self, command: &str, arguments: Value) -> Value {
        self.send(
            &json!({"seq": 1, "type": "request", "command": command, "arguments": arguments}),
        );
        self.until(|message| message["type"] == "response" && message["command"] == command)
    }
}

fn talk(child: &mut Child) -> Talk<ChildStdout, ChildStdin> {
    Talk {
        from: BufReader::new(child.stdout.take().unwrap()),
        to: child.stdin.take().unwrap(),
    }
}

#[test]
fn the_language_server_lives_and_ends_as_editors_expect() {
    let folder = folder("lsp");
    fs::write(folder.join("lib.asm"), "rsect l\nsub> rts\nend\n").unwrap();
    let mut child = start(&["lsp"], &folder);
    let mut talk = talk(&mut child.0);
    talk.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}));
    assert!(talk.next()["result"]["capabilities"]["hoverProvider"].is_boolean());
    let uri = ide::uri::uri(&folder.join("main.asm").display().to_string());
    let text = "sub: ext\nasect 0\njsr sub\nhlat\nend\n";
    let document = json!({"uri": uri, "languageId": "cdm8", "version": 1, "text": text});
    talk.send(&json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}));
    let found = talk.next()["params"]["diagnostics"].clone();
    assert_eq!(
        found.as_array().unwrap().len(),
        1,
        "the other file was found: {found}"
    );
    assert_eq!(
        found[0]["range"]["start"],
        json!({"line": 3, "character": 0})
    );
    talk.to.write_all(b"Content-Length: 3\r\n\r\n{]}").unwrap();
    assert_eq!(talk.next()["error"]["code"], -32700);
    talk.send(&json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}));
    assert_eq!(talk.next()["id"], 2);
    talk.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
    assert_eq!(child.0.wait().unwrap().code(), Some(0));
}

#[test]
fn an_editor_that_leaves_without_a_word_is_code_1() {
    let mut child = start(&["lsp"], &folder("gone"));
    drop(child.0.stdin.take());
    assert_eq!(child.0.wait().unwrap().code(), Some(1));
}

const LOOP: &str = "asect 0\nagain: inc r0\nst r0, r1\nbr again\nend\n";

#[test]
fn a_program_that_runs_for_ever_is_paused() {
    let folder = folder("dap");
    fs::write(folder.join("p.asm"), LOOP).unwrap();
    let mut child = start(&["dap"], &folder);
    let mut talk = talk(&mut child.0);
    talk.request("initialize", json!({}));
    let program = folder.join("p.asm").display().to_string();
    let launch = json!({"program": program, "stopOnEntry": false, "irq": ["1000/700:1"], "memory": "harvard"});
    assert_eq!(talk.request("launch", launch)["success"], true);
    assert_eq!(
        talk.request("configurationDone", json!({}))["success"],
        true
    );
    assert_eq!(talk.request("pause", json!({}))["success"], true);
    assert_eq!(talk.event("stopped")["body"]["reason"], "pause");
    talk.send(&json!({"seq": 9, "type": "request", "command": "disconnect"}));
    assert_eq!(child.0.wait().unwrap().code(), Some(0));
}

/// What follows a word on stderr.
fn said(child: &mut Child, before: &str) -> String {
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let after = line
        .split_once(before)
        .unwrap_or_else(|| panic!("{line}"))
        .1;
    after.split([',', '\n']).next().unwrap().trim().to_owned()
}

#[test]
fn an_editor_attaches_by_port() {
    let folder = folder("attach");
    fs::write(folder.join("p.asm"), "asect 0\nldi r0, 5\nhalt\nend\n").unwrap();
    let mut child = start(&["dap", "--port", "0", "p.asm"], &folder);
    let stream = TcpStream::connect(said(&mut child.0, "editor on ")).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut talk = Talk {
        from: BufReader::new(stream.try_clone().unwrap()),
        to: stream,
    };
    talk.request("initialize", json!({}));
    assert_eq!(talk.request("attach", json!({}))["success"], true);
    talk.request("configurationDone", json!({}));
    talk.request("next", json!({"threadId": 1}));
    talk.event("stopped");
    assert_eq!(
        talk.request("evaluate", json!({"expression": "r0"}))["body"]["result"],
        "0x05 5"
    );
    talk.request("disconnect", json!({}));
    assert_eq!(child.0.wait().unwrap().code(), Some(0));
}

type Client = WebSocket<TcpStream>;

fn connect(address: &str, origin: Option<&str>) -> Result<Client, String> {
    let stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut request = format!("ws://{address}/").into_client_request().unwrap();
    if let Some(origin) = origin {
        request
            .headers_mut()
            .insert("origin", origin.parse().unwrap());
    }
    let client = tungstenite::client(request, stream);
    client
        .map(|(client, _)| client)
        .map_err(|error| error.to_string())
}

fn ask(client: &mut Client, request: &Value) -> Value {
    client.send(Message::text(request.to_string())).unwrap();
    hear(client)
}

fn hear(client: &mut Client) -> Value {
    let message = client.read().unwrap();
    serde_json::from_str(message.to_text().unwrap()).unwrap()
}

#[test]
fn the_debug_server_has_one_client_of_its_own_folder() {
    let folder = folder("server");
    fs::create_dir(folder.join("inside")).unwrap();
    fs::write(folder.join("inside/p.img"), "v2.0 raw\nd0 05 d4\n").unwrap();
    fs::write(folder.join("outside.img"), "v2.0 raw\n01\n").unwrap();
    let mut child = start(
        &["debug-server", "--port", "0", "--root", "inside"],
        &folder,
    );
    let address = said(&mut child.0, "ws://");
    let refused = connect(&address, Some("https://example.org")).unwrap_err();
    assert!(refused.contains("403"), "{refused}");
    let mut client = connect(&address, None).unwrap();
    assert_eq!(
        ask(&mut client, &json!({"action": "ping"}))["message"],
        "Pong"
    );
    let mut second = connect(&address, None).unwrap();
    assert!(matches!(second.read(), Ok(Message::Close(_)) | Err(_)));
    assert_eq!(
        ask(&mut client, &json!({"action": "init", "target": "cdm8"}))["ramSize"],
        256
    );
    let load = |path: &str| json!({"action": "load", "source": "path", "path": path});
    for wrong in ["../outside.img", "none.img", "."] {
        assert_eq!(ask(&mut client, &load(wrong))["status"], "FAIL", "{wrong}");
    }
    assert_eq!(ask(&mut client, &load("p.img"))["status"], "OK");
    let run = ask(&mut client, &json!({"action": "run", "stopConditions": []}));
    assert_eq!(run["reason"], "halt");
    assert_eq!(hear(&mut client)["action"], "run");
    drop(client);
    let mut third = (0..100).find_map(|_| {
        std::thread::sleep(Duration::from_millis(20));
        let mut client = connect(&address, None).ok()?;
        client
            .send(Message::text(r#"{"action":"getRegisters"}"#))
            .ok()?;
        client
            .read()
            .ok()
            .filter(Message::is_text)
            .map(|text| (client, text))
    });
    let (_, registers) = third.as_mut().expect("the next client");
    assert!(
        registers.to_text().unwrap().contains("[5,0,0,0,3,0,0]"),
        "{registers}"
    );
}

/// The board of `hardware/cdm8` and its processor.
fn board(name: &str) -> PathBuf {
    let folder = folder(name);
    let hardware = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../hardware/cdm8");
    for file in ["bench.circ", "cdm8.circ"] {
        fs::copy(hardware.join(file), folder.join(file)).unwrap();
    }
    fs::write(folder.join("p.asm"), "asect 0\nldi r0, 5\nhalt\nend\n").unwrap();
    folder
}

#[test]
fn a_program_in_a_circuit_is_attached_to() {
    let folder = board("attach-circuit");
    let arguments = ["dap", "--port", "0", "--circuit", "bench.circ", "p.asm"];
    let mut child = start(&arguments, &folder);
    let stream = TcpStream::connect(said(&mut child.0, "editor on ")).unwrap();
    let mut talk = Talk {
        from: BufReader::new(stream.try_clone().unwrap()),
        to: stream,
    };
    talk.request("initialize", json!({}));
    let attached = talk.request("attach", json!({}));
    assert_eq!(attached["success"], true, "{attached}");
    talk.request("configurationDone", json!({}));
    talk.request("next", json!({"threadId": 1}));
    talk.event("stopped");
    for expression in ["r0", "/CdM-8@500,300:r0"] {
        let found = talk.request("evaluate", json!({"expression": expression}));
        let text = found["body"]["result"].as_str().unwrap();
        assert!(text.ends_with('5'), "{found}");
    }
    talk.request("disconnect", json!({}));
    assert_eq!(child.0.wait().unwrap().code(), Some(0));
}

#[test]
fn the_debug_server_has_a_whole_circuit() {
    let folder = board("server-circuit");
    fs::write(folder.join("p.img"), "v2.0 raw\nd0 05 d4\n").unwrap();
    let arguments = ["debug-server", "--port", "0", "--circuit", "bench.circ"];
    let mut child = start(&arguments, &folder);
    let mut client = connect(&said(&mut child.0, "ws://"), None).unwrap();
    let init = json!({"action": "init", "target": "cdm8", "memoryConfiguration": "harvard"});
    assert_eq!(ask(&mut client, &init)["status"], "OK");
    let load = json!({"action": "load", "source": "path", "path": "p.img"});
    assert_eq!(ask(&mut client, &load)["status"], "OK");
    let run = ask(&mut client, &json!({"action": "run", "stopConditions": []}));
    assert_eq!(run["reason"], "halt");
    hear(&mut client);
    let registers = ask(&mut client, &json!({"action": "getRegisters"}));
    assert_eq!(registers["registers"], json!([5, 0, 0, 0, 3, 0, 0]));
}

#[test]
fn a_circuit_that_cannot_be_debugged_is_refused() {
    let folder = board("no-circuit");
    let refused = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
        let output = command
            .arg("cdm8")
            .args(arguments)
            .current_dir(&folder)
            .output();
        let output = output.unwrap();
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (code, said) = refused(&["debug-server", "--circuit", "none.circ"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("cannot read"), "{said}");
    let (code, _) = refused(&["debug-server", "--ram", "/RAM"]);
    assert_eq!(code, Some(2), "--ram is about a circuit");
}
