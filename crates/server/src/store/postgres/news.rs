//! News from other processes. Messages sent while the connection is down are lost; see [`Store::changed_since`].
//!
//! A silent network does not close a connection: nothing arrives, and nothing indicates that nothing will. So the connection
//! that listens is probed every second; while it does not answer, [`Store::hears`] is false, and changes are polled
//! instead.
//!
//! [`Store::changed_since`]: crate::store::Store::changed_since
//! [`Store::hears`]: crate::store::Store::hears

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kalah::Side;
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::sync::{broadcast, mpsc};
use tokio::time::timeout;

use crate::store::{News, Sight};

pub(super) const CHANNEL: &str = "mancala";

/// Maximum number of news items sent together.
const TOGETHER: usize = 1000;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(500);
/// Without news for this long, the connection is probed.
const SILENCE: Duration = Duration::from_secs(1);
/// Timeout for the answer, and for a new connection.
const PATIENCE: Duration = Duration::from_secs(1);

/// What the listening task shares with the rest of the process.
#[derive(Clone)]
pub(super) struct Ear {
    pub all: broadcast::Sender<News>,
    /// Whether the connection is known to work.
    pub hears: Arc<AtomicBool>,
}

/// Receives what other processes should hear.
pub(super) type Teller = mpsc::UnboundedSender<News>;

/// Passes on news from others, until the pool is closed. `own` is this process.
pub(super) async fn listen(pool: PgPool, own: String, news: Ear) {
    while !pool.is_closed() {
        if let Err(error) = listen_once(&pool, &own, &news).await
            && !pool.is_closed()
        {
            tracing::warn!(%error, "no news from other processes");
        }
        news.hears.store(false, Ordering::Relaxed);
        tokio::time::sleep(BETWEEN_ATTEMPTS).await;
    }
}

/// Listens until the connection is lost or silent.
async fn listen_once(pool: &PgPool, own: &str, news: &Ear) -> sqlx::Result<()> {
    let mut listener = in_time(PgListener::connect_with(pool)).await?;
    listener.eager_reconnect(false);
    in_time(listener.listen(CHANNEL)).await?;
    news.hears.store(true, Ordering::Relaxed);
    loop {
        match timeout(SILENCE, listener.try_recv()).await {
            Err(_) => {
                in_time(sqlx::query("SELECT 1").execute(&mut listener)).await?;
            }
            Ok(heard) => match heard? {
                Some(notification) => pass_on(notification.payload(), own, news),
                None => return Ok(()),
            },
        }
    }
}

/// Sends pending news to the other processes until the channel closes. All that is pending is sent together.
pub(super) async fn tell(pool: PgPool, own: String, mut pending: mpsc::UnboundedReceiver<News>) {
    let mut all = Vec::new();
    while pending.recv_many(&mut all, TOGETHER).await > 0 {
        let words: Vec<String> = all.drain(..).map(written).collect();
        let told =
            sqlx::query("SELECT pg_notify($1, word || ' ' || $2) FROM unnest($3::text[]) AS word")
                .bind(CHANNEL)
                .bind(&own)
                .bind(words)
                .execute(&pool);
        if let Err(error) = in_time(told).await {
            tracing::warn!(%error, "other processes are not told of changes");
        }
    }
}

/// Prefix of news about a seat: programs that do not know it take it for a game that nobody is in.
const SEAT: &str = "seat:";

/// News as it is sent: the name of a game that has changed, or `seat:came:south:TIME:GAME`. The sending process follows.
fn written(news: News) -> String {
    let seat = |what, Sight { game, side, at }| format!("{SEAT}{what}:{side}:{at}:{game}");
    match news {
        News::Changed(game) => game,
        News::Came(sight) => seat("came", sight),
        News::Left(sight) => seat("left", sight),
    }
}

/// `None` if only newer programs understand it.
fn read(text: &str) -> Option<News> {
    let Some(text) = text.strip_prefix(SEAT) else {
        return Some(News::Changed(text.to_owned()));
    };
    let mut words = text.splitn(4, ':');
    let (what, side) = (words.next()?, words.next()?);
    let sight = Sight {
        side: Side::BOTH.into_iter().find(|one| one.to_string() == side)?,
        at: words.next()?.parse().ok()?,
        game: words.next()?.to_owned(),
    };
    match what {
        "came" => Some(News::Came(sight)),
        "left" => Some(News::Left(sight)),
        _ => None,
    }
}

fn pass_on(payload: &str, own: &str, news: &Ear) {
    if let Some((text, origin)) = payload.rsplit_once(' ')
        && origin != own
        && let Some(heard) = read(text)
    {
        // Nobody listens: nobody is in a game.
        let _ = news.all.send(heard);
    }
}

async fn in_time<T>(work: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    let silent = |_| Err(sqlx::Error::PoolTimedOut);
    timeout(PATIENCE, work).await.unwrap_or_else(silent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let sight = || Sight {
            game: "a:b c".into(),
            side: Side::North,
            at: -5,
        };
        for news in [
            News::Changed("a:b c".into()),
            News::Came(sight()),
            News::Left(sight()),
        ] {
            assert_eq!(read(&written(news.clone())), Some(news));
        }
        for strange in [
            "seat:",
            "seat:slept:south:1:a",
            "seat:left:east:1:a",
            "seat:left:south:x:a",
        ] {
            assert_eq!(read(strange), None, "{strange}");
        }
    }
}
