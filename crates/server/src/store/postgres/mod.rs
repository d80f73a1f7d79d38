//! Games in PostgreSQL, for a site of several processes: whoever changes the number of a game's last entry first has added the
//! next one, and the others hear of it (`NOTIFY` with the name of the game).

mod error;
mod migrate;
mod news;
mod writer;

use std::future::Future;
use std::str::FromStr;
use std::sync::Mutex;
use std::time::Duration;

use kalah::{BySide, Side};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::{ConnectOptions, PgPool, Row};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::JoinHandle;

use self::error::store_error;
use crate::store::{
    Answer, Change, Listed, Listing, Store, StoreError, Stored, entry_of, signed, status_word,
};
use crate::table::{Millis, Status};

/// A statement that takes longer is given up by PostgreSQL.
const STATEMENT: &str = "5s";
/// Waiting for a connection.
const ACQUIRE: Duration = Duration::from_secs(4);
/// Anything at all, also if the network is silent.
const ANYTHING: Duration = Duration::from_secs(10);
/// Connections of one process: these, and one that writes.
const READERS: u32 = 8;
/// Games that are forgotten in one transaction.
const FORGOTTEN_AT_ONCE: i64 = 500;
/// News that nobody has taken yet.
const NEWS: usize = 4096;

pub struct Postgres {
    /// For everything but adding entries; one of its connections listens.
    pool: PgPool,
    writer_pool: PgPool,
    /// Taken away by [`Store::close`].
    writer: Mutex<Option<mpsc::Sender<writer::Job>>>,
    writer_task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
    news: broadcast::Sender<String>,
}

impl Postgres {
    /// Connects, and brings the database up to date.
    pub async fn open(url: &str) -> Result<Postgres, StoreError> {
        let options = PgConnectOptions::from_str(url)
            .map_err(|error| StoreError::Unreachable(error.to_string()))?
            .application_name("mancala")
            .disable_statement_logging()
            .options([
                ("statement_timeout", STATEMENT),
                // Also where the administrator thinks otherwise: what is acknowledged is on the disk.
                ("synchronous_commit", "on"),
            ]);
        let pool_of = |most| {
            PgPoolOptions::new()
                .max_connections(most)
                .acquire_timeout(ACQUIRE)
                .connect_lazy_with(options.clone())
        };
        let pool = pool_of(READERS + 1);
        let writer_pool = pool_of(1);
        migrate::migrate(&writer_pool).await?;
        let origin: String = sqlx::query_scalar("SELECT gen_random_uuid()::text")
            .fetch_one(&writer_pool)
            .await
            .map_err(store_error)?;
        let (sender, jobs) = mpsc::channel(writer::QUEUE);
        let writer_task = tokio::spawn(writer::write(writer_pool.clone(), origin.clone(), jobs));
        let (news, _) = broadcast::channel(NEWS);
        tokio::spawn(news::listen(pool.clone(), origin, news.clone()));
        Ok(Postgres {
            pool,
            writer_pool,
            writer: Mutex::new(Some(sender)),
            writer_task: tokio::sync::Mutex::new(Some(writer_task)),
            news,
        })
    }

    fn writer(&self) -> Result<mpsc::Sender<writer::Job>, StoreError> {
        let writer = self.writer.lock().expect("nobody panics holding it");
        writer.clone().ok_or_else(closed)
    }
}

impl Store for Postgres {
    fn add(&self, change: Change) -> Answer<'_, ()> {
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            let writer = self.writer()?;
            let slot = tokio::time::timeout(ACQUIRE, writer.reserve()).await;
            let slot =
                slot.map_err(|_| StoreError::Unreachable("too many changes wait".to_owned()))?;
            slot.map_err(|_| closed())?.send((change, reply));
            answer.await.map_err(|_| closed())?
        })
    }

    fn read<'a>(&'a self, game: &'a str, after: u64) -> Answer<'a, Option<Stored>> {
        Box::pin(async move {
            if !is_possible(game) {
                return Ok(None);
            }
            let rows = sqlx::query(
                "SELECT south, north, entry.seq, at, event
                 FROM game LEFT JOIN entry ON entry.game = game.id AND entry.seq > $2
                 WHERE game.id = $1 ORDER BY entry.seq",
            )
            .bind(game)
            .bind(signed(after))
            .fetch_all(&self.pool);
            stored(&in_time(rows).await?)
        })
    }

    fn list(&self, which: Listing, limit: u32) -> Answer<'_, Vec<Listed>> {
        Box::pin(async move {
            let status = match which {
                Listing::Waiting => Status::Waiting,
                Listing::Playing => Status::Playing,
            };
            let rows = sqlx::query_as(
                "SELECT id, state, south.at, north.at FROM game
                 LEFT JOIN seen south ON south.game = id AND south.side = 'south'
                 LEFT JOIN seen north ON north.game = id AND north.side = 'north'
                 WHERE open AND status = $1 ORDER BY updated DESC, id LIMIT $2",
            )
            .bind(status_word(status))
            .bind(i64::from(limit))
            .fetch_all(&self.pool);
            let listed = |(game, state, south, north)| Listed {
                game,
                state,
                seen: BySide::new(south, north),
            };
            Ok(in_time(rows).await?.into_iter().map(listed).collect())
        })
    }

    fn due(&self, now: Millis, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(in_time(
            sqlx::query_scalar(
                "SELECT id FROM game WHERE deadline <= $1 ORDER BY deadline, id LIMIT $2",
            )
            .bind(now)
            .bind(i64::from(limit))
            .fetch_all(&self.pool),
        ))
    }

    fn changed_since(&self, since: Millis, limit: u32) -> Answer<'_, Vec<(String, Millis)>> {
        Box::pin(in_time(
            sqlx::query_as(
                "SELECT id, updated FROM game WHERE updated >= $1 ORDER BY updated, id LIMIT $2",
            )
            .bind(since)
            .bind(i64::from(limit))
            .fetch_all(&self.pool),
        ))
    }

    fn news(&self) -> broadcast::Receiver<String> {
        self.news.subscribe()
    }

    fn see(&self, seats: Vec<(String, Side)>, now: Millis) -> Answer<'_, ()> {
        Box::pin(async move {
            let possible = seats.into_iter().filter(|(game, _)| is_possible(game));
            let (games, sides): (Vec<String>, Vec<String>) = possible
                .map(|(game, side)| (game, side.to_string()))
                .unzip();
            // In one order, so that two processes do not wait for each other.
            let work = sqlx::query(
                "INSERT INTO seen (game, side, at)
                 SELECT DISTINCT game.id, side, $3 FROM unnest($1::text[], $2::text[]) AS here (id, side)
                 JOIN game USING (id) ORDER BY 1, 2
                 ON CONFLICT (game, side) DO UPDATE SET at = greatest(seen.at, excluded.at)",
            )
            .bind(games)
            .bind(sides)
            .bind(now)
            .execute(&self.pool);
            in_time(work).await.map(|_| ())
        })
    }

    fn seen<'a>(&'a self, game: &'a str) -> Answer<'a, BySide<Option<Millis>>> {
        Box::pin(async move {
            let mut seen = BySide::default();
            if !is_possible(game) {
                return Ok(seen);
            }
            let rows = sqlx::query_as("SELECT side, at FROM seen WHERE game = $1")
                .bind(game)
                .fetch_all(&self.pool);
            let rows: Vec<(String, Millis)> = in_time(rows).await?;
            for side in Side::BOTH {
                let mut rows = rows.iter();
                seen[side] = rows
                    .find(|(name, _)| *name == side.to_string())
                    .map(|(_, at)| *at);
            }
            Ok(seen)
        })
    }

    fn forget(&self, waiting_before: Millis, over_before: Option<Millis>) -> Answer<'_, u64> {
        Box::pin(async move {
            let mut all = 0;
            loop {
                let work = sqlx::query(
                    "DELETE FROM game WHERE id IN (
                         SELECT id FROM game
                         WHERE (status = $1 AND updated < $2) OR (status = $3 AND updated < $4)
                         LIMIT $5 FOR UPDATE SKIP LOCKED)",
                )
                .bind(status_word(Status::Waiting))
                .bind(waiting_before)
                .bind(status_word(Status::Over))
                .bind(over_before)
                .bind(FORGOTTEN_AT_ONCE)
                .execute(&self.pool);
                let forgotten = in_time(work).await?.rows_affected();
                all += forgotten;
                if forgotten < FORGOTTEN_AT_ONCE.unsigned_abs() {
                    return Ok(all);
                }
            }
        })
    }

    fn check(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            let work = sqlx::query("UPDATE mancala SET checked = now()").execute(&self.pool);
            in_time(work).await.map(|_| ())
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            drop(self.writer.lock().expect("nobody panics holding it").take());
            if let Some(task) = self.writer_task.lock().await.take() {
                // Ends when it has answered everybody who waits.
                let _ = task.await;
            }
            self.writer_pool.close().await;
            self.pool.close().await;
            Ok(())
        })
    }
}

fn closed() -> StoreError {
    StoreError::Unreachable("it has been closed".to_owned())
}

/// Gives up on what takes too long.
async fn in_time<T>(work: impl Future<Output = sqlx::Result<T>>) -> Result<T, StoreError> {
    match tokio::time::timeout(ANYTHING, work).await {
        Ok(result) => result.map_err(store_error),
        Err(_) => Err(StoreError::Unreachable(format!(
            "no answer for {} seconds",
            ANYTHING.as_secs()
        ))),
    }
}

/// PostgreSQL's texts cannot contain this character, so there is no such game.
fn is_possible(game: &str) -> bool {
    !game.contains('\0')
}

/// Rows of a game with its entries. A game without entries after the wanted number is one row without an entry.
fn stored(rows: &[PgRow]) -> Result<Option<Stored>, StoreError> {
    let Some(first) = rows.first() else {
        return Ok(None);
    };
    let mut stored = Stored::default();
    for side in Side::BOTH {
        let name = side.to_string();
        let digest: Option<&[u8]> = first.try_get(name.as_str()).map_err(store_error)?;
        let wrong = |_| StoreError::Corrupt("the digest of a secret has 32 bytes".to_owned());
        let digest = digest.map(|bytes| bytes.try_into().map_err(wrong));
        stored.seats[side] = digest.transpose()?;
    }
    for row in rows {
        if let Some((seq, at, event)) = entry(row).map_err(store_error)? {
            stored.entries.push(entry_of(seq, at, event)?);
        }
    }
    Ok(Some(stored))
}

fn entry(row: &PgRow) -> sqlx::Result<Option<(i64, Millis, &str)>> {
    Ok(match row.try_get("seq")? {
        Some(seq) => Some((seq, row.try_get("at")?, row.try_get("event")?)),
        None => None,
    })
}
