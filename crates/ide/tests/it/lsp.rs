//! The language server asked what editors ask.

use std::collections::BTreeMap;

use ide::lsp::Server;
use proptest::prelude::*;
use serde_json::{Value, json};

const MAIN: &str = "sub: ext\nmacro dbl/1\nadd $1, $1\nmend\nasect 0\nstart: ldi r0, 5\n  dbl r0\n  jsr sub\n  br start\n  halt\nend\n";
const SUB: &str = "rsect s\nsub> inc r0\n  rts\nend\n";
const ADDRESS: &str = "file:///p/main.asm";

struct Editor {
    server: Server<BTreeMap<String, Vec<u8>>>,
    id: u64,
    /// The last diagnostics of each file.
    found: BTreeMap<String, Vec<Value>>,
}

impl Editor {
    fn new(options: Value) -> Editor {
        let files = [("/p/sub.asm", SUB), ("/p/main.asm", MAIN)];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        let mut editor = Editor {
            server: Server::new(files.into_iter().collect()),
            id: 0,
            found: BTreeMap::new(),
        };
        editor.ask("initialize", json!({"initializationOptions": options}));
        editor.tell("initialized", json!({}));
        editor
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.id += 1;
        let id = self.id;
        let answers = self
            .server
            .handle(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        assert_eq!(answers.len(), 1, "{method}");
        assert_eq!(answers[0]["id"], id);
        answers[0].clone()
    }

    fn result(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    fn tell(&mut self, method: &str, params: Value) {
        for message in self
            .server
            .handle(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
        {
            assert_eq!(message["method"], "textDocument/publishDiagnostics");
            let params = &message["params"];
            let found = params["diagnostics"].as_array().unwrap().clone();
            self.found
                .insert(params["uri"].as_str().unwrap().to_owned(), found);
        }
    }

    fn open(&mut self, uri: &str, text: &str) {
        self.tell(
            "textDocument/didOpen",
            json!({"textDocument": {"uri": uri, "languageId": "cdm8", "version": 1, "text": text}}),
        );
    }

    fn type_over(&mut self, uri: &str, range: [u32; 4], text: &str) {
        let range = json!({"start": {"line": range[0], "character": range[1]}, "end": {"line": range[2], "character": range[3]}});
        let changes = json!([{"range": range, "text": text}]);
        self.tell(
            "textDocument/didChange",
            json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": changes}),
        );
    }

    fn at(&mut self, method: &str, line: u32, character: u32) -> Value {
        self.result(method, spot(ADDRESS, line, character))
    }

    fn messages(&self, uri: &str) -> Vec<String> {
        let found = self.found.get(uri).into_iter().flatten();
        found
            .map(|one| one["message"].as_str().unwrap().to_owned())
            .collect()
    }
}

fn spot(uri: &str, line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}})
}

fn opened() -> Editor {
    let mut editor = Editor::new(Value::Null);
    editor.open(ADDRESS, MAIN);
    editor
}

#[test]
fn a_mistake_is_reported_mended_and_gone() {
    let mut editor = opened();
    assert_eq!(editor.messages(ADDRESS), Vec::<String>::new());
    editor.type_over(ADDRESS, [5, 7, 5, 10], "ldii");
    assert!(editor.messages(ADDRESS)[0].starts_with("unknown instruction `ldii`"));
    let range = json!({"start": {"line": 5, "character": 0}, "end": {"line": 5, "character": 0}});
    let actions = editor.result(
        "textDocument/codeAction",
        json!({"textDocument": {"uri": ADDRESS}, "range": range}),
    );
    let edit = &actions[0]["edit"]["changes"][ADDRESS][0];
    assert_eq!(edit["newText"], "ldi");
    editor.tell(
        "textDocument/didChange",
        json!({"textDocument": {"uri": ADDRESS, "version": 3}, "contentChanges": [{"range": edit["range"], "text": edit["newText"]}]}),
    );
    assert_eq!(editor.messages(ADDRESS), Vec::<String>::new());
}

/// The other file was never opened: it is found because it has the entry.
#[test]
fn a_program_of_two_files_is_one() {
    let mut editor = opened();
    let definition = editor.at("textDocument/definition", 7, 7);
    assert_eq!(definition[0]["uri"], "file:///p/sub.asm");
    assert_eq!(
        definition[0]["range"]["start"],
        json!({"line": 1, "character": 0})
    );
    let references = editor.result("textDocument/references", spot(ADDRESS, 0, 1));
    assert_eq!(references.as_array().unwrap().len(), 3);
    let mut rename = spot(ADDRESS, 0, 0);
    rename["newName"] = "deep".into();
    let changes = editor.result("textDocument/rename", rename.clone())["changes"].clone();
    assert_eq!(changes[ADDRESS].as_array().unwrap().len(), 2);
    assert_eq!(changes["file:///p/sub.asm"].as_array().unwrap().len(), 1);
    rename["newName"] = "r1".into();
    let refused = editor.ask("textDocument/rename", rename);
    assert!(
        refused["error"]["message"]
            .as_str()
            .unwrap()
            .contains("not a name")
    );
}

#[test]
fn a_mistake_in_the_other_file_is_told_there() {
    let mut editor = opened();
    editor.open("file:///p/sub.asm", SUB);
    editor.type_over("file:///p/sub.asm", [1, 0, 1, 4], "other>");
    let both: Vec<String> = [ADDRESS, "file:///p/sub.asm"]
        .iter()
        .flat_map(|uri| editor.messages(uri))
        .collect();
    assert!(
        both.iter().any(|message| message.contains("`sub`")),
        "{both:?}"
    );
    editor.tell(
        "textDocument/didClose",
        json!({"textDocument": {"uri": "file:///p/sub.asm"}}),
    );
    assert_eq!(
        editor.messages(ADDRESS),
        Vec::<String>::new(),
        "what is on the disk counts again"
    );
}

#[test]
fn hovers_completion_and_hints() {
    let mut editor = opened();
    let hover = editor.at("textDocument/hover", 5, 8);
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(
        text.contains("rd := imm") && text.contains("00  d0 05"),
        "{text}"
    );
    assert_eq!(hover["range"]["start"]["character"], 7);
    assert_eq!(editor.at("textDocument/hover", 0, 4), Value::Null);
    let list = editor.at("textDocument/completion", 8, 7);
    let items = list["items"].as_array().unwrap();
    let start = items
        .iter()
        .find(|item| item["label"] == "start")
        .expect("the label");
    assert_eq!(start["textEdit"]["range"]["start"]["character"], 5);
    let hints = editor.result(
        "textDocument/inlayHint",
        json!({"textDocument": {"uri": ADDRESS}, "range": {"start": {"line": 8, "character": 0}, "end": {"line": 8, "character": 0}}}),
    );
    let labels: Vec<&str> = hints
        .as_array()
        .unwrap()
        .iter()
        .map(|hint| hint["label"].as_str().unwrap())
        .collect();
    assert_eq!(labels, ["05", "-7"]);
}

#[test]
fn outlines_folds_colours_and_layout() {
    let mut editor = opened();
    let document = json!({"textDocument": {"uri": ADDRESS}});
    let outline = editor.result("textDocument/documentSymbol", document.clone());
    let names: Vec<&str> = outline
        .as_array()
        .unwrap()
        .iter()
        .map(|node| node["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["sub", "dbl/1", "asect 0"][1..]);
    let folds = editor.result("textDocument/foldingRange", document.clone());
    assert!(
        folds
            .as_array()
            .unwrap()
            .iter()
            .any(|fold| fold["startLine"] == 1 && fold["endLine"] == 3),
        "{folds}"
    );
    let tokens = editor.result("textDocument/semanticTokens/full", document.clone());
    let data = tokens["data"].as_array().unwrap();
    assert_eq!(
        data[..5],
        [json!(0), json!(0), json!(3), json!(7), json!(1)]
    );
    assert!(data.len().is_multiple_of(5));
    let edits = editor.result("textDocument/formatting", document);
    let edit = edits
        .as_array()
        .unwrap()
        .iter()
        .find(|edit| edit["range"]["start"]["line"] == 7)
        .unwrap();
    assert_eq!(edit["newText"], "        jsr     sub");
}

#[test]
fn a_macro_is_written_out_on_request() {
    let mut editor = opened();
    assert_eq!(
        editor.result("mancala/expandMacro", spot(ADDRESS, 6, 3))["text"],
        "add r0, r0"
    );
    let arguments = json!({"command": "mancala.expandMacro", "arguments": [spot(ADDRESS, 6, 3)]});
    assert_eq!(
        editor.result("workspace/executeCommand", arguments)["text"],
        "add r0, r0"
    );
    let range = json!({"start": {"line": 6, "character": 0}, "end": {"line": 6, "character": 0}});
    let actions = editor.result(
        "textDocument/codeAction",
        json!({"textDocument": {"uri": ADDRESS}, "range": range}),
    );
    assert_eq!(actions[0]["kind"], "refactor.inline");
}

#[test]
fn settings_choose_console_dialect_and_programs() {
    let mut editor = Editor::new(json!({"console": "2023"}));
    editor.open("file:///q/x.asm", "asect 0\nldi r0, M\nrol r0\nhalt\nend\n");
    let list = editor.result("textDocument/completion", spot("file:///q/x.asm", 1, 9));
    let labels: Vec<&str> = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["label"].as_str().unwrap())
        .collect();
    assert!(
        labels.contains(&"MESSAGE") && labels.contains(&"ERROR"),
        "{labels:?}"
    );
    assert!(
        editor
            .messages("file:///q/x.asm")
            .iter()
            .any(|message| message.contains("rol"))
    );
    editor.tell(
        "workspace/didChangeConfiguration",
        json!({"settings": {"mancala": {"silence": ["all"]}}}),
    );
    assert!(
        !editor
            .messages("file:///q/x.asm")
            .iter()
            .any(|message| message.contains("rol"))
    );
}

#[test]
fn the_life_of_a_server() {
    let mut server = Server::new(BTreeMap::new());
    let request = |id: u64, method: &str| json!({"jsonrpc": "2.0", "id": id, "method": method});
    assert_eq!(
        server.handle(&request(1, "textDocument/hover"))[0]["error"]["code"],
        -32002
    );
    assert!(server.handle(&request(2, "initialize"))[0]["result"]["capabilities"].is_object());
    assert_eq!(
        server.handle(&request(3, "no/such"))[0]["error"]["code"],
        -32601
    );
    assert_eq!(
        server.handle(&request(4, "textDocument/hover"))[0]["error"]["code"],
        -32602
    );
    assert_eq!(
        server.handle(&request(5, "shutdown"))[0]["result"],
        Value::Null
    );
    assert_eq!(
        server.handle(&request(6, "textDocument/hover"))[0]["error"]["code"],
        -32600
    );
    assert_eq!(server.exit(), None);
    server.handle(&json!({"method": "exit"}));
    assert_eq!(server.exit(), Some(true));
}

/// A value as an editor may send it, sound or not.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<u32>().prop_map(Value::from),
        (0..12u32).prop_map(Value::from),
        Just(json!(ADDRESS)),
        "[a-z ]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 6, |inner| {
        let keys = prop::sample::select(vec![
            "textDocument",
            "uri",
            "position",
            "line",
            "character",
            "range",
            "start",
            "end",
            "text",
            "contentChanges",
            "newName",
        ]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((keys, inner), 0..6).prop_map(|pairs| pairs
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect::<serde_json::Map<_, _>>()
                .into()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn any_message_is_answered_or_ignored(messages in prop::collection::vec((0..19usize, any_value(), 0..13u32, 0..13u32, "[ -~\n]{0,12}"), 1..12)) {
        const METHODS: [&str; 19] = [
            "textDocument/didChange", "textDocument/hover", "textDocument/completion", "textDocument/definition",
            "textDocument/references", "textDocument/documentHighlight", "textDocument/prepareRename", "textDocument/rename",
            "textDocument/documentSymbol", "workspace/symbol", "textDocument/foldingRange", "textDocument/inlayHint",
            "textDocument/formatting", "textDocument/codeAction", "textDocument/semanticTokens/full", "mancala/expandMacro",
            "textDocument/didOpen", "textDocument/didClose", "workspace/didChangeConfiguration",
        ];
        let mut editor = opened();
        for (method, value, line, column, text) in messages {
            editor.server.handle(&json!({"method": METHODS[method], "params": value}));
            let answers = editor.server.handle(&json!({"id": 1, "method": METHODS[method], "params": value}));
            prop_assert_eq!(answers.len(), 1);
            editor.type_over(ADDRESS, [line, column, line, column + 2], &text);
            for method in &METHODS[1..16] {
                let mut params = spot(ADDRESS, line, column);
                params["range"] = json!({"start": params["position"], "end": params["position"]});
                editor.ask(method, params);
            }
        }
    }
}

const CELL: &str = "Chip Specification\nName: Cell\nDepends on combinational chips: Half(8->4)\nInput: data(8), clock\nOutput: low(4)\nLatches: register content(8)\nCombinational\nlow = Half(content) # of it\nBehaviour\non falling edge of clock do:\n content := data\nEnd Chip Specification\n";
const HALF: &str = "Chip Specification\nName: Half\nInput: all(8)\nOutput: part(4)\nCombinational\npart = all.select(0:3)\nEnd Chip Specification\n";

#[test]
fn chip_specifications_are_answered_too() {
    let files = [("/p/Half.chip", HALF), ("/p/cell.chip", CELL)];
    let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let mut editor = Editor {
        server: Server::new(files.into_iter().collect()),
        id: 0,
        found: BTreeMap::new(),
    };
    editor.ask("initialize", json!({}));
    let cell = "file:///p/cell.chip";
    editor.open(cell, CELL);
    assert_eq!(
        editor.found[cell],
        Vec::<Value>::new(),
        "the chip beside it is found"
    );
    let params = |line: u32, character: u32| json!({"textDocument": {"uri": cell}, "position": {"line": line, "character": character}});
    let hover = editor.result("textDocument/hover", params(7, 12));
    assert_eq!(hover["contents"]["value"], "```chip\nlatch content(8)\n```");
    let hover = editor.result("textDocument/hover", params(7, 7));
    assert_eq!(
        hover["contents"]["value"],
        "```chip\nName: Half\nInput: all(8)\nOutput: part(4)\n```"
    );
    let definition = editor.result("textDocument/definition", params(7, 12));
    assert_eq!(
        definition[0]["range"]["start"],
        json!({"line": 5, "character": 18})
    );
    let definition = editor.result("textDocument/definition", params(7, 7));
    assert_eq!(definition[0]["uri"], "file:///p/Half.chip");
    assert_eq!(
        definition[0]["range"]["start"],
        json!({"line": 1, "character": 6})
    );
    let offers = editor.result("textDocument/completion", params(10, 12));
    let labels: Vec<&str> = offers["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["label"].as_str().unwrap())
        .collect();
    assert!(
        labels.contains(&"content") && labels.contains(&"Half") && labels.contains(&"bitextender")
    );
    let mut rename = params(10, 3);
    rename["newName"] = "held".into();
    let changes = editor.result("textDocument/rename", rename.clone());
    assert_eq!(changes["changes"][cell].as_array().unwrap().len(), 3);
    rename["newName"] = "clock".into();
    assert!(
        editor.ask("textDocument/rename", rename)["error"]["message"]
            .as_str()
            .unwrap()
            .contains("something else")
    );
    let outline = editor.result(
        "textDocument/documentSymbol",
        json!({"textDocument": {"uri": cell}}),
    );
    assert_eq!(
        (&outline[0]["name"], &outline[0]["children"][1]["name"]),
        (&json!("Cell"), &json!("clock"))
    );
    let colours = editor.result(
        "textDocument/semanticTokens/full",
        json!({"textDocument": {"uri": cell}}),
    );
    assert_eq!(colours["data"].as_array().unwrap().len() % 5, 0);
    editor.type_over(cell, [7, 6, 7, 10], "Hald");
    assert_eq!(
        editor.found[cell][0]["range"]["start"]["line"], 7,
        "{:?}",
        editor.found[cell]
    );
    editor.type_over(cell, [0, 0, 12, 0], "");
    assert_eq!(editor.found[cell].len(), 1);
    editor.result("textDocument/hover", params(3, 3));
}
