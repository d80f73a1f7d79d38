//! The site over HTTP: which request is answered by whom, and what all answers have in common.

mod analysis;
mod body;
mod files;
mod games;
mod guard;
mod live;
mod openapi;
mod origin;
mod problem;
mod seat;
mod status;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio::sync::{mpsc, watch};

use crate::limits::{Gate, Held, Limits, Place, Visitor};
use crate::metrics::Metrics;
use crate::room::Rooms;
use crate::store::Store;

pub use analysis::AnalysisConfig;
use analysis::Analyst;
pub use files::File;
use files::Files;
pub(crate) use guard::Peer;
use problem::Problem;

/// What the operator of a site decides.
#[derive(Default)]
pub struct Config {
    /// The version of the program.
    pub version: &'static str,
    /// The page.
    pub files: Vec<File>,
    /// Headers every answer has.
    pub headers: Vec<(&'static str, &'static str)>,
    /// Where people reach the site, if not at the address they ask for: `https://play.example`. Pages from there are its own.
    pub origins: Vec<String>,
    /// A proxy in front says who the visitor is.
    pub behind_proxy: bool,
    pub limits: Limits,
    pub analysis: AnalysisConfig,
}

impl Config {
    /// Whether cookies may go over secured connections only.
    fn is_secure(&self) -> bool {
        !self.origins.is_empty()
            && self
                .origins
                .iter()
                .all(|origin| origin.starts_with("https://"))
    }
}

/// Everything that answers requests.
pub struct Site {
    config: Config,
    files: Files,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) metrics: Metrics,
    pub(crate) gate: Arc<Gate>,
    analyst: Arc<Analyst>,
    stop: watch::Sender<bool>,
    /// Held by everything that has to end before the process does.
    alive: watch::Sender<Option<mpsc::Sender<()>>>,
}

impl Site {
    #[must_use]
    pub fn new(mut config: Config, store: Arc<dyn Store>) -> Arc<Site> {
        Arc::new(Site {
            files: Files::new(std::mem::take(&mut config.files)),
            rooms: Arc::new(Rooms::new(store, config.limits.rooms)),
            metrics: Metrics::default(),
            gate: Gate::new(config.limits),
            analyst: Analyst::new(config.analysis.clone()),
            config,
            stop: watch::Sender::new(false),
            alive: watch::Sender::new(None),
        })
    }

    pub(crate) fn place(&self, visitor: Visitor, what: Held) -> Option<Place> {
        // A proxy makes everybody's connections.
        match (what, self.config.behind_proxy) {
            (Held::Connection, true) => Some(Place::free()),
            _ => self.gate.hold(visitor, what),
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.config.limits
    }

    /// Is done when the server is about to stop.
    pub(crate) async fn stopped(&self) {
        let _ = self.stop.subscribe().wait_for(|stop| *stop).await;
    }

    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
        self.alive.send_replace(None);
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// What is returned ends when the last guard of [`Site::alive`] has gone, after [`Site::stop`].
    pub(crate) fn lives(&self) -> mpsc::Receiver<()> {
        let (alive, lives) = mpsc::channel(1);
        self.alive.send_replace(Some(alive));
        lives
    }

    /// To be held by whatever should be waited for.
    pub(crate) fn alive(&self) -> Option<mpsc::Sender<()>> {
        self.alive.borrow().clone()
    }
}

/// All addresses.
pub(crate) fn router(site: &Arc<Site>) -> Router {
    let game = Router::new()
        .route("/", get(games::look))
        .route("/join", post(games::join))
        .route("/move", post(games::make_move))
        .route("/resign", post(games::resign))
        .route("/withdraw", post(games::withdraw))
        .route("/claim", post(games::claim))
        .route("/takeback", post(games::ask_takeback))
        .route("/takeback/answer", post(games::answer_takeback))
        .route("/rename", post(games::rename))
        .route("/rematch", post(games::rematch))
        .route("/follow", post(games::follow))
        .route("/seat", get(games::show_seat).post(games::take_seat))
        .route("/record", get(games::record))
        .route("/live", get(live::live));
    Router::new()
        .route("/api", get(status::about))
        .route("/api/games", get(games::list).post(games::make))
        .nest("/api/games/{game}", game)
        .route("/api/analysis", get(analysis::analysis))
        .route("/api/openapi.json", get(openapi::openapi))
        .route("/healthz", get(status::healthz))
        .route("/readyz", get(status::readyz))
        .route("/metrics", get(status::metrics))
        .fallback(elsewhere)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(Arc::clone(site), guard::admit))
        .layer(from_fn(guard::survive))
        .layer(from_fn_with_state(Arc::clone(site), guard::observe))
        .with_state(Arc::clone(site))
}

async fn elsewhere(State(site): State<Arc<Site>>, request: Request) -> Response {
    let path = request.uri().path();
    match path == "/api" || path.starts_with("/api/") {
        true => Problem::NoSuchAddress.into_response(),
        false => site.files.answer(request.method(), path, request.headers()),
    }
}

async fn wrong_method(method: Method) -> Problem {
    Problem::WrongMethod(method.to_string())
}
