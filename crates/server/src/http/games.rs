//! Requests about games: create, join, view, act.

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kalah::{Rules, Side};
use serde::{Deserialize, Serialize};

use super::Site;
use super::acts::Request;
use super::body::{Asked, GameName, Json, Natural};
use super::problem::Problem;
use super::seat::{Credentials, cookie, key, player, player_cookie};
use crate::limits::Visitor;
use crate::room::{Room, RoomError, Shown, Told, UNSEEN, Written, json};
use crate::secret::{Key, Secret, game_name, is_game_name, random};
use crate::store::{Listed, ListedAt, Listing, StoreError};
use crate::table::{Clock, Entry, Millis, Name, Settings, asked_name};

pub(super) type Answer = Result<Response, Problem>;

/// Maximum number of games in a listing.
const LISTED: u32 = 50;
/// Maximum number of entries in an answer.
const ENTRIES: u32 = 200;

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
    #[serde(default, deserialize_with = "asked_name")]
    name: Name,
}

pub(crate) async fn make(
    State(site): State<Arc<Site>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    Json(wanted): Json<Wanted>,
) -> Answer {
    if wanted.open {
        leave_room_in_the_lobby(&site, visitor).await?;
    }
    let settings = Settings {
        rules: wanted.rules,
        clock: wanted.clock,
        open: wanted.open,
    };
    let key = key(&headers)?;
    let name = key.as_ref().map_or_else(game_name, Key::game_name);
    let player = player(&headers).unwrap_or_else(|| new_player(key.as_ref()));
    let (secret, side) = (player.of_seat(&name), wanted.side.side());
    let made = site
        .rooms
        .make(settings, side, wanted.name, &secret, &name)
        .await;
    let (room, side) = match made {
        // It was created with the same key before.
        Err(RoomError::Store(StoreError::Stale)) => {
            return made_before(&site, &name, key, &headers).await;
        }
        made => (made?, side),
    };
    site.metrics.games.add(1);
    if wanted.open {
        site.gate.made(visitor, room.name());
    }
    let seat = (side, &secret);
    Ok(created(seated(
        &site,
        &room,
        &room.shown(),
        seat,
        &headers,
        Some(&player),
    )))
}

/// The game created by a repeated request.
async fn made_before(site: &Site, game: &str, key: Option<Key>, headers: &HeaderMap) -> Answer {
    let room = site.rooms.open_fresh(game).await?;
    let again = held(site, &room, headers, key.as_ref());
    again.map(created).ok_or(Problem::WrongSecret)
}

fn created(mut response: Response) -> Response {
    *response.status_mut() = StatusCode::CREATED;
    response
}

/// A client that has no cookie yet.
fn new_player(key: Option<&Key>) -> Secret {
    key.map_or_else(Secret::random, Secret::of_key)
}

/// A single visitor cannot fill the lobby.
async fn leave_room_in_the_lobby(site: &Site, visitor: Visitor) -> Result<(), Problem> {
    let Some(games) = site.gate.waiting(visitor) else {
        return Ok(());
    };
    let waiting = site.rooms.store.waiting(games.clone()).await?;
    match site.gate.still_waiting(visitor, &games, &waiting) {
        true => Ok(()),
        false => Err(Problem::TooMany {
            what: "open games that wait for a second player",
            seconds: 60,
        }),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    #[serde(default, deserialize_with = "asked_name")]
    name: Name,
}

/// A client that has a seat already gets it again.
pub(crate) async fn join(
    State(site): State<Arc<Site>>,
    GameName(game): GameName,
    headers: HeaderMap,
    Json(named): Json<Named>,
) -> Answer {
    let room = site.rooms.open_fresh(&game).await?;
    let key = key(&headers)?;
    if let Some(again) = held(&site, &room, &headers, key.as_ref()) {
        return Ok(again);
    }
    let player = player(&headers).unwrap_or_else(|| new_player(key.as_ref()));
    let secret = player.of_seat(&room.shown().series);
    match site.rooms.join(&room, named.name, &secret).await {
        Ok(shown) => {
            let side = shown.sides_of(&[secret.digest()]);
            let seat = (*side.first().ok_or(Problem::Internal)?, &secret);
            Ok(seated(&site, &room, &shown, seat, &headers, Some(&player)))
        }
        // The same request may have arrived twice at the same moment.
        Err(error) => held(&site, &room, &headers, key.as_ref()).ok_or(error.into()),
    }
}

/// The seat the client has already.
fn held(site: &Site, room: &Room, headers: &HeaderMap, key: Option<&Key>) -> Option<Response> {
    let shown = room.shown();
    let mut credentials = Credentials::of(headers, &shown.series);
    let by_key = key.map(Secret::of_key);
    if let Some(player) = &by_key {
        credentials.add(player.of_seat(&shown.series));
    }
    Side::BOTH.into_iter().find_map(|side| {
        let secret = credentials.secret(shown.seats[side]?)?;
        let seat = (side, secret);
        Some(seated(site, room, &shown, seat, headers, by_key.as_ref()))
    })
}

/// The answer to a client that joins.
#[derive(Serialize)]
struct Seated<'a> {
    game: &'a str,
    side: Side,
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<&'a str>,
    state: Told<'a>,
}

/// Adds the asker's seat and its secret, and sets a cookie for it.
fn seated(
    site: &Site,
    room: &Room,
    shown: &Shown,
    (side, secret): (Side, &Secret),
    headers: &HeaderMap,
    player: Option<&Secret>,
) -> Response {
    let mut response = told(&Seated {
        game: room.name(),
        side,
        secret: Some(secret.as_str()),
        state: shown.state(&[side], room.watching(), room.now()),
    });
    let seat = (&**room.name(), &*shown.series, side, secret);
    leave_cookie(site, &mut response, seat, headers, player);
    response
}

/// A cookie that opens a seat of a game in a series, unless the asker has one that does.
fn leave_cookie(
    site: &Site,
    response: &mut Response,
    (game, series, side, secret): (&str, &str, Side, &Secret),
    headers: &HeaderMap,
    newcomer: Option<&Secret>,
) {
    let opens = |player: &Secret| player.of_seat(series) == *secret;
    let secure = site.config.is_secure();
    let cookie = match (player(headers), newcomer) {
        (Some(player), _) if opens(&player) => return,
        (None, Some(player)) if opens(player) => player_cookie(player, secure),
        _ => cookie(game, side, secret, secure),
    };
    response.headers_mut().append(header::SET_COOKIE, cookie);
}

/// An answer in JSON.
pub(crate) fn told(answer: &impl Serialize) -> Response {
    json_text(json(answer))
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
    /// Where the previous page ended.
    before: Option<String>,
}

impl ListAsked {
    fn from(&self) -> Result<Option<ListedAt>, Problem> {
        let Some(before) = &self.before else {
            return Ok(None);
        };
        let parsed = before.split_once('.').and_then(|(updated, game)| {
            let updated = updated.parse().ok()?;
            let game = is_game_name(game).then(|| game.to_owned())?;
            Some(ListedAt { updated, game })
        });
        let wrong = || Problem::Malformed("`before` is the `next` of another list".into());
        parsed.map(Some).ok_or_else(wrong)
    }
}

pub(crate) async fn list(State(site): State<Arc<Site>>, Asked(asked): Asked<ListAsked>) -> Answer {
    let which = match asked.list {
        Some(Which::Playing) => Listing::Playing,
        Some(Which::Waiting) | None => Listing::Waiting,
    };
    let store = &site.rooms.store;
    let mut games = store.list(which, LISTED + 1, asked.from()?).await?;
    let more = games.len() > LISTED as usize;
    games.truncate(LISTED as usize);
    let last = games.last().filter(|_| more);
    let next = last.map(|last| format!("{}.{}", last.updated, last.game));
    let written: Vec<Written> = games.iter().map(written).collect::<Result<_, _>>()?;
    let now = site.rooms.now();
    let lines = games.iter().zip(&written);
    let games = lines.map(|(listed, state)| line(listed, state, now));
    Ok(told(&List {
        games: games.collect(),
        next,
    }))
}

#[derive(Serialize)]
struct List<'a> {
    games: Vec<Told<'a>>,
    /// Where the next page begins.
    next: Option<String>,
}

fn written(listed: &Listed) -> Result<Written, StoreError> {
    let wrong = |error| StoreError::Corrupt(format!("the state of {}: {error}", listed.game));
    Written::read(&listed.state).map_err(wrong)
}

fn line<'a>(listed: &'a Listed, state: &'a Written, now: Millis) -> Told<'a> {
    let is_here = |seen: Option<Millis>| seen.is_some_and(|seen| now - seen < UNSEEN);
    Told {
        game: &listed.game,
        state,
        here: listed.seen.map(is_here),
        seen: listed.seen,
        watching: None,
        now,
        you: &[],
    }
}

#[derive(Deserialize)]
pub(crate) struct LookAsked {
    after: Option<Natural>,
}

pub(crate) async fn look(
    State(site): State<Arc<Site>>,
    GameName(game): GameName,
    headers: HeaderMap,
    Asked(asked): Asked<LookAsked>,
) -> Answer {
    let room = site.rooms.open_fresh(&game).await?;
    let shown = room.shown();
    let you = shown.sides_of(&Credentials::of(&headers, &shown.series).digests());
    room.touch(&you);
    let shown = room.shown();
    let you = shown.sides_of(&Credentials::of(&headers, &shown.series).digests());
    let state = shown.state(&you, room.watching(), room.now());
    let Some(Natural(after)) = asked.after else {
        return Ok(told(&state));
    };
    let mut entries = site.rooms.store.entries(&game, after, ENTRIES).await?;
    // Entries made after the state was taken are left out.
    entries.retain(|entry| entry.seq <= shown.seq);
    let last = entries.last().map_or(after, |entry| entry.seq);
    Ok(told(&Since {
        state,
        more: last < shown.seq,
        entries,
    }))
}

/// A state with the entries after a number.
#[derive(Serialize)]
struct Since<'a> {
    #[serde(flatten)]
    state: Told<'a>,
    entries: Vec<Entry>,
    /// Whether there are more.
    more: bool,
}

#[derive(Serialize)]
struct Followed<'a> {
    game: &'a str,
    side: Side,
}

/// Continues with the rematch in the same seat.
pub(crate) async fn follow(request: Request) -> Answer {
    let (State(site), GameName(game), Asked(asked), headers) = request;
    let shown = site.rooms.open_fresh(&game).await?.shown();
    let side = asked.acting(&shown, &headers)?;
    let next = shown
        .next
        .clone()
        .ok_or(crate::table::Refusal::NotOffered)?;
    let credentials = Credentials::of(&headers, &shown.series);
    let digest = shown.seats[side].ok_or(Problem::NoSeat)?;
    let secret = credentials.secret(digest).ok_or(Problem::NoSeat)?;
    let side = side.other();
    let mut response = told(&Followed { game: &next, side });
    let series = Arc::clone(&site.rooms.open_fresh(&next).await?.shown().series);
    let seat = (&*next, &*series, side, secret);
    leave_cookie(&site, &mut response, seat, &headers, None);
    Ok(response)
}

#[derive(Serialize)]
struct OwnSeat<'a> {
    side: Side,
    secret: &'a str,
}

/// The holder's own secret, so that the seat can be transferred.
pub(crate) async fn show_seat(request: Request) -> Answer {
    let (State(site), GameName(game), Asked(asked), headers) = request;
    let shown = site.rooms.open_fresh(&game).await?.shown();
    let side = asked.acting(&shown, &headers)?;
    let digest = shown.seats[side].ok_or(Problem::NoSeat)?;
    let credentials = Credentials::of(&headers, &shown.series);
    let secret = credentials.secret(digest).ok_or(Problem::NoSeat)?;
    let secret = secret.as_str();
    Ok(told(&OwnSeat { side, secret }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Handed {
    secret: String,
}

/// Takes a transferred seat.
pub(crate) async fn take_seat(
    State(site): State<Arc<Site>>,
    GameName(game): GameName,
    headers: HeaderMap,
    Json(handed): Json<Handed>,
) -> Answer {
    let room = site.rooms.open_fresh(&game).await?;
    let shown = room.shown();
    let secret = Secret::parse(&handed.secret).ok_or(Problem::WrongSecret)?;
    let sides = shown.sides_of(&[secret.digest()]);
    let side = *sides.first().ok_or(Problem::WrongSecret)?;
    let mut response = told(&Seated {
        game: &game,
        side,
        secret: None,
        state: shown.state(&[side], room.watching(), room.now()),
    });
    let seat = (&*game, &*shown.series, side, &secret);
    leave_cookie(&site, &mut response, seat, &headers, None);
    Ok(response)
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
    let record = site.rooms.open_fresh(&game).await?.game().await.record();
    let mut response = match asked.format {
        Format::Text => record.to_text().into_response(),
        Format::Json => json_text(record.to_json()),
    };
    let whole = HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, whole);
    Ok(response)
}
