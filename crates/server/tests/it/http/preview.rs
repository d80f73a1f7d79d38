//! Link previews.

use super::{Server, config};
use server::{Config, Limits};

#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_a_game_has_a_title_and_a_picture() {
    let config = Config {
        origins: vec!["https://play.example".into()],
        ..config()
    };
    let server = Server::start(config).await;
    let (game, south) = server.make(r#"{"name":"<Ann> & \"co\""}"#).await;
    let page = server.get(&format!("/game/{game}")).await;
    assert_eq!(page.status, 200, "{page:?}");
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let has = |page: &str, text: &str| assert!(page.contains(text), "{text}\n{page}");
    has(
        &page.body,
        r#"og:title" content="&lt;Ann&gt; &amp; &quot;co&quot; invites you to a game of Kalah""#,
    );
    // The page names no icon, so browsers ask for the usual one.
    let icon = server.get("/favicon.ico").await;
    assert_eq!(icon.header("content-type"), Some("image/svg+xml"));
    let picture = format!("/api/games/{game}/picture.png");
    has(
        &page.body,
        &format!(r#"og:image" content="https://play.example{picture}?seq=2""#),
    );
    has(&page.body, &format!(r#"url=../#/online/{game}""#));

    let start = server.get(&picture).await;
    assert_eq!(start.header("content-type"), Some("image/png"));
    let join = format!("/api/games/{game}/join");
    server.ask("POST", &join, "", r#"{"name":"Ben"}"#).await;
    server
        .act(&game, "move", &south, r#"{"pit":3,"ply":0}"#)
        .await;
    let moved = server.get(&picture).await;
    assert_ne!(start.body, moved.body);
    let after = "/api/picture.png?position=4,4,0,5,5,5,1/4,4,4,4,4,4,0+s";
    assert_eq!(server.get(after).await.body, moved.body);
    let page = server.get(&format!("/game/{game}")).await.body;
    has(&page, "and Ben play Kalah");
    has(&page, "1 to 0 so far");
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_have_an_allowance_and_need_a_position() {
    let config = Config {
        limits: Limits {
            pictures_per_minute: 4,
            ..Limits::default()
        },
        ..config()
    };
    let server = Server::start(config).await;
    let nothing = server.get("/api/picture.png?position=x").await;
    assert_eq!(nothing.problem(), (400, "malformed".into()));
    let nowhere = server.get("/game/aaaaaaaaaaaaaaaa").await;
    assert_eq!(nowhere.problem(), (404, "no-such-game".into()));
    let path = "/api/picture.png?position=1,0/0,1+s&rules=pits%3D1";
    assert_eq!(server.get(path).await.status, 200);
    let over = server.get(path).await;
    assert_eq!(over.problem(), (429, "too-many".into()));
    assert!(over.header("retry-after").is_some());
    assert_eq!(server.get("/api").await.status, 200, "the rest is there");
}
