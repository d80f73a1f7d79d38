//! The page's assumptions about the site's messages are checked, not trusted: real messages are written as typed constants, which the
//! compiler of the page's scripts reads. `UPDATE_GOLDEN=1` rewrites the file; its layout is that of all scripts of the page.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::live::{next, open};
use super::{Server, config};

const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../web/tests/site.contract.ts"
);

/// Messages with their types, in order.
#[derive(Default)]
struct Heard {
    messages: Vec<(&'static str, String, Value)>,
    /// Random names and secrets, by placeholder.
    names: BTreeMap<String, String>,
}

impl Heard {
    fn note(&mut self, kind: &'static str, what: &str, mut message: Value) {
        self.plain("", &mut message);
        self.messages.push((kind, what.to_owned(), message));
    }

    /// Moments become 1, random names are numbered.
    fn plain(&mut self, name: &str, value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    self.plain(name, value);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.plain(name, item)),
            Value::Number(_) if ["at", "now", "since", "lag"].contains(&name) => *value = json!(1),
            Value::Number(_)
                if ["south", "north"].contains(&name) && value.as_u64() > Some(1000) =>
            {
                *value = json!(1);
            }
            Value::String(text) if ["game", "next", "after", "secret"].contains(&name) => {
                let number = self.names.len() + 1;
                let known = self
                    .names
                    .entry(text.clone())
                    .or_insert_with(|| format!("{name}-{number}"));
                text.clone_from(known);
            }
            _ => {}
        }
    }

    fn text(&self) -> String {
        let mut text = String::from(
            "// Messages of a site as it sent them, with the types the page has for them. crates/server/tests/it/http/contract.rs writes \
             this file.\nimport type { LiveMessage, Seated, TableState } from '../js/online/protocol';\n",
        );
        for (number, (kind, what, message)) in self.messages.iter().enumerate() {
            let message = serde_json::to_string(message).unwrap();
            text +=
                &format!("\n/** {what} */\nexport const message{number}: {kind} = {message};\n");
        }
        text
    }
}

async fn conversation() -> Heard {
    let server = Server::start(config()).await;
    let mut heard = Heard::default();
    let wanted = r#"{"open":true,"name":"A","clock":{"kind":"game","seconds":60,"increment":0}}"#;
    let made = server.ask("POST", "/api/games", "", wanted).await;
    let (game, south) = (made.text("game"), made.text("secret"));
    heard.note("Seated", "a game is made", made.json());
    let path = format!("/api/games/{game}");
    heard.note("TableState", "it waits", server.get(&path).await.json());
    let joined = server
        .ask("POST", &format!("{path}/join"), "", r#"{"name":"B"}"#)
        .await;
    let north = joined.text("secret");
    heard.note("Seated", "somebody joins", joined.json());
    let mut socket = open(&server, &format!("{game}/live?after=0"), "")
        .await
        .unwrap();
    heard.note(
        "LiveMessage",
        "a socket is opened",
        next(&mut socket).await.unwrap(),
    );
    for (verb, secret, body) in [
        ("move", &south, r#"{"pit":1,"ply":0}"#),
        ("takeback", &south, ""),
        ("takeback/answer", &north, r#"{"yes":true}"#),
        ("move", &south, r#"{"pit":6,"ply":0}"#),
        ("draw", &south, ""),
        ("draw/answer", &north, r#"{"yes":false}"#),
        ("say", &north, r#"{"phrase":"good-luck"}"#),
        ("resign", &north, ""),
        ("rematch", &south, ""),
        ("rematch", &north, ""),
    ] {
        let done = server.act(&game, verb, secret, body).await;
        assert_eq!(done.status, 200, "{verb}: {done:?}");
        heard.note("TableState", &format!("after {verb}"), done.json());
    }
    let plain = server.pair().await;
    let path = format!("/api/games/{}", plain.0);
    heard.note(
        "TableState",
        "without a clock",
        server.get(&path).await.json(),
    );
    let mut last = open(&server, &format!("{}/live?after=3", plain.0), "")
        .await
        .unwrap();
    heard.note(
        "LiveMessage",
        "nothing is missing",
        next(&mut last).await.unwrap(),
    );
    let stopped = tokio::spawn(server.stop());
    let closing = loop {
        match next(&mut last).await.unwrap() {
            told if told["kind"] == "closing" => break told,
            _ => {}
        }
    };
    heard.note("LiveMessage", "the site stops", closing);
    stopped.await.unwrap();
    heard
}

/// What is the same in every layout: no spaces, no quotes, no trailing commas.
fn bare(text: &str) -> String {
    let is_layout = |letter: char| letter.is_whitespace() || ['\'', '"'].contains(&letter);
    let bare = text.replace(is_layout, "");
    bare.replace(",}", "}").replace(",]", "]")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_has_the_types_of_what_is_sent() {
    let text = conversation().await.text();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    let kept = std::fs::read_to_string(Path::new(FILE)).unwrap_or_default();
    assert!(
        bare(&kept) == bare(&text),
        "{FILE} is not what the site says now: UPDATE_GOLDEN=1 writes it\n{text}"
    );
}
