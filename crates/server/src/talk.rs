//! One connection: HTTP/1.1, or HTTP/2 if the other end begins with it. Browsers speak HTTP/2 over TLS only, so here it comes from
//! proxies and programs.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Request, header};
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::time::{Instant, interval, sleep, timeout};
use tower_service::Service;

use crate::connection::Connection;
use crate::http::{Peer, Site};
use crate::meter::{self, Meter};

/// How long the head of a request may take to arrive, and how long a connection may be idle.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// Maximum size of a request's head.
const LONGEST_HEAD: usize = 16 << 10;
const MOST_HEADERS: usize = 64;
/// Maximum number of concurrent requests on one connection of HTTP/2.
const MOST_STREAMS: u32 = 100;
/// The preface of every HTTP/2 connection.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// How long a request in progress may take to arrive when the server stops.
const LAST_REQUEST: Duration = Duration::from_secs(2);
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// Until it ends or has to.
pub(crate) async fn talk(stream: TcpStream, peer: SocketAddr, site: &Arc<Site>, router: &Router) {
    match timeout(HEAD_TIME, begins_with_preface(&stream)).await {
        Ok(true) => in_frames(stream, peer, site, router).await,
        Ok(false) => in_lines(stream, peer, site, router).await,
        // A silent client has nothing to send.
        Err(_) => {}
    }
}

/// Peeks at the first bytes.
async fn begins_with_preface(stream: &TcpStream) -> bool {
    let mut first = [0; PREFACE.len()];
    loop {
        match stream.peek(&mut first).await {
            Ok(0) | Err(_) => return false,
            Ok(count) if first[..count] != PREFACE[..count] => return false,
            Ok(count) if count == PREFACE.len() => return true,
            // There is no other way to wait for more bytes than have arrived.
            Ok(_) => sleep(LOOK_AGAIN).await,
        }
    }
}

async fn in_lines(stream: TcpStream, peer: SocketAddr, site: &Site, router: &Router) {
    let meter = Meter::default();
    let has_asked = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&has_asked);
    let connection = Connection::new(stream, meter.clone());
    let answer = service_fn(move |mut request: Request<Incoming>| {
        asked.store(true, Ordering::Relaxed);
        request.extensions_mut().insert(Peer(peer.ip()));
        request.extensions_mut().insert(meter.clone());
        let mut router = router.clone();
        router.call(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(LONGEST_HEAD)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(connection), answer)
        .with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        // A visitor who sends nonsense or has left is no trouble of ours.
        _ = connection.as_mut() => return,
        () = stopped_after_a_request(site, &has_asked) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// A client that connected just before the end, and has already sent something, is answered.
async fn stopped_after_a_request(site: &Site, has_asked: &AtomicBool) {
    site.stopped().await;
    let deadline = Instant::now() + LAST_REQUEST;
    while !has_asked.load(Ordering::Relaxed) && Instant::now() < deadline {
        sleep(LOOK_AGAIN).await;
    }
}

async fn in_frames(stream: TcpStream, peer: SocketAddr, site: &Arc<Site>, router: &Router) {
    let meter = Meter::default();
    if !site.is_behind_proxy() {
        // A proxy's connection is everybody's.
        meter.start(meter::OF_FRAMES);
    }
    let connection = Connection::of_frames(stream, meter.clone());
    let requests = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&requests);
    let answer = service_fn(move |request: Request<Incoming>| {
        counted.fetch_add(1, Ordering::Relaxed);
        let mut request = with_host(request.map(Body::new));
        request.extensions_mut().insert(Peer(peer.ip()));
        request.extensions_mut().insert(Meter::default());
        let mut router = router.clone();
        router.call(request)
    });
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .keep_alive_interval(HEAD_TIME)
        .keep_alive_timeout(HEAD_TIME)
        .max_concurrent_streams(MOST_STREAMS)
        .max_header_list_size(LONGEST_HEAD as u32)
        .serve_connection(TokioIo::new(connection), answer);
    tokio::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = site.stopped() => {}
        () = idle(&requests, &meter) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(HEAD_TIME, connection).await;
}

/// Until there has been no request for a while; meanwhile the allowance is refilled.
async fn idle(requests: &AtomicUsize, meter: &Meter) {
    let mut ticks = interval(HEAD_TIME);
    ticks.tick().await;
    let (mut known, mut since) = (0, Instant::now());
    loop {
        ticks.tick().await;
        meter.refill();
        let asked = requests.load(Ordering::Relaxed);
        if asked != known {
            (known, since) = (asked, Instant::now());
        } else if since.elapsed() >= 6 * HEAD_TIME {
            return;
        }
    }
}

/// HTTP/2 names the host separately from the headers; later code looks for it among them.
fn with_host(mut request: Request<Body>) -> Request<Body> {
    let authority = request.uri().authority();
    let host = authority.and_then(|host| HeaderValue::try_from(host.as_str()).ok());
    if let Some(host) = host {
        request.headers_mut().insert(header::HOST, host);
    }
    request
}
