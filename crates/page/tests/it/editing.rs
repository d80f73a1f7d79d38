//! A circuit is drawn while it runs: the page's requests and the answers.

use page::{Machine, Workbench};
use serde_json::{Value, json};

use super::answer;

struct Bench(Machine);

impl Bench {
    fn ask(&mut self, name: &str, request: &Value) -> Result<Value, String> {
        answer(&self.0.handle(name, &request.to_string()))
    }

    fn get(&mut self, name: &str, request: &Value) -> Value {
        self.ask(name, request)
            .unwrap_or_else(|why| panic!("{name} {request}: {why}"))
    }

    /// An empty circuit under power, being edited.
    fn new() -> Bench {
        let empty = answer(&Workbench::new().handle("empty", "{}")).unwrap();
        let mut bench = Bench(Machine::new(None));
        bench.get("circuit", &json!({"name": "x.circ", "text": empty["text"]}));
        bench.get("sheet", &json!({"path": "/"}));
        bench.get("edit", &json!({}));
        bench
    }

    fn change(&mut self, change: &Value) -> Value {
        self.get("change", change)
    }

    fn place(&mut self, what: &str, at: [i32; 2], attrs: &Value) {
        let request = json!({"do": "place", "what": what, "at": at, "attrs": attrs});
        self.change(&request);
    }

    fn file(&mut self) -> String {
        self.get("file", &json!({}))["text"]
            .as_str()
            .unwrap()
            .to_owned()
    }
}

#[test]
fn a_lamp_is_drawn_switched_and_taken_back() {
    let mut bench = Bench::new();
    let start = bench.file();
    let label = |name: &str| json!([["label", name], ["tristate", "false"]]);
    bench.place("#Wiring/Pin", [100, 100], &label("a"));
    bench.place("#Gates/NOT Gate", [183, 98], &json!([]));
    bench.place("#I/O/LED", [260, 100], &json!([["label", "lamp"]]));
    // Halfway the wire is shown, and nothing has changed yet.
    let path = json!([[100, 100], [124, 101], [152, 99]]);
    let ghost = bench.get("look", &json!({"ask": "wire", "path": path}));
    assert_eq!(ghost["wires"], json!([[100, 100, 150, 100]]));
    bench.change(&json!({"do": "wire", "path": path}));
    let state = bench.change(&json!({"do": "wire", "path": [[180, 100], [260, 100]]}));
    assert_eq!(state["done"].as_array().unwrap().len(), 5);
    // It runs: 0 lights the lamp, 1 does not.
    let lamp = |bench: &mut Bench| {
        let told = bench.get("part", &json!({"part": 2}));
        told["ports"][0]["value"].as_str().unwrap().to_owned()
    };
    assert_eq!(lamp(&mut bench), "1");
    bench.get("do", &json!({"line": "set /a = 1"}));
    assert_eq!(lamp(&mut bench), "0");
    // Something else is drawn: the pin stays as it was set.
    bench.place("#Memory/Register", [400, 400], &json!([]));
    assert_eq!(lamp(&mut bench), "0");
    // The gate moves, and its wires with it.
    let moved = json!({"ask": "move", "parts": [1], "wires": [], "by": [0, 50]});
    let ghost = bench.get("look", &moved);
    assert_eq!(
        (&ghost["refused"], &ghost["lost"]),
        (&Value::Null, &json!([]))
    );
    bench.change(&json!({"do": "move", "parts": [1], "wires": [], "by": [0, 50]}));
    assert_eq!(lamp(&mut bench), "0");
    let drawn = bench.file();
    assert!(
        drawn.contains("loc=\"(180,150)\" name=\"NOT Gate\""),
        "{drawn}"
    );
    while bench.change(&json!({"do": "undo"}))["done"] != json!([]) {}
    assert_eq!(bench.file(), start);
    let mut state = json!({"undone": ["?"]});
    while state["undone"] != json!([]) {
        state = bench.change(&json!({"do": "redo"}));
    }
    assert_eq!(bench.file(), drawn);
}

#[test]
fn what_cannot_be_is_refused_with_its_reason() {
    let mut bench = Bench::new();
    bench.place("#Gates/NOT Gate", [200, 200], &json!([]));
    let before = bench.file();
    for (change, says) in [
        (
            json!({"do": "place", "what": "#Gates/Buffer", "at": [200, 200]}),
            "two outputs would meet at 200,200",
        ),
        (
            json!({"do": "place", "what": "#Gates/Buffer", "at": [0, 0]}),
            "edge of the sheet",
        ),
        (
            json!({"do": "place", "what": "Nonsense", "at": [0, 0]}),
            "there is no part 'Nonsense'",
        ),
        (
            json!({"do": "place", "what": "main", "at": [300, 300]}),
            "would contain itself",
        ),
        (
            json!({"do": "set", "parts": [0], "name": "width", "value": "99"}),
            "'width' is a number from 1 to 32, not '99'",
        ),
        (json!({"do": "remove", "parts": [7]}), "there is no part 7"),
        (json!({"do": "remove-circuit"}), "the last one stays"),
        (
            json!({"do": "show", "name": "other"}),
            "there is no circuit 'other'",
        ),
    ] {
        let refused = bench.ask("change", &change).unwrap_err();
        assert!(refused.contains(says), "{change}: {refused}");
        assert_eq!(bench.file(), before);
    }
}

#[test]
fn presses_boxes_and_attributes() {
    let mut bench = Bench::new();
    bench.place("#Gates/AND Gate", [200, 200], &json!([["inputs", "2"]]));
    bench.place("#Gates/OR Gate", [200, 300], &json!([["inputs", "3"]]));
    bench.change(&json!({"do": "wire", "path": [[200, 200], [280, 200]]}));
    let mut press = |x: i32, y: i32| bench.get("look", &json!({"ask": "press", "x": x, "y": y}));
    assert_eq!(press(201, 199)["kind"], "wire");
    assert_eq!(press(250, 202)["wire"], json!([200, 200, 280, 200]));
    assert_eq!(press(180, 195)["part"], 0);
    assert_eq!(press(500, 500)["kind"], "empty");
    let all = bench.get(
        "look",
        &json!({"ask": "box", "from": [0, 0], "to": [400, 400]}),
    );
    assert_eq!(
        all,
        json!({"parts": [0, 1], "wires": [[200, 200, 280, 200]]})
    );
    let told = bench.get("look", &json!({"ask": "attributes", "parts": [0, 1]}));
    let named = |name: &str| {
        let list = told["attributes"].as_array().unwrap();
        list.iter().find(|one| one["name"] == name).cloned()
    };
    // They differ in their inputs; the third one can be negated only in one of them.
    assert_eq!(named("inputs").unwrap()["value"], Value::Null);
    assert_eq!(named("width").unwrap()["value"], "1");
    assert_eq!(named("negate2"), None);
    bench.change(&json!({"do": "set", "parts": [0, 1], "name": "inputs", "value": "4"}));
    let cut = json!({"do": "cut", "from": [240, 150], "to": [240, 250]});
    assert_eq!(
        bench.change(&cut)["done"]
            .as_array()
            .unwrap()
            .last()
            .unwrap(),
        "Cut wires"
    );
    assert!(!bench.file().contains("<wire"));
}

#[test]
fn circuits_are_made_and_shown() {
    let mut bench = Bench::new();
    bench.change(&json!({"do": "new-circuit", "name": "chip"}));
    let state = bench.change(&json!({"do": "show", "name": "chip"}));
    assert_eq!(
        (&state["circuit"], &state["circuits"]),
        (&json!("chip"), &json!(["main", "chip"]))
    );
    bench.place("#Wiring/Pin", [100, 100], &json!([]));
    bench.change(&json!({"do": "show", "name": "main"}));
    bench.place("chip", [300, 300], &json!([]));
    assert!(
        bench
            .file()
            .contains("<comp loc=\"(300,300)\" name=\"chip\"/>")
    );
    // Undone from inside the circuit that goes away, there is still something to see.
    bench.change(&json!({"do": "undo"}));
    bench.change(&json!({"do": "show", "name": "chip"}));
    while bench.change(&json!({"do": "undo"}))["done"] != json!([]) {}
    assert!(!bench.file().contains("chip"));
}

/// Going back across an edit leads to the circuit as it was; drawing there begins another future.
#[test]
fn an_edit_is_a_mark_on_the_line_of_time() {
    let mut bench = Bench::new();
    bench.place("#Wiring/Clock", [100, 100], &json!([["label", "clk"]]));
    bench.place("#Memory/Counter", [300, 300], &json!([["label", "count"]]));
    bench.change(&json!({"do": "wire", "path": [[100, 100], [290, 100], [290, 320]]}));
    bench.get("run", &json!({"halfTicks": 20}));
    let counted = |bench: &mut Bench| bench.get("part", &json!({"part": 1}))["ports"].to_string();
    let (then, drawn) = (counted(&mut bench), bench.file());
    let at_20 = bench.get("state", &json!({}));
    bench.place("#Gates/NOT Gate", [500, 100], &json!([]));
    bench.get("run", &json!({"halfTicks": 20}));
    let late = bench.get("state", &json!({}));
    assert_ne!(at_20["version"], late["version"]);
    let parts = |bench: &mut Bench| {
        let sheet = bench.get("sheet", &json!({"path": "/"}));
        sheet["parts"].as_array().unwrap().len()
    };
    assert_eq!(parts(&mut bench), 3);
    let marks = bench.get("marks", &json!({}));
    let texts: Vec<&str> = marks["acts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|act| act["text"].as_str().unwrap())
        .collect();
    assert_eq!(texts.last(), Some(&"Add NOT Gate"), "{texts:?}");
    assert_eq!(marks["start"], 0, "the line of time goes on");
    // Before the edit: the counter as it was then, and no gate.
    bench.get("goto", &json!({"moment": 20}));
    assert_eq!(bench.get("state", &json!({}))["version"], at_20["version"]);
    assert_eq!(counted(&mut bench), then);
    assert_eq!(parts(&mut bench), 2);
    // And forth.
    bench.get("goto", &json!({"moment": 40}));
    assert_eq!(parts(&mut bench), 3);
    assert_eq!(bench.get("state", &json!({}))["version"], late["version"]);
    // Something else is drawn in the past: the file is that of the past with the new part.
    bench.get("goto", &json!({"moment": 20}));
    bench.place("#Gates/OR Gate", [500, 300], &json!([]));
    let other = bench.file();
    // The file's list of tools names gates, too.
    let placed = |name: &str| {
        let name = format!("name=\"{name}\"");
        let mut lines = other.lines();
        lines.any(|line| line.contains("<comp ") && line.contains(&name))
    };
    assert!(placed("OR Gate") && !placed("NOT Gate"), "{other}");
    assert_eq!(parts(&mut bench), 3);
    assert_eq!(
        bench.get("marks", &json!({}))["futures"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    // Undone: first the gate, then the way back.
    bench.change(&json!({"do": "undo"}));
    assert_eq!(bench.file(), drawn);
    bench.change(&json!({"do": "undo"}));
    assert!(bench.file().contains("(500,100)"));
}

#[test]
fn the_list_of_circuits_is_kept_in_order() {
    let mut bench = Bench::new();
    for name in ["one", "two"] {
        bench.change(&json!({"do": "new-circuit", "name": name}));
    }
    let state = bench.change(&json!({"do": "reorder-circuit", "circuit": "two", "before": "main"}));
    assert_eq!(state["circuits"], json!(["two", "main", "one"]));
    let state = bench.change(&json!({"do": "rename-circuit", "circuit": "one", "name": "first"}));
    assert_eq!(state["circuits"], json!(["two", "main", "first"]));
    bench.change(&json!({"do": "main-circuit", "circuit": "first"}));
    assert!(bench.file().contains("<main name=\"first\"/>"));
    let state = bench.change(&json!({"do": "remove-circuit", "circuit": "two"}));
    assert_eq!(state["circuits"], json!(["main", "first"]));
    let refused = bench.ask("change", &json!({"do": "remove-circuit", "circuit": "two"}));
    assert!(refused.unwrap_err().contains("no circuit 'two'"));
    // All of it at once.
    let state = bench.change(&json!({"do": "undo", "steps": 6}));
    assert_eq!(
        (&state["circuits"], &state["done"]),
        (&json!(["main"]), &json!([]))
    );
    let state = bench.change(&json!({"do": "redo", "steps": 5}));
    assert_eq!(state["undone"], json!(["Delete circuit"]));
}

#[test]
fn a_rom_is_changed_in_its_file_and_while_it_runs() {
    let mut bench = Bench::new();
    bench.place("#Memory/ROM", [300, 300], &json!([]));
    bench.change(&json!({"do": "words", "part": 0, "first": 2, "words": [1, 0xab]}));
    assert!(bench.file().contains("0 0 1 ab"), "{}", bench.file());
    let cells = bench.get("memory", &json!({"part": 0, "first": 0, "count": 4}));
    assert_eq!(cells["words"], json!([0, 0, 1, 0xab]));
    bench.change(&json!({"do": "image", "part": 0, "text": "v2.0 raw\n7 8 9\n"}));
    let cells = bench.get("memory", &json!({"part": 0, "first": 0, "count": 4}));
    assert_eq!(cells["words"], json!([7, 8, 9, 0]));
    assert!(
        bench
            .ask(
                "change",
                &json!({"do": "image", "part": 0, "text": "nonsense"})
            )
            .is_err()
    );
    assert!(
        bench
            .ask(
                "change",
                &json!({"do": "words", "part": 9, "first": 0, "words": [1]})
            )
            .is_err()
    );
}

#[test]
fn the_looks_of_a_chip_are_changed() {
    let mut bench = Bench::new();
    bench.place("#Wiring/Pin", [100, 100], &json!([["label", "in"]]));
    bench.place(
        "#Wiring/Pin",
        [200, 100],
        &json!([["label", "out"], ["output", "true"], ["facing", "west"]]),
    );
    let looks = bench.get("look", &json!({"ask": "looks"}));
    assert_eq!(looks["custom"], false);
    assert_eq!(looks["ports"][0]["label"], "in");
    assert!(looks["svg"].as_str().unwrap().starts_with("<svg"));
    let frame = looks["frame"].as_array().unwrap().clone();
    let at = |looks: &Value, name: &str| {
        let ports = looks["ports"].as_array().unwrap();
        ports.iter().find(|port| port["label"] == name).unwrap()["at"].clone()
    };
    let top = json!([frame[0].as_i64().unwrap() + 10, frame[1]]);
    bench.change(&json!({"do": "move-port", "pin": 0, "to": top}));
    bench.change(&json!({"do": "resize-box", "width": 80, "height": 60}));
    let looks = bench.get("look", &json!({"ask": "looks"}));
    assert_eq!((&looks["custom"], &at(&looks, "in")), (&json!(true), &top));
    let side = |low: usize| {
        looks["frame"][low + 2].as_i64().unwrap() - looks["frame"][low].as_i64().unwrap()
    };
    assert_eq!((side(0), side(1)), (80, 60));
    bench.change(&json!({"do": "revert-appearance"}));
    assert_eq!(bench.get("look", &json!({"ask": "looks"}))["custom"], false);
}

#[test]
fn expressions_become_gates_and_gates_expressions() {
    let mut bench = Bench::new();
    let told = bench.get(
        "look",
        &json!({"ask": "expressions", "inputs": ["a", "b"], "outputs": [["x", "a' b + a b"], ["y", "a +"]]}),
    );
    assert_eq!(
        (&told["outputs"][0]["column"], &told["outputs"][0]["sum"]),
        (&json!("0101"), &json!("b"))
    );
    assert_eq!(told["outputs"][1]["error"]["from"], 2);
    let told = bench.get(
        "look",
        &json!({"ask": "minimise", "inputs": ["a", "b"], "outputs": [["x", "01-1"], ["y", "01"]]}),
    );
    assert_eq!(told["outputs"][0]["sum"], "b");
    assert!(told["outputs"][1]["error"].is_object());
    let gates = json!({
        "do": "gates", "inputs": ["a", "b"], "outputs": [["x", "a ^ b"], ["y", "a b"]], "nandOnly": true
    });
    bench.change(&gates);
    assert!(!bench.file().contains("XOR Gate"));
    let told = bench.get("look", &json!({"ask": "truth"}));
    let columns: Vec<&str> = told["outputs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["column"].as_str().unwrap())
        .collect();
    assert_eq!(
        (&told["inputs"], columns),
        (&json!(["a", "b"]), vec!["0110", "0001"])
    );
    let named = json!({"do": "gates", "name": "adder", "inputs": ["a"], "outputs": [["x", "~a"]]});
    assert_eq!(bench.change(&named)["circuits"], json!(["main", "adder"]));
    for wrong in [
        json!({"do": "gates", "inputs": ["a"], "outputs": [["x", "a +"]]}),
        json!({"do": "gates", "inputs": ["a"], "outputs": []}),
        json!({"do": "gates", "name": "main", "inputs": ["a"], "outputs": [["x", "a"]]}),
    ] {
        assert!(bench.ask("change", &wrong).is_err(), "{wrong}");
    }
    let empty = bench.ask(
        "look",
        &json!({"ask": "expressions", "inputs": [], "outputs": []}),
    );
    assert!(empty.unwrap_err().contains("needs an input"));
}

#[test]
fn parts_become_a_chip_and_go_to_another_file() {
    let mut bench = Bench::new();
    bench.change(&json!({"do": "gates", "inputs": ["a", "b"], "outputs": [["x", "a b + ~a"]]}));
    let told = bench.get("look", &json!({"ask": "truth"}));
    let state = bench.change(&json!({"do": "chip", "parts": [0, 1, 2], "name": "chip"}));
    assert_eq!(state["circuits"], json!(["main", "chip"]));
    assert_eq!(bench.get("look", &json!({"ask": "truth"})), told);
    let all = bench.get(
        "look",
        &json!({"ask": "box", "from": [-999, -999], "to": [9999, 9999]}),
    );
    bench.change(&json!({"do": "copy", "parts": all["parts"], "wires": all["wires"]}));
    let copied = bench.get("look", &json!({"ask": "copied"}))["text"].clone();
    let mut other = Bench::new();
    let state = other.change(&json!({"do": "paste-file", "text": copied, "by": [0, 0]}));
    assert_eq!(state["circuits"], json!(["main", "chip"]));
    assert_eq!(
        state["new"].as_array().unwrap().len(),
        all["parts"].as_array().unwrap().len()
    );
    assert_eq!(other.get("look", &json!({"ask": "truth"})), told);
    let refused = other.ask(
        "change",
        &json!({"do": "paste-file", "text": "hello", "by": [0, 0]}),
    );
    assert!(refused.unwrap_err().contains("no parts"));
}

#[test]
fn a_wire_is_led_around_a_part_in_its_way() {
    let mut bench = Bench::new();
    bench.place("#Gates/AND Gate", [200, 100], &json!([]));
    let path = json!([[100, 100], [110, 100], [300, 100]]);
    let ghost = bench.get("look", &json!({"ask": "wire", "path": path}));
    assert!(ghost["wires"].as_array().unwrap().len() > 1, "{ghost}");
    bench.change(&json!({"do": "wire", "path": path}));
    let net = bench.get(
        "look",
        &json!({"ask": "net", "parts": [], "wires": ghost["wires"]}),
    );
    assert_eq!(
        net["parts"],
        json!([]),
        "it touches none of the ports on its way"
    );
}
