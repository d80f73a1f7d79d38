//! Two people ask for the same thing at the same moment, at two processes: one gets it, and both processes agree on who.
//! `RACES=500 cargo test --release -p mancala --test site races -- --ignored` races as often on each kind of site.

use kalah::{BySide, Side};
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::postgres::Postgres;
use crate::process::{Process, file_in};

/// The processes of one site; on a file there is only one, which is asked by two.
struct Race<'a> {
    processes: [&'a Process; 2],
    round: u32,
}

/// A client with a seat, and a connection to each process.
struct Racer {
    clients: [Client; 2],
    secret: String,
}

impl Racer {
    async fn act(&mut self, at: usize, game: &str, verb: &str, body: &str) -> Answer {
        let path = format!("/api/games/{game}/{verb}");
        let asked = self.clients[at].post(&path, &self.secret, body).await;
        asked.expect("it answers")
    }
}

/// Both got an answer of these two, whichever was faster.
fn answered((one, other): &(Answer, Answer), wanted: [u16; 2]) {
    let mut status = [one.status, other.status];
    status.sort_unstable();
    assert_eq!(status, wanted, "{} {}", one.json(), other.json());
}

impl Race<'_> {
    async fn racer(&self, number: u32) -> Racer {
        let visitor = 0x10_0000 + self.round * 16 + number;
        Racer {
            clients: [
                self.processes[0].client(visitor).await,
                self.processes[1].client(visitor).await,
            ],
            secret: String::new(),
        }
    }

    /// A game with a free seat.
    async fn made(&self) -> (String, Racer) {
        let mut maker = self.racer(0).await;
        let made = maker.clients[0].post("/api/games", "", "{}").await.unwrap();
        let made = made.json();
        maker.secret = text(&made, "secret");
        (text(&made, "game"), maker)
    }

    /// Several want the free seat, half of them at each process. The one who got it holds it everywhere.
    async fn joined(&self) -> (String, BySide<Racer>) {
        let (game, south) = self.made().await;
        let join = async |number: u32| {
            let mut racer = self.racer(number).await;
            let at = number as usize % 2;
            let answer = racer.act(at, &game, "join", "{}").await;
            (racer, answer)
        };
        let (one, two, three, four) = tokio::join!(join(1), join(2), join(3), join(4));
        let mut winner = None;
        for (mut racer, answer) in [one, two, three, four] {
            match answer.status {
                200 => {
                    racer.secret = text(&answer.json(), "secret");
                    assert!(winner.replace(racer).is_none(), "two have got one seat");
                }
                409 => assert_eq!(answer.json()["type"], "/problems/seat-taken"),
                status => panic!("{status} {}", answer.json()),
            }
        }
        let mut north = winner.expect("somebody has got the seat");
        let held = format!("Authorization: Bearer {}\r\n", north.secret);
        for client in &mut north.clients {
            let path = format!("/api/games/{game}");
            let state = client.ask("GET", &path, &held, "").await.unwrap().json();
            assert_eq!(state["you"], json!(["north"]), "{state}");
        }
        (game, BySide::new(south, north))
    }

    /// Runs all races once.
    async fn run(&self) {
        self.withdrawing_or_joining().await;
        let (game, mut players) = self.joined().await;
        self.moving(&game, &mut players).await;
        self.taking_back(&game, &mut players).await;
        self.resigning(&game, &mut players).await;
        self.rematching(&game, &mut players).await;
        self.same_story(&game).await;
    }

    async fn withdrawing_or_joining(&self) {
        let (game, mut maker) = self.made().await;
        let mut guest = self.racer(5).await;
        let both = tokio::join!(
            maker.act(0, &game, "withdraw", ""),
            guest.act(1, &game, "join", "{}")
        );
        answered(&both, [200, 409]);
        self.same_story(&game).await;
    }

    /// Two moves for the same turn, and then the same move twice.
    async fn moving(&self, game: &str, players: &mut BySide<Racer>) {
        let mut again = self.racer(6).await;
        again.secret.clone_from(&players[Side::South].secret);
        let south = &mut players[Side::South];
        let both = tokio::join!(
            south.act(0, game, "move", r#"{"pit":1,"ply":0}"#),
            again.act(1, game, "move", r#"{"pit":2,"ply":0}"#)
        );
        answered(&both, [200, 409]);
        again.secret.clone_from(&players[Side::North].secret);
        let north = &mut players[Side::North];
        let both = tokio::join!(
            north.act(0, game, "move", r#"{"pit":1,"ply":1}"#),
            again.act(1, game, "move", r#"{"pit":1,"ply":1}"#)
        );
        answered(&both, [200, 200]);
        assert_eq!(both.0.json()["seq"], both.1.json()["seq"]);
    }

    /// A take-back is granted while the next move is made: either is possible, but only one of the two.
    async fn taking_back(&self, game: &str, players: &mut BySide<Racer>) {
        let asked = players[Side::North].act(0, game, "takeback", "").await;
        assert_eq!(asked.status, 200, "{}", asked.json());
        let seq = asked.json()["seq"].as_u64().unwrap();
        let mut again = self.racer(7).await;
        again.secret.clone_from(&players[Side::South].secret);
        let body = json!({"pit": 3, "ply": 2, "seq": seq}).to_string();
        let south = &mut players[Side::South];
        let both = tokio::join!(
            south.act(0, game, "takeback/answer", r#"{"yes":true}"#),
            again.act(1, game, "move", &body)
        );
        answered(&both, [200, 409]);
    }

    async fn resigning(&self, game: &str, players: &mut BySide<Racer>) {
        let BySide { south, north } = players;
        let both = tokio::join!(
            south.act(0, game, "resign", ""),
            north.act(1, game, "resign", "")
        );
        answered(&both, [200, 409]);
    }

    /// Both offer, both accept: nobody sees an error, and there is one game.
    async fn rematching(&self, game: &str, players: &mut BySide<Racer>) {
        let BySide { south, north } = players;
        let mut next = [None, None];
        for _ in 0..2 {
            let both = tokio::join!(
                south.act(0, game, "rematch", ""),
                north.act(1, game, "rematch", "")
            );
            answered(&both, [200, 200]);
            next = [both.0, both.1].map(|answer| answer.json()["next"].as_str().map(str::to_owned));
        }
        let [Some(next), Some(other)] = next else {
            panic!("both wanted it");
        };
        assert_eq!(next, other);
        self.same_story(&next).await;
    }

    /// Both processes know the same entries, numbered without gaps.
    async fn same_story(&self, game: &str) {
        let mut stories = Vec::new();
        for process in self.processes {
            let mut client = process.client(0x10_0000 + self.round * 16 + 8).await;
            let path = format!("/api/games/{game}?after=0");
            let state = client.get(&path).await.unwrap().json();
            let entries = state["entries"].as_array().expect("entries").clone();
            let numbers: Vec<u64> = entries.iter().flat_map(|one| one["seq"].as_u64()).collect();
            assert_eq!(numbers, (1..=entries.len() as u64).collect::<Vec<_>>());
            assert_eq!(state["seq"], json!(entries.len()));
            stories.push((entries, state["moves"].clone(), state["outcome"].clone()));
        }
        assert_eq!(stories[0], stories[1], "{game}");
    }
}

fn text(value: &Value, field: &str) -> String {
    value[field]
        .as_str()
        .unwrap_or_else(|| panic!("{value}"))
        .to_owned()
}

fn race(processes: [&Process; 2], times: u32) {
    crate::run(async {
        for round in 0..times {
            Race { processes, round }.run().await;
        }
    });
}

fn on_sqlite(times: u32) {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(&file_in(folder.path()));
    race([&process, &process], times);
}

fn on_postgres(times: u32) {
    if let Some(postgres) = Postgres::shared() {
        let database = postgres.database();
        let (one, two) = (Process::start(&database), Process::start(&database));
        race([&one, &two], times);
    }
}

fn times() -> u32 {
    let wish = std::env::var("RACES").ok();
    wish.map_or(100, |wish| wish.parse().expect("RACES is a number"))
}

#[test]
fn one_gets_it_on_sqlite() {
    on_sqlite(3);
}

#[test]
fn one_gets_it_on_postgres() {
    on_postgres(3);
}

#[test]
#[ignore = "RACES says how often"]
fn one_gets_it_every_time_on_sqlite() {
    on_sqlite(times());
}

#[test]
#[ignore = "RACES says how often"]
fn one_gets_it_every_time_on_postgres() {
    on_postgres(times());
}
