//! A site of real processes under load, when things go wrong: it loses no move it has acknowledged, and plays by the rules.
#![cfg(unix)]

mod activation;
mod admin;
mod attacks;
// Also used by the load example.
#[path = "../../../server/examples/load/client.rs"]
mod client;
mod disk;
mod fuzz;
mod kills;
mod outages;
#[path = "../../../server/examples/load/player.rs"]
mod player;
#[path = "../../../server/tests/it/postgres.rs"]
mod postgres;
mod process;
mod races;
mod rolling;
mod siege;
mod soak;
mod tables;

use std::future::Future;

fn run<T>(work: impl Future<Output = T>) -> T {
    runtime().block_on(work)
}

fn runtime() -> tokio::runtime::Runtime {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime")
}
