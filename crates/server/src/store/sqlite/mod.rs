//! Games in one SQLite file. One task writes; all pending changes go into one transaction, so that one flush of the
//! disk acknowledges many moves. Readers have separate connections and never wait for the writer.

mod rulings;
mod schema;
mod spare;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use kalah::{BySide, Side};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};
use tokio::sync::{broadcast, mpsc, oneshot};

use super::{
    Answer, Ban, Change, Deed, Filed, Listed, ListedAt, Listing, Load, News, OUTAGES, OUTAGES_FOR,
    Outage, Ruling, SecretDigest, Sight, Store, StoreError, Stored, ban_of, entry_of, ruling_of,
    signed, status_word,
};
use crate::table::{Entry, Millis, Status};
use writer::Job;

/// Maximum number of changes waiting for the writer. Further callers wait for a slot.
const QUEUE: usize = 1024;
const READERS: u32 = 4;
/// How long another program may lock the file.
const PATIENCE: Duration = Duration::from_secs(5);
/// After a refused write the store does not count as ready for this long.
const REFUSED: Duration = Duration::from_secs(3);

pub struct Sqlite {
    path: PathBuf,
    /// When a write was last refused, and why.
    refused: Mutex<Option<(Instant, StoreError)>>,
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
    /// No news is ever sent here: only this process writes, or others are found by [`Store::changed_since`].
    news: broadcast::Sender<News>,
}

impl Sqlite {
    /// Opens the file, creates it if necessary, and brings its tables up to date.
    pub async fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(PATIENCE)
            .disable_statement_logging();
        let mut connection = connect(&options).await.map_err(trouble)?;
        schema::migrate(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(options.read_only(true).create_if_missing(false));
        let (jobs, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(writer::run(connection, waiting));
        Ok(Sqlite {
            path: path.to_owned(),
            refused: Mutex::default(),
            jobs,
            readers,
            news: broadcast::channel(1).0,
        })
    }

    /// Writes a whole copy of a database as it is now, while a server may keep using it.
    pub async fn backup(path: &Path, to: &Path) -> Result<(), StoreError> {
        let options = SqliteConnectOptions::new().filename(path).read_only(true);
        let mut connection = options.connect().await.map_err(trouble)?;
        sqlx::query("VACUUM INTO ?")
            .bind(to.to_string_lossy().into_owned())
            .execute(&mut connection)
            .await
            .map_err(trouble)?;
        connection.close().await.map_err(trouble)
    }

    /// Hands a job to the writer, and waits until it is safe on the disk.
    async fn write<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Job,
    ) -> Result<T, StoreError> {
        let closed = || StoreError::Unreachable("it has been closed".into());
        let (answer, answered) = oneshot::channel();
        let sent = self.jobs.send(job(answer)).await;
        sent.map_err(|_| closed())?;
        let answer = answered.await.map_err(|_| closed())?;
        if let Err(error @ StoreError::Unwritable(_)) = &answer {
            *self.refused() = Some((Instant::now(), error.clone()));
        }
        answer
    }

    fn refused(&self) -> MutexGuard<'_, Option<(Instant, StoreError)>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A disk that was full a moment ago is not ready, even if it has space for a little more.
    fn check_refused(&self) -> Result<(), StoreError> {
        match &*self.refused() {
            Some((at, error)) if at.elapsed() < REFUSED => Err(error.clone()),
            _ => Ok(()),
        }
    }

    async fn read_game(&self, game: &str, after: u64) -> Result<Option<Stored>, StoreError> {
        // One moment for both: a seat that is taken between them would be in the entries only.
        let mut moment = self.readers.begin().await.map_err(trouble)?;
        let seats = sqlx::query("SELECT south, north FROM games WHERE id = ?")
            .bind(game)
            .fetch_optional(&mut *moment)
            .await
            .map_err(trouble)?;
        let Some(seats) = seats else {
            return Ok(None);
        };
        let rows = sqlx::query(
            "SELECT seq, at, event FROM entries WHERE game = ? AND seq > ? ORDER BY seq",
        )
        .bind(game)
        .bind(signed(after))
        .fetch_all(&mut *moment)
        .await
        .map_err(trouble)?;
        Ok(Some(Stored {
            entries: rows.iter().map(entry).collect::<Result<_, _>>()?,
            seats: BySide::new(seat(&seats, "south")?, seat(&seats, "north")?),
        }))
    }

    async fn listed(
        &self,
        which: Listing,
        limit: u32,
        from: Option<ListedAt>,
    ) -> Result<Vec<Listed>, StoreError> {
        let status = match which {
            Listing::Waiting => Status::Waiting,
            Listing::Playing => Status::Playing,
        };
        let rows = sqlx::query(
            "SELECT id, state, updated, s.at AS south_seen, n.at AS north_seen FROM games \
             LEFT JOIN seen s ON s.game = id AND s.side = 'south' \
             LEFT JOIN seen n ON n.game = id AND n.side = 'north' \
             WHERE open = 1 AND status = ?1 AND (?3 IS NULL OR updated <= ?3 AND (updated < ?3 OR id > ?4)) \
             ORDER BY updated DESC, id LIMIT ?2",
        )
        .bind(status_word(status))
        .bind(limit)
        .bind(from.as_ref().map(|from| from.updated))
        .bind(from.map(|from| from.game))
        .fetch_all(&self.readers)
        .await
        .map_err(trouble)?;
        let listed = |row: &SqliteRow| {
            Ok(Listed {
                game: row.try_get("id")?,
                state: row.try_get("state")?,
                updated: row.try_get("updated")?,
                seen: BySide::new(row.try_get("south_seen")?, row.try_get("north_seen")?),
            })
        };
        let listed: Result<_, sqlx::Error> = rows.iter().map(listed).collect();
        listed.map_err(trouble)
    }

    async fn last_seen(&self, game: &str) -> Result<BySide<Option<Millis>>, StoreError> {
        let rows: Vec<(String, Millis)> =
            sqlx::query_as("SELECT side, at FROM seen WHERE game = ?")
                .bind(game)
                .fetch_all(&self.readers)
                .await
                .map_err(trouble)?;
        let of = |side: Side| {
            let mut rows = rows.iter();
            rows.find(|(name, _)| *name == side.to_string())
                .map(|(_, at)| *at)
        };
        Ok(BySide::of(of))
    }
}

impl Store for Sqlite {
    fn add(&self, change: Change) -> Answer<'_, ()> {
        Box::pin(self.write(|answer| Job::Add(Box::new(change), answer)))
    }

    fn read<'a>(&'a self, game: &'a str, after: u64) -> Answer<'a, Option<Stored>> {
        Box::pin(self.read_game(game, after))
    }

    fn entries<'a>(&'a self, game: &'a str, after: u64, limit: u32) -> Answer<'a, Vec<Entry>> {
        Box::pin(async move {
            let rows = sqlx::query(
                "SELECT seq, at, event FROM entries WHERE game = ? AND seq > ? ORDER BY seq LIMIT ?",
            )
            .bind(game)
            .bind(signed(after))
            .bind(limit)
            .fetch_all(&self.readers)
            .await
            .map_err(trouble)?;
            rows.iter().map(entry).collect()
        })
    }

    fn list(&self, which: Listing, limit: u32, from: Option<ListedAt>) -> Answer<'_, Vec<Listed>> {
        Box::pin(self.listed(which, limit, from))
    }

    fn waiting(&self, games: Vec<String>) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let games = serde_json::to_string(&games).expect("names are plain data");
            sqlx::query_scalar(
                "SELECT id FROM games WHERE status = 'waiting' AND id IN (SELECT value FROM json_each(?))",
            )
            .bind(games)
            .fetch_all(&self.readers)
            .await
            .map_err(trouble)
        })
    }

    fn due(&self, now: Millis, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            sqlx::query_scalar("SELECT id FROM games WHERE deadline <= ? ORDER BY deadline LIMIT ?")
                .bind(now)
                .bind(limit)
                .fetch_all(&self.readers)
                .await
                .map_err(trouble)
        })
    }

    fn changed_since(&self, since: Millis, limit: u32) -> Answer<'_, Vec<(String, Millis)>> {
        Box::pin(async move {
            sqlx::query_as(
                "SELECT id, updated FROM games WHERE updated >= ? ORDER BY updated LIMIT ?",
            )
            .bind(since)
            .bind(limit)
            .fetch_all(&self.readers)
            .await
            .map_err(trouble)
        })
    }

    fn news(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    fn tell(&self, _: News) {
        // Nobody listens.
    }

    fn hears(&self) -> bool {
        true
    }

    fn see(&self, sights: Vec<Sight>) -> Answer<'_, ()> {
        Box::pin(self.write(move |answer| Job::See(sights, answer)))
    }

    fn seen<'a>(&'a self, game: &'a str) -> Answer<'a, BySide<Option<Millis>>> {
        Box::pin(self.last_seen(game))
    }

    fn forget(&self, waiting_before: Millis, others_before: Option<Millis>) -> Answer<'_, u64> {
        Box::pin(async move {
            let mut all = 0;
            loop {
                // In batches, so that no move waits for long.
                let job = |answer| Job::Forget(waiting_before, others_before, answer);
                let forgotten = self.write(job).await?;
                all += forgotten;
                if forgotten < u64::from(writer::FORGOTTEN_AT_ONCE) {
                    return Ok(all);
                }
            }
        })
    }

    fn names<'a>(&'a self, after: &'a str, limit: u32) -> Answer<'a, Vec<String>> {
        Box::pin(async move {
            sqlx::query_scalar("SELECT id FROM games WHERE id > ? ORDER BY id LIMIT ?")
                .bind(after)
                .bind(limit)
                .fetch_all(&self.readers)
                .await
                .map_err(trouble)
        })
    }

    fn filed(&self, limit: u32, from: Option<ListedAt>) -> Answer<'_, Vec<Filed>> {
        Box::pin(async move {
            let rows: Vec<(String, Millis, String)> = sqlx::query_as(
                "SELECT id, updated, state FROM games \
                 WHERE ?2 IS NULL OR updated <= ?2 AND (updated < ?2 OR id > ?3) ORDER BY updated DESC, id LIMIT ?1",
            )
            .bind(limit)
            .bind(from.as_ref().map(|from| from.updated))
            .bind(from.map(|from| from.game))
            .fetch_all(&self.readers)
            .await
            .map_err(trouble)?;
            let filed = |(game, updated, state)| Filed {
                game,
                updated,
                state,
            };
            Ok(rows.into_iter().map(filed).collect())
        })
    }

    fn rule(&self, ruling: Ruling, deed: Deed) -> Answer<'_, ()> {
        Box::pin(self.write(move |answer| Job::Rule(Box::new((ruling, deed)), answer)))
    }

    fn rulings(&self, after: i64, limit: u32) -> Answer<'_, Vec<Ruling>> {
        Box::pin(async move {
            let rows = sqlx::query_as(
                "SELECT number, at, by, what, subject, detail FROM rulings WHERE number > ? ORDER BY number LIMIT ?",
            )
            .bind(after)
            .bind(limit)
            .fetch_all(&self.readers)
            .await
            .map_err(trouble)?;
            rows.into_iter().map(ruling_of).collect()
        })
    }

    fn bans(&self, now: Millis) -> Answer<'_, Vec<Ban>> {
        Box::pin(async move {
            let rows = sqlx::query_as(
                "SELECT network, until, why FROM bans WHERE until > ? ORDER BY network",
            )
            .bind(now)
            .fetch_all(&self.readers)
            .await
            .map_err(trouble)?;
            rows.into_iter().map(ban_of).collect()
        })
    }

    fn time(&self) -> Answer<'_, Millis> {
        Box::pin(async {
            let last = sqlx::query_scalar("SELECT coalesce(max(updated), 0) FROM games");
            let last: Millis = last.fetch_one(&self.readers).await.map_err(trouble)?;
            Ok(last.max(crate::time::system()))
        })
    }

    fn beat(&self, now: Millis, gap: Millis) -> Answer<'_, Vec<Outage>> {
        Box::pin(async move {
            self.write(|answer| Job::Beat(now, gap, answer)).await?;
            let rows: Vec<(Millis, Millis)> = sqlx::query_as(
                "SELECT began, ended FROM outages WHERE ended > ? ORDER BY ended DESC LIMIT ?",
            )
            .bind(now - OUTAGES_FOR)
            .bind(OUTAGES)
            .fetch_all(&self.readers)
            .await
            .map_err(trouble)?;
            let rows = rows.into_iter().rev();
            Ok(rows.map(|(began, ended)| Outage { began, ended }).collect())
        })
    }

    fn load(&self) -> Load {
        // One connection writes.
        Load {
            connections: self.readers.size() + 1,
            idle: u32::try_from(self.readers.num_idle()).unwrap_or(u32::MAX),
            waiting: QUEUE - self.jobs.capacity(),
        }
    }

    fn size(&self) -> Answer<'_, u64> {
        Box::pin(async {
            let pages =
                "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";
            let bytes = sqlx::query_scalar(pages).fetch_one(&self.readers).await;
            bytes.map(i64::unsigned_abs).map_err(trouble)
        })
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn check(&self) -> Answer<'_, ()> {
        Box::pin(async {
            self.check_refused()?;
            self.write(Job::Check).await?;
            spare::check(self.path.clone()).await?;
            let read = sqlx::query("SELECT 1 FROM games LIMIT 1").fetch_optional(&self.readers);
            read.await.map(drop).map_err(trouble)
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async {
            self.readers.close().await;
            match self.jobs.is_closed() {
                true => Ok(()),
                false => self.write(Job::Close).await,
            }
        })
    }
}

/// SQLite does not wait for others that turn on the write-ahead log at the same moment, so this does.
async fn connect(options: &SqliteConnectOptions) -> Result<SqliteConnection, sqlx::Error> {
    let start = Instant::now();
    loop {
        match options.connect().await {
            Err(error) if kind(&error) == Some(BUSY) && start.elapsed() < PATIENCE => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            result => return result,
        }
    }
}

fn entry(row: &SqliteRow) -> Result<Entry, StoreError> {
    let parts = || {
        Ok((
            row.try_get("seq")?,
            row.try_get("at")?,
            row.try_get("event")?,
        ))
    };
    let (seq, at, event): (i64, Millis, &str) = parts().map_err(trouble)?;
    entry_of(seq, at, event)
}

fn seat(row: &SqliteRow, side: &str) -> Result<Option<SecretDigest>, StoreError> {
    let digest: Option<&[u8]> = row.try_get(side).map_err(trouble)?;
    let whole = |digest: &[u8]| {
        let wrong = |_| StoreError::Corrupt(format!("a digest of {} bytes", digest.len()));
        digest.try_into().map_err(wrong)
    };
    digest.map(whole).transpose()
}

/// The meaning of an SQLite error for callers of the store.
#[expect(
    clippy::needless_pass_by_value,
    reason = "it stands in `map_err`, which gives the error away"
)]
fn trouble(error: sqlx::Error) -> StoreError {
    let text = error.to_string();
    match (&error, kind(&error)) {
        (sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_), _) => StoreError::Corrupt(text),
        (_, Some(8 | 10 | 13)) => StoreError::Unwritable(text),
        (_, Some(11 | 26)) => StoreError::Corrupt(text),
        _ => StoreError::Unreachable(text),
    }
}

const BUSY: i32 = 5;

/// The low byte of an error is its kind; the rest gives details. See sqlite.org/rescode.html.
fn kind(error: &sqlx::Error) -> Option<i32> {
    let code = error.as_database_error()?.code()?;
    Some(code.parse::<i32>().ok()? & 0xff)
}
