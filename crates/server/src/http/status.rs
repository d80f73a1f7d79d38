//! How the site is: for the page, for whoever watches over it, and for the balancer in front of it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use serde_json::json;
use tokio::time::timeout;

use super::Site;
use super::games::json_text;
use super::problem::Problem;
use crate::store::StoreError;

/// A store that takes longer is not ready.
const PATIENCE: Duration = Duration::from_secs(3);

/// How the page learns that it is served by a site.
pub(crate) async fn about(State(site): State<Arc<Site>>) -> Response {
    let about = json!({
        "name": "mancala",
        "version": site.config.version,
        "online": true,
        "analysis": { "seeds": site.analyst.seeds() },
    });
    json_text(about.to_string())
}

/// The process runs.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// The process can do its work.
pub(crate) async fn readyz(State(site): State<Arc<Site>>) -> Result<&'static str, Problem> {
    if site.is_stopping() {
        return Err(Problem::Closing);
    }
    match timeout(PATIENCE, site.rooms.store.check()).await {
        Ok(checked) => checked?,
        Err(_) => Err(StoreError::Unreachable("it does not answer".into()))?,
    }
    Ok("ready\n")
}

pub(crate) async fn metrics(State(site): State<Arc<Site>>) -> String {
    site.metrics.text(site.rooms.count())
}
