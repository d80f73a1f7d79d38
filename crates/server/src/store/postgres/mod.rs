//! Games in PostgreSQL, for a site of several processes: the process that changes the number of a game's last entry first has added the
//! next one, and the others hear of it (`NOTIFY` with the name of the game).

mod error;
mod migrate;
mod news;
mod rulings;
mod writer;

use std::future::Future;
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kalah::{BySide, Side};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::{ConnectOptions, PgPool, Row};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::JoinHandle;

use self::error::store_error;
use self::news::Ear;
use crate::store::{
    Answer, Ban, Change, Deed, Filed, Listed, ListedAt, Listing, Load, News, OUTAGES, OUTAGES_FOR,
    Outage, Ruling, Sight, Store, StoreError, Stored, ban_of, entry_of, ruling_of, signed,
    status_word,
};
use crate::table::{Entry, Millis, Status};

/// PostgreSQL cancels statements that take longer.
const STATEMENT: &str = "5s";
/// Timeout for getting a connection.
const ACQUIRE: Duration = Duration::from_secs(4);
/// Timeout for any operation, even if the network is silent.
const ANYTHING: Duration = Duration::from_secs(10);
/// Connections of one process: these, one that listens, one that sends news, and those that write.
const READERS: u32 = 8;
/// Games deleted in one transaction.
const FORGOTTEN_AT_ONCE: i64 = 500;
/// News that has not been taken yet.
const NEWS: usize = 4096;

pub struct Postgres {
    /// For everything but adding entries; one of its connections listens.
    pool: PgPool,
    writer_pool: PgPool,
    news_pool: PgPool,
    /// Taken by [`Store::close`].
    writers: Mutex<Vec<mpsc::Sender<writer::Job>>>,
    writer_tasks: tokio::sync::Mutex<Vec<JoinHandle<()>>>,
    /// Receives what other processes should hear.
    teller: news::Teller,
    news: Ear,
}

impl Postgres {
    /// Connects, and brings the database up to date.
    pub async fn open(url: &str) -> Result<Postgres, StoreError> {
        let options = PgConnectOptions::from_str(url)
            .map_err(|error| {
                StoreError::Unreachable(format!(
                    "its address cannot be read ({error}); a password has %3F for ?, %2F for /, %40 for @, %25 for %"
                ))
            })?
            .application_name("mancala")
            .disable_statement_logging()
            .options([
                ("statement_timeout", STATEMENT),
                // Even if the administrator has turned it off: acknowledged changes are on the disk.
                ("synchronous_commit", "on"),
            ]);
        let pool_of = |most| {
            PgPoolOptions::new()
                .max_connections(most)
                .acquire_timeout(ACQUIRE)
                .connect_lazy_with(options.clone())
        };
        let pool = pool_of(READERS + 1);
        let writer_pool = pool_of(writer::WRITERS);
        // News need not be on the disk.
        let news_pool = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(ACQUIRE)
            .connect_lazy_with(options.clone().options([("synchronous_commit", "off")]));
        migrate::migrate(&writer_pool).await?;
        let origin: String = sqlx::query_scalar("SELECT gen_random_uuid()::text")
            .fetch_one(&writer_pool)
            .await
            .map_err(store_error)?;
        let (teller, changed) = mpsc::unbounded_channel();
        tokio::spawn(news::tell(news_pool.clone(), origin.clone(), changed));
        let (writers, writer_tasks) = (0..writer::WRITERS)
            .map(|_| {
                let (sender, jobs) = mpsc::channel(writer::QUEUE);
                let work = writer::write(writer_pool.clone(), teller.clone(), jobs);
                (sender, tokio::spawn(work))
            })
            .unzip();
        let news = Ear {
            all: broadcast::channel(NEWS).0,
            hears: Arc::default(),
        };
        tokio::spawn(news::listen(pool.clone(), origin, news.clone()));
        Ok(Postgres {
            pool,
            writer_pool,
            news_pool,
            writers: Mutex::new(writers),
            writer_tasks: tokio::sync::Mutex::new(writer_tasks),
            teller,
            news,
        })
    }

    /// The writer of a game.
    fn writer(&self, game: &str) -> Result<mpsc::Sender<writer::Job>, StoreError> {
        let writers = self.writers.lock().expect("nobody panics holding it");
        writers.get(writer::lane(game)).cloned().ok_or_else(closed)
    }
}

impl Store for Postgres {
    fn add(&self, change: Change) -> Answer<'_, ()> {
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            let writer = self.writer(&change.game)?;
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

    fn entries<'a>(&'a self, game: &'a str, after: u64, limit: u32) -> Answer<'a, Vec<Entry>> {
        Box::pin(async move {
            if !is_possible(game) {
                return Ok(Vec::new());
            }
            let rows = sqlx::query_as(
                "SELECT seq, at, event FROM entry WHERE game = $1 AND seq > $2 ORDER BY seq LIMIT $3",
            )
            .bind(game)
            .bind(signed(after))
            .bind(i64::from(limit))
            .fetch_all(&self.pool);
            let rows: Vec<(i64, Millis, String)> = in_time(rows).await?;
            let entry = |(seq, at, event): (_, _, String)| entry_of(seq, at, &event);
            rows.into_iter().map(entry).collect()
        })
    }

    fn waiting(&self, games: Vec<String>) -> Answer<'_, Vec<String>> {
        let games: Vec<String> = games.into_iter().filter(|game| is_possible(game)).collect();
        Box::pin(in_time(
            sqlx::query_scalar("SELECT id FROM game WHERE status = $1 AND id = ANY($2)")
                .bind(status_word(Status::Waiting))
                .bind(games)
                .fetch_all(&self.pool),
        ))
    }

    fn list(&self, which: Listing, limit: u32, from: Option<ListedAt>) -> Answer<'_, Vec<Listed>> {
        Box::pin(async move {
            let status = match which {
                Listing::Waiting => Status::Waiting,
                Listing::Playing => Status::Playing,
            };
            let rows = sqlx::query_as(
                "SELECT id, state, updated, south.at, north.at FROM game
                 LEFT JOIN seen south ON south.game = id AND south.side = 'south'
                 LEFT JOIN seen north ON north.game = id AND north.side = 'north'
                 WHERE open AND status = $1
                     AND ($3::bigint IS NULL OR updated <= $3 AND (updated < $3 OR id > $4))
                 ORDER BY updated DESC, id LIMIT $2",
            )
            .bind(status_word(status))
            .bind(i64::from(limit))
            .bind(from.as_ref().map(|from| from.updated))
            .bind(from.map(|from| from.game))
            .fetch_all(&self.pool);
            let listed = |(game, state, updated, south, north)| Listed {
                game,
                state,
                updated,
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

    fn news(&self) -> broadcast::Receiver<News> {
        self.news.all.subscribe()
    }

    fn tell(&self, news: News) {
        // Lost if nobody takes it: presence is also in the store.
        let _ = self.teller.send(news);
    }

    fn hears(&self) -> bool {
        self.news.hears.load(Ordering::Relaxed)
    }

    fn see(&self, sights: Vec<Sight>) -> Answer<'_, ()> {
        Box::pin(async move {
            let (mut games, mut sides, mut times) = (Vec::new(), Vec::new(), Vec::new());
            for Sight { game, side, at } in sights {
                if is_possible(&game) {
                    games.push(game);
                    sides.push(side.to_string());
                    times.push(at);
                }
            }
            // In one order, so that two processes do not wait for each other.
            let work = sqlx::query(
                "INSERT INTO seen (game, side, at)
                 SELECT game.id, side, max(at) FROM unnest($1::text[], $2::text[], $3::bigint[]) AS here (id, side, at)
                 JOIN game USING (id) GROUP BY 1, 2 ORDER BY 1, 2
                 ON CONFLICT (game, side) DO UPDATE SET at = greatest(seen.at, excluded.at)",
            )
            .bind(games)
            .bind(sides)
            .bind(times)
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

    fn forget(&self, waiting_before: Millis, others_before: Option<Millis>) -> Answer<'_, u64> {
        Box::pin(async move {
            let mut all = 0;
            loop {
                let work = sqlx::query(
                    "DELETE FROM game WHERE id IN (
                         SELECT id FROM game
                         WHERE (status = $1 AND updated < $2) OR (status <> $1 AND updated < $3)
                         LIMIT $4 FOR UPDATE SKIP LOCKED)",
                )
                .bind(status_word(Status::Waiting))
                .bind(waiting_before)
                .bind(others_before)
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

    fn names<'a>(&'a self, after: &'a str, limit: u32) -> Answer<'a, Vec<String>> {
        Box::pin(in_time(
            sqlx::query_scalar("SELECT id FROM game WHERE id > $1 ORDER BY id LIMIT $2")
                .bind(after)
                .bind(i64::from(limit))
                .fetch_all(&self.pool),
        ))
    }

    fn filed(&self, limit: u32, from: Option<ListedAt>) -> Answer<'_, Vec<Filed>> {
        Box::pin(async move {
            let rows = sqlx::query_as(
                "SELECT id, updated, state FROM game
                 WHERE $2::bigint IS NULL OR updated <= $2 AND (updated < $2 OR id > $3)
                 ORDER BY updated DESC, id LIMIT $1",
            )
            .bind(i64::from(limit))
            .bind(from.as_ref().map(|from| from.updated))
            .bind(from.map(|from| from.game))
            .fetch_all(&self.pool);
            let filed = |(game, updated, state)| Filed {
                game,
                updated,
                state,
            };
            Ok(in_time(rows).await?.into_iter().map(filed).collect())
        })
    }

    fn rule(&self, ruling: Ruling, deed: Deed) -> Answer<'_, ()> {
        Box::pin(async move {
            match in_time(rulings::rule(&self.writer_pool, &ruling, &deed)).await? {
                true => Ok(()),
                false => Err(StoreError::Stale),
            }
        })
    }

    fn rulings(&self, after: i64, limit: u32) -> Answer<'_, Vec<Ruling>> {
        Box::pin(async move {
            let rows = sqlx::query_as(
                "SELECT number, at, by, what, subject, detail FROM ruling WHERE number > $1 ORDER BY number LIMIT $2",
            )
            .bind(after)
            .bind(i64::from(limit))
            .fetch_all(&self.pool);
            in_time(rows).await?.into_iter().map(ruling_of).collect()
        })
    }

    fn bans(&self, now: Millis) -> Answer<'_, Vec<Ban>> {
        Box::pin(async move {
            let rows = sqlx::query_as(
                "SELECT network, until, why FROM ban WHERE until > $1 ORDER BY network",
            )
            .bind(now)
            .fetch_all(&self.pool);
            in_time(rows).await?.into_iter().map(ban_of).collect()
        })
    }

    fn time(&self) -> Answer<'_, Millis> {
        Box::pin(in_time(
            sqlx::query_scalar(
                "SELECT greatest((extract(epoch FROM clock_timestamp()) * 1000)::bigint,
                                 (SELECT max(updated) FROM game))",
            )
            .fetch_one(&self.pool),
        ))
    }

    fn beat(&self, now: Millis, gap: Millis) -> Answer<'_, Vec<Outage>> {
        Box::pin(async move {
            in_time(beat(&self.pool, now, gap)).await?;
            let rows = sqlx::query_as(
                "SELECT began, ended FROM outage WHERE ended > $1 ORDER BY ended DESC LIMIT $2",
            )
            .bind(now - OUTAGES_FOR)
            .bind(OUTAGES)
            .fetch_all(&self.pool);
            let rows = in_time(rows).await?.into_iter().rev();
            Ok(rows.map(|(began, ended)| Outage { began, ended }).collect())
        })
    }

    fn load(&self) -> Load {
        let pools = [&self.pool, &self.writer_pool, &self.news_pool];
        let idle: usize = pools.iter().map(|pool| pool.num_idle()).sum();
        let writers = self.writers.lock().expect("nobody panics holding it");
        Load {
            connections: pools.iter().map(|pool| pool.size()).sum(),
            idle: u32::try_from(idle).unwrap_or(u32::MAX),
            waiting: writers
                .iter()
                .map(|writer| writer::QUEUE - writer.capacity())
                .sum(),
        }
    }

    fn size(&self) -> Answer<'_, u64> {
        Box::pin(async {
            let bytes = sqlx::query_scalar("SELECT pg_database_size(current_database())");
            in_time(bytes.fetch_one(&self.pool))
                .await
                .map(i64::unsigned_abs)
        })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn check(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            let work = sqlx::query("UPDATE mancala SET checked = now()").execute(&self.pool);
            in_time(work).await.map(|_| ())
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            self.writers
                .lock()
                .expect("nobody panics holding it")
                .clear();
            for task in self.writer_tasks.lock().await.drain(..) {
                // Ends when it has answered all pending callers.
                let _ = task.await;
            }
            self.writer_pool.close().await;
            self.news_pool.close().await;
            self.pool.close().await;
            Ok(())
        })
    }
}

/// Writes a heartbeat. If there was none for `gap`, and nothing has been added meanwhile, that was an outage.
async fn beat(pool: &PgPool, now: Millis, gap: Millis) -> sqlx::Result<()> {
    let mut transaction = pool.begin().await?;
    let before: Option<Millis> = sqlx::query_scalar("SELECT at FROM alive FOR UPDATE")
        .fetch_optional(&mut *transaction)
        .await?;
    if let Some(before) = before.filter(|before| now - before >= gap) {
        sqlx::query(
            "INSERT INTO outage (began, ended) SELECT began, $2
             FROM (SELECT greatest($1, (SELECT max(updated) FROM game WHERE updated <= $2)) AS began) AS last
             WHERE $2 - began >= $3 ON CONFLICT DO NOTHING",
        )
        .bind(before)
        .bind(now)
        .bind(gap)
        .execute(&mut *transaction)
        .await?;
    }
    sqlx::query(
        "INSERT INTO alive (at) VALUES ($1)
         ON CONFLICT (one) DO UPDATE SET at = greatest(alive.at, excluded.at)",
    )
    .bind(now)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}

fn closed() -> StoreError {
    StoreError::Unreachable("it has been closed".to_owned())
}

/// Applies the timeout.
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
