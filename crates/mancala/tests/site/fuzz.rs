//! Random requests: none makes the server fail or stop. `PROPTEST_CASES=100000` tries more.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::client::Client;
use crate::player::Player;
use crate::process::{Process, file_in};

#[derive(Clone, Debug)]
struct Request {
    method: &'static str,
    path: Vec<String>,
    query: String,
    headers: Vec<String>,
    body: String,
}

/// Parts with a meaning, and parts without.
fn part() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "api",
        "games",
        "GAME",
        "join",
        "move",
        "resign",
        "withdraw",
        "claim",
        "takeback",
        "answer",
        "rename",
        "rematch",
        "follow",
        "seat",
        "record",
        "live",
        "analysis",
        "openapi.json",
        "healthz",
        "readyz",
        "metrics",
        "aaaaaaaaaaaaaaaa",
        "..",
        "",
    ]);
    prop_oneof![8 => known.prop_map(str::to_owned), 1 => "[!-~]{0,20}".prop_map(|text| text.replace(['?', '#'], "_"))]
}

fn path() -> impl Strategy<Value = Vec<String>> {
    let game = |what: String| {
        vec![
            "api".to_owned(),
            "games".to_owned(),
            "GAME".to_owned(),
            what,
        ]
    };
    prop_oneof![prop::collection::vec(part(), 0..5), part().prop_map(game)]
}

fn value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(serde_json::Value::from),
        any::<i64>().prop_map(serde_json::Value::from),
        (0..9_i64).prop_map(serde_json::Value::from),
        any::<f64>().prop_map(serde_json::Value::from),
        any::<String>().prop_map(serde_json::Value::from),
        prop::sample::select(vec![
            "south", "north", "random", "game", "turn", "none", "opposite", "either", "SOUTH"
        ])
        .prop_map(serde_json::Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let key = prop::sample::select(vec![
            "rules",
            "pits",
            "seeds",
            "capture",
            "end",
            "clock",
            "kind",
            "seconds",
            "increment",
            "days",
            "open",
            "side",
            "name",
            "pit",
            "ply",
            "yes",
            "secret",
            "other",
        ]);
        let object = prop::collection::vec((key.prop_map(str::to_owned), inner.clone()), 0..5);
        prop_oneof![
            object.prop_map(|fields| fields.into_iter().collect()),
            prop::collection::vec(inner, 0..4).prop_map(serde_json::Value::from),
        ]
    })
}

fn request() -> impl Strategy<Value = Request> {
    let method = prop::sample::select(vec![
        "GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW",
    ]);
    let query = prop_oneof![
        Just(String::new()),
        "[!-~]{0,30}".prop_map(|text| text.replace('#', "_")),
        prop::sample::select(vec![
            "after=0",
            "after=18446744073709551615",
            "after=-1",
            "list=playing",
            "list=x",
            "format=json",
            "side=south",
            "position=&rules=&time=1",
            "position=%00&time=99999999999"
        ])
        .prop_map(str::to_owned),
    ];
    let header = prop_oneof![
        "[a-z-]{1,12}: [ -~]{0,30}".prop_map(|line| line
            .replace("content-length", "x")
            .replace("transfer", "x")
            .replace("expect", "x")),
        prop::sample::select(vec![
            "Authorization: Bearer SECRET",
            "Authorization: Bearer",
            "Cookie: seat-south=SECRET; seat-north=x",
            "Origin: null",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: x",
            "Range: bytes=0-0",
            "If-None-Match: *",
            "Accept-Encoding: gzip"
        ])
        .prop_map(str::to_owned),
    ];
    let body = prop_oneof![
        Just(String::new()),
        value().prop_map(|value| value.to_string()),
        any::<String>(),
    ];
    (
        method,
        path(),
        query,
        prop::collection::vec(header, 0..4),
        body,
    )
        .prop_map(|(method, path, query, headers, body)| Request {
            method,
            path,
            query,
            headers,
            body,
        })
}

#[test]
fn no_request_makes_the_server_fail() {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(&file_in(folder.path()));
    let runtime = crate::runtime();
    let player = runtime.block_on(async { Player::begin(&mut process.client(1).await, 1).await });
    let player = player.unwrap();
    let mut runner = TestRunner::new(Config::with_cases(cases()));
    let visitor = Cell::new(100);
    let result = runner.run(&request(), |request| {
        visitor.set(visitor.get() + 1);
        let status = runtime.block_on(send(&process, visitor.get(), &player, &request));
        prop_assert!(status != 500, "{request:?}");
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    runtime.block_on(async {
        let mut client = process.client(2).await;
        for path in ["/healthz", "/readyz", "/metrics"] {
            assert_eq!(client.get(path).await.unwrap().status, 200, "{path}");
        }
    });
}

fn cases() -> u32 {
    let wish = std::env::var("PROPTEST_CASES").ok();
    wish.and_then(|wish| wish.parse().ok()).unwrap_or(400)
}

/// The status of the answer; 0 if the connection was closed without one.
async fn send(process: &Process, visitor: u32, player: &Player, request: &Request) -> u16 {
    let mut client = Client::connect(process.address, visitor)
        .await
        .expect("it still listens");
    let path = format!("/{}", request.path.join("/")).replace("GAME", &player.game);
    let query = match request.query.as_str() {
        "" => String::new(),
        query => format!("?{query}"),
    };
    let secret = &player.secrets[player.position.to_move()];
    let headers: String = request
        .headers
        .iter()
        .map(|line| format!("{}\r\n", line.replace("SECRET", secret)))
        .collect();
    let path = format!("{path}{query}");
    let asked = client.ask(request.method, &path, &headers, &request.body);
    match tokio::time::timeout(std::time::Duration::from_secs(60), asked).await {
        Ok(Ok(answer)) => answer.status,
        Ok(Err(_)) => 0,
        Err(_) => panic!("no answer to {request:?}"),
    }
}
