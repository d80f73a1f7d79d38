//! Circuits on the workbench: checked, tested by scripts and vectors, drawn.

use page::Workbench;
use serde_json::{Value, json};

use crate::answer;

const ADDER: &str = include_str!("../../../../docs/examples/circuit/adder.circ");
const VECTORS: &str = include_str!("../../../../docs/examples/circuit/adder.vectors");
const GRADE: &str = include_str!("../../../../docs/examples/circuit/grade.script");
const STUDENT: &str = include_str!("../../../../docs/examples/circuit/student.circ");
const STOPWATCH: &str = include_str!("../../../../docs/examples/circuit/stopwatch.circ");
const STOPWATCH_SCRIPT: &str = include_str!("../../../../docs/examples/circuit/stopwatch.script");

fn ask(name: &str, request: &Value) -> Result<Value, String> {
    answer(&Workbench::new().handle(name, &request.to_string()))
}

fn with(name: &str, text: &str, run: (&str, &str)) -> Value {
    json!({"name": name, "text": text, "run": {"name": run.0, "text": run.1}})
}

/// Every circuit of `hardware/`, with all others at hand.
#[test]
fn the_circuits_of_the_consoles_are_clean() {
    let files = consoles::hardware::FILES;
    let library = |file: &consoles::hardware::File| json!({"name": file.path, "text": file.text});
    let libraries: Vec<Value> = files.iter().map(library).collect();
    for file in files {
        let request = json!({"name": file.path, "text": file.text, "libraries": libraries});
        let checked = ask("check", &request).unwrap();
        let found = checked["findings"].as_array().unwrap();
        let errors = found
            .iter()
            .filter(|one| one["severity"] == "error")
            .count();
        assert_eq!(errors, 0, "{}: {found:#?}", file.path);
        assert_eq!(
            (&checked["runs"], &checked["missing"]),
            (&json!(true), &json!([]))
        );
        assert!(checked["parts"].as_u64().unwrap() > 20);
    }
}

#[test]
fn circuits_of_the_consoles_come_with_their_libraries() {
    for (path, count) in [
        ("2022/mancala.circ", 2),
        ("cdm8/cdm8.circ", 1),
        ("cdm8/bench.circ", 2),
    ] {
        let files = ask("hardware", &json!({"path": path})).unwrap();
        let files = files.as_array().unwrap();
        assert_eq!((files.len(), &files[0]["path"]), (count, &json!(path)));
    }
    ask("hardware", &json!({"path": "2024/mancala.circ"})).unwrap_err();
}

#[test]
fn every_console_is_listed_with_a_board_that_can_be_opened() {
    let consoles = ask("consoles", &json!({})).unwrap();
    let consoles = consoles.as_array().unwrap();
    assert_eq!(consoles.len(), consoles::Model::ALL.len());
    let rules: Vec<&Value> = consoles.iter().map(|one| &one["rules"]).collect();
    assert_eq!(rules, ["2016", "2016", "2022", "2023"]);
    for console in consoles {
        let files = ask("hardware", &json!({"path": console["path"]})).unwrap();
        assert!(files.as_array().unwrap().len() > 1, "{console}");
    }
}

/// A machine with a circuit, its top sheet open.
fn switched_on(name: &str, text: &str) -> impl FnMut(&str, &Value) -> Value {
    let mut machine = page::Machine::new(None);
    let mut ask = move |what: &str, request: &Value| {
        answer(&machine.handle(what, &request.to_string())).unwrap()
    };
    ask("circuit", &json!({"name": name, "text": text}));
    ask("sheet", &json!({"path": "/"}));
    ask
}

#[test]
fn what_happened_can_be_taken_along() {
    let mut ask = switched_on("stopwatch.circ", STOPWATCH);
    ask("do", &json!({"line": "press START"}));
    ask("run", &json!({"halfTicks": 7}));
    ask("do", &json!({"line": "release START"}));
    ask("run", &json!({"halfTicks": 3}));
    let before = ask("state", &json!({"all": true}));
    let vcd = ask("vcd", &json!({"from": 0, "to": 10}));
    let text = vcd["text"].as_str().unwrap();
    assert!(
        text.contains("#10000") && !text.contains("#12000"),
        "{text}"
    );
    assert_eq!(ask("state", &json!({"all": true}))["now"], before["now"]);
    let svg = ask("svg", &json!({}));
    assert!(svg["text"].as_str().unwrap().contains("</svg>"));
}

#[test]
fn a_memory_is_loaded_and_saved() {
    let hello = include_str!("../../../../docs/examples/circuit/hello.circ");
    let mut ask = switched_on("hello.circ", hello);
    let sheet = ask("sheet", &json!({"path": "/"}));
    let parts = sheet["parts"].as_array().unwrap();
    let memory = parts.iter().find(|part| part["hand"] == "memory").unwrap();
    let told = ask("part", &json!({"part": memory["part"]}));
    let line = format!("load {} \"new.img\"", told["path"]);
    let files = json!({"new.img": "v2.0 raw\n48 69 2a\n"});
    ask("do", &json!({"line": line, "files": files}));
    let image = ask("image", &json!({"part": memory["part"]}));
    assert_eq!(image["text"], "v2.0 raw\n48\n69\n2a\n");
}

#[test]
fn a_missing_library_is_named_with_what_to_do() {
    let files = consoles::hardware::FILES;
    let board = files
        .iter()
        .find(|file| file.path.starts_with("2022/"))
        .unwrap();
    let checked = ask("check", &json!({"name": board.path, "text": board.text})).unwrap();
    let missing = checked["missing"].as_array().unwrap();
    assert_eq!(missing.len(), 1);
    let found = checked["findings"].as_array().unwrap();
    let told = found
        .iter()
        .find(|one| one["code"] == "missing-library")
        .unwrap();
    let message = told["message"].as_str().unwrap();
    assert!(
        message.contains("cdm8.circ") && message.contains("open"),
        "{message}"
    );
    assert_eq!(told["at"]["file"], board.path);
}

#[test]
fn a_script_and_vectors_say_what_fails_and_where() {
    let good = ask(
        "script",
        &with("adder.circ", ADDER, ("grade.script", GRADE)),
    )
    .unwrap();
    assert_eq!(
        (&good["passed"], &good["points"]),
        (&json!(true), &good["maxPoints"])
    );
    let bad = ask(
        "script",
        &with("student.circ", STUDENT, ("grade.script", GRADE)),
    )
    .unwrap();
    assert_eq!(bad["passed"], false);
    let failure = &bad["failures"][0];
    assert_eq!(failure["kind"], "expectation");
    assert!(failure["line"].as_u64().unwrap() > 1, "{failure:#}");
    let rows = ask(
        "vectors",
        &with("adder.circ", ADDER, ("adder.vectors", VECTORS)),
    )
    .unwrap();
    assert_eq!(rows["passed"], rows["rows"]);
    let rows = ask(
        "vectors",
        &with("student.circ", STUDENT, ("adder.vectors", VECTORS)),
    )
    .unwrap();
    assert!(rows["passed"].as_u64() < rows["rows"].as_u64());
    assert!(rows["failures"][0]["mismatches"][0]["expected"].is_string());
    let watch = ("stopwatch.script", STOPWATCH_SCRIPT);
    let run = ask("script", &with("stopwatch.circ", STOPWATCH, watch)).unwrap();
    assert_eq!(run["passed"], true, "{run:#}");
}

#[test]
fn mistakes_of_a_script_have_their_place() {
    let told = ask(
        "script",
        &with("adder.circ", ADDER, ("x.script", "expct /A = 1\n")),
    )
    .unwrap();
    let finding = &told["findings"][0];
    assert_eq!(
        (&finding["at"]["line"], &finding["at"]["column"]),
        (&json!(1), &json!(1))
    );
    let told = ask(
        "script",
        &with("adder.circ", ADDER, ("x.script", "expect /Nobody = 1\n")),
    )
    .unwrap();
    assert_eq!(told["findings"][0]["at"]["file"], "x.script");
    let told = ask(
        "vectors",
        &with("adder.circ", ADDER, ("x.vectors", "Nobody\n1\n")),
    )
    .unwrap();
    assert!(!told["findings"].as_array().unwrap().is_empty());
}

#[test]
fn drawings_and_waveforms_are_those_of_the_library() {
    let file = json!({"name": "adder.circ", "text": ADDER});
    let svg = ask("svg", &file).unwrap();
    let project = circuit::read::read(
        "adder.circ",
        ADDER.as_bytes(),
        &mut circuit::read::NoLibraries,
    );
    let main = project.project.main().unwrap();
    assert_eq!(
        svg["text"],
        circuit::svg::draw(&project.project, main, None)
    );
    let ask_vcd = json!({"name": "stopwatch.circ", "text": STOPWATCH, "halfTicks": 20});
    let vcd = ask("vcd", &ask_vcd).unwrap();
    assert_eq!(vcd["halfTicks"], 20);
    let text = vcd["text"].as_str().unwrap();
    assert!(
        text.contains("$enddefinitions") && text.contains("#20000"),
        "{text}"
    );
}

#[test]
fn whatever_is_opened_gets_an_answer() {
    let cut = &ADDER[..ADDER.len() / 2];
    let checked = ask("check", &json!({"name": "cut.circ", "text": cut})).unwrap();
    assert!(!checked["findings"].as_array().unwrap().is_empty());
    for text in [
        "",
        "\u{0}",
        "<project/>",
        "<project><circuit name='main'/></project>",
        "{}",
    ] {
        let checked = ask("check", &json!({"name": "x.circ", "text": text})).unwrap();
        assert!(checked["findings"].is_array());
        let _ = ask("svg", &json!({"name": "x.circ", "text": text}));
        let _ = ask(
            "vcd",
            &json!({"name": "x.circ", "text": text, "halfTicks": 3}),
        );
    }
    ask("script", &json!({})).unwrap_err();
    ask("dance", &json!({})).unwrap_err();
}

/// The console of 2022 with its panel file, which a request about grading needs.
fn console() -> Value {
    let files = consoles::hardware::FILES;
    let file = |path: &str| {
        let file = files.iter().find(|file| file.path == path).unwrap();
        json!({"name": file.path, "text": file.text})
    };
    let mut request = file("2022/mancala.circ");
    request["libraries"] = json!([file("cdm8/cdm8.circ")]);
    request["panel"] = json!({"name": "panel.toml", "text": PANEL});
    request
}

const PANEL: &str = include_str!("../../../../hardware/2022/panel.toml");

#[test]
fn a_console_is_graded_game_by_game() {
    let mut bench = Workbench::new();
    let mut ask = |name: &str, request: &Value| answer(&bench.handle(name, &request.to_string()));
    ask("gradeOn", &json!({})).unwrap_err();
    let mut request = console();
    (request["rules"], request["games"], request["seed"]) = (json!("2022"), json!(3), json!(1));
    let mut progress = ask("grade", &request).unwrap();
    assert_eq!(
        (&progress["done"], &progress["report"]),
        (&json!(1), &Value::Null)
    );
    while progress["report"].is_null() {
        progress = ask("gradeOn", &json!({})).unwrap();
        assert_eq!(progress["failed"], json!([]));
    }
    let report = &progress["report"];
    assert_eq!(report["points"], report["maxPoints"]);
    assert!(report["points"].as_u64().unwrap() > 40, "{report}");
    let tests = report["tests"].as_array().unwrap();
    let sowing = tests.iter().find(|test| test["id"] == "sowing").unwrap();
    assert_eq!(sowing["outcome"], "passed");
    ask("gradeOn", &json!({})).unwrap_err();
}

/// Two buttons exchanged in the panel are a mistake like any other, with a run that leads there.
#[test]
fn a_name_of_a_panel_is_put_right_by_a_click() {
    let mut request = console();
    let shown = ask("panel", &request).unwrap();
    assert_eq!(shown["findings"], json!([]));
    assert!(shown["picture"].as_str().unwrap().contains("press 6"));
    let spots = shown["spots"].as_array().unwrap();
    let spot = |says: &str| spots.iter().position(|spot| spot["says"] == says).unwrap();
    let (one, two) = (spot("press 1"), spot("press 2"));
    let parts = shown["parts"].as_array().unwrap();
    let part = |spot: usize| {
        let there = parts.iter().find(|part| part["at"] == spots[spot]["at"]);
        there.unwrap()["path"].as_str().unwrap().to_owned()
    };
    request["change"] = json!([one, part(two)]);
    let changed = ask("panel", &request).unwrap();
    assert_eq!(changed["findings"], json!([]));
    assert_eq!(changed["spots"][one]["path"], part(two));
    assert_eq!(changed["spots"][one]["at"], spots[two]["at"]);
    let text = changed["text"].as_str().unwrap();
    let before = spots[one]["path"].as_str().unwrap();
    assert_eq!(text.replacen(&part(two), before, 1), PANEL);
    request["panel"]["text"] = json!(text);
    request["change"] = json!([two, part(one)]);
    request["panel"]["text"] = ask("panel", &request).unwrap()["text"].clone();
    (request["rules"], request["games"], request["seed"]) = (json!("2022"), json!(1), json!(1));
    let mut bench = Workbench::new();
    let mut ask = |name: &str, request: &Value| answer(&bench.handle(name, &request.to_string()));
    let mut progress = ask("grade", &request).unwrap();
    while progress["report"].is_null() {
        progress = ask("gradeOn", &json!({})).unwrap();
    }
    let tests = progress["report"]["tests"].as_array().unwrap();
    let failed = tests
        .iter()
        .find(|test| test["outcome"] == "failed")
        .unwrap();
    let run = failed["run"].as_str().unwrap();
    assert!(
        run.contains("circuit 2022/mancala.circ") && run.contains("press"),
        "{run}"
    );
}

#[test]
fn a_panel_of_another_console_is_refused_with_reasons() {
    let mut request = console();
    request["panel"]["text"] = json!(PANEL.replace("pits", "puts"));
    let shown = ask("panel", &request).unwrap();
    assert!(!shown["findings"].as_array().unwrap().is_empty());
    assert_eq!(shown["picture"], "");
}

#[test]
fn a_new_circuit_has_the_pins_asked_for() {
    let mut bench = Workbench::new();
    let mut ask = |request: Value| answer(&bench.handle("empty", &request.to_string()));
    let made = ask(json!({"inputs": ["a", "b[4]"], "outputs": ["sum[5]"]})).unwrap();
    let text = made["text"].as_str().unwrap();
    for wanted in [
        "loc=\"(100,150)\" name=\"Pin\"",
        "val=\"b\"",
        "name=\"width\" val=\"4\"",
        "val=\"sum\"",
        "name=\"output\" val=\"true\"",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    let why = ask(json!({"inputs": ["a[99]"]})).unwrap_err();
    assert!(why.contains("from 1 to 32"), "{why}");
}
