//! An older program and this one on one database: at the same time on PostgreSQL, one after the other on SQLite, forwards and back.
//! `MANCALA_OLD=/path/to/older/mancala cargo test -p mancala --test site rolling -- --ignored`

use crate::postgres::Postgres;
use crate::process::{Process, file_in};
use crate::tables::{Tables, check};

fn old() -> String {
    std::env::var("MANCALA_OLD").expect("MANCALA_OLD names an older program")
}

fn start_old(database: &str) -> Process {
    Process::start_by(&mut Process::command_of(&old(), database, 0))
}

#[test]
#[ignore = "needs an older program: MANCALA_OLD"]
fn old_and_new_share_a_database() {
    let Some(postgres) = Postgres::shared() else {
        return;
    };
    let database = postgres.database();
    crate::run(async {
        // Two of the old, replaced one after the other, and then one of them by an old one again.
        let (one, two) = (start_old(&database), start_old(&database));
        let tables = Tables::start(8, &[one.address, two.address]);
        tables.go_on(60).await;
        let address = one.kill();
        let one = Process::start_again(&database, address);
        tables.go_on(100).await;
        let address = two.kill();
        let two = Process::start_again(&database, address);
        tables.go_on(60).await;
        let address = two.kill();
        let two = Process::start_by(&mut Process::command_of(&old(), &database, address.port()));
        tables.go_on(60).await;
        let played = tables.stop().await;
        check(one.address, &played).await;
        check(two.address, &played).await;
    });
}

#[test]
#[ignore = "needs an older program: MANCALA_OLD"]
fn forwards_and_back_on_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let database = file_in(folder.path());
    crate::run(async {
        let process = start_old(&database);
        let tables = Tables::start(8, &[process.address]);
        tables.go_on(60).await;
        let process = Process::start_again(&database, process.kill());
        tables.go_on(60).await;
        let port = process.kill().port();
        let process = Process::start_by(&mut Process::command_of(&old(), &database, port));
        tables.go_on(60).await;
        check(process.address, &tables.stop().await).await;
    });
}
