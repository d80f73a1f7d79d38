//! Several processes on one PostgreSQL, and PostgreSQL itself going away.

use std::time::Duration;

use crate::player::Player;
use crate::postgres::Postgres;
use crate::process::{Process, until};
use crate::tables::{Tables, check};

#[test]
fn the_database_may_restart_in_the_middle() {
    let Some(mut postgres) = Postgres::start() else {
        return;
    };
    let database = postgres.database();
    crate::run(async {
        let process = Process::start(&database);
        let tables = Tables::start(8, &[process.address]);
        tables.go_on(50).await;
        postgres.stop();
        let mut client = process.client(1).await;
        let refused = client.post("/api/games", "", "{}").await.unwrap();
        assert_eq!(refused.status, 503, "{}", refused.json());
        assert!(
            refused.head.contains("application/problem+json"),
            "{}",
            refused.head
        );
        assert_eq!(client.get("/healthz").await.unwrap().status, 200);
        assert_eq!(client.get("/readyz").await.unwrap().status, 503);
        postgres.resume();
        tables.go_on(50).await;
        check(process.address, &tables.stop().await).await;
        until("the site is ready", async || {
            let ready = client.get("/readyz").await.unwrap();
            (ready.status == 200).then_some(())
        })
        .await;
    });
}

#[test]
fn one_of_two_processes_may_be_killed() {
    let Some(postgres) = Postgres::shared() else {
        return;
    };
    let database = postgres.database();
    crate::run(async {
        let (one, two) = (Process::start(&database), Process::start(&database));
        let tables = Tables::start(8, &[one.address, two.address]);
        tables.go_on(60).await;
        one.kill();
        tables.go_on(60).await;
        check(two.address, &tables.stop().await).await;
    });
}

/// Watchers at one process see what happens at the other; so do players, who may change from one to the other at any time.
#[test]
fn two_processes_are_one_site() {
    let Some(postgres) = Postgres::shared() else {
        return;
    };
    let database = postgres.database();
    crate::run(async {
        let (one, two) = (Process::start(&database), Process::start(&database));
        let mut here = one.client(1).await;
        let mut there = two.client(1).await;
        let mut player = Player::begin(&mut here, 7).await.unwrap();
        let mut socket = two.client(2).await.watch(&player.game, 0).await.unwrap();
        let first = socket.next().await.unwrap().unwrap();
        assert!(first.contains("\"moves\":[]"), "{first}");
        for ply in 0..6 {
            let pit = player.choose().unwrap();
            let client = if ply % 2 == 0 { &mut here } else { &mut there };
            let answer = player.ask(client, pit).await.unwrap();
            assert_eq!(answer.status, 200, "{}", answer.json());
            player.made(pit);
            let wanted = player.moves.len();
            let shown = until("the other process shows the move", async || {
                let text = tokio::time::timeout(Duration::from_secs(60), socket.next()).await;
                let text = text.expect("in time").unwrap().unwrap();
                let update: serde_json::Value = serde_json::from_str(&text).unwrap();
                let moves = update["state"]["moves"].as_array().unwrap().len();
                (moves >= wanted).then_some(moves)
            });
            assert_eq!(shown.await, wanted);
        }
        let path = format!("/api/games/{}", player.game);
        until("the first process knows the last move", async || {
            let state = here.get(&path).await.unwrap().json();
            let moves = state["moves"].as_array().unwrap().len();
            (moves == player.moves.len()).then_some(())
        })
        .await;
        check(one.address, &[player]).await;
    });
}
