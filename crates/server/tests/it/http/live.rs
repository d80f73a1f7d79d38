//! Sockets: everybody sees what happens, a client that was away gets what it missed, and a stop is announced.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Limits};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::{PATIENCE, Server, config};

pub type Socket = WebSocketStream<TcpStream>;

/// Opens a socket, with a cookie if one is given.
pub async fn open(server: &Server, path: &str, cookie: &str) -> Result<Socket, Error> {
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
pub async fn next(socket: &mut Socket) -> Option<Value> {
    loop {
        let message = timeout(PATIENCE, socket.next()).await;
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

    // Entries missed on a lost connection come with the next one.
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
    timeout(PATIENCE, stopped)
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
    timeout(PATIENCE, reopened)
        .await
        .expect("a place for another");
}

/// Sends one frame again and again: whether the server ends the connection before it has taken this many.
async fn is_cut_off(socket: Socket, frame: &[u8], most: usize) -> bool {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let (mut reader, mut writer) = socket.into_inner().into_split();
    let ended = tokio::spawn(async move {
        let mut rest = Vec::new();
        // Less than the server waits for a sign of life.
        timeout(Duration::from_secs(20), reader.read_to_end(&mut rest))
            .await
            .is_ok()
    });
    for _ in 0..most {
        if writer.write_all(frame).await.is_err() {
            break;
        }
    }
    ended.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_are_no_messages_count_too() {
    let server = Server::start(config()).await;
    let (game, _, _) = server.pair().await;
    let live = format!("{game}/live");
    // An unsolicited pong, and an empty fragment of an unfinished message; both masked, as a client has to.
    let pong = [0x8a, 0x80, 0, 0, 0, 0];
    let piece = [0x00, 0x80, 0, 0, 0, 0];
    let socket = open(&server, &live, "").await.unwrap();
    assert!(is_cut_off(socket, &pong, 20_000).await, "pongs");
    let mut socket = open(&server, &live, "").await.unwrap();
    let begin = [0x01, 0x80, 0, 0, 0, 0];
    tokio::io::AsyncWriteExt::write_all(socket.get_mut(), &begin)
        .await
        .unwrap();
    assert!(is_cut_off(socket, &piece, 20_000).await, "continuations");
}

/// Less than the fifteen seconds after which a player of whom nothing is heard counts as gone.
pub const SOON: Duration = Duration::from_secs(13);

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_leaves_is_seen_to_be_gone() {
    let server = Server::start(config()).await;
    let (game, south, _) = server.pair().await;
    let live = format!("{game}/live");
    let mut watcher = open(&server, &live, "").await.unwrap();
    let player = open(&server, &live, &format!("seat-south={south}"))
        .await
        .unwrap();
    let here = async |socket: &mut Socket, wanted: bool| {
        while next(socket).await.unwrap()["state"]["here"]["south"] != json!(wanted) {}
    };
    here(&mut watcher, true).await;
    drop(player);
    timeout(SOON, here(&mut watcher, false))
        .await
        .expect("seen within seconds");
}
