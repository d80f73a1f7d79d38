//! What is refused, with which problem, and that everybody else continues meanwhile.

use super::{Reply, Server, config};
use server::{Config, Limits};

async fn problem(reply: impl Future<Output = Reply>) -> (u16, String) {
    reply.await.problem()
}

fn is(status: u16, name: &str) -> (u16, String) {
    (status, name.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_moves_for_somebody_else() {
    let server = Server::start(config()).await;
    let (game, south, north) = server.pair().await;
    let first = r#"{"pit":1,"ply":0}"#;
    let path = format!("/api/games/{game}/move");
    let no_seat = is(403, "no-seat");
    assert_eq!(problem(server.ask("POST", &path, "", first)).await, no_seat);
    for guess in ["AAAAAAAAAAAAAAAAAAAAAA", "", "' OR 1=1 --", "é"] {
        assert_eq!(
            problem(server.act(&game, "move", guess, first)).await,
            no_seat,
            "{guess}"
        );
    }
    let (other, stranger, _) = server.pair().await;
    assert_eq!(
        problem(server.act(&game, "move", &stranger, first)).await,
        no_seat
    );
    assert_eq!(
        problem(server.act(&game, "move", &north, first)).await,
        is(409, "not-your-turn")
    );
    // Claiming the other side does not help.
    let as_south = format!("/api/games/{game}/move?side=south");
    let seat = format!("Authorization: Bearer {north}\r\n");
    assert_eq!(
        problem(server.ask("POST", &as_south, &seat, first)).await,
        no_seat
    );
    for verb in [
        "resign", "takeback", "rematch", "claim", "withdraw", "follow",
    ] {
        assert_eq!(
            problem(server.act(&game, verb, &stranger, "")).await,
            no_seat,
            "{verb}"
        );
    }
    let path = format!("/api/games/{game}/seat");
    assert_eq!(problem(server.get(&path)).await, no_seat);
    let guess = r#"{"secret":"AAAAAAAAAAAAAAAAAAAAAA"}"#;
    assert_eq!(
        problem(server.ask("POST", &path, "", guess)).await,
        is(403, "wrong-secret")
    );
    assert_eq!(server.act(&game, "move", &south, first).await.status, 200);
    assert_eq!(
        server.act(&other, "move", &stranger, first).await.status,
        200
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_are_kept() {
    let server = Server::start(config()).await;
    let (waiting, maker) = server.make("{}").await;
    let first = r#"{"pit":1,"ply":0}"#;
    assert_eq!(
        problem(server.act(&waiting, "move", &maker, first)).await,
        is(409, "waiting")
    );
    let (game, south, north) = server.pair().await;
    let join = format!("/api/games/{game}/join");
    assert_eq!(
        problem(server.ask("POST", &join, "", "")).await,
        is(409, "seat-taken")
    );
    let act = async |secret: &str, verb: &str, body: &str| {
        problem(server.act(&game, verb, secret, body)).await
    };
    assert_eq!(
        act(&south, "move", r#"{"pit":7,"ply":0}"#).await,
        is(422, "illegal-move")
    );
    assert_eq!(
        act(&south, "move", r#"{"pit":1,"ply":1}"#).await,
        is(409, "other-ply")
    );
    assert_eq!(
        act(&south, "takeback", "").await,
        is(409, "nothing-to-take-back")
    );
    assert_eq!(
        act(&south, "takeback/answer", r#"{"yes":true}"#).await,
        is(409, "not-asked")
    );
    assert_eq!(act(&north, "claim", "").await, is(409, "not-away"));
    assert_eq!(act(&south, "rematch", "").await, is(409, "not-over"));
    assert_eq!(act(&south, "withdraw", "").await, is(409, "seat-taken"));
    assert_eq!(act(&south, "follow", "").await, is(409, "not-offered"));
    server.act(&game, "resign", &south, "").await;
    assert_eq!(act(&south, "move", first).await, is(409, "over"));
    let nowhere = "/api/games/aaaaaaaaaaaaaaaa";
    assert_eq!(problem(server.get(nowhere)).await, is(404, "no-such-game"));
    assert_eq!(
        problem(server.get("/api/games/x'--")).await,
        is(404, "no-such-game")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_requests_get_an_answer_that_says_so() {
    let server = Server::start(config()).await;
    let make = async |headers: &str, body: &str| {
        problem(server.ask("POST", "/api/games", headers, body)).await
    };
    for wrong in [
        "{",
        "[]",
        "nonsense",
        "{\"rules\":{\"pits\":99,\"seeds\":4}}",
        "{\"side\":\"west\"}",
        "{\"clock\":{\"kind\":\"game\",\"seconds\":1,\"increment\":0}}",
        "{\"unknown\":1}",
        "{\"name\":\"\\u202eback to front\"}",
        "\u{feff}{}",
    ] {
        assert_eq!(make("", wrong).await, is(400, "malformed"), "{wrong}");
    }
    let long = format!("{{\"name\":\"{}\"}}", "a".repeat(5000));
    assert_eq!(make("", &long).await, is(413, "too-large"));
    let plain =
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
    assert_eq!(
        Reply::parse(&server.send(plain).await).problem(),
        is(415, "not-json")
    );
    assert_eq!(
        problem(server.get("/api/nothing")).await,
        is(404, "no-such-address")
    );
    assert_eq!(
        problem(server.get("/api/games?list=all")).await,
        is(400, "malformed")
    );
    assert_eq!(
        problem(server.ask("DELETE", "/api/games", "", "")).await,
        is(405, "wrong-method")
    );
    let (game, _) = server.make("").await;
    let path = format!("/api/games/{game}/live");
    assert_eq!(problem(server.get(&path)).await, is(400, "malformed"));
    assert!(
        server
            .send(b"nonsense\r\n\r\n")
            .await
            .starts_with("HTTP/1.1 400 ")
    );
    let endless = vec![b'a'; 20 << 10];
    assert!(server.send(&endless).await.starts_with("HTTP/1.1 431 "));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_cannot_act_here() {
    let ours = Config {
        origins: vec!["https://play.example".into()],
        ..config()
    };
    let server = Server::start(ours).await;
    let make = async |headers: &str| server.ask("POST", "/api/games", headers, "{}").await;
    for foreign in [
        "Origin: https://evil.example\r\n",
        "Origin: null\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
    ] {
        assert_eq!(
            make(foreign).await.problem(),
            is(403, "foreign-origin"),
            "{foreign}"
        );
    }
    let own = make(&format!("Origin: http://{}\r\n", server.address)).await;
    assert_eq!(own.status, 201);
    let named = make("Origin: https://play.example\r\n").await;
    assert!(
        named.header("set-cookie").unwrap().ends_with("; Secure"),
        "{named:?}"
    );
    let path = format!("/api/games/{}/live", own.text("game"));
    let upgrade = "Origin: https://evil.example\r\nUpgrade: websocket\r\n";
    assert_eq!(
        problem(server.ask("GET", &path, upgrade, "")).await,
        is(403, "foreign-origin")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_of_one_thing_leave_the_others_alone() {
    let few = Config {
        behind_proxy: true,
        limits: Limits {
            games_per_hour: 8,
            ..Limits::default()
        },
        ..config()
    };
    let server = Server::start(few).await;
    let from = async |address: &str| {
        let headers = format!("X-Forwarded-For: 6.6.6.6, {address}\r\n");
        server.ask("POST", "/api/games", &headers, "{}").await
    };
    let first = from("192.0.2.1").await;
    assert_eq!(from("192.0.2.1").await.status, 201);
    let refused = from("192.0.2.1").await;
    assert_eq!(refused.problem(), is(429, "too-many"));
    assert!(
        refused
            .header("retry-after")
            .unwrap()
            .parse::<u32>()
            .unwrap()
            > 400,
        "{refused:?}"
    );
    assert_eq!(from("192.0.2.2").await.status, 201);
    // The client that was refused still plays.
    let headers = "X-Forwarded-For: 192.0.2.1\r\n";
    let game = first.text("game");
    let joined = server
        .ask("POST", &format!("/api/games/{game}/join"), headers, "")
        .await;
    assert_eq!(joined.status, 200, "{joined:?}");
    let moved = server
        .act(&game, "move", &first.text("secret"), r#"{"pit":1,"ply":0}"#)
        .await;
    assert_eq!(moved.status, 200, "{moved:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_house_is_said_plainly() {
    let none = Config {
        limits: Limits {
            rooms: 0,
            ..config().limits
        },
        ..config()
    };
    let server = Server::start(none).await;
    let made = server
        .ask("POST", "/api/games", "", r#"{"open":true}"#)
        .await;
    assert_eq!(made.problem(), is(503, "busy"));
    assert_eq!(made.header("retry-after"), Some("1"));
    let listed = server.get("/api/games?list=waiting").await;
    assert_eq!(listed.body, r#"{"games":[],"next":null}"#);
}

/// A page of another site whose name leads here, line ends that others read differently, two hosts, names that show nothing.
#[tokio::test(flavor = "multi_thread")]
async fn what_looks_like_something_else_is_refused() {
    let server = Server::start(config()).await;
    let get = async |head: &str| {
        let request = format!("GET /api HTTP/1.1\r\n{head}Connection: close\r\n\r\n");
        server.send(request.as_bytes()).await
    };
    assert!(get("Host: localhost\r\n").await.starts_with("HTTP/1.1 200"));
    let rebound = get("Host: evil.example\r\n").await;
    assert!(rebound.starts_with("HTTP/1.1 421"), "{rebound}");
    assert!(rebound.contains("foreign-host"), "{rebound}");
    let two = get("Host: localhost\r\nHost: 127.0.0.1\r\n").await;
    assert!(two.starts_with("HTTP/1.1 400"), "{two}");
    let bare = get("Host: localhost\nX: y\r\n").await;
    assert!(bare.starts_with("HTTP/1.1 400"), "{bare}");
    // After a body in chunks the connection ends, so that nothing hides behind it.
    let hidden = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
        Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nGET /api HTTP/1.1\nHost: localhost\n\n";
    let answers = server.send(hidden).await;
    assert_eq!(answers.matches("HTTP/1.1").count(), 1, "{answers}");

    let (game, secret) = server.make("{}").await;
    for name in ["\u{ad}", "A\u{fe0f}", "\u{3164}", "\u{2800}", "a\u{e0061}"] {
        let body = serde_json::json!({ "name": name }).to_string();
        let made = server.ask("POST", "/api/games", "", &body).await;
        assert_eq!(made.problem(), is(400, "malformed"), "{name:?}");
        let renamed = server.act(&game, "rename", &secret, &body).await;
        assert_eq!(renamed.problem(), is(400, "malformed"), "{name:?}");
    }
}
