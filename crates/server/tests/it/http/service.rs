//! The page, and the addresses for operators.

use std::time::Duration;

use super::{Server, config};
use serde_json::json;
use server::{AnalysisConfig, Config};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

#[tokio::test(flavor = "multi_thread")]
async fn the_page_and_the_state_of_the_service() {
    let server = Server::start(config()).await;
    let page = server.get("/").await;
    assert_eq!(page.body, "<!doctype html>");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(page.header("etag"), Some("\"1\""));
    let about = server.get("/api").await.json();
    assert_eq!(about["name"], "mancala");
    assert_eq!(about["online"], json!(true));
    assert_eq!(server.get("/healthz").await.body, "ok\n");
    assert_eq!(server.get("/readyz").await.body, "ready\n");
    let given = server
        .ask("GET", "/api", "X-Request-Id: abc-123\r\n", "")
        .await;
    assert_eq!(given.header("x-request-id"), Some("abc-123"));
    let odd = server.ask("GET", "/api", "X-Request-Id: a b\r\n", "").await;
    assert_eq!(odd.header("x-request-id").unwrap().len(), 16);

    let (game, south, _) = server.pair().await;
    server
        .act(&game, "move", &south, r#"{"pit":1,"ply":0}"#)
        .await;
    let metrics = server.get("/metrics").await.body;
    for line in [
        "mancala_moves_total 1",
        "mancala_games_total 1",
        "mancala_rooms 1",
        "mancala_request_seconds_count{route=\"/api/games/{game}/move\",status=\"200\"} 1",
    ] {
        assert!(
            metrics.lines().any(|found| found == line),
            "{line}\n{metrics}"
        );
    }
    assert!(
        !metrics.contains(&game),
        "an address in the metrics: {metrics}"
    );
}

const HARD: &str =
    "/api/analysis?position=6,6,6,6,6,6,0/6,6,6,6,6,6,0+s&rules=seeds%3D6&time=60000";

#[tokio::test(flavor = "multi_thread")]
async fn positions_are_analysed_within_bounds() {
    let server = Server::start(config()).await;
    let easy = "/api/analysis?position=0,0,0,0,0,1,20/1,0,0,0,0,0,26+s";
    let found = server.get(easy).await.json();
    assert_eq!(found["exact"], json!(true), "{found}");
    assert_eq!(found["best"], json!([6]));
    assert_eq!(found["moves"].as_array().unwrap().len(), 1);
    for wrong in [
        "",
        "?position=x",
        "?position=1/1+s",
        "?position=0,0,0,0,0,1,20/1,0,0,0,0,0,26+s&rules=x",
    ] {
        let reply = server.get(&format!("/api/analysis{wrong}")).await;
        assert_eq!(reply.problem(), (400, "malformed".into()), "{wrong}");
    }
    for nowhere in [
        "1,1/1,1,1+s",
        "1,1,0/1,1,0+s&rules=pits%3D3",
        "288,0/0,1+s",
        &format!("{0}/{0}+s", ["1"; 14].join(",")),
    ] {
        let path = format!("/api/analysis?position={nowhere}");
        let reply = server.get(&path).await;
        assert_eq!(
            reply.problem(),
            (404, "no-such-position".into()),
            "{nowhere}"
        );
    }
    // Without rules, those with as many pits.
    let small = server.get("/api/analysis?position=1,1,0/1,1,0+s").await;
    assert_eq!(
        small.json()["moves"].as_array().unwrap().len(),
        2,
        "{small:?}"
    );
    let full = Config {
        analysis: AnalysisConfig {
            threads: 0,
            queue: 0,
            ..AnalysisConfig::default()
        },
        ..config()
    };
    let server = Server::start(full).await;
    assert_eq!(server.get(easy).await.problem(), (503, "busy".into()));
    assert_eq!(server.get("/healthz").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_ends_when_nobody_waits_for_it() {
    let patient = Config {
        analysis: AnalysisConfig {
            most_time: Duration::from_secs(60),
            ..AnalysisConfig::default()
        },
        ..config()
    };
    let server = Server::start(patient).await;
    let running = async |count: u32| {
        let line = format!("mancala_analyses_running {count}");
        server.shows(&line).await;
    };
    let mut impatient = TcpStream::connect(server.address).await.unwrap();
    let request = format!("GET {HARD} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    impatient.write_all(request.as_bytes()).await.unwrap();
    running(1).await;
    drop(impatient);
    running(0).await;
}

/// All routes and their methods, as in the description.
#[tokio::test(flavor = "multi_thread")]
async fn the_description_names_every_address_and_no_other() {
    let server = Server::start(config()).await;
    let document = server.get("/api/openapi.json").await.json();
    let paths = document["paths"].as_object().unwrap();
    for (path, methods) in paths {
        for method in ["get", "post"] {
            let documented = methods.get(method).is_some();
            let path = path.replace("{game}", "aaaaaaaaaaaaaaaa");
            let reply = server.ask(&method.to_uppercase(), &path, "", "").await;
            assert_eq!(reply.status != 405, documented, "{method} {path}");
            assert!(!reply.body.contains("no-such-address"), "{method} {path}");
        }
    }
    let source = include_str!("../../../src/http/mod.rs");
    let routes = source.split(".route(\"").skip(1);
    let routes = routes.map(|rest| rest.split('"').next().unwrap());
    let mut count = 0;
    for route in routes {
        let below = format!("/api/games/{{game}}{}", route.trim_end_matches('/'));
        assert!(
            paths.contains_key(route) || paths.contains_key(&below),
            "{route}"
        );
        count += 1;
    }
    assert_eq!(count, paths.len());
}
