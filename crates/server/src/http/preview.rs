//! Link previews: a page with a title and a picture of the position.

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use kalah::{BySide, Position, Side};
use tokio::task::spawn_blocking;

use super::Site;
use super::analysis::PositionAsked;
use super::body::{Asked, GameName};
use super::problem::Problem;
use super::turns::Turns;
use crate::limits::Visitor;
use crate::picture::picture;
use crate::table::{Game, Name, Status};

/// Maximum number of pictures that wait for the one being drawn.
const QUEUE: usize = 16;

/// One picture is drawn at a time, visitors in turn.
pub(super) fn painters() -> Arc<Turns> {
    Turns::new(1, QUEUE)
}

/// The current board of a game.
pub(crate) async fn of_game(
    State(site): State<Arc<Site>>,
    GameName(game): GameName,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, Problem> {
    let game = site.rooms.open_fresh(&game).await?.game().await;
    draw(&site, visitor, *game.record().position(), "no-cache").await
}

/// Any board.
pub(crate) async fn of_position(
    State(site): State<Arc<Site>>,
    Asked(asked): Asked<PositionAsked>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, Problem> {
    let position = asked.position()?;
    draw(&site, visitor, position, "public, max-age=86400").await
}

async fn draw(
    site: &Site,
    visitor: Visitor,
    position: Position,
    lasts: &'static str,
) -> Result<Response, Problem> {
    let full = |_| Problem::Busy("too many pictures wait to be drawn");
    let turn = site.painters.wait(visitor).await.map_err(full)?;
    let drawn = spawn_blocking(move || {
        let _held = turn;
        picture(&position)
    });
    let png = drawn.await.ok().and_then(Result::ok);
    let headers = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, lasts),
    ];
    Ok((headers, png.ok_or(Problem::Internal)?).into_response())
}

/// A page for programs that only read titles and pictures; a browser continues to the game.
pub(crate) async fn page(
    State(site): State<Arc<Site>>,
    GameName(name): GameName,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let game = site.rooms.open_fresh(&name).await?.game().await;
    let site = escaped(&address(&site, &headers));
    let (title, about) = (escaped(&title(&game)), escaped(&about(&game)));
    let seq = game.seq();
    let html = format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta property="og:type" content="website">
<meta property="og:site_name" content="mancala">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{about}">
<meta property="og:url" content="{site}/game/{name}">
<meta property="og:image" content="{site}/api/games/{name}/picture.png?seq={seq}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
<meta http-equiv="refresh" content="0; url=../#/online/{name}">
</head>
<body><p><a href="../#/online/{name}">{title}</a></p></body>
</html>
"#
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Ok((headers, html).into_response())
}

/// The address of the site: as its operator says, or as in this request.
fn address(site: &Site, headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok());
    let asked = || format!("http://{}", host.unwrap_or("localhost"));
    site.config.origins.first().cloned().unwrap_or_else(asked)
}

fn title(game: &Game) -> String {
    let names = BySide::of(|side| game.name(side).map(Name::as_str));
    let named = |side: Side| match names[side] {
        None | Some("") => "Somebody",
        Some(name) => name,
    };
    let host = Side::BOTH.into_iter().find(|&side| names[side].is_some());
    match (game.status(), host) {
        (Status::Waiting, Some(host)) => {
            format!("{} invites you to a game of Kalah", named(host))
        }
        _ => format!(
            "{} and {} play Kalah",
            named(Side::South),
            named(Side::North)
        ),
    }
}

fn about(game: &Game) -> String {
    let rules = game.settings().rules;
    let board = format!("{} pits, {} seeds each", rules.pits(), rules.seeds());
    let position = *game.record().position();
    let (south, north) = (position.store(Side::South), position.store(Side::North));
    match game.status() {
        Status::Waiting => format!("{board}. Waiting for a second player."),
        Status::Playing => format!("{board}. {south} to {north} so far."),
        Status::Over => format!("{board}. Over: {south} to {north}."),
    }
}

/// Text as it can stand in a page and in quotation marks.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '&' => written.push_str("&amp;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&#39;"),
            letter => written.push(letter),
        }
    }
    written
}
