//! PostgreSQL, and what only it does.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use server::store::{self, News, Store, StoreError};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, UnixStream};

use crate::postgres::Postgres;
use crate::suite::{self, Backend, Case};

struct Database(String);

impl Backend for Database {
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

/// What one process adds the other hears of, and the first does not.
async fn hears(speaker: &dyn Store, listener: &dyn Store, game: &str) {
    let (mut own, mut news) = (speaker.news(), listener.news());
    let deadline = tokio::time::Instant::now() + Duration::from_secs(60);
    // The listener may still be connecting to the database, and older news may be on its way to the listener.
    for attempt in 0.. {
        let game = format!("{game} {attempt}");
        speaker.add(suite::some_game(&game)).await.unwrap();
        let wanted = async { while news.recv().await.unwrap() != News::Changed(game.clone()) {} };
        if tokio::time::timeout(Duration::from_millis(500), wanted)
            .await
            .is_ok()
        {
            break;
        }
        assert!(tokio::time::Instant::now() < deadline, "no news");
    }
    // Older news of others may still come in; its own is not among it.
    while let Ok(heard) = own.try_recv() {
        let is_own = matches!(&heard, News::Changed(name) if name.starts_with(game));
        assert!(!is_own, "{heard:?}");
    }
}

/// The database goes away and comes back: meanwhile nothing is acknowledged, and afterwards everything works again.
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
        let mistaken = Database("postgres://me:SECRET?@localhost/x".into());
        let refused = mistaken.open().await.err().expect("no address");
        let told = refused.to_string();
        assert!(told.contains("%3F") && !told.contains("SECRET"), "{told}");
    });
}

/// A network between a process and the database: connections can go silent without ending.
struct Network {
    port: u16,
    /// Connections made up to this one are silent.
    silent: Arc<AtomicUsize>,
    made: Arc<AtomicUsize>,
}

impl Network {
    async fn to(socket: std::path::PathBuf) -> Network {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let network = Network {
            port: listener.local_addr().unwrap().port(),
            silent: Arc::default(),
            made: Arc::default(),
        };
        let (silent, made) = (Arc::clone(&network.silent), Arc::clone(&network.made));
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let number = made.fetch_add(1, Ordering::Relaxed) + 1;
                let far = UnixStream::connect(&socket).await.unwrap();
                let (near_in, near_out) = near.into_split();
                let (far_in, far_out) = far.into_split();
                tokio::spawn(carry(near_in, far_out, number, Arc::clone(&silent)));
                tokio::spawn(carry(far_in, near_out, number, Arc::clone(&silent)));
            }
        });
        network
    }

    fn fall_silent(&self) {
        let made = self.made.load(Ordering::Relaxed);
        self.silent.store(made, Ordering::Relaxed);
    }
}

async fn carry(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    number: usize,
    silent: Arc<AtomicUsize>,
) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        if number <= silent.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
        if to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}

/// Without a look at the connection it would take TCP a quarter of an hour.
async fn until(store: &dyn Store, hears: bool, complaint: &str) {
    let start = std::time::Instant::now();
    while store.hears() != hears {
        assert!(start.elapsed().as_secs() < 60, "{complaint}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The listening connection falls silent: that is noticed within seconds, and another one is made.
#[test]
fn notices_a_silent_network() {
    let Some(postgres) = Postgres::shared() else {
        return;
    };
    let url = postgres.database();
    suite::run(async {
        let (_, folder) = url.split_once("?host=").unwrap();
        let socket = std::path::Path::new(folder).join(".s.PGSQL.5432");
        let network = Network::to(socket).await;
        let name = url.split(['/', '?']).nth(3).unwrap();
        let near = format!("postgres://mancala@127.0.0.1:{}/{name}", network.port);
        let here = store::open(&url).await.unwrap();
        let there = store::open(&near).await.unwrap();
        hears(&*here, &*there, "before").await;
        until(&*there, true, "no connection").await;
        network.fall_silent();
        until(&*there, false, "not noticed").await;
        until(&*there, true, "no other connection").await;
        hears(&*here, &*there, "after").await;
    });
}

/// An older program has made the database, or has used it again: its tables are as it knows them, and the others come back.
#[test]
fn shares_a_database_with_the_version_before() {
    let Some(postgres) = Postgres::shared() else {
        return;
    };
    let place = Database(postgres.database());
    suite::run(async {
        let store = place.open().await.unwrap();
        store.add(suite::some_game("before")).await.unwrap();
        store.beat(1, 10).await.unwrap();
        // What the version before requires of a database.
        postgres.sql(
            &place.0,
            "DO $$ BEGIN ASSERT (SELECT version FROM mancala) = 1; END $$",
        );
        postgres.sql(&place.0, "DROP TABLE alive, outage, ruling, ban");
        let again = place.open().await.unwrap();
        assert!(again.read("before", 0).await.unwrap().is_some());
        again.beat(2, 10).await.unwrap();
        assert_eq!(again.rulings(0, 9).await.unwrap(), []);
        store.beat(3, 10).await.unwrap();
    });
}

/// Over TLS, if the address asks for it; and only with a server whose certificate the named authority has signed.
#[test]
fn connects_over_tls_and_knows_whom_it_talks_to() {
    let Some(mut postgres) = Postgres::start() else {
        return;
    };
    let place = postgres.database();
    let authority = postgres.resume_with_tls();
    let url = postgres.by_tcp(&place);
    let with = |authority: &std::path::Path| {
        let authority = authority.display();
        Database(format!("{url}?sslmode=verify-full&sslrootcert={authority}"))
    };
    suite::run(async {
        let store = with(&authority).open().await.unwrap();
        store.add(suite::some_game("game")).await.unwrap();
        // Divides by zero if a connection is not encrypted, or there is none.
        let counted =
            "SELECT 1 / (bool_and(ssl)::int) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                       WHERE application_name = 'mancala'";
        postgres.sql(&place, counted);
        let other = with(&authority.with_file_name("other.crt")).open().await;
        assert!(
            matches!(other, Err(StoreError::Unreachable(_))),
            "{:?}",
            other.err()
        );
        let elsewhere = Database(with(&authority).0.replace("127.0.0.1", "localhost"));
        assert!(
            elsewhere.open().await.is_err(),
            "the certificate is for another name"
        );
    });
}
