//! The course as the page asks for it.

use page::Course;
use serde_json::{Value, json};

fn folder(path: &std::path::Path, above: &str, files: &mut serde_json::Map<String, Value>) {
    for entry in std::fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        let own = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            folder(&path, &format!("{above}{own}/"), files);
        } else {
            let text = std::fs::read_to_string(&path).unwrap();
            files.insert(format!("{above}{own}"), text.into());
        }
    }
}

fn ask(course: &mut Course, name: &str, request: &Value) -> Value {
    let reply: Value = serde_json::from_str(&course.handle(name, &request.to_string())).unwrap();
    assert!(reply.get("failure").is_none(), "{name}: {reply}");
    reply["ok"].clone()
}

fn opened() -> Course {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../course");
    let mut files = serde_json::Map::new();
    folder(&root, "", &mut files);
    let mut course = Course::new();
    let files = Value::Object(files).to_string();
    ask(&mut course, "open", &json!({ "files": files }));
    course
}

#[test]
fn tasks_are_told_in_both_languages() {
    let mut course = opened();
    let outline = ask(&mut course, "outline", &json!({"language": "ru"}));
    assert_eq!(outline["title"], "Постройте приставку");
    assert_eq!(outline["parts"].as_array().unwrap().len(), 7);
    let task = json!({"task": "first-gate", "language": "en"});
    let task = ask(&mut course, "task", &task);
    assert_eq!(task["title"], "A lamp for a mistake");
    assert_eq!(task["circuit"], "Error light");
    assert_eq!(task["memory"], Value::Null);
    assert_eq!(task["hints"].as_array().unwrap().len(), 3);
    let sow = ask(
        &mut course,
        "task",
        &json!({"task": "sow", "language": "en"}),
    );
    assert_eq!(sow["memory"], "harvard");
    assert_eq!(sow["given"][0]["name"], "call.asm");
    let console = json!({"task": "console", "language": "en"});
    let console = ask(&mut course, "task", &console);
    assert_eq!(console["given"][0]["name"], "cdm8.circ");
}

#[test]
fn a_solution_passes_and_a_starter_is_explained() {
    let mut course = opened();
    let task = json!({"task": "memory-cell", "language": "ru"});
    let task = ask(&mut course, "task", &task);
    let mut check = |work: &Value| {
        let request = json!({"task": "memory-cell", "work": work, "language": "ru"});
        let checked = ask(&mut course, "check", &request);
        checked["outcomes"].as_array().unwrap().clone()
    };
    let passed = check(&task["solution"]);
    assert!(passed.iter().all(|outcome| outcome["passed"] == true));
    assert_eq!(passed.last().unwrap()["proven"], true);
    let failed = check(&task["starter"]);
    let first = &failed[0];
    assert_eq!(first["passed"], false);
    assert!(
        first["said"][0]["key"]
            .as_str()
            .unwrap()
            .starts_with("course.wrong.")
    );
    assert!(first["explained"].as_str().unwrap().contains("спаду"));
    assert!(first["run"].as_str().unwrap().starts_with("run 1\n"));
}

#[test]
fn a_live_circuit_answers_to_its_pins() {
    let mut course = opened();
    let mut demo = |acts: &[&str]| {
        let request = json!({"task": "first-gate", "file": "demo.circ", "acts": acts});
        ask(&mut course, "demo", &request)
    };
    let begun = demo(&[]);
    assert_eq!(begun["outputs"][0]["value"], "0");
    let (a, b) = (
        begun["inputs"][0]["path"].clone(),
        begun["inputs"][1]["path"].clone(),
    );
    let set = |path: &Value| format!("set {} = 1", path.as_str().unwrap());
    let both = demo(&[&set(&a), &set(&b)]);
    assert_eq!(both["outputs"][0]["value"], "1");
    assert!(both["svg"].as_str().unwrap().contains("<svg"));
}

#[test]
fn nonsense_is_refused() {
    let mut course = Course::new();
    for (name, request) in [
        ("outline", json!({"language": "en"})),
        ("open", json!({"files": "{}"})),
        ("open", json!({"files": "[]"})),
        ("dance", json!({})),
    ] {
        let reply = course.handle(name, &request.to_string());
        assert!(reply.contains("\"failure\""), "{name}: {reply}");
    }
    let mut course = opened();
    for request in [
        json!({"task": "no-such", "language": "en"}),
        json!({"task": 5}),
    ] {
        assert!(
            course
                .handle("task", &request.to_string())
                .contains("failure")
        );
    }
    let acts = json!({"task": "first-gate", "file": "demo.circ", "acts": ["explode"]});
    assert!(course.handle("demo", &acts.to_string()).contains("failure"));
}
