//! The site over HTTP: the routes, and what all answers have in common.

mod acts;
mod analysis;
mod body;
mod files;
mod games;
mod guard;
mod live;
mod openapi;
mod origin;
mod preview;
mod problem;
mod seat;
mod status;
mod turns;

use std::sync::{Arc, OnceLock};

use std::net::IpAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio::sync::{mpsc, watch};

use crate::limits::{Gate, Held, Limits, Ticket, Visitor};
use crate::metrics::{Metrics, StoreTimes};
use crate::room::Rooms;
use crate::store::{Store, Timed};

pub use analysis::AnalysisConfig;
use analysis::Analyst;
pub use files::File;
use files::Files;
pub(crate) use guard::Peer;
use problem::Problem;
use status::Readiness;
use turns::Turns;

/// The operator's settings.
#[derive(Default)]
pub struct Config {
    /// The version of the program.
    pub version: &'static str,
    /// The page.
    pub files: Vec<File>,
    /// Headers every answer has.
    pub headers: Vec<(&'static str, &'static str)>,
    /// Where people reach the site, if not at the address of their request: `https://play.example`. Pages from there are its own.
    pub origins: Vec<String>,
    /// A proxy in front names the visitor.
    pub behind_proxy: bool,
    pub limits: Limits,
    /// How long finished and abandoned games are stored; without it, for ever.
    pub keep_games: Option<Duration>,
    pub analysis: AnalysisConfig,
}

impl Config {
    /// Whether cookies are restricted to HTTPS.
    fn is_secure(&self) -> bool {
        !self.origins.is_empty()
            && self
                .origins
                .iter()
                .all(|origin| origin.starts_with("https://"))
    }
}

/// The state shared by all handlers.
pub struct Site {
    config: Config,
    files: Files,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) metrics: Metrics,
    pub(crate) gate: Arc<Gate>,
    analyst: Arc<Analyst>,
    painters: Arc<Turns>,
    readiness: Readiness,
    /// Listens on a loopback address.
    loopback: OnceLock<bool>,
    stop: watch::Sender<bool>,
    /// Held by every task that has to end before the process does.
    alive: watch::Sender<Option<mpsc::Sender<()>>>,
}

impl Site {
    #[must_use]
    pub fn new(mut config: Config, store: Arc<dyn Store>) -> Arc<Site> {
        let times = StoreTimes::default();
        let store = Arc::new(Timed::new(store, times.clone()));
        Arc::new(Site {
            files: Files::new(std::mem::take(&mut config.files)),
            rooms: Arc::new(Rooms::new(store, config.limits.rooms, config.keep_games)),
            metrics: Metrics::with(times),
            gate: Gate::new(config.limits),
            analyst: Analyst::new(config.analysis.clone()),
            painters: preview::painters(),
            readiness: Readiness::default(),
            loopback: OnceLock::new(),
            config,
            stop: watch::Sender::new(false),
            alive: watch::Sender::new(None),
        })
    }

    pub(crate) fn place(&self, visitor: Visitor, what: Held) -> Option<Ticket> {
        // A proxy makes everybody's connections.
        match (what, self.config.behind_proxy) {
            (Held::Connection, true) => Some(Ticket::free()),
            _ => self.gate.hold(visitor, what),
        }
    }

    pub(crate) fn is_behind_proxy(&self) -> bool {
        self.config.behind_proxy
    }

    /// The address it listens on.
    pub(crate) fn listens_at(&self, address: IpAddr) {
        let _ = self.loopback.set(address.is_loopback());
    }

    /// Only for users of this machine.
    fn is_private(&self) -> bool {
        !self.config.behind_proxy && self.loopback.get() == Some(&true)
    }

    /// The seconds left of a ban on this address.
    pub(crate) fn banned(&self, address: IpAddr) -> Option<u64> {
        let left = self.rooms.bans.left(address, self.rooms.now())?;
        Some(left.unsigned_abs().div_ceil(1000))
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.config.limits
    }

    /// Resolves when shutdown begins.
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

    /// The returned future ends when the last guard of [`Site::alive`] has been dropped, after [`Site::stop`].
    pub(crate) fn lives(&self) -> mpsc::Receiver<()> {
        let (alive, lives) = mpsc::channel(1);
        self.alive.send_replace(Some(alive));
        lives
    }

    /// To be held by every task that must be waited for.
    pub(crate) fn alive(&self) -> Option<mpsc::Sender<()>> {
        self.alive.borrow().clone()
    }
}

/// All routes.
pub(crate) fn router(site: &Arc<Site>) -> Router {
    let game = Router::new()
        .route("/", get(games::look))
        .route("/join", post(games::join))
        .route("/move", post(acts::make_move))
        .route("/resign", post(acts::resign))
        .route("/withdraw", post(acts::withdraw))
        .route("/claim", post(acts::claim))
        .route("/takeback", post(acts::ask_takeback))
        .route("/takeback/answer", post(acts::answer_takeback))
        .route("/draw", post(acts::offer_draw))
        .route("/draw/answer", post(acts::answer_draw))
        .route("/abort", post(acts::abort))
        .route("/say", post(acts::say))
        .route("/rename", post(acts::rename))
        .route("/rematch", post(acts::rematch))
        .route("/follow", post(games::follow))
        .route("/seat", get(games::show_seat).post(games::take_seat))
        .route("/record", get(games::record))
        .route("/picture.png", get(preview::of_game))
        .route("/live", get(live::live));
    Router::new()
        .route("/api", get(status::about))
        .route("/api/games", get(games::list).post(games::make))
        .nest("/api/games/{game}", game)
        .route("/game/{game}", get(preview::page))
        .route("/api/picture.png", get(preview::of_position))
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
        false => {
            let (method, headers) = (request.method(), request.headers());
            site.files.answer(method, path, headers).await
        }
    }
}

async fn wrong_method(method: Method) -> Problem {
    Problem::WrongMethod(method.to_string())
}
