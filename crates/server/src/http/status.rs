//! The health of the site: for the page, for monitoring, and for a load balancer in front of it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use serde_json::json;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use super::Site;
use super::games::json_text;
use super::problem::Problem;
use crate::metrics::Others;
use crate::store::{Store, StoreError};
use crate::table::Phrase;

/// A store that takes longer is not ready.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long the store's answer is cached.
const FRESH: Duration = Duration::from_secs(1);

/// Shows the page that it is served by a site.
pub(crate) async fn about(State(site): State<Arc<Site>>) -> Response {
    let about = json!({
        "name": "mancala",
        "version": site.config.version,
        "online": true,
        "analysis": { "seeds": site.analyst.seeds() },
        "phrases": Phrase::ALL,
    });
    json_text(about.to_string())
}

/// The process runs.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// The store's last answer and its time: cached, so that frequent requests do not load the store.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, Result<(), StoreError>)>>);

impl Readiness {
    async fn of(&self, store: &dyn Store) -> Result<(), StoreError> {
        let mut last = self.0.lock().await;
        if let Some((at, outcome)) = &*last
            && at.elapsed() < FRESH
        {
            return outcome.clone();
        }
        let silent = |_| Err(StoreError::Unreachable("it does not answer".into()));
        let outcome = timeout(PATIENCE, store.check())
            .await
            .unwrap_or_else(silent);
        *last = Some((Instant::now(), outcome.clone()));
        outcome
    }
}

/// The process can do its work.
pub(crate) async fn readyz(State(site): State<Arc<Site>>) -> Result<&'static str, Problem> {
    if site.is_stopping() {
        return Err(Problem::Closing);
    }
    site.readiness.of(&*site.rooms.store).await?;
    Ok("ready\n")
}

pub(crate) async fn metrics(State(site): State<Arc<Site>>) -> String {
    site.metrics.text(&Others {
        rooms: site.rooms.count(),
        store: site.rooms.store.load(),
        store_bytes: site.rooms.store_bytes(),
    })
}
