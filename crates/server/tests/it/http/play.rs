//! Two people, one link.

use super::{Server, config};
use serde_json::json;
use server::table::Game;

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_by_a_link_and_the_game_outlives_the_server() {
    let server = Server::start(config()).await;
    let wanted = r#"{"rules":{"pits":6,"seeds":4},"open":true,"name":"Ann","side":"south"}"#;
    let (game, south) = server.make(wanted).await;
    let waiting = server.get("/api/games?list=waiting").await.json();
    assert_eq!(waiting["games"][0]["game"], game.as_str());
    assert_eq!(waiting["games"][0]["players"]["south"], "Ann");

    let path = format!("/api/games/{game}/join");
    let joined = server.ask("POST", &path, "", r#"{"name":"Bob"}"#).await;
    assert_eq!(joined.text("side"), "north");
    let north = joined.text("secret");
    let cookie = joined.header("set-cookie").unwrap();
    let (player, rest) = cookie.split_once(';').unwrap();
    assert_eq!(rest, " Path=/api; Max-Age=31536000; HttpOnly; SameSite=Lax");
    assert!(
        player.starts_with("player=") && !player.contains(&north),
        "{cookie}"
    );
    let again = format!("Cookie: {player}\r\n");
    let again = server.ask("POST", &path, &again, "{}").await;
    assert_eq!(again.text("secret"), north);
    assert_eq!(again.header("set-cookie"), None, "it has one");
    // A client that has a seat gets it again, and not the other one.
    let again = format!("Cookie: a=b; seat-north={north}\r\n");
    let again = server.ask("POST", &path, &again, "{}").await;
    assert_eq!(again.text("secret"), north);
    assert_eq!(again.json()["state"]["you"], json!(["north"]));

    let moved = server
        .act(&game, "move", &south, r#"{"pit":3,"ply":0}"#)
        .await;
    assert_eq!(moved.json()["turn"], "south", "{moved:?}");
    let moved = server
        .act(&game, "move", &south, r#"{"pit":6,"ply":1}"#)
        .await;
    assert_eq!(moved.json()["turn"], "north", "{moved:?}");
    // Sending it twice does it once.
    let moved = server
        .act(&game, "move", &south, r#"{"pit":6,"ply":1}"#)
        .await;
    assert_eq!(moved.json()["moves"], json!([3, 6]));
    let playing = server.get("/api/games?list=playing").await.json();
    assert_eq!(playing["games"].as_array().unwrap().len(), 1);

    let server = server.restart(config()).await;
    let state = server
        .get(&format!("/api/games/{game}?after=3"))
        .await
        .json();
    assert_eq!(state["moves"], json!([3, 6]));
    assert_eq!(state["entries"][0]["pit"], 3);
    assert_eq!(state["you"], json!([]));
    let moved = server
        .act(&game, "move", &north, r#"{"pit":1,"ply":2}"#)
        .await;
    assert_eq!(moved.json()["moves"], json!([3, 6, 1]), "{moved:?}");
    let record = server.get(&format!("/api/games/{game}/record")).await;
    assert!(
        record.body.contains("Ann") && record.body.contains("Bob"),
        "{record:?}"
    );
    let record = server
        .get(&format!("/api/games/{game}/record?format=json"))
        .await;
    assert_eq!(
        record.json()["moves"].as_array().unwrap().len(),
        3,
        "{record:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_taken_back_by_consent() {
    let server = Server::start(config()).await;
    let (game, south, north) = server.pair().await;
    server
        .act(&game, "move", &south, r#"{"pit":1,"ply":0}"#)
        .await;
    let asked = server.act(&game, "takeback", &south, "").await.json();
    assert_eq!(asked["takeback"], "south");
    let refused = server
        .act(&game, "takeback/answer", &north, r#"{"yes":false}"#)
        .await;
    assert_eq!(refused.json()["takeback"], json!(null));
    assert_eq!(refused.json()["moves"], json!([1]));
    server.act(&game, "takeback", &south, "").await;
    let agreed = server
        .act(&game, "takeback/answer", &north, r#"{"yes":true}"#)
        .await;
    assert_eq!(agreed.json()["moves"], json!([]));
    assert_eq!(agreed.json()["turn"], "south");
}

#[tokio::test(flavor = "multi_thread")]
async fn players_say_fixed_phrases() {
    let server = Server::start(config()).await;
    let (waiting, host) = server.make("{}").await;
    let hello = r#"{"phrase":"hello"}"#;
    let alone = server.act(&waiting, "say", &host, hello).await;
    assert_eq!(alone.problem(), (409, "waiting".into()));

    let (game, south, north) = server.pair().await;
    let said = server.act(&game, "say", &south, hello).await.json();
    assert_eq!(said["said"]["south"]["phrase"], "hello");
    assert_eq!(said["said"]["north"], json!(null));
    let again = server.act(&game, "say", &south, hello).await.json();
    assert_eq!(again["seq"], said["seq"], "the same request");
    for phrase in ["Hello!", "", "<b>"] {
        let body = json!({ "phrase": phrase }).to_string();
        let refused = server.act(&game, "say", &north, &body).await;
        assert_eq!(refused.problem(), (400, "malformed".into()));
    }
    let stranger = server.act(&game, "say", &"x".repeat(43), hello).await;
    assert_eq!(stranger.problem(), (403, "no-seat".into()));

    server.act(&game, "resign", &south, "").await;
    let thanks = r#"{"phrase":"good-game"}"#;
    let over = server.act(&game, "say", &north, thanks).await.json();
    assert_eq!(over["said"]["north"]["phrase"], "good-game");
    assert_eq!(over["said"]["north"]["seq"], over["seq"]);
    let entries = server.get(&format!("/api/games/{game}?after=3")).await;
    assert_eq!(entries.json()["entries"][0]["kind"], "said");

    for number in 2..=Game::MOST_PHRASES {
        let phrase = ["hello", "oops"][number as usize % 2];
        let body = json!({ "phrase": phrase }).to_string();
        assert_eq!(server.act(&game, "say", &north, &body).await.status, 200);
    }
    let full = server.act(&game, "say", &north, thanks).await;
    assert_eq!(full.problem(), (409, "full".into()));
    assert_eq!(server.act(&game, "say", &south, thanks).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_swaps_the_sides_and_keeps_the_secrets() {
    let server = Server::start(config()).await;
    let (game, south, north) = server.pair().await;
    let over = server.act(&game, "resign", &north, "").await.json();
    assert_eq!(
        over["outcome"],
        json!({"winner": "south", "reason": "resigned"})
    );
    let offered = server.act(&game, "rematch", &south, "").await.json();
    assert_eq!(offered["rematch"], "south");
    let accepted = server.act(&game, "rematch", &north, "").await.json();
    let next = accepted["next"].as_str().unwrap().to_owned();
    let again = server.act(&game, "rematch", &south, "").await.json();
    assert_eq!(again["next"], next.as_str());

    let followed = server.act(&game, "follow", &south, "").await;
    assert_eq!(followed.json(), json!({"game": next, "side": "north"}));
    let cookie = followed.header("set-cookie").unwrap();
    assert!(
        cookie.starts_with(&format!("seat-north={south}; Path=/api/games/{next};")),
        "{cookie}"
    );
    let moved = server
        .act(&next, "move", &north, r#"{"pit":1,"ply":0}"#)
        .await
        .json();
    assert_eq!(moved["you"], json!(["south"]));
    assert_eq!(moved["after"], game.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_can_be_handed_on() {
    let server = Server::start(config()).await;
    let (game, south, north) = server.pair().await;
    let path = format!("/api/games/{game}/seat");
    let shown = server
        .ask("GET", &path, &format!("Cookie: seat-north={north}\r\n"), "")
        .await;
    assert_eq!(shown.json(), json!({"side": "north", "secret": north}));
    let taken = server
        .ask("POST", &path, "", &json!({"secret": south}).to_string())
        .await;
    assert_eq!(taken.text("side"), "south");
    let cookie = taken.header("set-cookie").unwrap();
    assert!(
        cookie.starts_with(&format!("seat-south={south};")),
        "{cookie}"
    );
    assert_eq!(taken.json().get("secret"), None);
    let renamed = server
        .act(
            &game,
            "rename",
            &south,
            r#"{"name":"<b>Ann</b>'; DROP TABLE games"}"#,
        )
        .await;
    assert_eq!(
        renamed.json()["players"]["south"],
        "<b>Ann</b>'; DROP TABLE games"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_nobody_joined_can_be_withdrawn() {
    let server = Server::start(config()).await;
    let (game, secret) = server
        .make(r#"{"clock":{"kind":"game","seconds":60,"increment":2},"side":"north"}"#)
        .await;
    let state = server.act(&game, "withdraw", &secret, "").await.json();
    assert_eq!(state["outcome"]["reason"], "withdrawn");
    assert_eq!(state["settings"]["clock"]["seconds"], 60);
    let late = server
        .ask("POST", &format!("/api/games/{game}/join"), "", "")
        .await;
    assert_eq!(late.problem(), (409, "over".into()));
}

/// Both ask for a rematch at the same moment: no error, and one game.
#[tokio::test(flavor = "multi_thread")]
async fn two_who_want_a_rematch_at_once_get_one() {
    let server = Server::start(config()).await;
    for _ in 0..20 {
        let (game, south, north) = server.pair().await;
        server.act(&game, "resign", &north, "").await;
        let (one, other) = tokio::join!(
            server.act(&game, "rematch", &south, ""),
            server.act(&game, "rematch", &north, ""),
        );
        assert_eq!((one.status, other.status), (200, 200), "{one:?} {other:?}");
        let state = server.get(&format!("/api/games/{game}")).await.json();
        assert!(state["next"].is_string(), "{state}");
    }
}

/// The answer was lost, so the request is sent again: one game, one seat, the same secret.
#[tokio::test(flavor = "multi_thread")]
async fn making_and_joining_are_safe_to_repeat() {
    let server = Server::start(config()).await;
    let key = |name: &str| format!("Idempotency-Key: {name}-0123456789abcdefghij\r\n");
    let wanted = r#"{"side":"random","open":true}"#;
    let made = server.ask("POST", "/api/games", &key("make"), wanted).await;
    assert_eq!(made.status, 201, "{made:?}");
    for _ in 0..5 {
        let again = server.ask("POST", "/api/games", &key("make"), wanted).await;
        assert_eq!(again.status, 201, "{again:?}");
        for field in ["game", "side", "secret"] {
            assert_eq!(again.text(field), made.text(field));
        }
    }
    let listed = server.get("/api/games").await.json();
    assert_eq!(listed["games"].as_array().unwrap().len(), 1);

    let join = format!("/api/games/{}/join", made.text("game"));
    let (bob, knows) = (r#"{"name":"Bob"}"#, key("join"));
    let (one, other) = tokio::join!(
        server.ask("POST", &join, &knows, bob),
        server.ask("POST", &join, &knows, bob),
    );
    assert_eq!(one.status, 200, "{one:?}");
    assert_eq!(one.text("secret"), other.text("secret"));
    let server = server.restart(config()).await;
    let again = server.ask("POST", &join, &knows, bob).await;
    assert_eq!(again.text("secret"), one.text("secret"));
    let stranger = server.ask("POST", &join, &key("evil"), bob).await;
    assert_eq!(stranger.problem(), (409, "seat-taken".into()));
    let weak = "Idempotency-Key: 1234\r\n";
    let weak = server.ask("POST", "/api/games", weak, wanted).await;
    assert_eq!(weak.problem(), (400, "malformed".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delayed_duplicate_is_not_played_after_a_take_back() {
    let server = Server::start(config()).await;
    let (game, south, north) = server.pair().await;
    let first = r#"{"pit":1,"ply":0,"seq":3}"#;
    assert_eq!(server.act(&game, "move", &south, first).await.status, 200);
    assert_eq!(server.act(&game, "move", &south, first).await.status, 200);
    server.act(&game, "takeback", &south, "").await;
    let taken = server
        .act(&game, "takeback/answer", &north, r#"{"yes":true}"#)
        .await
        .json();
    let late = server.act(&game, "move", &south, first).await;
    assert_eq!(late.problem(), (409, "other-ply".into()));
    let again = json!({ "pit": 1, "ply": 0, "seq": taken["seq"] }).to_string();
    let again = server.act(&game, "move", &south, &again).await;
    assert_eq!(again.json()["moves"], json!([1]), "{again:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_polls_is_present() {
    let server = Server::start(config()).await;
    let (game, south, _) = server.pair().await;
    let path = format!("/api/games/{game}");
    let nobody = server.get(&path).await.json();
    assert_eq!(nobody["here"], json!({"south": false, "north": false}));
    let seat = format!("Authorization: Bearer {south}\r\n");
    server.ask("GET", &path, &seat, "").await;
    let seen = server.get(&path).await.json();
    assert_eq!(seen["here"], json!({"south": true, "north": false}));
}

/// Browsers store less than 200 cookies of a site, and drop the oldest: one cookie opens all seats of a browser, rematches included.
#[tokio::test(flavor = "multi_thread")]
async fn one_cookie_opens_all_seats_of_a_browser() {
    let server = Server::start(config()).await;
    let (mut cookie, mut seats) = (String::new(), Vec::new());
    for _ in 0..100 {
        let made = server.ask("POST", "/api/games", &cookie, "{}").await;
        match made.header("set-cookie") {
            Some(set) if cookie.is_empty() => {
                cookie = format!("Cookie: {}\r\n", set.split(';').next().unwrap());
            }
            set => assert_eq!(set, None, "a second cookie"),
        }
        seats.push((made.text("game"), made.text("secret")));
    }
    let mut secrets: Vec<&String> = seats.iter().map(|(_, secret)| secret).collect();
    secrets.dedup();
    assert_eq!(secrets.len(), 100);
    for (game, _) in &seats {
        let path = format!("/api/games/{game}");
        let state = server.ask("GET", &path, &cookie, "");
        assert_eq!(state.await.json()["you"], json!(["south"]));
    }
    let (mut game, secret) = seats.pop().unwrap();
    let join = format!("/api/games/{game}/join");
    let other = server.ask("POST", &join, "", "{}").await.text("secret");
    for side in ["north", "south", "north"] {
        server.act(&game, "resign", &other, "").await;
        server.act(&game, "rematch", &other, "").await;
        let path = format!("/api/games/{game}/rematch");
        game = server.ask("POST", &path, &cookie, "").await.text("next");
        let state = server
            .ask("GET", &format!("/api/games/{game}"), &cookie, "")
            .await;
        assert_eq!(state.json()["you"], json!([side]));
    }
    // The secret of one seat opens no other.
    let (elsewhere, _) = &seats[0];
    let stranger = server.act(elsewhere, "withdraw", &secret, "").await;
    assert_eq!(stranger.problem(), (403, "no-seat".into()));
}
