//! `mancala serve` and `mancala site`: the page over a real connection, and as files.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running server; it ends with the test.
struct Server {
    child: Child,
    port: u16,
    data: tempfile::TempDir,
}

impl Server {
    fn start() -> Server {
        Server::with(&[])
    }

    fn with(arguments: &[&str]) -> Server {
        let data = tempfile::tempdir().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_mancala"))
            .args(["serve", "--no-open", "--port", "0"])
            .args(arguments)
            .env("MANCALA_DATA_DIR", data.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.as_mut().unwrap());
        out.read_line(&mut line).unwrap();
        let address = line
            .strip_prefix("mancala is at http://127.0.0.1:")
            .unwrap();
        let port = address.split('/').next().unwrap().parse().unwrap();
        Server { child, port, data }
    }

    /// Sends these bytes, and returns the whole answer.
    fn send(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        stream.write_all(bytes).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.send(
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                .as_bytes(),
        )
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let (head, _) = answer.split_once("\r\n\r\n")?;
    let mut headers = head.lines().filter_map(|line| line.split_once(": "));
    headers
        .find(|(found, _)| found.eq_ignore_ascii_case(name))
        .map(|(_, value)| value)
}

#[test]
fn the_page_comes_with_strict_headers() {
    let server = Server::start();
    let page = server.get("/");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(page.contains("<!doctype html>"), "{page}");
    let body = |answer: &str| {
        answer
            .split_once("\r\n\r\n")
            .map(|(_, body)| body.to_owned())
    };
    assert_eq!(body(&page), body(&server.get("/index.html?visit=2")));
    let policy = header(&page, "Content-Security-Policy").unwrap();
    assert!(policy.contains("default-src 'none'"), "{policy}");
    assert!(
        policy.contains("script-src 'self' 'wasm-unsafe-eval';"),
        "{policy}"
    );
    assert_eq!(header(&page, "X-Content-Type-Options"), Some("nosniff"));
    assert_eq!(header(&page, "Referrer-Policy"), Some("no-referrer"));
    let script = server.get("/js/main.js");
    assert_eq!(
        header(&script, "Content-Type"),
        Some("text/javascript; charset=utf-8")
    );
    let texts = server.get("/texts/ru.json");
    assert_eq!(header(&texts, "Content-Type"), Some("application/json"));
}

#[test]
fn a_file_is_sent_once_and_packed_if_wanted() {
    let server = Server::start();
    let plain = server.get("/js/main.js");
    let etag = header(&plain, "ETag").unwrap();
    let again =
        format!("GET /js/main.js HTTP/1.1\r\nIf-None-Match: {etag}\r\nConnection: close\r\n\r\n");
    let again = server.send(again.as_bytes());
    assert!(again.starts_with("HTTP/1.1 304 "), "{again}");
    let packed = server
        .send(b"GET /js/main.js HTTP/1.1\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n");
    assert_eq!(header(&packed, "Content-Encoding"), Some("gzip"));
    let length = |answer: &str| {
        header(answer, "Content-Length")
            .unwrap()
            .parse::<usize>()
            .unwrap()
    };
    assert!(length(&packed) < length(&plain));
    assert_eq!(header(&plain, "Cache-Control"), Some("no-cache"));
    let head = server.send(b"HEAD /js/main.js HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert_eq!(length(&head), length(&plain));
    assert!(head.ends_with("\r\n\r\n"));
}

#[test]
fn two_requests_on_one_connection_get_two_answers() {
    let server = Server::start();
    let both = server.send(
        b"GET /nowhere HTTP/1.1\r\n\r\nGET /img/icon.svg HTTP/1.1\r\nConnection: close\r\n\r\n",
    );
    assert!(both.starts_with("HTTP/1.1 404 "), "{both}");
    assert!(both.contains("HTTP/1.1 200 OK"), "{both}");
}

#[test]
fn bad_requests_are_refused_and_others_go_on() {
    let server = Server::start();
    // A silent connection does not delay others.
    let _silent = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    let status = |bytes: &[u8]| server.send(bytes)[..12].to_owned();
    assert_eq!(
        status(b"POST / HTTP/1.1\r\nConnection: close\r\n\r\n"),
        "HTTP/1.1 405"
    );
    assert_eq!(status(b"nonsense\r\n\r\n"), "HTTP/1.1 400");
    assert_eq!(
        status(b"GET /../Cargo.toml HTTP/1.1\r\nConnection: close\r\n\r\n"),
        "HTTP/1.1 404"
    );
    assert_eq!(
        status(b"GET /%2e%2e/Cargo.toml HTTP/1.1\r\nConnection: close\r\n\r\n"),
        "HTTP/1.1 404"
    );
    assert_eq!(status(&vec![b'a'; 17 << 10]), "HTTP/1.1 431");
    assert_eq!(
        status(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n"),
        "HTTP/1.1 200"
    );
}

#[test]
fn a_port_in_use_is_said_plainly() {
    let server = Server::start();
    let port = server.port.to_string();
    let other = Command::new(env!("CARGO_BIN_EXE_mancala"))
        .args(["serve", "--no-open", "--port", &port])
        .output()
        .unwrap();
    assert_eq!(other.status.code(), Some(2));
    let message = String::from_utf8_lossy(&other.stderr);
    let expected = format!("error: port {port} is in use, perhaps by another `mancala serve`");
    assert!(message.starts_with(&expected), "{message}");
    assert!(message.contains("--port"), "{message}");
}

/// `mancala serve` with these arguments, in a separate data folder.
fn serve(data: &std::path::Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_mancala"))
        .arg("serve")
        .args(arguments)
        .env("MANCALA_DATA_DIR", data)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn a_check_says_what_is_ready() {
    let data = tempfile::tempdir().unwrap();
    let (code, out, _) = serve(data.path(), &["--check", "--port", "0"]);
    assert_eq!(code, Some(0), "{out}");
    assert_eq!(
        out.lines().filter(|line| line.starts_with("ok ")).count(),
        3
    );
    let server = Server::start();
    let (code, out, _) = serve(
        data.path(),
        &["--check", "--port", &server.port.to_string()],
    );
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("is in use"), "{out}");
    let other = data.path().join("other.sqlite");
    fs::write(
        &other,
        "this is not a database, but long enough to be looked at. ".repeat(20),
    )
    .unwrap();
    let other = other.to_str().unwrap();
    let (code, out, _) = serve(
        data.path(),
        &["--check", "--port", "0", "--database", other],
    );
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("wrong   the database"), "{out}");
    for (arguments, expected) in [
        (["--limit", "games=1"], "unknown limit 'games'"),
        (["--limit", "rooms"], "write NAME=NUMBER"),
        (["--origin", "play.example"], "is not an origin"),
        (["--config", "nowhere.toml"], "cannot read nowhere.toml"),
        (
            ["--database", "mysql://x"],
            "cannot keep games in mysql://x",
        ),
    ] {
        let (code, _, message) = serve(data.path(), &arguments);
        assert_eq!(code, Some(2), "{message}");
        let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(message.contains(expected), "{message}");
    }
}

/// The site's answer to a client that creates a game.
fn made(server: &Server) -> String {
    let request =
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    server.send(request)
}

#[test]
fn games_are_kept_and_copied_while_the_server_runs() {
    let server = Server::start();
    let answer = made(&server);
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    let copy = server.data.path().join("copy.sqlite");
    let copied = serve(server.data.path(), &["backup", copy.to_str().unwrap()]);
    assert_eq!(copied.0, Some(0), "{copied:?}");
    let refused = serve(server.data.path(), &["backup", copy.to_str().unwrap()]);
    assert_eq!(refused.0, Some(2), "{refused:?}");
    let game = answer.split("\"game\":\"").nth(1).unwrap();
    let game = game.split('"').next().unwrap();
    let from_copy = Server::with(&["--database", copy.to_str().unwrap()]);
    let found = from_copy.get(&format!("/api/games/{game}"));
    assert!(found.starts_with("HTTP/1.1 200 "), "{found}");
}

#[cfg(unix)]
#[test]
fn a_server_that_is_asked_to_stop_does_so_and_succeeds() {
    let mut server = Server::start();
    assert!(made(&server).starts_with("HTTP/1.1 201 "));
    let process = server.child.id().to_string();
    let told = Command::new("kill").args(["-TERM", &process]).status();
    assert!(told.unwrap().success());
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}

fn site(folder: &std::path::Path) -> std::process::Output {
    let command = Command::new(env!("CARGO_BIN_EXE_mancala"))
        .arg("site")
        .arg(folder)
        .output();
    command.unwrap()
}

#[test]
fn the_site_is_the_page_as_files() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("public html/mancala");
    assert_eq!(site(&to).status.code(), Some(0));
    let server = Server::start();
    let list = to.join("mancala-site.txt");
    let listed = fs::read_to_string(&list).unwrap();
    // Its name has a digest, and other files use that name.
    let script =
        |name: &&str| name.starts_with("js/main.") && name.len() == "js/main.01234567.js".len();
    let main = listed.lines().find(script).unwrap();
    assert!(
        fs::read_to_string(to.join("index.html"))
            .unwrap()
            .contains(main)
    );
    for name in ["index.html", "sw.js", main, "texts/en.json"] {
        let written = fs::read_to_string(to.join(name)).unwrap();
        let served = server.get(&format!("/{name}"));
        assert_eq!(served.split_once("\r\n\r\n").unwrap().1, written, "{name}");
    }
    // An older version: an old file is removed, a changed one is restored, foreign ones stay.
    fs::write(&list, format!("{listed}js/old.js\n../outside.txt\n")).unwrap();
    fs::write(to.join("js/old.js"), "old").unwrap();
    fs::write(to.join(main), "changed").unwrap();
    fs::write(to.join("notes.txt"), "mine").unwrap();
    fs::write(to.parent().unwrap().join("outside.txt"), "mine").unwrap();
    assert_eq!(site(&to).status.code(), Some(0));
    assert!(!to.join("js/old.js").exists());
    assert_ne!(fs::read_to_string(to.join(main)).unwrap(), "changed");
    assert_eq!(fs::read_to_string(to.join("notes.txt")).unwrap(), "mine");
    assert!(to.parent().unwrap().join("outside.txt").exists());
    assert_eq!(fs::read_to_string(&list).unwrap(), listed);
}

#[test]
fn the_site_replaces_nothing_foreign() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("index.html"), "my own page").unwrap();
    let refused = site(folder.path());
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(
        message.contains("was not written by `mancala site`"),
        "{message}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let file = folder.path().join("index.html");
    assert_eq!(site(&file).status.code(), Some(2));
}
