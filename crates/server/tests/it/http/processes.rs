//! Several processes on one PostgreSQL are one site.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use server::store::{self, Sqlite};

use super::altered::Altered;
use super::live::{SOON, next, open};
use super::{Server, config};
use crate::postgres::Postgres;

async fn start(url: &str) -> Server {
    let store = store::open(url).await.unwrap();
    Server::start_on(store, tempfile::tempdir().unwrap(), config())
}

/// Every client is recognised at every process, at once.
#[tokio::test(flavor = "multi_thread")]
async fn who_has_joined_here_is_known_there() {
    let Some(postgres) = Postgres::shared() else {
        return;
    };
    let url = postgres.database();
    let (here, there) = (start(&url).await, start(&url).await);
    for _ in 0..10 {
        let (game, south) = here.make("{}").await;
        let path = format!("/api/games/{game}");
        assert_eq!(there.get(&path).await.json()["status"], "waiting");
        let cookie = "";
        let mut early = open(&there, &format!("{game}/live"), cookie).await.unwrap();
        next(&mut early).await.unwrap();

        let join = format!("{path}/join");
        let north = here.ask("POST", &join, "", "{}").await.text("secret");
        let cookie = format!("seat-north={north}");
        let mut socket = open(&there, &format!("{game}/live"), &cookie)
            .await
            .unwrap();
        let hello = next(&mut socket).await.unwrap();
        assert_eq!(hello["state"]["you"], json!(["north"]));
        let again = format!("Cookie: {cookie}\r\n");
        let again = there.ask("POST", &join, &again, "{}").await;
        assert_eq!(again.status, 200, "{again:?}");
        let renamed = there
            .act(&game, "rename", &north, r#"{"name":"Bob"}"#)
            .await;
        assert_eq!(renamed.status, 200, "{renamed:?}");

        let moved = here
            .act(&game, "move", &south, r#"{"pit":1,"ply":0}"#)
            .await;
        assert_eq!(moved.status, 200, "{moved:?}");
        assert_eq!(there.get(&path).await.json()["moves"], json!([1]));
    }
}

/// A socket that was open before its seat was taken gets the seat with the next update.
#[tokio::test(flavor = "multi_thread")]
async fn a_socket_learns_which_seat_is_its_own() {
    let Some(postgres) = Postgres::shared() else {
        return;
    };
    let url = postgres.database();
    let (here, there) = (start(&url).await, start(&url).await);
    let (game, south) = here.make("{}").await;
    let cookie = format!("seat-south={south}");
    let mut socket = open(&there, &format!("{game}/live"), &cookie)
        .await
        .unwrap();
    assert_eq!(next(&mut socket).await.unwrap()["state"]["watching"], 0);
    here.ask("POST", &format!("/api/games/{game}/join"), "", "{}")
        .await;
    loop {
        let told = next(&mut socket).await.unwrap();
        assert_eq!(told["state"]["you"], json!(["south"]));
        if told["state"]["status"] == "playing" {
            break;
        }
    }
}

/// What one process considers done, another may have undone.
#[tokio::test(flavor = "multi_thread")]
async fn saying_the_same_again_counts_if_others_have_said_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("site.sqlite")).await;
    let store = Arc::new(store.unwrap());
    let process = || {
        let altered = Altered {
            store: Arc::clone(&store),
            by: Arc::default(),
            deaf: true,
        };
        Server::start_on(Arc::new(altered), tempfile::tempdir().unwrap(), config())
    };
    let (here, there) = (process(), process());
    let (game, south, _) = here.pair().await;
    let mut others = Vec::new();
    for (server, name) in [(&here, "Ann"), (&there, "Eve"), (&here, "Ann")] {
        let body = json!({ "name": name }).to_string();
        let renamed = server.act(&game, "rename", &south, &body).await;
        assert_eq!(renamed.status, 200, "{renamed:?}");
        // A process that is asked checks first, and these two should not.
        let other = process();
        let state = other.get(&format!("/api/games/{game}")).await.json();
        others.push(other);
        assert_eq!(state["players"]["south"], name);
    }
}

/// A player who arrives or leaves at one process is soon seen to do so at the other.
#[tokio::test(flavor = "multi_thread")]
async fn people_are_seen_everywhere_within_seconds() {
    let Some(postgres) = Postgres::shared() else {
        return;
    };
    let url = postgres.database();
    let (here, there) = (start(&url).await, start(&url).await);
    let (game, south, north) = here.pair().await;
    // Both processes have reported to the store once who is there, and know of each other.
    let mut watcher = open(
        &there,
        &format!("{game}/live"),
        &format!("seat-north={north}"),
    )
    .await
    .unwrap();
    let mut shows = async |wanted: bool, within: Duration| {
        let shown = async {
            loop {
                let update = next(&mut watcher).await;
                let state = &update.expect("it stays open")["state"];
                if state["here"]["south"] == json!(wanted) {
                    return;
                }
            }
        };
        let shown = tokio::time::timeout(within, shown).await;
        shown.is_ok()
    };
    let cookie = format!("seat-south={south}");
    for _ in 0..2 {
        let player = open(&here, &format!("{game}/live"), &cookie).await.unwrap();
        assert!(shows(true, SOON).await, "comes");
        drop(player);
        assert!(shows(false, SOON).await, "leaves");
    }
    // A player who has left does not come back when processes report to the store.
    assert!(!shows(true, Duration::from_secs(7)).await, "comes back");
}
