//! Two people, one link.

use super::{Server, config};
use serde_json::json;

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
    let expected = format!(
        "seat-north={north}; Path=/api/games/{game}; Max-Age=31536000; HttpOnly; SameSite=Lax"
    );
    assert_eq!(cookie, expected);
    // Who has a seat gets it again, and not the other one.
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
    // Said twice is said once.
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
