//! The operators' commands, beside a running server: `mancala serve admin`, `export`, `import`.

use std::process::{Command, Output};

use crate::player::Player;
use crate::process::{Process, file_in, until};

fn serve(database: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
    command
        .args(["serve", "--database", database])
        .args(arguments);
    command.env_remove("MANCALA_DATABASE");
    command.output().expect("it runs")
}

/// The output of a successful command.
fn said(database: &str, arguments: &[&str]) -> String {
    let output = serve(database, arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).expect("text")
}

/// The exit code and the error message of a failing one.
fn refused(database: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let output = serve(database, arguments);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), complaint)
}

#[test]
fn games_are_listed_ended_hidden_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let database = file_in(folder.path());
    crate::run(async {
        let process = Process::start(&database);
        let mut client = process.client(1).await;
        let one = Player::begin(&mut client, 1).await.unwrap();
        let two = Player::begin(&mut client, 2).await.unwrap();
        let listed = said(&database, &["admin", "list", "--status", "playing"]);
        assert!(
            listed.contains(&one.game) && listed.contains(&two.game),
            "{listed}"
        );
        assert_eq!(
            said(&database, &["admin", "list", "--player", "Nobody"]),
            ""
        );
        let json = said(&database, &["admin", "list", "--json", "--most", "1"]);
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["status"], "playing");

        said(
            &database,
            &["admin", "end", &one.game, "--by", "Ada", "--why", "a test"],
        );
        let path = format!("/api/games/{}", one.game);
        until("the server follows", async || {
            let state = client.get(&path).await.unwrap().json();
            (state["outcome"]["reason"] == "stopped").then_some(())
        })
        .await;
        said(&database, &["admin", "hide-name", &two.game]);
        said(&database, &["admin", "remove", &two.game]);
        let (code, why) = refused(&database, &["admin", "remove", &two.game]);
        assert_eq!(code, Some(2), "{why}");
        assert!(why.contains("there is no game"), "{why}");
        let log = said(&database, &["admin", "log"]);
        assert!(
            log.lines()
                .next()
                .unwrap()
                .ends_with(&format!("Ada  ended  {}  a test", one.game)),
            "{log}"
        );
        assert_eq!(log.lines().count(), 4, "{log}");
        let (code, _) = refused(&database, &["admin", "forget", "--player", "Nobody"]);
        assert_eq!(code, Some(1));
        let (code, why) = refused(&database, &["admin", "ban", "here", "--for", "1d"]);
        assert_eq!(code, Some(2));
        assert!(why.contains("is not an address or a network"), "{why}");
    });
}

/// Behind a proxy, as these are started, the address is the visitor's.
#[test]
fn an_address_can_be_banned_for_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let database = file_in(folder.path());
    crate::run(async {
        let process = Process::start(&database);
        let (mut one, mut two) = (process.client(1).await, process.client(2).await);
        // As the client says in X-Forwarded-For.
        said(
            &database,
            &["admin", "ban", "10.0.0.1", "--for", "1h", "--why", "spam"],
        );
        until("one is kept out", async || {
            (one.get("/api/games").await.unwrap().status == 403).then_some(())
        })
        .await;
        assert_eq!(two.get("/api/games").await.unwrap().status, 200);
        let bans = said(&database, &["admin", "bans"]);
        assert!(bans.contains("10.0.0.1") && bans.contains("spam"), "{bans}");
        said(&database, &["admin", "unban", "10.0.0.1"]);
        until("one is let in", async || {
            (one.get("/api/games").await.unwrap().status == 200).then_some(())
        })
        .await;
    });
}

#[test]
fn all_games_can_be_taken_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let database = file_in(folder.path());
    let copy = folder.path().join("copy.sqlite");
    let file = folder.path().join("games.jsonl");
    let (copy, file) = (copy.to_str().unwrap(), file.to_str().unwrap());
    crate::run(async {
        let process = Process::start(&database);
        let mut client = process.client(1).await;
        let mut player = Player::begin(&mut client, 1).await.unwrap();
        let pit = player.choose().unwrap();
        assert_eq!(player.ask(&mut client, pit).await.unwrap().status, 200);
        player.made(pit);
        assert_eq!(
            said(&database, &["export", file]),
            format!("{file} has 1 game\n")
        );
        let (code, why) = refused(&database, &["export", file]);
        assert_eq!(code, Some(2), "{why}");
        assert_eq!(
            said(copy, &["import", file]),
            "1 game added, 0 there already\n"
        );
        assert_eq!(
            said(copy, &["import", file]),
            "0 games added, 1 there already\n"
        );
        // The same players continue with their secrets.
        let elsewhere = Process::start(copy);
        let mut client = elsewhere.client(1).await;
        let pit = player.choose().unwrap();
        assert_eq!(player.ask(&mut client, pit).await.unwrap().status, 200);
    });
    std::fs::write(file, "{}\n").unwrap();
    let (code, why) = refused(copy, &["import", file]);
    assert_eq!(code, Some(2));
    assert!(why.contains("line 1: missing field"), "{why}");
}
