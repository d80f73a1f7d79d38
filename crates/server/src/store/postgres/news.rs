//! Hearing from other processes. What is said while the connection is down is lost; see [`Store::changed_since`].
//!
//! [`Store::changed_since`]: crate::store::Store::changed_since

use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::sync::broadcast;

pub(super) const CHANNEL: &str = "mancala";

const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(500);

/// Passes on the names of games that others have changed, until the pool is closed. Every piece of news is the name of a game
/// and who changed it; `own` are we.
pub(super) async fn listen(pool: PgPool, own: String, news: broadcast::Sender<String>) {
    while !pool.is_closed() {
        if let Err(error) = listen_once(&pool, &own, &news).await {
            tracing::warn!(%error, "no news from other processes");
        }
        tokio::time::sleep(BETWEEN_ATTEMPTS).await;
    }
}

/// Listens until the connection is lost.
async fn listen_once(
    pool: &PgPool,
    own: &str,
    news: &broadcast::Sender<String>,
) -> sqlx::Result<()> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    while let Some(notification) = listener.try_recv().await? {
        if let Some((game, origin)) = notification.payload().rsplit_once(' ')
            && origin != own
        {
            // Nobody listens: nobody is in a game.
            let _ = news.send(game.to_owned());
        }
    }
    Ok(())
}
