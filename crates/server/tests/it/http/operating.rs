//! The operators' rulings while the site runs, and what its visitors see of them.

use std::time::Duration;

use kalah::Side;
use server::operate::{Operator, Person};

use super::live::{next, open};
use super::{PATIENCE, Server, config};

/// Asks again until it is so; a server looks every two seconds.
async fn soon(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let asked = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let answered = tokio::time::timeout(PATIENCE, asked).await;
    assert!(answered.is_ok(), "never: {what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_follows_what_is_decided_beside_it() {
    let server = Server::start(config()).await;
    let store = server.store().await;
    let operator = Operator {
        store: &store,
        name: "op".into(),
    };
    let (rude, secret) = server.make(r#"{"name":"Rude","open":true}"#).await;
    let (ended, _, _) = server.pair().await;
    let (removed, south, _) = server.pair().await;
    let path = |game: &str| format!("/api/games/{game}");
    let live = format!("{removed}/live");
    let mut socket = open(&server, &live, "").await.unwrap();
    assert_eq!(next(&mut socket).await.unwrap()["kind"], "update");

    operator.hide(&rude, &[Side::South], "").await.unwrap();
    operator.end(&ended, "").await.unwrap();
    operator.remove(&removed, "").await.unwrap();
    soon("the name is gone", async || {
        let state = server.get(&format!("{}?after=0", path(&rude))).await;
        !state.body.contains("Rude")
    })
    .await;
    let renamed = server
        .act(&rude, "rename", &secret, r#"{"name":"Rude"}"#)
        .await;
    assert_eq!(renamed.problem(), (409, "full".into()));
    soon("the game has ended", async || {
        let state = server.get(&path(&ended)).await.json();
        state["outcome"]["reason"] == "stopped" && state["outcome"]["winner"].is_null()
    })
    .await;
    soon("the game is gone", async || {
        server.get(&path(&removed)).await.status == 404
    })
    .await;
    let moved = server
        .act(&removed, "move", &south, r#"{"pit":1,"ply":0}"#)
        .await;
    assert_eq!(moved.problem(), (404, "no-such-game".into()));
    assert_eq!(next(&mut socket).await.unwrap()["kind"], "gone");
    assert_eq!(next(&mut socket).await, None);

    let forgotten = operator
        .forget(&Person::Secret(secret.clone()), false, "")
        .await;
    assert_eq!(forgotten.unwrap(), 1);
    soon("nobody is left in it", async || {
        server.get(&path(&rude)).await.status == 404
    })
    .await;

    operator
        .ban("127.0.0.1".parse().unwrap(), 60_000, "")
        .await
        .unwrap();
    soon("nobody is let in", async || {
        let refused = server.get("/api/games").await;
        refused.status == 403 && refused.problem().1 == "banned"
    })
    .await;
    assert_eq!(server.get("/").await.status, 403);
    operator
        .unban("127.0.0.1".parse().unwrap(), "")
        .await
        .unwrap();
    soon("all are let in", async || {
        server.get("/").await.status == 200
    })
    .await;
}

#[tokio::test]
async fn old_games_are_forgotten_if_the_operator_wants_it() {
    let server = Server::start(config()).await;
    let (game, south, _) = server.pair().await;
    server.act(&game, "resign", &south, "").await;
    tokio::time::sleep(Duration::from_millis(30)).await;
    let server = server.restart(config()).await;
    assert_eq!(server.get(&format!("/api/games/{game}")).await.status, 200);
    let mut config = config();
    config.keep_games = Some(Duration::from_millis(20));
    let server = server.restart(config).await;
    soon("the game is forgotten", async || {
        server.get(&format!("/api/games/{game}")).await.status == 404
    })
    .await;
}
