//! Connections: accepted while there is room, read with timeouts, and closed in order when the server stops.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use crate::http::{Site, router};
use crate::limits::{Held, Visitor};
use crate::store::StoreError;
use crate::talk::talk;

/// How long requests in progress may take to end when the server stops.
const DEADLINE: Duration = Duration::from_secs(10);

/// Serves the site until `stop` is done, and then until all requests in progress are finished.
pub async fn serve(
    listener: std::net::TcpListener,
    site: Arc<Site>,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    site.listens_at(listener.local_addr()?.ip());
    let router = router(&site);
    let mut lives = site.lives();
    let _ = timeout(DEADLINE, site.rooms.begin()).await;
    let sweep = tokio::spawn(Arc::clone(&site.rooms).sweep());
    tokio::select! {
        () = accept(&listener, &site, &router) => {}
        () = stop => {}
    }
    drop(listener);
    site.stop();
    tracing::info!("stopping");
    if timeout(DEADLINE, lives.recv()).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    sweep.abort();
    match timeout(DEADLINE, site.rooms.store.close()).await {
        Ok(Ok(())) => tracing::info!("stopped"),
        Ok(Err(error)) => tracing::error!(%error, "the store did not close well"),
        Err(_) => {
            let error = StoreError::Unreachable("it does not answer".into());
            tracing::error!(%error, "the store did not close in time");
        }
    }
    Ok(())
}

async fn accept(listener: &TcpListener, site: &Arc<Site>, router: &Router) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => welcome(stream, peer, site, router),
            // The visitor left, or there are too many open files; neither ends the service.
            Err(_) => sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Starts serving a visitor, unless there are too many.
fn welcome(stream: TcpStream, peer: SocketAddr, site: &Arc<Site>, router: &Router) {
    let limits = site.limits();
    let room = site.metrics.connections.get() < limits.connections as i64;
    let place = site.place(Visitor::from(peer.ip()), Held::Connection);
    let (true, Some(place)) = (room, place) else {
        site.metrics.refused.add(1);
        return turn_away(&stream);
    };
    let _ = stream.set_nodelay(true);
    let count = site.metrics.connections.hold();
    let (site, router) = (Arc::clone(site), router.clone());
    // Before the task begins: the server may stop first.
    let alive = site.alive();
    tokio::spawn(async move {
        talk(stream, peer, &site, &router).await;
        drop((place, count, alive));
    });
}

/// Reports that the server is full, as far as the visitor listens.
fn turn_away(stream: &TcpStream) {
    let _ = stream.try_write(
        b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    );
}
