//! A long time under load: the memory of the process does not grow with its work.
//! `SOAK=60 cargo test -p mancala --test site soak -- --ignored --nocapture` takes an hour; CI takes a few seconds.

use std::io::{self, Write};
use std::time::Duration;

use crate::client::Client;
use crate::postgres::Postgres;
use crate::process::{Process, file_in};
use crate::tables::{Tables, check};

/// The process's own figures.
async fn metric(client: &mut Client, name: &str) -> f64 {
    let answer = client.get("/metrics").await.unwrap();
    let text = String::from_utf8_lossy(&answer.body).into_owned();
    let mut lines = text.lines();
    let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.expect(name).parse().expect("a number")
}

async fn soak(database: &str, time: Duration) {
    let process = Process::start(database);
    let mut client = process.client(999).await;
    let tables = Tables::start(8, &[process.address]);
    let mut looks = Vec::new();
    for _ in 0..4 {
        tokio::time::sleep(time / 4).await;
        let memory = metric(&mut client, "process_resident_memory_bytes").await;
        let files = metric(&mut client, "process_open_fds").await;
        let moves = metric(&mut client, "mancala_moves_total").await;
        let cpu = metric(&mut client, "process_cpu_seconds_total").await;
        let line = format!(
            "{moves} moves, {cpu} s of processor, {:.1} MB, {files} files\n",
            memory / 1e6
        );
        // Not by a macro: the harness would hide it.
        let _ = io::stderr().write_all(line.as_bytes());
        looks.push((memory, files, moves));
    }
    let (first, last) = (looks[0], looks[3]);
    assert!(last.2 > first.2, "it goes on");
    // A room lives for a minute after its game; its memory is bounded, and allocators round up.
    assert!(last.0 < first.0 * 1.5 + 64e6, "memory grows: {looks:?}");
    assert!(last.1 <= first.1 + 16.0, "files stay open: {looks:?}");
    check(process.address, &tables.stop().await).await;
}

fn minutes() -> Duration {
    let wish = std::env::var("SOAK").ok();
    Duration::from_secs(60 * wish.map_or(10, |wish| wish.parse().expect("SOAK is minutes")))
}

#[cfg(target_os = "linux")]
#[test]
fn a_few_seconds() {
    let folder = tempfile::tempdir().unwrap();
    crate::run(soak(&file_in(folder.path()), Duration::from_secs(3)));
}

#[test]
#[ignore = "SOAK says for how many minutes"]
fn for_long_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    crate::run(soak(&file_in(folder.path()), minutes()));
}

#[test]
#[ignore = "SOAK says for how many minutes"]
fn for_long_on_postgres() {
    if let Some(postgres) = Postgres::shared() {
        crate::run(soak(&postgres.database(), minutes()));
    }
}
