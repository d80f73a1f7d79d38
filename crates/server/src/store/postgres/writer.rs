//! Adding entries. All waiting changes go into one statement, and so into one transaction: the disk is flushed once for all
//! of them. There are several writers, each for its share of the games, so that one prepares its statement while another waits for
//! the disk. Notifications go out separately afterwards: PostgreSQL commits transactions that contain one strictly one after the other,
//! disk included.

use std::collections::{HashSet, VecDeque};

use kalah::Side;
use sqlx::PgPool;
use tokio::sync::{mpsc, oneshot};

use super::in_time;
use super::news::Teller;
use crate::store::{Change, News, StoreError, signed, status_word};
use crate::table::{Entry, Millis};

pub(super) type Job = (Change, oneshot::Sender<Result<(), StoreError>>);

/// Capacity of the queue, and maximum batch size.
pub(super) const QUEUE: usize = 1024;
const TOGETHER: usize = 256;
/// Number of writers.
pub(super) const WRITERS: u32 = 2;

/// Which writer a game belongs to.
pub(super) fn lane(game: &str) -> usize {
    let sum = game.bytes().fold(0_u32, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    (sum % WRITERS) as usize
}

/// Works until all senders are gone and all jobs are done.
pub(super) async fn write(pool: PgPool, news: Teller, mut jobs: mpsc::Receiver<Job>) {
    let mut waiting = VecDeque::new();
    loop {
        if waiting.is_empty() {
            match jobs.recv().await {
                Some(job) => waiting.push_back(job),
                None => return,
            }
        }
        while waiting.len() < TOGETHER
            && let Ok(job) = jobs.try_recv()
        {
            waiting.push_back(job);
        }
        let batch = one_of_each_game(&mut waiting);
        answer(&pool, &news, batch).await;
    }
}

/// Takes the first change of every game: a second one can only be judged when the first is made.
fn one_of_each_game(waiting: &mut VecDeque<Job>) -> Vec<Job> {
    let mut games = HashSet::new();
    let (batch, rest): (VecDeque<Job>, _) = waiting
        .drain(..)
        .partition(|(change, _)| games.insert(change.game.clone()));
    *waiting = rest;
    batch.into()
}

/// Makes the changes and informs the callers. If they cannot be made together, one after the other, so that each gets
/// a separate answer.
async fn answer(pool: &PgPool, news: &Teller, batch: Vec<Job>) {
    let changes: Vec<&Change> = batch.iter().map(|(change, _)| change).collect();
    let result = in_time(add(pool, &changes)).await;
    match result {
        Ok(done) => {
            for game in &done {
                // Lost if nobody takes them: others find the change by polling.
                let _ = news.send(News::Changed(game.clone()));
            }
            for (change, reply) in batch {
                let result = match done.contains(&change.game) {
                    true => Ok(()),
                    false => Err(StoreError::Stale),
                };
                // The caller may be gone; the change is made.
                let _ = reply.send(result);
            }
        }
        Err(error @ (StoreError::Stale | StoreError::Corrupt(_))) if batch.len() > 1 => {
            tracing::debug!(%error, changes = batch.len(), "one by one");
            for job in batch {
                Box::pin(answer(pool, news, vec![job])).await;
            }
        }
        Err(error) => {
            for (_, reply) in batch {
                let _ = reply.send(Err(error.clone()));
            }
        }
    }
}

/// The games whose change was made.
async fn add(pool: &PgPool, changes: &[&Change]) -> sqlx::Result<HashSet<String>> {
    let mut columns = Columns::default();
    for change in changes {
        columns.push(change);
    }
    let done = sqlx::query_scalar(include_str!("add.sql"))
        .bind(columns.game)
        .bind(columns.before)
        .bind(columns.seq)
        .bind(columns.status)
        .bind(columns.open)
        .bind(columns.deadline)
        .bind(columns.updated)
        .bind(columns.state)
        .bind(columns.south)
        .bind(columns.north)
        .bind(columns.entry_game)
        .bind(columns.entry_seq)
        .bind(columns.entry_at)
        .bind(columns.entry_event)
        .fetch_all(pool)
        .await?;
    Ok(done.into_iter().collect())
}

/// Changes and their entries in PostgreSQL's form for many rows.
#[derive(Default)]
struct Columns {
    game: Vec<String>,
    before: Vec<i64>,
    seq: Vec<i64>,
    status: Vec<&'static str>,
    open: Vec<bool>,
    deadline: Vec<Option<Millis>>,
    updated: Vec<Millis>,
    state: Vec<String>,
    south: Vec<Option<Vec<u8>>>,
    north: Vec<Option<Vec<u8>>>,
    entry_game: Vec<String>,
    entry_seq: Vec<i64>,
    entry_at: Vec<Millis>,
    entry_event: Vec<String>,
}

impl Columns {
    fn push(&mut self, change: &Change) {
        let Change {
            game,
            entries,
            summary,
            seats,
        } = change;
        let seat = |side: Side| {
            let taken = seats.iter().find(|(taken, _)| *taken == side);
            taken.map(|(_, digest)| digest.to_vec())
        };
        self.game.push(game.clone());
        self.before
            .push(signed(entries.first().map_or(0, |entry| entry.seq)) - 1);
        self.seq
            .push(signed(entries.last().map_or(0, |entry| entry.seq)));
        self.status.push(status_word(summary.status));
        self.open.push(summary.open);
        self.deadline.push(summary.deadline);
        self.updated.push(summary.updated);
        self.state.push(summary.state.clone());
        self.south.push(seat(Side::South));
        self.north.push(seat(Side::North));
        for Entry { seq, at, event } in entries {
            self.entry_game.push(game.clone());
            self.entry_seq.push(signed(*seq));
            self.entry_at.push(*at);
            self.entry_event
                .push(serde_json::to_string(event).expect("an event is plain data"));
        }
    }
}
