//! The description of the interface for programs: written by hand, checked by a test against the actual routes.

use axum::http::header;
use axum::response::{IntoResponse, Response};

pub(crate) async fn openapi() -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, include_str!("openapi.json")).into_response()
}
