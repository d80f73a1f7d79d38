//! What the holder of a seat does in a game.

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::Response;
use kalah::{Pit, Side};
use serde::Deserialize;

use super::Site;
use super::body::{Asked, GameName, Json, Natural};
use super::games::{Answer, told};
use super::problem::Problem;
use super::seat::Credentials;
use crate::limits::{Kind, Visitor};
use crate::room::{Room, Shown};
use crate::table::{Command, Name, Phrase, asked_name};

/// The state as sent to the asker.
fn state(room: &Room, shown: &Shown, headers: &HeaderMap) -> Response {
    let you = shown.sides_of(&Credentials::of(headers, &shown.series).digests());
    told(&shown.state(&you, room.watching(), room.now()))
}

#[derive(Deserialize)]
pub(crate) struct SideAsked {
    /// For a client that holds both seats.
    side: Option<Side>,
}

impl SideAsked {
    /// The seat the asker acts for: theirs, or if they hold both, the one whose turn it is.
    pub(super) fn acting(&self, shown: &Shown, headers: &HeaderMap) -> Result<Side, Problem> {
        let you = shown.sides_of(&Credentials::of(headers, &shown.series).digests());
        let preferred = self.side.or(shown.turn).filter(|side| you.contains(side));
        match (preferred, &you[..]) {
            (Some(side), _) => Ok(side),
            (None, [side, ..]) if self.side.is_none() => Ok(*side),
            _ => Err(Problem::NoSeat),
        }
    }
}

impl SideAsked {
    /// The game and the seat the asker acts for. A seat that is not known here may have been taken through another process.
    async fn seat(
        &self,
        site: &Site,
        game: &str,
        headers: &HeaderMap,
    ) -> Result<(Arc<Room>, Side), Problem> {
        let room = site.rooms.open(game).await?;
        if let Ok(side) = self.acting(&room.shown(), headers) {
            return Ok((room, side));
        }
        room.catch_up(&*site.rooms.store).await?;
        let side = self.acting(&room.shown(), headers)?;
        Ok((room, side))
    }
}

/// The part of a request that every command needs.
pub(super) type Request = (State<Arc<Site>>, GameName, Asked<SideAsked>, HeaderMap);

async fn command(request: Request, command: Command) -> Answer {
    let (State(site), GameName(game), Asked(asked), headers) = request;
    let (room, side) = asked.seat(&site, &game, &headers).await?;
    let is_move = matches!(command, Command::Move { .. });
    let shown = site.rooms.act(&room, side, command).await?;
    if is_move {
        site.metrics.moves.add(1);
    }
    Ok(state(&room, &shown, &headers))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    pit: Pit,
    /// The number of moves before it.
    ply: Natural,
    /// The number of the last entry its player has seen.
    seq: Option<Natural>,
}

pub(crate) async fn make_move(request: Request, Json(made): Json<Move>) -> Answer {
    let Move { pit, ply, seq } = made;
    let ply = usize::try_from(ply.0).unwrap_or(usize::MAX);
    let seq = seq.map(|seq| seq.0);
    command(request, Command::Move { pit, ply, seq }).await
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

pub(crate) async fn abort(request: Request) -> Answer {
    command(request, Command::Abort).await
}

pub(crate) async fn offer_draw(request: Request) -> Answer {
    command(request, Command::OfferDraw).await
}

pub(crate) async fn answer_draw(request: Request, Json(YesOrNo { yes }): Json<YesOrNo>) -> Answer {
    command(request, Command::AnswerDraw { yes }).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewName {
    #[serde(deserialize_with = "asked_name")]
    name: Name,
}

pub(crate) async fn rename(request: Request, Json(NewName { name }): Json<NewName>) -> Answer {
    command(request, Command::Rename { name }).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Phrased {
    phrase: Phrase,
}

pub(crate) async fn say(request: Request, Json(Phrased { phrase }): Json<Phrased>) -> Answer {
    command(request, Command::Say { phrase }).await
}

pub(crate) async fn claim(request: Request) -> Answer {
    let (State(site), GameName(game), Asked(asked), headers) = request;
    let (room, side) = asked.seat(&site, &game, &headers).await?;
    let shown = site.rooms.claim(&room, side).await?;
    Ok(state(&room, &shown, &headers))
}

/// A rematch is a new game, and counts as one.
pub(crate) async fn rematch(Extension(visitor): Extension<Visitor>, request: Request) -> Answer {
    let (State(site), GameName(game), Asked(asked), headers) = request;
    let (room, side) = asked.seat(&site, &game, &headers).await?;
    let may_make = || site.gate.take(visitor, Kind::Game);
    let shown = site.rooms.rematch(&room, side, may_make).await?;
    Ok(state(&room, &shown, &headers))
}
