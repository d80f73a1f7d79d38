//! `kill -9` under load, again and again. `KILLS=200 cargo test -p mancala --test site kills -- --ignored` does it often.

use crate::postgres::Postgres;
use crate::process::{Process, file_in};
use crate::tables::{Tables, check};

/// Kills while moves are being made, restarts at the same port, and checks at the end that all moves are there.
async fn kill_again_and_again(database: &str, kills: usize) {
    let mut process = Process::start(database);
    let tables = Tables::start(8, &[process.address]);
    for number in 0..kills {
        tables.go_on(20 + number % 17 * 3).await;
        let address = process.kill();
        process = Process::start_again(database, address);
    }
    tables.go_on(50).await;
    let played = tables.stop().await;
    check(process.address, &played).await;
    let address = process.kill();
    let process = Process::start_again(database, address);
    check(process.address, &played).await;
}

fn kills() -> usize {
    let wish = std::env::var("KILLS").ok();
    wish.map_or(200, |wish| wish.parse().expect("KILLS is a number"))
}

#[test]
fn sqlite_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    crate::run(kill_again_and_again(&file_in(folder.path()), 3));
}

#[test]
fn postgres_loses_nothing() {
    if let Some(postgres) = Postgres::shared() {
        crate::run(kill_again_and_again(&postgres.database(), 3));
    }
}

#[test]
#[ignore = "takes a minute or more; KILLS says how many"]
fn sqlite_loses_nothing_in_many_kills() {
    let folder = tempfile::tempdir().unwrap();
    crate::run(kill_again_and_again(&file_in(folder.path()), kills()));
}

#[test]
#[ignore = "takes a minute or more; KILLS says how many"]
fn postgres_loses_nothing_in_many_kills() {
    if let Some(postgres) = Postgres::shared() {
        crate::run(kill_again_and_again(&postgres.database(), kills()));
    }
}
