//! Sockets: everybody sees what happens, whoever was away gets what they missed, and a stop is announced.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Limits};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::{Server, config};

type Socket = WebSocketStream<TcpStream>;

/// Opens a socket, with a cookie if one is given.
async fn open(server: &Server, path: &str, cookie: &str) -> Result<Socket, Error> {
    let url = format!("ws://{}/api/games/{path}", server.address);
    let mut request = url.into_client_request()?;
    if !cookie.is_empty() {
        request
            .headers_mut()
            .insert("cookie", cookie.parse().unwrap());
    }
    let stream = TcpStream::connect(server.address).await?;
    let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
    Ok(socket)
}

/// The next message of this kind, or the end.
async fn next(socket: &mut Socket) -> Option<Value> {
    loop {
        let message = timeout(Duration::from_secs(10), socket.next()).await;
        match message.expect("a message in time")?.ok()? {
            Message::Text(text) => return serde_json::from_str(&text).ok(),
            Message::Close(_) => return None,
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_in_a_game_is_told_and_misses_nothing() {
    let server = Server::start(config()).await;
    let (game, south, north) = server.pair().await;
    let mut watcher = open(&server, &format!("{game}/live"), "").await.unwrap();
    let first = next(&mut watcher).await.unwrap();
    assert_eq!(first["kind"], "update");
    assert_eq!(first["entries"].as_array().unwrap().len(), 3);
    assert_eq!(first["state"]["you"], json!([]));
    assert_eq!(
        first["state"]["here"],
        json!({"south": false, "north": false})
    );

    let cookie = format!("seat-north={north}");
    let mut player = open(&server, &format!("{game}/live?after=3"), &cookie)
        .await
        .unwrap();
    let hello = next(&mut player).await.unwrap();
    assert_eq!(hello["entries"], json!([]));
    assert_eq!(hello["state"]["you"], json!(["north"]));
    let came = next(&mut watcher).await.unwrap();
    assert_eq!(came["state"]["here"]["north"], json!(true));

    server
        .act(&game, "move", &south, r#"{"pit":1,"ply":0}"#)
        .await;
    for socket in [&mut watcher, &mut player] {
        let told = next(socket).await.unwrap();
        assert_eq!(told["entries"].as_array().unwrap().len(), 1, "{told}");
        assert_eq!(told["entries"][0]["kind"], "moved");
        assert_eq!(told["state"]["moves"], json!([1]));
    }

    // What a lost connection missed comes with the next one.
    drop(player);
    server
        .act(&game, "move", &north, r#"{"pit":1,"ply":1}"#)
        .await;
    let mut player = open(&server, &format!("{game}/live?after=4"), &cookie)
        .await
        .unwrap();
    let missed = next(&mut player).await.unwrap();
    assert_eq!(missed["entries"][0]["seq"], 5);
    assert_eq!(missed["state"]["watching"], 1, "who plays does not watch");

    let stopped = tokio::spawn(server.stop());
    loop {
        match next(&mut player).await.expect("an announcement") {
            told if told["kind"] == "closing" => break,
            told => assert_eq!(told["kind"], "update"),
        }
    }
    assert_eq!(next(&mut player).await, None);
    timeout(Duration::from_secs(5), stopped)
        .await
        .expect("a stop in time")
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_that_chatters_is_closed_and_there_are_only_so_many() {
    let few = Config {
        limits: Limits {
            sockets_each: 2,
            ..config().limits
        },
        ..config()
    };
    let server = Server::start(few).await;
    let (game, _, _) = server.pair().await;
    let live = format!("{game}/live");
    let mut chatterer = open(&server, &live, "").await.unwrap();
    let _second = open(&server, &live, "").await.unwrap();
    match open(&server, &live, "").await {
        Err(Error::Http(refused)) => assert_eq!(refused.status(), 429),
        other => panic!("a third socket: {:?}", other.is_ok()),
    }
    for _ in 0..40 {
        if chatterer.send(Message::text("hello")).await.is_err() {
            break;
        }
    }
    while next(&mut chatterer).await.is_some() {}
    let reopened = async {
        while open(&server, &live, "").await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(5), reopened)
        .await
        .expect("a place for another");
}
