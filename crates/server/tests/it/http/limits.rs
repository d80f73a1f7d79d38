//! What one visitor may take of everything, and that others have the rest.

use super::{Server, config};
use serde_json::json;
use server::table::Game;
use server::{Config, Limits};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_takes_only_so_many_entries_and_an_answer_only_some_of_them() {
    let busy = Config {
        limits: Limits {
            actions_per_second: 1000,
            ..Limits::default()
        },
        ..config()
    };
    let server = Server::start(busy).await;
    let (game, south, north) = server.pair().await;
    for number in 0..Game::MOST_RENAMES {
        let name = json!({ "name": format!("Ann {number}") }).to_string();
        assert_eq!(server.act(&game, "rename", &south, &name).await.status, 200);
    }
    let one_more = server
        .act(&game, "rename", &south, r#"{"name":"Ann"}"#)
        .await;
    assert_eq!(one_more.problem(), (409, "full".into()));
    assert_eq!(
        server
            .act(&game, "rename", &north, r#"{"name":"Bob"}"#)
            .await
            .status,
        200
    );
    server
        .act(&game, "move", &south, r#"{"pit":1,"ply":0}"#)
        .await;
    for number in 0.. {
        assert!(number < Game::MOST_ENTRIES, "no end of it");
        let asked = server.act(&game, "takeback", &south, "").await;
        if asked.status != 200 {
            assert_eq!(asked.problem(), (409, "full".into()));
            break;
        }
        server
            .act(&game, "takeback/answer", &north, r#"{"yes":false}"#)
            .await;
    }
    // It can still be played to its end.
    let moved = server
        .act(&game, "move", &north, r#"{"pit":1,"ply":1}"#)
        .await;
    assert_eq!(moved.status, 200, "{moved:?}");

    let (mut after, mut pages) = (0, 0);
    loop {
        let page = format!("/api/games/{game}?after={after}");
        let page = server.get(&page).await.json();
        let entries = page["entries"].as_array().unwrap();
        assert!(entries.len() <= 200, "{}", entries.len());
        assert_eq!(entries[0]["seq"], after + 1);
        after += entries.len() as u64;
        pages += 1;
        if page["more"] == json!(false) {
            assert_eq!(page["seq"], after);
            break;
        }
    }
    assert!(pages > 2, "{pages}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_a_new_game() {
    let few = Config {
        limits: Limits {
            games_per_hour: 12,
            ..Limits::default()
        },
        ..config()
    };
    let server = Server::start(few).await;
    let (mut game, mut south, mut north) = server.pair().await;
    let mut made = 1;
    let refused = loop {
        server.act(&game, "resign", &south, "").await;
        server.act(&game, "rematch", &south, "").await;
        let accepted = server.act(&game, "rematch", &north, "").await;
        if accepted.status != 200 {
            break accepted;
        }
        game = accepted.text("next");
        (south, north) = (north, south);
        made += 1;
    };
    assert_eq!(refused.problem(), (429, "too-many".into()));
    assert_eq!(made, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_visitor_does_not_fill_the_lobby_and_the_lobby_has_pages() {
    let many = Config {
        behind_proxy: true,
        ..config()
    };
    let server = Server::start(many).await;
    let make = async |visitor: usize| {
        let from = format!("X-Forwarded-For: 192.0.2.{visitor}\r\n");
        let body = r#"{"open":true}"#;
        server.ask("POST", "/api/games", &from, body).await
    };
    let mut first = String::new();
    for number in 0..20 {
        let made = make(1).await;
        assert_eq!(made.status, 201, "{number}: {made:?}");
        first = made.text("game");
    }
    assert_eq!(make(1).await.problem(), (429, "too-many".into()));
    for visitor in 2..5 {
        for _ in 0..20 {
            assert_eq!(make(visitor).await.status, 201);
        }
    }
    // One that is joined leaves room for another.
    let path = format!("/api/games/{first}/join");
    assert_eq!(server.ask("POST", &path, "", "{}").await.status, 200);
    assert_eq!(make(1).await.status, 201);

    let page = server.get("/api/games?list=waiting").await.json();
    assert_eq!(page["games"].as_array().unwrap().len(), 50);
    let next = page["next"].as_str().unwrap();
    let rest = server
        .get(&format!("/api/games?list=waiting&before={next}"))
        .await
        .json();
    assert_eq!(rest["games"].as_array().unwrap().len(), 30);
    assert_eq!(rest["next"], json!(null));
    let wrong = server.get("/api/games?before=1").await;
    assert_eq!(wrong.problem(), (400, "malformed".into()));
}

/// However often it is asked for, the database is asked once in a while.
#[tokio::test(flavor = "multi_thread")]
async fn readiness_does_not_cost_a_write_each_time() {
    let server = Server::start(config()).await;
    let start = std::time::Instant::now();
    for _ in 0..200 {
        assert_eq!(server.get("/readyz").await.status, 200);
    }
    let spent = start.elapsed().as_secs();
    let checks = server.wal_frames();
    assert!(checks <= 20 * (spent + 2), "{checks} in {spent} s");
}

/// One visitor's positions do not keep another's waiting for all of them.
#[tokio::test(flavor = "multi_thread")]
async fn analysis_is_shared_by_visitors() {
    let shared = Config {
        behind_proxy: true,
        ..config()
    };
    let server = std::sync::Arc::new(Server::start(shared).await);
    let ask = |server: std::sync::Arc<Server>, visitor: u8, time: u32| async move {
        let from = format!("X-Forwarded-For: 192.0.2.{visitor}\r\n");
        let position = "6,6,6,6,6,6,0/6,6,6,6,6,6,0+s&rules=seeds%3D6";
        let path = format!("/api/analysis?position={position}&time={time}");
        server.ask("GET", &path, &from, "").await
    };
    let mut greedy = Vec::new();
    for _ in 0..9 {
        greedy.push(tokio::spawn(ask(server.clone(), 1, 2000)));
    }
    server.shows("mancala_analyses_waiting 8").await;
    let other = ask(server.clone(), 2, 100).await;
    assert_eq!(other.status, 200, "{other:?}");
    // The one that was being searched, and the one sent away for the newcomer; not all of them.
    let before = greedy.iter().filter(|one| one.is_finished()).count();
    assert!(before <= 4, "{before} of the greedy came first");
    for one in greedy {
        one.abort();
    }
}
