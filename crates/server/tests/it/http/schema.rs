//! The site's answers match its description: they are compared with the schemas in `/api/openapi.json`.

use kalah::{Pit, Side};
use serde_json::{Value, json};
use server::table::{Entry, Event, Name, Phrase, Settings};

use super::{Server, config};

/// The part of JSON Schema the description uses. Returns where a value differs.
struct Schemas(Value);

impl Schemas {
    fn complaint(&self, schema: &Value, value: &Value, path: &str) -> Option<String> {
        let wrong = |what: String| Some(format!("{path}: {what}: {value}"));
        if let Some(name) = schema["$ref"].as_str() {
            let found = self.0.pointer(name.trim_start_matches('#'));
            return self.complaint(found.expect(name), value, path);
        }
        if let Some(all) = schema["oneOf"].as_array() {
            let complaints: Vec<_> = all
                .iter()
                .map(|one| self.complaint(one, value, path))
                .collect();
            let fit = complaints
                .iter()
                .filter(|complaint| complaint.is_none())
                .count();
            return (fit != 1).then(|| format!("{path}: {fit} of oneOf: {value}: {complaints:?}"));
        }
        if let Some(wanted) = schema.get("const").filter(|wanted| *wanted != value) {
            return wrong(format!("is not {wanted}"));
        }
        if let Some(all) = schema["enum"].as_array().filter(|all| !all.contains(value)) {
            return wrong(format!("is none of {all:?}"));
        }
        let is = |name: &str| match name {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "integer" => value.is_i64() || value.is_u64(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            other => panic!("{path}: type {other}"),
        };
        let is_of_type = match &schema["type"] {
            Value::String(name) => is(name),
            Value::Array(names) => names.iter().filter_map(Value::as_str).any(is),
            _ => true,
        };
        if !is_of_type {
            return wrong(format!("is no {}", schema["type"]));
        }
        if let (Some(least), Some(number)) = (schema["minimum"].as_i64(), value.as_i64())
            && number < least
        {
            return wrong(format!("is less than {least}"));
        }
        self.inside(schema, value, path)
    }

    fn inside(&self, schema: &Value, value: &Value, path: &str) -> Option<String> {
        let mut items = value.as_array().into_iter().flatten();
        if let Some(complaint) = items.find_map(|item| self.complaint(&schema["items"], item, path))
        {
            return Some(complaint);
        }
        let (object, properties) = (value.as_object()?, schema["properties"].as_object()?);
        let mut required = schema["required"].as_array().into_iter().flatten();
        if let Some(missing) = required.find(|name| !object.contains_key(name.as_str().unwrap())) {
            return Some(format!("{path}: {missing} is missing in {value}"));
        }
        object
            .iter()
            .find_map(|(name, value)| match properties.get(name) {
                Some(schema) => self.complaint(schema, value, &format!("{path}.{name}")),
                None if schema["additionalProperties"] == json!(false) => {
                    Some(format!("{path}: {name} is not described"))
                }
                None => None,
            })
    }

    fn fits(&self, name: &str, value: &Value) {
        let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        assert_eq!(self.complaint(&schema, value, name), None);
    }
}

fn schemas() -> Schemas {
    let text = include_str!("../../../src/http/openapi.json");
    Schemas(serde_json::from_str(text).unwrap())
}

/// One event of each kind. A kind that is added does not compile until it is here.
fn next(event: Option<&Event>) -> Option<Event> {
    let (side, name) = (Side::South, Name::default());
    let game = || "abcdefghijklmnop".to_owned();
    Some(match event {
        None => Event::Made {
            settings: serde_json::from_value::<Settings>(json!({
                "rules": {"pits": 6, "seeds": 4, "capture": "opposite", "end": "either"},
                "clock": {"kind": "turn", "days": 3},
            }))
            .unwrap(),
            after: Some(game()),
            series: None,
        },
        Some(Event::Made { .. }) => Event::Joined { side, name },
        Some(Event::Joined { .. }) => Event::Renamed { side, name },
        Some(Event::Renamed { .. }) => Event::Moved {
            side,
            pit: Pit::new(3).unwrap(),
            lag: 7,
        },
        Some(Event::Moved { .. }) => Event::TakebackAsked { side },
        Some(Event::TakebackAsked { .. }) => Event::TakebackDropped { side },
        Some(Event::TakebackDropped { .. }) => Event::TakenBack { to: 0 },
        Some(Event::TakenBack { .. }) => Event::DrawOffered { side },
        Some(Event::DrawOffered { .. }) => Event::DrawDropped { side },
        Some(Event::DrawDropped { .. }) => Event::Drawn,
        Some(Event::Drawn) => Event::Aborted { side },
        Some(Event::Aborted { .. }) => Event::Resigned { side },
        Some(Event::Resigned { .. }) => Event::Interrupted { from: 1, to: 2 },
        Some(Event::Interrupted { .. }) => Event::TimedOut { side },
        Some(Event::TimedOut { .. }) => Event::Claimed { side },
        Some(Event::Claimed { .. }) => Event::Withdrawn,
        Some(Event::Withdrawn) => Event::Stopped,
        Some(Event::Stopped) => Event::Hidden { side },
        Some(Event::Hidden { .. }) => Event::Said {
            side,
            phrase: Phrase::Oops,
        },
        Some(Event::Said { .. }) => Event::RematchOffered { side },
        Some(Event::RematchOffered { .. }) => Event::Rematched { game: game() },
        Some(Event::Rematched { .. }) => return None,
    })
}

#[test]
fn every_kind_of_entry_is_described() {
    let schemas = schemas();
    let mut last = None;
    let mut count = 0;
    while let Some(event) = next(last.as_ref()) {
        let entry = Entry {
            seq: 1,
            at: 2,
            event: event.clone(),
        };
        schemas.fits("Entry", &serde_json::to_value(entry).unwrap());
        last = Some(event);
        count += 1;
    }
    let described = schemas.0["components"]["schemas"]["Entry"]["oneOf"]
        .as_array()
        .unwrap();
    assert_eq!(described.len(), count);
    let wrong = json!({"seq": 1, "at": 2, "kind": "drawn", "side": "south"});
    let entry = json!({ "$ref": "#/components/schemas/Entry" });
    assert!(schemas.complaint(&entry, &wrong, "").is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_phrase_is_described() {
    let schemas = schemas();
    let described = &schemas.0["components"]["schemas"]["Phrase"]["enum"];
    assert_eq!(*described, json!(Phrase::ALL));
    let server = Server::start(config()).await;
    let about = server.get("/api").await.json();
    assert_eq!(about["phrases"], *described);
}

#[tokio::test(flavor = "multi_thread")]
async fn states_are_what_they_are_said_to_be() {
    let server = Server::start(config()).await;
    let schemas = schemas();
    let clock = r#"{"open":true,"clock":{"kind":"game","seconds":60,"increment":0}}"#;
    let (game, south) = server.make(clock).await;
    let path = format!("/api/games/{game}?after=0");
    schemas.fits("State", &server.get(&path).await.json());
    let join = format!("/api/games/{game}/join");
    let north = server.ask("POST", &join, "", r#"{"name":"B"}"#).await;
    let north = north.text("secret");
    for (verb, secret, body) in [
        ("rename", &south, r#"{"name":"A"}"#),
        ("move", &south, r#"{"pit":1,"ply":0}"#),
        ("takeback", &south, ""),
        ("takeback/answer", &north, r#"{"yes":false}"#),
        ("draw", &south, ""),
        ("draw/answer", &north, r#"{"yes":false}"#),
        ("say", &north, r#"{"phrase":"good-luck"}"#),
        ("abort", &north, ""),
        ("rematch", &south, ""),
        ("rematch", &north, ""),
    ] {
        let done = server.act(&game, verb, secret, body).await;
        assert_eq!(done.status, 200, "{verb}: {done:?}");
        schemas.fits("State", &done.json());
    }
    let whole = server.get(&path).await.json();
    schemas.fits("State", &whole);
    assert_eq!(whole["outcome"]["reason"], "aborted");
    let next = server
        .get(&format!("/api/games/{}", whole["next"].as_str().unwrap()))
        .await;
    schemas.fits("State", &next.json());
}

/// Numbers in requests have bounds: a number that no program here can hold is not one that is described.
#[test]
fn numbers_that_are_asked_for_have_bounds() {
    fn look(all: &Value, value: &Value, path: &str, found: &mut usize) {
        if let Some(name) = value["$ref"].as_str() {
            let named = all.pointer(name.trim_start_matches('#'));
            return look(all, named.expect(name), name, found);
        }
        if value["type"] == "integer" {
            let bounds = (value["minimum"].as_i64(), value["maximum"].as_i64());
            assert!(matches!(bounds, (Some(_), Some(_))), "{path}: {value}");
            *found += 1;
        }
        match value {
            Value::Object(fields) => {
                for (name, inside) in fields {
                    look(all, inside, &format!("{path}/{name}"), found);
                }
            }
            Value::Array(items) => items
                .iter()
                .for_each(|inside| look(all, inside, path, found)),
            _ => {}
        }
    }
    let (schemas, mut found) = (schemas(), 0);
    for (path, methods) in schemas.0["paths"].as_object().unwrap() {
        for (method, asked) in methods.as_object().unwrap() {
            for part in ["parameters", "requestBody"] {
                let path = format!("{path} {method} {part}");
                look(&schemas.0, &asked[part], &path, &mut found);
            }
        }
    }
    assert!(found > 5, "{found}");
}

/// The description's examples are accepted.
#[tokio::test(flavor = "multi_thread")]
async fn examples_are_good_requests() {
    let server = Server::start(config()).await;
    let schemas = schemas();
    for path in ["/api/analysis", "/api/picture.png"] {
        let parameters = &schemas.0["paths"][path]["get"]["parameters"];
        let parameters = parameters.as_array().unwrap().iter();
        let given = parameters.filter_map(|one| {
            let example = one.get("example")?;
            let text = example.as_str().map_or(example.to_string(), str::to_owned);
            let text = text.replace(' ', "%20");
            Some(format!("{}={text}", one["name"].as_str()?))
        });
        let query: Vec<String> = given.collect();
        assert!(query.len() > 1, "{path}");
        let answer = server.get(&format!("{path}?{}", query.join("&"))).await;
        assert_eq!(answer.status, 200, "{query:?}: {}", answer.body);
    }
    let least = server.ask(
        "POST",
        "/api/games",
        "",
        r#"{"rules":{"pits":6,"seeds":4}}"#,
    );
    assert_eq!(least.await.status, 201);
    for missing in [r#"{"rules":{"pits":6}}"#, r#"{"rules":{"seeds":4}}"#] {
        let answer = server.ask("POST", "/api/games", "", missing).await;
        assert_eq!(answer.status, 400, "both are `required`");
    }
}
