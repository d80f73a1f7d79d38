//! Requests about games: make, join, look, do something.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kalah::{Pit, Rules, Side};
use serde::Deserialize;
use serde_json::json;

use super::Site;
use super::body::{Asked, GameName, Json};
use super::problem::Problem;
use super::seat::{Credentials, cookie};
use crate::room::{AWAY, Room, Shown, opened, presence};
use crate::secret::{Secret, random};
use crate::store::{Listed, Listing};
use crate::table::{Clock, Command, Name, Settings};
use crate::time::now;

type Answer = Result<Response, Problem>;

/// As many games are listed.
const LISTED: u32 = 50;

#[derive(Deserialize, Default, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Seat {
    #[default]
    South,
    North,
    Random,
}

impl Seat {
    fn side(self) -> Side {
        match self {
            Seat::South => Side::South,
            Seat::North => Side::North,
            Seat::Random => Side::BOTH[usize::from(random::<1>()[0] % 2)],
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    #[serde(default)]
    rules: Rules,
    #[serde(default)]
    clock: Clock,
    #[serde(default)]
    open: bool,
    #[serde(default)]
    side: Seat,
    #[serde(default)]
    name: Name,
}

pub(crate) async fn make(State(site): State<Arc<Site>>, Json(wanted): Json<Wanted>) -> Answer {
    let settings = Settings {
        rules: wanted.rules,
        clock: wanted.clock,
        open: wanted.open,
    };
    let (side, secret) = (wanted.side.side(), Secret::random());
    let made = site
        .rooms
        .make(settings, side, wanted.name, &secret)
        .await?;
    site.metrics.games.add(1);
    let mut response = seated(&site, &made, &made.shown(), side, &secret, true);
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    #[serde(default)]
    name: Name,
}

/// Who has a seat already gets it again.
pub(crate) async fn join(
    State(site): State<Arc<Site>>,
    GameName(game): GameName,
    headers: HeaderMap,
    Json(named): Json<Named>,
) -> Answer {
    let room = site.rooms.open(&game).await?;
    let credentials = Credentials::of(&headers);
    let shown = room.shown();
    for side in Side::BOTH {
        if let Some(digest) = shown.seats[side]
            && let Some(secret) = credentials.secret(digest)
        {
            return Ok(seated(&site, &room, &shown, side, secret, true));
        }
    }
    let secret = Secret::random();
    let shown = site.rooms.join(&room, named.name, &secret).await?;
    let side = shown.sides_of(&[secret.digest()]);
    let side = *side.first().ok_or(Problem::Internal)?;
    Ok(seated(&site, &room, &shown, side, &secret, true))
}

/// Says which seat the asker has, and leaves a cookie for it.
fn seated(
    site: &Site,
    room: &Room,
    shown: &Shown,
    side: Side,
    secret: &Secret,
    tell: bool,
) -> Response {
    let game = room.name();
    let secret_field = match tell {
        true => format!(",\"secret\":\"{}\"", secret.as_str()),
        false => String::new(),
    };
    let state = shown.state(&[side], room.watching(), now());
    let body =
        format!("{{\"game\":\"{game}\",\"side\":\"{side}\"{secret_field},\"state\":{state}}}");
    let mut response = json_text(body);
    let cookie = cookie(game, side, secret, site.config.is_secure());
    response.headers_mut().append(header::SET_COOKIE, cookie);
    response
}

pub(crate) fn json_text(body: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, body).into_response()
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Which {
    Waiting,
    Playing,
}

#[derive(Deserialize)]
pub(crate) struct ListAsked {
    list: Option<Which>,
}

pub(crate) async fn list(State(site): State<Arc<Site>>, Asked(asked): Asked<ListAsked>) -> Answer {
    let which = match asked.list {
        Some(Which::Playing) => Listing::Playing,
        Some(Which::Waiting) | None => Listing::Waiting,
    };
    let now = now();
    let line = |listed: Listed| {
        let here = listed
            .seen
            .map(|seen| seen.is_some_and(|seen| now - seen < AWAY));
        let state = opened(&listed.game, &listed.state);
        let presence = presence(here, listed.seen);
        format!("{state}{presence},\"now\":{now},\"you\":[]}}")
    };
    let games = site.rooms.store.list(which, LISTED).await?;
    let games: Vec<String> = games.into_iter().map(line).collect();
    Ok(json_text(format!("{{\"games\":[{}]}}", games.join(","))))
}

#[derive(Deserialize)]
pub(crate) struct LookAsked {
    after: Option<u64>,
}

pub(crate) async fn look(
    State(site): State<Arc<Site>>,
    GameName(game): GameName,
    headers: HeaderMap,
    Asked(asked): Asked<LookAsked>,
) -> Answer {
    let room = site.rooms.open(&game).await?;
    let shown = room.shown();
    let mut text = state(&room, &shown, &headers);
    if let Some(after) = asked.after {
        let stored = site.rooms.store.read(&game, after).await?;
        let mut entries = stored.ok_or(Problem::NoSuchGame)?.entries;
        // What came after the state was taken is not part of the answer.
        entries.retain(|entry| entry.seq <= shown.seq);
        let entries = serde_json::to_string(&entries).map_err(|_| Problem::Internal)?;
        text.pop();
        text.push_str(&format!(",\"entries\":{entries}}}"));
    }
    Ok(json_text(text))
}

/// A state as the asker is told it.
fn state(room: &Room, shown: &Shown, headers: &HeaderMap) -> String {
    let you = shown.sides_of(&Credentials::of(headers).digests());
    shown.state(&you, room.watching(), now())
}

#[derive(Deserialize)]
pub(crate) struct SideAsked {
    /// For somebody who holds both seats.
    side: Option<Side>,
}

impl SideAsked {
    /// The seat the asker acts for: theirs, or if they hold both, the one whose turn it is.
    fn acting(&self, shown: &Shown, headers: &HeaderMap) -> Result<Side, Problem> {
        let you = shown.sides_of(&Credentials::of(headers).digests());
        let preferred = self.side.or(shown.turn).filter(|side| you.contains(side));
        match (preferred, &you[..]) {
            (Some(side), _) => Ok(side),
            (None, [side, ..]) if self.side.is_none() => Ok(*side),
            _ => Err(Problem::NoSeat),
        }
    }
}

/// What every command needs to know of its request.
type Request = (State<Arc<Site>>, GameName, Asked<SideAsked>, HeaderMap);

async fn command(request: Request, command: Command) -> Answer {
    let (State(site), GameName(game), Asked(asked), headers) = request;
    let room = site.rooms.open(&game).await?;
    let side = asked.acting(&room.shown(), &headers)?;
    let is_move = matches!(command, Command::Move { .. });
    let shown = site.rooms.act(&room, side, command).await?;
    if is_move {
        site.metrics.moves.add(1);
    }
    Ok(json_text(state(&room, &shown, &headers)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    pit: Pit,
    /// The number of moves before it.
    ply: usize,
}

pub(crate) async fn make_move(request: Request, Json(Move { pit, ply }): Json<Move>) -> Answer {
    command(request, Command::Move { pit, ply }).await
}

pub(crate) async fn resign(request: Request) -> Answer {
    command(request, Command::Resign).await
}

pub(crate) async fn withdraw(request: Request) -> Answer {
    command(request, Command::Withdraw).await
}

pub(crate) async fn ask_takeback(request: Request) -> Answer {
    command(request, Command::AskTakeback).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct YesOrNo {
    yes: bool,
}

pub(crate) async fn answer_takeback(
    request: Request,
    Json(YesOrNo { yes }): Json<YesOrNo>,
) -> Answer {
    command(request, Command::AnswerTakeback { yes }).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewName {
    name: Name,
}

pub(crate) async fn rename(request: Request, Json(NewName { name }): Json<NewName>) -> Answer {
    command(request, Command::Rename { name }).await
}

pub(crate) async fn claim(request: Request) -> Answer {
    let (State(site), GameName(game), Asked(asked), headers) = request;
    let room = site.rooms.open(&game).await?;
    let side = asked.acting(&room.shown(), &headers)?;
    let shown = site.rooms.claim(&room, side).await?;
    Ok(json_text(state(&room, &shown, &headers)))
}

pub(crate) async fn rematch(request: Request) -> Answer {
    let (State(site), GameName(game), Asked(asked), headers) = request;
    let room = site.rooms.open(&game).await?;
    let side = asked.acting(&room.shown(), &headers)?;
    let shown = site.rooms.rematch(&room, side).await?;
    Ok(json_text(state(&room, &shown, &headers)))
}

/// Goes on to the rematch with the seat one has.
pub(crate) async fn follow(request: Request) -> Answer {
    let (State(site), GameName(game), Asked(asked), headers) = request;
    let shown = site.rooms.open(&game).await?.shown();
    let side = asked.acting(&shown, &headers)?;
    let next = shown
        .next
        .clone()
        .ok_or(crate::table::Refusal::NotOffered)?;
    let credentials = Credentials::of(&headers);
    let digest = shown.seats[side].ok_or(Problem::NoSeat)?;
    let secret = credentials.secret(digest).ok_or(Problem::NoSeat)?;
    let side = side.other();
    let mut response = json_text(json!({ "game": next, "side": side }).to_string());
    let cookie = cookie(&next, side, secret, site.config.is_secure());
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

/// The holder's own secret, so that the seat can be handed on.
pub(crate) async fn show_seat(request: Request) -> Answer {
    let (State(site), GameName(game), Asked(asked), headers) = request;
    let shown = site.rooms.open(&game).await?.shown();
    let side = asked.acting(&shown, &headers)?;
    let digest = shown.seats[side].ok_or(Problem::NoSeat)?;
    let credentials = Credentials::of(&headers);
    let secret = credentials.secret(digest).ok_or(Problem::NoSeat)?;
    let body = json!({ "side": side, "secret": secret.as_str() });
    Ok(json_text(body.to_string()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Handed {
    secret: String,
}

/// Takes a seat that was handed on.
pub(crate) async fn take_seat(
    State(site): State<Arc<Site>>,
    GameName(game): GameName,
    Json(handed): Json<Handed>,
) -> Answer {
    let room = site.rooms.open(&game).await?;
    let shown = room.shown();
    let secret = Secret::parse(&handed.secret).ok_or(Problem::WrongSecret)?;
    let sides = shown.sides_of(&[secret.digest()]);
    let side = *sides.first().ok_or(Problem::WrongSecret)?;
    Ok(seated(&site, &room, &shown, side, &secret, false))
}

#[derive(Deserialize, Default, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Text,
    Json,
}

#[derive(Deserialize)]
pub(crate) struct RecordAsked {
    #[serde(default)]
    format: Format,
}

pub(crate) async fn record(
    State(site): State<Arc<Site>>,
    GameName(game): GameName,
    Asked(asked): Asked<RecordAsked>,
) -> Answer {
    let record = site.rooms.open(&game).await?.game().await.record();
    let mut response = match asked.format {
        Format::Text => record.to_text().into_response(),
        Format::Json => json_text(record.to_json()),
    };
    let whole = HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, whole);
    Ok(response)
}
