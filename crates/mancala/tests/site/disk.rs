//! A full disk, and a read-only one: moves are refused, reading continues, and when there is space again so does
//! everything else.

use std::process::Command;
use std::time::Duration;

use crate::client::Client;
use crate::player::Player;
use crate::postgres::Postgres;
use crate::process::{Process, file_in, until};
use crate::tables::check;

/// No file of the process may be longer than this many blocks of 512 bytes, which looks to it like a disk without room.
const ROOM: u32 = 600;

#[test]
fn a_full_disk_refuses_moves_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let database = file_in(folder.path());
    let serve = Process::command(&database, 0);
    let mut limited = Command::new("sh");
    limited
        .args([
            "-c",
            "trap '' XFSZ; ulimit -S -f $0; exec \"$@\"",
            &ROOM.to_string(),
        ])
        .arg(serve.get_program())
        .args(serve.get_args())
        .env_remove("MANCALA_DATABASE");
    crate::run(async {
        let process = Process::start_by(&mut limited);
        let mut client = process.client(1).await;
        let mut players = vec![Player::begin(&mut client, 1).await.unwrap()];
        let refused = until("the disk is full", async || {
            play(&mut client, &mut players).await
        });
        let refused = refused.await;
        assert_eq!(refused["status"], 503, "{refused}");
        for _ in 0..5 {
            assert_eq!(client.get("/readyz").await.unwrap().status, 503);
        }
        check(process.address, &players).await;
        for path in ["/", "/api/games", "/healthz"] {
            assert_eq!(client.get(path).await.unwrap().status, 200, "{path}");
        }
        let more = Command::new("prlimit")
            .args(["--pid", &process.id().to_string(), "--fsize=unlimited:"])
            .status();
        assert!(more.unwrap().success());
        goes_on(&mut client, &mut players).await;
        check(process.address, &players).await;
        let address = process.kill();
        let process = Process::start_again(&database, address);
        check(process.address, &players).await;
    });
}

#[test]
fn a_database_that_may_only_be_read_refuses_moves_and_nothing_else() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let database = postgres.database();
    let turn = |word: &str| {
        postgres.sql(
            &database,
            &format!("ALTER SYSTEM SET default_transaction_read_only = {word}"),
        );
        postgres.sql(&database, "SELECT pg_reload_conf()");
    };
    crate::run(async {
        let process = Process::start(&database);
        let mut client = process.client(1).await;
        let mut players = vec![Player::begin(&mut client, 1).await.unwrap()];
        assert!(play(&mut client, &mut players).await.is_none());
        turn("on");
        let refused = until("moves are refused", async || {
            play(&mut client, &mut players).await
        });
        let refused = refused.await;
        assert_eq!(refused["status"], 503, "{refused}");
        assert_eq!(client.get("/readyz").await.unwrap().status, 503);
        check(process.address, &players).await;
        turn("off");
        goes_on(&mut client, &mut players).await;
        check(process.address, &players).await;
    });
}

#[test]
fn a_place_that_cannot_be_written_is_refused_at_the_start() {
    let output = Process::command("/proc/site.sqlite", 0).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(said.contains("/proc/site.sqlite"), "{said}");
}

/// Makes moves in new games for a while. Returns the answer to a refused one, if any.
async fn play(client: &mut Client, players: &mut Vec<Player>) -> Option<serde_json::Value> {
    for _ in 0..40 {
        let player = players.last_mut().expect("at least one");
        let Some(pit) = player.choose() else {
            let number = players.len() as u32;
            let mut visitor = client.another(number).await.unwrap();
            match Player::begin(&mut visitor, number.into()).await {
                Ok(player) => players.push(player),
                Err(error) => {
                    return Some(serde_json::json!({ "status": 503, "detail": error.to_string() }));
                }
            }
            continue;
        };
        let answer = player.ask(client, pit).await.unwrap();
        match answer.status {
            200 => player.made(pit),
            429 => tokio::time::sleep(Duration::from_millis(100)).await,
            _ => return Some(answer.json()),
        }
    }
    None
}

async fn goes_on(client: &mut Client, players: &mut Vec<Player>) {
    let mut refusal = None;
    for _ in 0..500 {
        refusal = play(client, players).await;
        if refusal.is_none() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(refusal, None);
    until("the site is ready", async || {
        let ready = client.get("/readyz").await.unwrap();
        (ready.status == 200).then_some(())
    })
    .await;
}
