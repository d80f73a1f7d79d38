//! Sockets: every client that watches a game is sent its changes. A socket remembers only the number of the last entry it was
//! sent, and gets the latest state when it is ready for more; nothing queues up for a slow one.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::Site;
use super::body::{Asked, GameName, Natural};
use super::guard::From;
use super::problem::Problem;
use super::seat::Credentials;
use crate::limits::{Held, Ticket, Visitor};
use crate::meter::{self, Meter};
use crate::room::{Message, Room, Visit, json};
use crate::secret::random;
use crate::store::SecretDigest;
use crate::table::Millis;

const PING_EVERY: Duration = Duration::from_secs(10);
/// Without a sign of life for this long, not even a pong, the client counts as gone.
const SILENCE: Duration = Duration::from_secs(25);
/// Slower clients are disconnected.
const SEND_TIME: Duration = Duration::from_secs(10);
/// Clients have nothing to send here; more messages than this between two pings, pongs included, are too many. [`Meter`] counts
/// the bytes that never become a message.
const CHATTER: u32 = 30;
const LONGEST_MESSAGE: usize = 1 << 10;

#[derive(Deserialize)]
pub(crate) struct LiveAsked {
    #[serde(default)]
    after: Natural,
}

/// The client, its address, and the allowance of its connection.
type Asker = (Extension<Visitor>, Extension<From>, Extension<Meter>);

pub(crate) async fn live(
    State(site): State<Arc<Site>>,
    GameName(game): GameName,
    Asked(asked): Asked<LiveAsked>,
    (Extension(visitor), Extension(From(address)), Extension(meter)): Asker,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|error| Problem::Malformed(error.body_text()))?;
    let place = place(&site, visitor)?;
    let room = site.rooms.open_fresh(&game).await?;
    let digests = Credentials::of(&headers, &room.shown().series).digests();
    let upgrade = upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .read_buffer_size(LONGEST_MESSAGE)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let count = site.metrics.sockets.hold();
        let watcher = Watcher {
            socket,
            meter,
            sent: asked.after.0,
            digests,
            address,
            pinged: None,
        };
        watcher.talk(&site, &room).await;
        drop((place, count));
    }))
}

/// A slot for one more socket.
fn place(site: &Site, visitor: Visitor) -> Result<Ticket, Problem> {
    if site.is_stopping() {
        return Err(Problem::Closing);
    }
    if site.metrics.sockets.get() >= site.limits().sockets as i64 {
        return Err(Problem::Busy("too many people are watching now"));
    }
    let too_many = Problem::TooMany {
        what: "open sockets",
        seconds: 5,
    };
    site.place(visitor, Held::Socket).ok_or(too_many)
}

/// One open socket.
struct Watcher {
    socket: WebSocket,
    meter: Meter,
    /// The number of the last entry it was sent.
    sent: u64,
    /// The secrets it brought: the seats they open can change while it is open.
    digests: Vec<SecretDigest>,
    address: IpAddr,
    /// The last unanswered ping, and when it was sent.
    pinged: Option<([u8; 8], Instant)>,
}

impl Watcher {
    /// Until either side closes.
    async fn talk(mut self, site: &Site, room: &Arc<Room>) {
        let alive = site.alive();
        self.meter.start(meter::OF_A_SOCKET);
        let stopped = site.stopped();
        tokio::pin!(stopped);
        let mut visit = room.enter(&room.shown().sides_of(&self.digests));
        let mut changes = room.watch();
        changes.mark_changed();
        let mut pings = interval(PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut heard, mut chatter) = (Instant::now(), 0);
        loop {
            tokio::select! {
                changed = changes.changed() => {
                    if changed.is_err() || !self.update(room, &mut visit).await {
                        break;
                    }
                }
                message = self.socket.recv() => match message {
                    None | Some(Err(_) | Ok(Frame::Close(_))) => break,
                    Some(Ok(message)) => {
                        self.measure(&message, &visit);
                        heard = Instant::now();
                        chatter += 1;
                        if chatter > CHATTER {
                            self.close(close_code::POLICY, "too many messages").await;
                            break;
                        }
                    }
                },
                _ = pings.tick() => {
                    chatter = 0;
                    self.meter.refill();
                    if site.banned(self.address).is_some() {
                        self.close(close_code::POLICY, "nobody is let in from your address").await;
                        break;
                    }
                    if heard.elapsed() > SILENCE || !self.ping().await {
                        break;
                    }
                }
                () = &mut stopped => {
                    self.tell(&Message::Closing).await;
                    self.close(close_code::RESTART, "the server is shutting down").await;
                    break;
                }
            }
        }
        drop(alive);
    }

    /// Whether it was sent.
    async fn update(&mut self, room: &Room, visit: &mut Visit) -> bool {
        let shown = room.shown();
        if shown.gone {
            self.tell(&Message::Gone).await;
            self.close(close_code::NORMAL, "there is no such game any more")
                .await;
            return false;
        }
        let you = shown.sides_of(&self.digests);
        visit.sit(&you);
        let state = shown.state(&you, room.watching(), room.now());
        let update = shown.update(self.sent, state);
        self.sent = shown.seq;
        self.tell(&update).await
    }

    async fn ping(&mut self) -> bool {
        // Random, so that nobody answers in advance.
        let payload = random();
        self.pinged = Some((payload, Instant::now()));
        self.send(Frame::Ping(Bytes::copy_from_slice(&payload)))
            .await
    }

    /// The round-trip time of this client, if this answers a ping.
    fn measure(&mut self, message: &Frame, visit: &Visit) {
        if let Frame::Pong(answer) = message
            && let Some((payload, at)) = self.pinged
            && payload[..] == answer[..]
        {
            self.pinged = None;
            visit.measure(at.elapsed().as_millis() as Millis);
        }
    }

    async fn tell(&mut self, message: &Message<'_>) -> bool {
        self.send(Frame::text(json(message))).await
    }

    async fn send(&mut self, frame: Frame) -> bool {
        let sent = timeout(SEND_TIME, self.socket.send(frame)).await;
        matches!(sent, Ok(Ok(())))
    }

    async fn close(&mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        self.send(Frame::Close(Some(frame))).await;
    }
}
