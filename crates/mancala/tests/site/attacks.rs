//! Attacks on a site, which other visitors hardly notice.

use std::time::Duration;

use kalah::Side;

use crate::client::{Answer, Client, header};
use crate::player::Player;
use crate::process::{Process, file_in};

/// A site, and two honest people who must be able to continue.
struct Site {
    process: Process,
    honest: Client,
    game: Player,
    _folder: tempfile::TempDir,
}

impl Site {
    async fn start() -> Site {
        Site::with_limits(&[]).await
    }

    async fn with_limits(limits: &[&str]) -> Site {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Process::command(&file_in(folder.path()), 0);
        for limit in limits {
            command.args(["--limit", limit]);
        }
        let process = Process::start_by(&mut command);
        let mut honest = process.client(1).await;
        let game = Player::begin(&mut honest, 99).await.unwrap();
        Site {
            process,
            honest,
            game,
            _folder: folder,
        }
    }

    /// Others still make moves. How soon is measured by `siege`; here they are not to wait for ever.
    async fn goes_on(&mut self) {
        let Some(pit) = self.game.choose() else {
            self.game = Player::begin(&mut self.honest, 98).await.unwrap();
            return;
        };
        let asked = self.game.ask(&mut self.honest, pit);
        let answer = tokio::time::timeout(Duration::from_secs(60), asked).await;
        let answer = answer.expect("an answer").unwrap();
        assert_eq!(answer.status, 200, "{}", answer.json());
        self.game.made(pit);
    }
}

fn refused(answer: &Answer, status: u16) {
    let body = String::from_utf8_lossy(&answer.body);
    assert_eq!(answer.status, status, "{}{body}", answer.head);
    assert_eq!(
        header(&answer.head, "content-type"),
        Some("application/problem+json")
    );
    assert_eq!(answer.json()["status"], status, "{body}");
}

#[test]
fn nobody_moves_for_another() {
    crate::run(async {
        let mut site = Site::start().await;
        let mut thief = site.process.client(2).await;
        let other = Player::begin(&mut thief, 5).await.unwrap();
        let path = format!("/api/games/{}/move", site.game.game);
        let body = r#"{"pit":1,"ply":0}"#;
        let wrong = "AAAAAAAAAAAAAAAAAAAAAA";
        for secret in [
            "",
            wrong,
            "x",
            &other.secrets[Side::South],
            &"A".repeat(5000),
        ] {
            refused(&thief.post(&path, secret, body).await.unwrap(), 403);
        }
        let north = &site.game.secrets[Side::North];
        refused(&thief.post(&path, north, body).await.unwrap(), 409);
        refused(
            &thief
                .post(&format!("{path}?side=south"), north, body)
                .await
                .unwrap(),
            403,
        );
        for what in [
            "resign", "takeback", "rematch", "claim", "withdraw", "follow", "rename",
        ] {
            let path = format!("/api/games/{}/{what}", site.game.game);
            let body = if what == "rename" {
                r#"{"name":"Mallory"}"#
            } else {
                ""
            };
            refused(&thief.post(&path, wrong, body).await.unwrap(), 403);
        }
        let cookies = format!("Cookie: seat-south={wrong}; seat-north={wrong}; =; a;b=\"\r\n");
        refused(
            &thief.ask("POST", &path, &cookies, body).await.unwrap(),
            403,
        );
        let seat = format!("/api/games/{}/seat", site.game.game);
        refused(&thief.get(&seat).await.unwrap(), 403);
        refused(
            &thief
                .post(&seat, "", &format!(r#"{{"secret":"{wrong}"}}"#))
                .await
                .unwrap(),
            403,
        );
        site.goes_on().await;
    });
}

/// Guessing is pointless by itself, and slowed down besides.
#[test]
fn guesses_are_counted() {
    crate::run(async {
        // Few enough that a slow machine asks too fast as well.
        let mut site = Site::with_limits(&["actions-per-second=3"]).await;
        let mut thief = site.process.client(2).await;
        let seat = format!("/api/games/{}/seat", site.game.game);
        let mut last = 0;
        for guess in 0..2000 {
            let body = format!(r#"{{"secret":"{guess:022}"}}"#);
            last = thief.post(&seat, "", &body).await.unwrap().status;
            assert!([403, 429].contains(&last), "{last}");
            if last == 429 {
                break;
            }
        }
        assert_eq!(last, 429);
        site.goes_on().await;
    });
}

#[test]
fn pages_of_other_sites_can_do_nothing() {
    crate::run(async {
        let mut site = Site::start().await;
        let mut client = site.process.client(2).await;
        let own = format!("http://{}", site.process.address);
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        let live = format!("/api/games/{}/live", site.game.game);
        for origin in [
            "https://evil.example",
            "null",
            "",
            &format!("{own}.evil.example"),
            &format!("{own}0"),
        ] {
            let line = format!("Origin: {origin}\r\n");
            refused(
                &client.ask("POST", "/api/games", &line, "{}").await.unwrap(),
                403,
            );
            let upgraded = client
                .ask("GET", &live, &format!("{line}{upgrade}"), "")
                .await;
            refused(&upgraded.unwrap(), 403);
            // A refused upgrade ends the connection.
            client = site.process.client(2).await;
        }
        let line = format!("Origin: {own}\r\n");
        let made = client.ask("POST", "/api/games", &line, "{}").await.unwrap();
        assert_eq!(made.status, 201);
        let upgraded = client
            .ask("GET", &live, &format!("{line}{upgrade}"), "")
            .await;
        assert_eq!(upgraded.unwrap().status, 101);
        site.goes_on().await;
    });
}

#[test]
fn huge_and_malformed_requests_are_refused() {
    crate::run(async {
        let mut site = Site::start().await;
        let mut client = site.process.client(2).await;
        let huge = format!(r#"{{"name":"{}"}}"#, "x".repeat(3000));
        refused(&client.post("/api/games", "", &huge).await.unwrap(), 400);
        for body in [
            "{",
            "[]",
            "null",
            r#"{"rules":7}"#,
            r#"{"rules":{"pits":99,"seeds":4,"capture":"opposite","end":"either"}}"#,
            r#"{"clock":{"kind":"game","seconds":1,"increment":0}}"#,
            r#"{"name":"\u0000"}"#,
            r#"{"unknown":1}"#,
            "\u{feff}{}",
            &"[".repeat(4000),
        ] {
            refused(&client.post("/api/games", "", body).await.unwrap(), 400);
        }
        let requests: [Vec<u8>; 8] = [
            b"\r\n\r\n\r\n".to_vec(),
            b"GET\r\n\r\n".to_vec(),
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc".to_vec(),
            b"GET / HTTP/9.9\r\n\r\n".to_vec(),
            b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n".to_vec(),
            b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n".to_vec(),
            format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "x".repeat(100_000)).into_bytes(),
            format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", "A: b\r\n".repeat(2000)).into_bytes(),
        ];
        for request in requests {
            let mut client = site.process.client(2).await;
            let shown = String::from_utf8_lossy(&request[..request.len().min(60)]).into_owned();
            if client.send(&request).await.is_err() {
                continue;
            }
            // An answer that refuses, or none at all.
            let answer = tokio::time::timeout(Duration::from_secs(3), client.answer()).await;
            if let Ok(Ok(answer)) = answer {
                assert!(
                    (400..500).contains(&answer.status),
                    "{shown}: {}",
                    answer.head
                );
            }
            site.goes_on().await;
        }
    });
}

/// A body that is too long is not read to its end, whether it says how long it is or not.
#[test]
fn endless_requests_are_cut_short() {
    crate::run(async {
        let mut site = Site::start().await;
        let said = format!("Content-Length: {}", 1_u64 << 40);
        for length in [said.as_str(), "Transfer-Encoding: chunked"] {
            let mut client = site.process.client(2).await;
            let head = format!(
                "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{length}\r\n\r\n"
            );
            client.send(head.as_bytes()).await.unwrap();
            let chunk = format!("400\r\n{}\r\n", " ".repeat(0x400));
            let mut sent = 0;
            while sent < 64 << 20 && client.send(chunk.as_bytes()).await.is_ok() {
                sent += chunk.len();
            }
            assert!(sent < 64 << 20, "{length}: all of it was read");
            site.goes_on().await;
        }
    });
}

/// Connections that send nothing, or hardly anything.
#[test]
fn slow_requests_slow_nobody() {
    crate::run(async {
        let mut site = Site::start().await;
        let mut slow = Vec::new();
        for number in 0..300 {
            let mut client = site.process.client(2).await;
            let part: &[u8] = match number % 3 {
                0 => b"",
                1 => b"GET /api HT",
                _ => b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
            };
            client.send(part).await.unwrap();
            slow.push(client);
        }
        for _ in 0..10 {
            site.goes_on().await;
        }
        drop(slow);
    });
}

#[test]
#[ignore = "waits for the patience of the server to end, which is ten seconds or more"]
fn slow_requests_end() {
    crate::run(async {
        let site = Site::start().await;
        let mut slow = site.process.client(2).await;
        slow.send(b"GET /api HT").await.unwrap();
        let mut body = site.process.client(3).await;
        let head = "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{";
        body.send(head.as_bytes()).await.unwrap();
        let patience = Duration::from_secs(30);
        let ended = tokio::time::timeout(patience, slow.answer()).await;
        assert!(
            ended
                .expect("the connection ends")
                .map_or(true, |answer| answer.status == 408)
        );
        let answer = tokio::time::timeout(patience, body.answer()).await;
        refused(&answer.expect("an answer").unwrap(), 408);
    });
}

#[test]
fn names_are_only_names() {
    crate::run(async {
        let mut site = Site::start().await;
        let names = [
            r"<script>alert(1)</script>",
            r"'; DROP TABLE games; --",
            r"${7*7}{{7}}%00",
            r"</b>&amp;\",
        ];
        for (number, name) in names.into_iter().enumerate() {
            let mut client = site.process.client(10 + number as u32).await;
            let body = serde_json::json!({ "name": name, "open": true }).to_string();
            let made = client.post("/api/games", "", &body).await.unwrap();
            assert_eq!(made.status, 201, "{}", made.json());
            let game = made.json()["game"].as_str().unwrap().to_owned();
            let answer = client.get(&format!("/api/games/{game}")).await.unwrap();
            assert_eq!(answer.json()["players"]["south"], name);
            assert_eq!(
                header(&answer.head, "content-type"),
                Some("application/json")
            );
            assert_eq!(
                header(&answer.head, "x-content-type-options"),
                Some("nosniff")
            );
            let record = client
                .get(&format!("/api/games/{game}/record"))
                .await
                .unwrap();
            let kind = header(&record.head, "content-type").unwrap();
            assert!(kind.starts_with("text/plain"), "{kind}");
        }
        let list = site.honest.get("/api/games?list=waiting").await.unwrap();
        assert_eq!(list.json()["games"].as_array().unwrap().len(), names.len());
        site.goes_on().await;
    });
}

#[test]
fn too_many_of_everything_is_refused() {
    crate::run(async {
        let few = ["reads-per-second=5", "actions-per-second=5"];
        let mut site = Site::with_limits(&few).await;
        let mut greedy = site.process.client(2).await;
        for (method, path, enough) in [
            ("POST", "/api/games", 200),
            ("GET", "/api/games", 5000),
            ("POST", "/api/games/aaaaaaaaaaaaaaaa/join", 2000),
        ] {
            let mut statuses = Vec::new();
            while statuses.len() < enough && statuses.last() != Some(&429) {
                statuses.push(greedy.ask(method, path, "", "").await.unwrap().status);
            }
            assert_eq!(statuses.last(), Some(&429), "{method} {path}");
            let answer = greedy.ask(method, path, "", "").await.unwrap();
            if answer.status == 429 {
                refused(&answer, 429);
                assert!(header(&answer.head, "retry-after").is_some());
            }
            site.goes_on().await;
        }
        // With the usual allowance of requests it is the number of sockets that is refused.
        let mut site = Site::start().await;
        let mut sockets = Vec::new();
        let turned_away = loop {
            let client = site.process.client(3).await;
            match client.watch(&site.game.game, 0).await {
                Ok(socket) => sockets.push(socket),
                Err(error) => break error.to_string(),
            }
            assert!(sockets.len() < 1000, "a thousand sockets of one visitor");
        };
        assert!(turned_away.contains(" 429 "), "{turned_away}");
        assert!(sockets.len() >= 128, "{}", sockets.len());
        site.goes_on().await;
        let another = site.process.client(4).await;
        assert!(another.watch(&site.game.game, 0).await.is_ok());
    });
}
