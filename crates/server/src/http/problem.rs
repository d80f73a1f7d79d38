//! Everything that can be wrong with a request, as one type that knows its status, its name and its log level.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use thiserror::Error;

use crate::limits::Kind;
use crate::room::RoomError;
use crate::store::StoreError;
use crate::table::Refusal;

#[derive(Debug, Error)]
pub(crate) enum Problem {
    #[error("there is nothing at this address")]
    NoSuchAddress,
    #[error("there is no such game")]
    NoSuchGame,
    #[error("no position of these rules: {0}")]
    NoSuchPosition(String),
    #[error("this address does not answer to {0}")]
    WrongMethod(String),
    #[error("{0}")]
    Malformed(String),
    #[error("the body of a request has at most {0} bytes")]
    TooLarge(usize),
    #[error("the request took too long to arrive")]
    TooSlow,
    #[error("a body has to be JSON: content-type application/json")]
    NotJson,
    #[error("only a player of this game can do this")]
    NoSeat,
    #[error("this is not the secret of a seat of this game")]
    WrongSecret,
    #[error("requests from the page of another site are refused")]
    ForeignOrigin,
    #[error(
        "this site is for this machine alone: open it as localhost, or name its address with --origin"
    )]
    ForeignHost,
    #[error("nobody is let in from your address for another {0} s")]
    Banned(u64),
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("too many {what}; try again in {seconds} s")]
    TooMany { what: &'static str, seconds: u64 },
    #[error("{0}")]
    Busy(&'static str),
    #[error("the server is shutting down")]
    Closing,
    #[error("{0}")]
    Store(StoreError),
    #[error("internal error")]
    Internal,
}

impl From<RoomError> for Problem {
    fn from(error: RoomError) -> Problem {
        match error {
            RoomError::NoSuchGame => Problem::NoSuchGame,
            RoomError::Refused(refusal) => Problem::Refused(refusal),
            RoomError::Store(error) => Problem::Store(error),
            RoomError::Contended => Problem::Busy("this game is busy; try again"),
            RoomError::TooManyGames(wait) => Problem::TooMany {
                what: Kind::Game.what(),
                seconds: wait.as_secs() + 1,
            },
            RoomError::Full => Problem::Busy("too many games are being played now"),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        Problem::Store(error)
    }
}

impl Problem {
    /// The status, and the last part of the address that names the kind of problem.
    fn kind(&self) -> (StatusCode, &'static str) {
        match self {
            Problem::NoSuchAddress => (StatusCode::NOT_FOUND, "no-such-address"),
            Problem::NoSuchGame => (StatusCode::NOT_FOUND, "no-such-game"),
            Problem::NoSuchPosition(_) => (StatusCode::NOT_FOUND, "no-such-position"),
            Problem::WrongMethod(_) => (StatusCode::METHOD_NOT_ALLOWED, "wrong-method"),
            Problem::Malformed(_) => (StatusCode::BAD_REQUEST, "malformed"),
            Problem::TooLarge(_) => (StatusCode::PAYLOAD_TOO_LARGE, "too-large"),
            Problem::TooSlow => (StatusCode::REQUEST_TIMEOUT, "too-slow"),
            Problem::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json"),
            Problem::NoSeat => (StatusCode::FORBIDDEN, "no-seat"),
            Problem::WrongSecret => (StatusCode::FORBIDDEN, "wrong-secret"),
            Problem::ForeignOrigin => (StatusCode::FORBIDDEN, "foreign-origin"),
            Problem::ForeignHost => (StatusCode::MISDIRECTED_REQUEST, "foreign-host"),
            Problem::Banned(_) => (StatusCode::FORBIDDEN, "banned"),
            Problem::Refused(refusal) => refused(refusal),
            Problem::TooMany { .. } => (StatusCode::TOO_MANY_REQUESTS, "too-many"),
            Problem::Busy(_) => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            Problem::Closing => (StatusCode::SERVICE_UNAVAILABLE, "closing"),
            Problem::Store(StoreError::Stale) => (StatusCode::CONFLICT, "stale"),
            Problem::Store(StoreError::Corrupt(_) | StoreError::Newer { .. }) => {
                (StatusCode::INTERNAL_SERVER_ERROR, "corrupt")
            }
            Problem::Store(_) => (StatusCode::SERVICE_UNAVAILABLE, "store"),
            Problem::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        }
    }

    /// When it may be worth trying again.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Problem::TooMany { seconds, .. } | Problem::Banned(seconds) => Some(*seconds),
            Problem::Busy(_) | Problem::Closing => Some(1),
            Problem::Store(StoreError::Unreachable(_) | StoreError::Unwritable(_)) => Some(5),
            _ => None,
        }
    }

    /// The message for the client. Database errors are only logged.
    fn detail(&self) -> String {
        match self {
            Problem::Store(StoreError::Unwritable(_)) => {
                "nothing can be stored now; the game stands as it was".into()
            }
            Problem::Store(StoreError::Unreachable(_)) => {
                "the games cannot be reached now; try again soon".into()
            }
            Problem::Store(StoreError::Corrupt(_) | StoreError::Newer { .. }) => {
                "this game cannot be read".into()
            }
            other => other.to_string(),
        }
    }
}

fn refused(refusal: &Refusal) -> (StatusCode, &'static str) {
    match refusal {
        Refusal::Illegal(_) => (StatusCode::UNPROCESSABLE_ENTITY, "illegal-move"),
        Refusal::Waiting => (StatusCode::CONFLICT, "waiting"),
        Refusal::Over => (StatusCode::CONFLICT, "over"),
        Refusal::NotOver => (StatusCode::CONFLICT, "not-over"),
        Refusal::NotYourTurn => (StatusCode::CONFLICT, "not-your-turn"),
        Refusal::OtherPly { .. } => (StatusCode::CONFLICT, "other-ply"),
        Refusal::NothingToTakeBack => (StatusCode::CONFLICT, "nothing-to-take-back"),
        Refusal::NotAsked => (StatusCode::CONFLICT, "not-asked"),
        Refusal::BothMoved => (StatusCode::CONFLICT, "both-moved"),
        Refusal::OfferedLately => (StatusCode::CONFLICT, "offered-lately"),
        Refusal::NotAway => (StatusCode::CONFLICT, "not-away"),
        Refusal::SeatTaken => (StatusCode::CONFLICT, "seat-taken"),
        Refusal::NotOffered => (StatusCode::CONFLICT, "not-offered"),
        Refusal::AlreadyOffered => (StatusCode::CONFLICT, "already-offered"),
        Refusal::AlreadyRematched => (StatusCode::CONFLICT, "already-rematched"),
        Refusal::Full => (StatusCode::CONFLICT, "full"),
    }
}

/// Marks an answer that failed because of the store.
#[derive(Clone, Copy)]
pub(crate) struct StoreFailed;

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, name) = self.kind();
        match &self {
            Problem::Store(error) => tracing::error!(%error, "the store failed"),
            Problem::Internal => tracing::error!("a request was broken off by a fault"),
            other => tracing::debug!(problem = name, "{other}"),
        }
        let body = json!({
            "type": format!("/problems/{name}"),
            "title": status.canonical_reason().unwrap_or_default(),
            "status": status.as_u16(),
            "detail": self.detail(),
        });
        let mut response = (status, body.to_string()).into_response();
        let headers = response.headers_mut();
        let set = HeaderValue::from_static;
        headers.insert(header::CONTENT_TYPE, set("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, set("no-store"));
        if status.is_server_error() && matches!(self, Problem::Store(_)) {
            response.extensions_mut().insert(StoreFailed);
        }
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
