//! Sockets: everybody who looks at a game is told what changes. A socket remembers only the number of the last entry it was
//! sent, and gets whatever is the latest when it is ready for more; nothing queues up for a slow one.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use kalah::Side;
use serde::Deserialize;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use super::Site;
use super::body::{Asked, GameName};
use super::problem::Problem;
use super::seat::Credentials;
use crate::limits::{Held, Place, Visitor};
use crate::room::Room;
use crate::time::now;

const PING_EVERY: Duration = Duration::from_secs(20);
/// Nothing heard for so long, not even an answer to a ping: nobody is there.
const SILENCE: Duration = Duration::from_secs(60);
/// Who takes longer to receive a message is let go.
const SEND_TIME: Duration = Duration::from_secs(10);
/// A client has nothing to say here; more messages than this between two pings are too many.
const CHATTER: u32 = 30;
const LONGEST_MESSAGE: usize = 1 << 10;

#[derive(Deserialize)]
pub(crate) struct LiveAsked {
    #[serde(default)]
    after: u64,
}

pub(crate) async fn live(
    State(site): State<Arc<Site>>,
    GameName(game): GameName,
    Asked(asked): Asked<LiveAsked>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|error| Problem::Malformed(error.body_text()))?;
    let place = place(&site, visitor)?;
    let room = site.rooms.open(&game).await?;
    let you = room.shown().sides_of(&Credentials::of(&headers).digests());
    let upgrade = upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .read_buffer_size(LONGEST_MESSAGE)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let count = site.metrics.sockets.hold();
        let line = Line {
            socket,
            sent: asked.after,
            you,
        };
        line.talk(&site, &room).await;
        drop((place, count));
    }))
}

/// A place for one more socket.
fn place(site: &Site, visitor: Visitor) -> Result<Place, Problem> {
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
struct Line {
    socket: WebSocket,
    /// The number of the last entry it was sent.
    sent: u64,
    you: Vec<Side>,
}

impl Line {
    /// Until either side has had enough.
    async fn talk(mut self, site: &Site, room: &Arc<Room>) {
        let alive = site.alive();
        let stopped = site.stopped();
        tokio::pin!(stopped);
        let _visit = room.enter(self.you.clone());
        let mut changes = room.watch();
        changes.mark_changed();
        let mut pings = interval_at(Instant::now() + PING_EVERY, PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut heard, mut chatter) = (Instant::now(), 0);
        loop {
            tokio::select! {
                changed = changes.changed() => {
                    if changed.is_err() || !self.update(room).await {
                        break;
                    }
                }
                message = self.socket.recv() => match message {
                    None | Some(Err(_) | Ok(Message::Close(_))) => break,
                    Some(Ok(message)) => {
                        heard = Instant::now();
                        chatter += u32::from(!matches!(message, Message::Pong(_)));
                        if chatter > CHATTER {
                            self.close(close_code::POLICY, "too many messages").await;
                            break;
                        }
                    }
                },
                _ = pings.tick() => {
                    chatter = 0;
                    if heard.elapsed() > SILENCE || !self.send(Message::Ping(Default::default())).await {
                        break;
                    }
                }
                () = &mut stopped => {
                    self.send(Message::text("{\"kind\":\"closing\"}")).await;
                    self.close(close_code::RESTART, "the server is about to stop").await;
                    break;
                }
            }
        }
        drop(alive);
    }

    /// Whether it got through.
    async fn update(&mut self, room: &Room) -> bool {
        let shown = room.shown();
        let text = shown.update(self.sent, &self.you, room.watching(), now());
        self.sent = shown.seq;
        self.send(Message::text(text)).await
    }

    async fn send(&mut self, message: Message) -> bool {
        let sent = timeout(SEND_TIME, self.socket.send(message)).await;
        matches!(sent, Ok(Ok(())))
    }

    async fn close(&mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        self.send(Message::Close(Some(frame))).await;
    }
}
