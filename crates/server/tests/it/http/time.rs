//! Time, with a clock that is moved: the duration of an outage is on nobody's clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use server::store::Sqlite;
use server::table::Millis;

use super::altered::Altered;
use super::{Server, config};

async fn start(folder: tempfile::TempDir, by: &Arc<AtomicI64>) -> Server {
    let store = Sqlite::open(&folder.path().join("site.sqlite")).await;
    let store = Altered {
        store: Arc::new(store.unwrap()),
        by: Arc::clone(by),
        deaf: false,
    };
    Server::start_on(Arc::new(store), folder, config())
}

const MINUTE: Millis = 60_000;
/// What each player has on their clock.
const TIME: Millis = 5 * MINUTE;

/// A game of five minutes each in which south has moved, and one without clocks.
async fn begun(server: &Server) -> (String, String, String, String) {
    let clock = r#"{"clock":{"kind":"game","seconds":300,"increment":0}}"#;
    let mut games = Vec::new();
    for wanted in [clock, "{}"] {
        let (game, south) = server.make(wanted).await;
        let join = format!("/api/games/{game}/join");
        let north = server.ask("POST", &join, "", "{}").await.text("secret");
        let moved = server.act(&game, "move", &south, r#"{"pit":1,"ply":0}"#);
        assert_eq!(moved.await.status, 200);
        games.push((game, south, north));
    }
    let (free, claimant, _) = games.pop().unwrap();
    let (timed, _, north) = games.pop().unwrap();
    (timed, north, free, claimant)
}

fn left(state: &Value) -> Millis {
    let clocks = &state["clocks"];
    let number = |value: &Value| value.as_i64().unwrap();
    number(&clocks["left"]["north"]) - (number(&state["now"]) - number(&clocks["since"]))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_of_six_minutes_counts_against_nobody() {
    let by = Arc::new(AtomicI64::new(0));
    let server = start(tempfile::tempdir().unwrap(), &by).await;
    let (timed, north, free, claimant) = begun(&server).await;
    let folder = server.stop().await;
    by.store(6 * MINUTE, Ordering::Relaxed);
    let server = start(folder, &by).await;

    let claimed = server.act(&free, "claim", &claimant, "").await;
    assert_eq!(claimed.problem(), (409, "not-away".into()));
    // Longer than the sweep needs to find games whose time is up.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let path = format!("/api/games/{timed}?after=4");
    let state = server.get(&path).await.json();
    assert_eq!(state["status"], "playing", "{state}");
    assert_eq!(state["entries"][0]["kind"], "interrupted", "{state}");
    assert!((TIME - MINUTE..=TIME).contains(&left(&state)), "{state}");
    let moved = server
        .act(&timed, "move", &north, r#"{"pit":1,"ply":1}"#)
        .await;
    assert_eq!(moved.status, 200, "{moved:?}");
    let spent = moved.json()["clocks"]["left"]["north"].as_i64().unwrap();
    assert!((TIME - MINUTE..=TIME).contains(&spent), "{moved:?}");

    // It is taken from the clocks once, also by a server that starts again without an outage.
    let folder = server.stop().await;
    let server = start(folder, &by).await;
    let state = server.get(&format!("/api/games/{timed}?after=0")).await;
    let entries = state.json()["entries"].as_array().unwrap().clone();
    let interrupted = entries
        .iter()
        .filter(|entry| entry["kind"] == "interrupted");
    assert_eq!(interrupted.count(), 1);
}

/// The machine slept, or its time was set, while the server ran.
#[tokio::test(flavor = "multi_thread")]
async fn setting_the_time_ends_no_game() {
    let by = Arc::new(AtomicI64::new(0));
    let server = start(tempfile::tempdir().unwrap(), &by).await;
    let before = Instant::now();
    let (timed, _, _, _) = begun(&server).await;
    let moved = Instant::now();
    for change in [8_000, 10 * MINUTE, -60 * MINUTE] {
        by.store(change, Ordering::Relaxed);
        // Longer than the server needs to look at the time of the store.
        tokio::time::sleep(Duration::from_millis(4500)).await;
        let at_least = moved.elapsed().as_millis() as Millis;
        let state = server.get(&format!("/api/games/{timed}")).await.json();
        let at_most = before.elapsed().as_millis() as Millis;
        assert_eq!(state["status"], "playing", "{change}: {state}");
        // An outage begins with the last time the server was there; small differences are followed slowly.
        let spent = TIME - left(&state);
        assert!(
            (at_least - 12_000..at_most + 1_000).contains(&spent),
            "{change}: {spent} of {at_least} to {at_most}: {state}"
        );
    }
}
