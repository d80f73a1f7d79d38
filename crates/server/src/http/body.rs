//! What a request brings: small, in good time, and of a known shape.

use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::problem::Problem;
use crate::secret::is_game_name;

/// The longest body.
const MOST: usize = 4 << 10;
/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// A body of JSON. One that is empty stands for `{}`.
pub(crate) struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Json<T>, Problem> {
        let is_json = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|kind| {
                kind.split(';').next().unwrap_or_default().trim() == "application/json"
            });
        let body = timeout(PATIENCE, to_bytes(request.into_body(), MOST))
            .await
            .map_err(|_| Problem::TooSlow)?
            .map_err(|_| Problem::TooLarge(MOST))?;
        let bytes = match (body.is_empty(), is_json) {
            (true, _) => b"{}",
            (false, true) => &body[..],
            (false, false) => return Err(Problem::NotJson),
        };
        // A list of the values in order would do for the reader of JSON, but is nothing anybody means.
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(Problem::Malformed("a body is a JSON object".into()));
        }
        let value = serde_json::from_slice(bytes);
        value
            .map(Json)
            .map_err(|error| Problem::Malformed(error.to_string()))
    }
}

/// The name of a game in the address.
pub(crate) struct GameName(pub String);

impl<S: Send + Sync> FromRequestParts<S> for GameName {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GameName, Problem> {
        let name = Path::<String>::from_request_parts(parts, state).await;
        match name {
            Ok(Path(name)) if is_game_name(&name) => Ok(GameName(name)),
            _ => Err(Problem::NoSuchGame),
        }
    }
}

/// What is asked after the `?`.
pub(crate) struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Problem> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query
            .map(|Query(value)| Asked(value))
            .map_err(|error| Problem::Malformed(error.body_text()))
    }
}
