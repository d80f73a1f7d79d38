//! Games in one SQLite file. One task writes; everything that waits for it goes into one transaction, so that one flush of the
//! disk acknowledges many moves. Readers have connections of their own and never wait for the writer.

mod schema;
mod writer;

use std::path::Path;
use std::time::{Duration, Instant};

use kalah::{BySide, Side};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};
use tokio::sync::{broadcast, mpsc, oneshot};

use super::{
    Answer, Change, Listed, Listing, SecretDigest, Store, StoreError, Stored, entry_of, signed,
    status_word,
};
use crate::table::{Entry, Millis, Status};
use writer::Job;

/// Changes that may wait for the writer. More callers than that wait for a place.
const QUEUE: usize = 1024;
const READERS: u32 = 4;
/// How long another program may hold the file.
const PATIENCE: Duration = Duration::from_secs(5);

pub struct Sqlite {
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
    /// Nothing is ever said here: only this process writes, or others are found by [`Store::changed_since`].
    news: broadcast::Sender<String>,
}

impl Sqlite {
    /// Opens the file, makes it if there is none, and brings its tables up to date.
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
            jobs,
            readers,
            news: broadcast::channel(1).0,
        })
    }

    /// Writes a whole copy of a database as it is now, while a server may go on using it.
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

    /// Has the writer do something, and waits until it is safe on the disk.
    async fn write<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Job,
    ) -> Result<T, StoreError> {
        let closed = || StoreError::Unreachable("it has been closed".into());
        let (answer, answered) = oneshot::channel();
        let sent = self.jobs.send(job(answer)).await;
        sent.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
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

    async fn listed(&self, which: Listing, limit: u32) -> Result<Vec<Listed>, StoreError> {
        let status = match which {
            Listing::Waiting => Status::Waiting,
            Listing::Playing => Status::Playing,
        };
        let rows = sqlx::query(
            "SELECT id, state, s.at AS south_seen, n.at AS north_seen FROM games \
             LEFT JOIN seen s ON s.game = id AND s.side = 'south' \
             LEFT JOIN seen n ON n.game = id AND n.side = 'north' \
             WHERE open = 1 AND status = ? ORDER BY updated DESC LIMIT ?",
        )
        .bind(status_word(status))
        .bind(limit)
        .fetch_all(&self.readers)
        .await
        .map_err(trouble)?;
        let listed = |row: &SqliteRow| {
            Ok(Listed {
                game: row.try_get("id")?,
                state: row.try_get("state")?,
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

    fn list(&self, which: Listing, limit: u32) -> Answer<'_, Vec<Listed>> {
        Box::pin(self.listed(which, limit))
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

    fn news(&self) -> broadcast::Receiver<String> {
        self.news.subscribe()
    }

    fn see(&self, seats: Vec<(String, Side)>, now: Millis) -> Answer<'_, ()> {
        Box::pin(self.write(move |answer| Job::See(seats, now, answer)))
    }

    fn seen<'a>(&'a self, game: &'a str) -> Answer<'a, BySide<Option<Millis>>> {
        Box::pin(self.last_seen(game))
    }

    fn forget(&self, waiting_before: Millis, over_before: Option<Millis>) -> Answer<'_, u64> {
        Box::pin(self.write(move |answer| Job::Forget(waiting_before, over_before, answer)))
    }

    fn check(&self) -> Answer<'_, ()> {
        Box::pin(async {
            self.write(Job::Check).await?;
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

/// SQLite does not wait for others who turn on the write-ahead log at the same moment, so this does.
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

/// What an error of SQLite means to those who store games.
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

/// The low byte of an error is its kind; the rest says more about it. See sqlite.org/rescode.html.
fn kind(error: &sqlx::Error) -> Option<i32> {
    let code = error.as_database_error()?.code()?;
    Some(code.parse::<i32>().ok()? & 0xff)
}
