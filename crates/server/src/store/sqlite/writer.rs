//! The only writer. It takes all pending jobs, does them in one transaction, and answers when that is on the disk.

use kalah::Side;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::{Change, Deed, Ruling, Sight, StoreError, rulings, signed, status_word, trouble};
use crate::table::Millis;

/// Maximum number of jobs in one transaction.
const TOGETHER: usize = 512;

/// Games deleted in one transaction.
pub(crate) const FORGOTTEN_AT_ONCE: u32 = 500;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

pub enum Job {
    Add(Box<Change>, Reply<()>),
    See(Vec<Sight>, Reply<()>),
    Forget(Millis, Option<Millis>, Reply<u64>),
    Rule(Box<(Ruling, Deed)>, Reply<()>),
    Check(Reply<()>),
    /// At this time, after a gap of at least this.
    Beat(Millis, Millis, Reply<()>),
    Close(Reply<()>),
}

/// The result of a job, to be reported once it is on the disk.
pub(super) enum Done {
    Plain,
    Stale,
    Forgotten(u64),
}

impl Job {
    fn answer(self, outcome: Result<Done, StoreError>) {
        let plain = |outcome| match outcome {
            Ok(Done::Stale) => Err(StoreError::Stale),
            Ok(_) => Ok(()),
            Err(error) => Err(error),
        };
        // A caller that no longer waits does not need the answer.
        match self {
            Job::Forget(_, _, reply) => drop(reply.send(outcome.map(|done| match done {
                Done::Forgotten(count) => count,
                Done::Plain | Done::Stale => 0,
            }))),
            Job::Add(_, reply)
            | Job::See(_, reply)
            | Job::Rule(_, reply)
            | Job::Check(reply)
            | Job::Beat(_, _, reply)
            | Job::Close(reply) => {
                drop(reply.send(plain(outcome)));
            }
        }
    }
}

pub async fn run(mut connection: SqliteConnection, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(TOGETHER);
    while waiting.recv_many(&mut jobs, TOGETHER).await > 0 {
        let close = jobs.iter().position(|job| matches!(job, Job::Close(_)));
        let last = close.map(|at| jobs.drain(at..).next());
        finish(&mut connection, std::mem::take(&mut jobs)).await;
        if let Some(Some(Job::Close(reply))) = last {
            drop(reply.send(connection.close().await.map_err(trouble)));
            return;
        }
    }
}

/// Does these jobs and answers them. If one of them spoils the transaction, each gets a separate one.
async fn finish(connection: &mut SqliteConnection, jobs: Vec<Job>) {
    if jobs.len() > 1
        && let Ok(done) = transact(connection, &jobs).await
    {
        for (job, done) in jobs.into_iter().zip(done) {
            job.answer(Ok(done));
        }
        return;
    }
    for job in jobs {
        let done = transact(connection, std::slice::from_ref(&job)).await;
        job.answer(done.map(|mut done| done.remove(0)));
    }
}

/// Not by sqlx's transactions: SQLite itself ends one when the disk is full, and sqlx would not know.
async fn transact(
    connection: &mut SqliteConnection,
    jobs: &[Job],
) -> Result<Vec<Done>, StoreError> {
    let done = transact_inside(connection, jobs).await;
    if done.is_err() {
        // There is nothing to undo if SQLite has done it.
        let _ = sqlx::query("ROLLBACK").execute(connection).await;
    }
    done.map_err(trouble)
}

async fn transact_inside(
    connection: &mut SqliteConnection,
    jobs: &[Job],
) -> Result<Vec<Done>, sqlx::Error> {
    sqlx::query("BEGIN IMMEDIATE")
        .execute(&mut *connection)
        .await?;
    let mut done = Vec::with_capacity(jobs.len());
    for job in jobs {
        done.push(match job {
            Job::Add(change, _) => add(connection, change).await?,
            Job::See(sights, _) => see(connection, sights).await?,
            Job::Forget(waiting, others, _) => forget(connection, *waiting, *others).await?,
            Job::Rule(rule, _) => rulings::rule(connection, &rule.0, &rule.1).await?,
            Job::Check(_) => write_something(connection).await?,
            Job::Beat(now, gap, _) => beat(connection, *now, *gap).await?,
            Job::Close(_) => Done::Plain,
        });
    }
    sqlx::query("COMMIT").execute(connection).await?;
    Ok(done)
}

/// Nothing is changed unless the game is in the expected state, so a stale change leaves no trace.
async fn add(connection: &mut SqliteConnection, change: &Change) -> Result<Done, sqlx::Error> {
    let (Some(first), Some(last)) = (change.entries.first(), change.entries.last()) else {
        return Ok(Done::Plain);
    };
    let seat = |side| {
        let mut seats = change.seats.iter();
        seats
            .find(|(of, _)| *of == side)
            .map(|(_, digest)| &digest[..])
    };
    let (south, north) = (seat(Side::South), seat(Side::North));
    let sql = match first.seq {
        1 => {
            "INSERT INTO games (seq, status, open, deadline, updated, state, south, north, id) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING"
        }
        _ => {
            "UPDATE games SET seq = ?1, status = ?2, open = ?3, deadline = ?4, updated = ?5, state = ?6, \
             south = coalesce(?7, south), north = coalesce(?8, north) \
             WHERE id = ?9 AND seq = ?10 AND (?7 IS NULL OR south IS NULL) AND (?8 IS NULL OR north IS NULL)"
        }
    };
    let summary = &change.summary;
    let mut query = sqlx::query(sql)
        .bind(signed(last.seq))
        .bind(status_word(summary.status))
        .bind(summary.open)
        .bind(summary.deadline)
        .bind(summary.updated)
        .bind(&summary.state)
        .bind(south)
        .bind(north)
        .bind(&change.game);
    if first.seq != 1 {
        query = query.bind(signed(first.seq - 1));
    }
    if query.execute(&mut *connection).await?.rows_affected() == 0 {
        return Ok(Done::Stale);
    }
    for entry in &change.entries {
        let event = serde_json::to_string(&entry.event).expect("an event is plain data");
        sqlx::query("INSERT INTO entries (game, seq, at, event) VALUES (?, ?, ?, ?)")
            .bind(&change.game)
            .bind(signed(entry.seq))
            .bind(entry.at)
            .bind(event)
            .execute(&mut *connection)
            .await?;
    }
    Ok(Done::Plain)
}

/// A game that is gone meanwhile has no seats to be seen in.
async fn see(connection: &mut SqliteConnection, sights: &[Sight]) -> Result<Done, sqlx::Error> {
    for Sight { game, side, at } in sights {
        sqlx::query(
            "INSERT INTO seen (game, side, at) SELECT id, ?2, ?3 FROM games WHERE id = ?1 \
             ON CONFLICT (game, side) DO UPDATE SET at = max(at, excluded.at)",
        )
        .bind(game)
        .bind(side.to_string())
        .bind(at)
        .execute(&mut *connection)
        .await?;
    }
    Ok(Done::Plain)
}

async fn forget(
    connection: &mut SqliteConnection,
    waiting_before: Millis,
    others_before: Option<Millis>,
) -> Result<Done, sqlx::Error> {
    let gone = sqlx::query(
        "DELETE FROM games WHERE id IN ( \
             SELECT id FROM games WHERE updated < max(?1, coalesce(?2, ?1)) \
                 AND ((status = 'waiting' AND updated < ?1) OR (status <> 'waiting' AND updated < ?2)) \
             LIMIT ?3)",
    )
    .bind(waiting_before)
    .bind(others_before)
    .bind(FORGOTTEN_AT_ONCE)
    .execute(connection)
    .await?;
    Ok(Done::Forgotten(gone.rows_affected()))
}

async fn beat(
    connection: &mut SqliteConnection,
    now: Millis,
    gap: Millis,
) -> Result<Done, sqlx::Error> {
    sqlx::query(
        "INSERT INTO outages (began, ended) \
         SELECT max(at, (SELECT coalesce(max(updated), 0) FROM games WHERE updated <= ?1)) AS began, ?1 FROM alive \
         WHERE ?1 - began >= ?2 ON CONFLICT DO NOTHING",
    )
    .bind(now)
    .bind(gap)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO alive (one, at) VALUES (1, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)",
    )
    .bind(now)
    .execute(connection)
    .await?;
    Ok(Done::Plain)
}

/// Rewrites an existing number: fails if the file is read-only or the disk is full.
async fn write_something(connection: &mut SqliteConnection) -> Result<Done, sqlx::Error> {
    let version: i64 = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&mut *connection)
        .await?;
    let statement = format!("PRAGMA user_version = {version}");
    sqlx::query(AssertSqlSafe(statement))
        .execute(connection)
        .await?;
    Ok(Done::Plain)
}
