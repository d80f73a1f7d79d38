//! PostgreSQL, and what only it does.

use std::sync::Arc;
use std::time::Duration;

use server::store::{self, Store, StoreError};

use tokio::sync::broadcast::error::TryRecvError;

use crate::postgres::Postgres;
use crate::suite::{self, Case, Place};

struct Database(String);

impl Place for Database {
    fn open(&self) -> server::store::Answer<'_, Arc<dyn Store>> {
        Box::pin(store::open(&self.0))
    }

    fn age(&self) {
        let postgres = Postgres::shared().expect("it was there");
        postgres.sql(&self.0, "UPDATE mancala SET version = 1000");
    }
}

fn on_a_place(case: Case) {
    if let Some(postgres) = Postgres::shared() {
        let place = Database(postgres.database());
        suite::run(case(&place));
    }
}

crate::conformance!();

#[test]
fn others_hear_the_news() {
    let Some(postgres) = Postgres::shared() else {
        return;
    };
    let place = Database(postgres.database());
    suite::run(async {
        let (here, there) = (place.open().await.unwrap(), place.open().await.unwrap());
        hears(&*here, &*there, "first").await;
        hears(&*there, &*here, "second").await;
    });
}

/// What one adds the other hears of, and the first does not.
async fn hears(speaker: &dyn Store, listener: &dyn Store, game: &str) {
    let (mut own, mut news) = (speaker.news(), listener.news());
    let deadline = tokio::time::Instant::now() + Duration::from_secs(20);
    // The listener may still be on its way to the database, and older news on its way to the listener.
    for attempt in 0.. {
        let game = format!("{game} {attempt}");
        speaker.add(suite::some_game(&game)).await.unwrap();
        let wanted = async { while news.recv().await.unwrap() != game {} };
        if tokio::time::timeout(Duration::from_millis(500), wanted)
            .await
            .is_ok()
        {
            break;
        }
        assert!(tokio::time::Instant::now() < deadline, "no news");
    }
    assert_eq!(own.try_recv(), Err(TryRecvError::Empty));
}

/// The database goes away and comes back: meanwhile nothing is acknowledged, and afterwards everything works that did.
#[test]
fn outlives_a_restart_of_the_database() {
    let Some(mut postgres) = Postgres::start() else {
        return;
    };
    let place = Database(postgres.database());
    suite::run(async {
        let (here, there) = (place.open().await.unwrap(), place.open().await.unwrap());
        here.add(suite::some_game("before")).await.unwrap();
        hears(&*here, &*there, "news").await;
        postgres.stop();
        let (added, read) = tokio::join!(
            here.add(suite::some_game("meanwhile")),
            here.read("before", 0),
        );
        for refused in [added, read.map(|_| ())] {
            assert!(
                matches!(refused, Err(StoreError::Unreachable(_))),
                "{refused:?}"
            );
        }
        postgres.resume();
        assert_eq!(here.read("meanwhile", 0).await.unwrap(), None);
        assert!(there.read("before", 0).await.unwrap().is_some());
        here.add(suite::some_game("after")).await.unwrap();
        hears(&*there, &*here, "more").await;
    });
}

#[test]
fn says_when_it_may_only_be_read() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let place = Database(postgres.database());
    let turn = |word: &str| {
        postgres.sql(
            &place.0,
            &format!("ALTER SYSTEM SET default_transaction_read_only = {word}"),
        );
        postgres.sql(&place.0, "SELECT pg_reload_conf()");
        // Sessions read their settings when they are next asked something.
        std::thread::sleep(Duration::from_millis(200));
    };
    suite::run(async {
        let store = place.open().await.unwrap();
        store.add(suite::some_game("before")).await.unwrap();
        turn("on");
        for refused in [
            store.add(suite::some_game("meanwhile")).await,
            store.check().await,
        ] {
            assert!(
                matches!(refused, Err(StoreError::Unwritable(_))),
                "{refused:?}"
            );
        }
        assert!(store.read("before", 0).await.unwrap().is_some());
        turn("off");
        store.add(suite::some_game("after")).await.unwrap();
        store.check().await.unwrap();
    });
}

#[test]
fn says_when_nobody_is_there() {
    suite::run(async {
        for url in [
            "postgres://nobody@localhost/x?host=/nonexistent",
            "postgres://[",
        ] {
            let opened = Database(url.to_owned()).open().await;
            assert!(matches!(opened, Err(StoreError::Unreachable(_))), "{url}");
        }
    });
}
