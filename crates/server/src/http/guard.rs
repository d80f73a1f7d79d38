//! What every request passes on its way in and every answer on its way out: limits, origins, a request number, a line in the
//! log, and the headers that keep browsers strict.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use tracing::Instrument;

use super::problem::{Problem, StoreFailed};
use super::{Site, origin};
use crate::limits::{Kind, Visitor};
use crate::secret::random;

/// The other end of the connection a request came by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub IpAddr);

/// The client's address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct From(pub IpAddr);

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Counts and logs a request, and adds the headers common to all answers.
pub(crate) async fn observe(
    State(site): State<Arc<Site>>,
    mut request: Request,
    next: Next,
) -> Response {
    let start = Instant::now();
    let visitor = visitor(&site, &request);
    request.extensions_mut().insert(Visitor::from(visitor));
    request.extensions_mut().insert(From(visitor));
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("page", MatchedPath::as_str);
    let id = request_id(request.headers());
    let is_last = is_last(request.headers());
    let span = tracing::info_span!("request", id = %id);
    let mut response = next.run(request).instrument(span).await;
    let (status, took) = (response.status().as_u16(), start.elapsed());
    let failed = response.extensions().get::<StoreFailed>().is_some();
    site.metrics.store_errors.add(failed.into());
    site.metrics.request(route, status, took);
    let ms = took.as_secs_f64() * 1000.0;
    match status {
        500.. => tracing::error!(%id, %method, path, status, ms, %visitor, "request"),
        _ => tracing::info!(%id, %method, path, status, ms, %visitor, "request"),
    }
    if is_last && response.status() != StatusCode::SWITCHING_PROTOCOLS {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    let headers = response.headers_mut();
    for &(name, value) in &site.config.headers {
        if let Ok(name) = HeaderName::try_from(name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    if let Ok(id) = HeaderValue::try_from(id) {
        headers.insert(REQUEST_ID, id);
    }
    response
}

/// Whether the stream after this request is not parsed; see [`crate::head`].
fn is_last(headers: &HeaderMap) -> bool {
    headers.contains_key(header::TRANSFER_ENCODING) || headers.contains_key(header::UPGRADE)
}

/// The proxy's number of the request, or a new one.
fn request_id(headers: &HeaderMap) -> String {
    let plain = |text: &&str| {
        let letter = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        (1..=64).contains(&text.len()) && text.bytes().all(letter)
    };
    let given = headers.get(REQUEST_ID);
    let given = given.and_then(|value| value.to_str().ok()).filter(plain);
    given.map_or_else(
        || format!("{:016x}", u64::from_be_bytes(random())),
        str::to_owned,
    )
}

/// The client's address. A known proxy appends the address it was asked from to a list that anybody can begin.
fn visitor(site: &Site, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Peer>();
    let peer = peer.map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.0);
    if !site.config.behind_proxy {
        return peer;
    }
    let lists = request.headers().get_all("x-forwarded-for");
    let last = lists.iter().next_back();
    let last = last.and_then(|list| list.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    last.unwrap_or(peer)
}

/// Admits a request, or refuses it with a reason.
pub(crate) async fn admit(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    if request.headers().get_all(header::HOST).iter().count() > 1 {
        return Err(Problem::Malformed("there is more than one Host".into()));
    }
    if let Some(&From(address)) = request.extensions().get()
        && let Some(seconds) = site.banned(address)
    {
        return Err(Problem::Banned(seconds));
    }
    if site.is_private() && !origin::is_local(request.headers(), &site.config.origins) {
        return Err(Problem::ForeignHost);
    }
    let path = request.uri().path();
    let is_api = path == "/api" || path.starts_with("/api/");
    if is_api || path.starts_with("/game/") {
        let acts = ![Method::GET, Method::HEAD].contains(request.method())
            || request.headers().contains_key(header::UPGRADE);
        if acts && !origin::is_welcome(request.headers(), &site.config.origins) {
            return Err(Problem::ForeignOrigin);
        }
        take(&site, &request, acts)?;
    }
    Ok(next.run(request).await)
}

fn take(site: &Site, request: &Request, acts: bool) -> Result<(), Problem> {
    let Some(&visitor) = request.extensions().get::<Visitor>() else {
        return Ok(());
    };
    let kind = match (request.method(), request.uri().path()) {
        (&Method::POST, "/api/games") => Kind::Game,
        (_, "/api/analysis") => Kind::Analysis,
        (_, path) if path.ends_with("/picture.png") => Kind::Picture,
        _ if acts => Kind::Action,
        _ => Kind::Read,
    };
    site.gate.take(visitor, kind).map_err(|wait| {
        site.metrics.refused.add(1);
        Problem::TooMany {
            what: kind.what(),
            seconds: wait.as_secs() + 1,
        }
    })
}

/// A panic while answering one request is reported to its client and affects no other.
pub(crate) async fn survive(request: Request, next: Next) -> Response {
    let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    answered.unwrap_or_else(|_| Problem::Internal.into_response())
}
