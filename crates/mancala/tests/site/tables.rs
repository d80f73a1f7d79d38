//! Tables where one game follows another whatever happens to the site, and that know which moves were acknowledged.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use kalah::{Position, Rules, Side};
use tokio::task::JoinSet;

use crate::client::Client;
use crate::player::Player;

/// Many tables, playing until stopped.
pub struct Tables {
    players: JoinSet<Vec<Player>>,
    stop: Arc<AtomicBool>,
    acknowledged: Arc<AtomicUsize>,
}

impl Tables {
    /// Each asks the processes in turn, whenever one does not answer.
    pub fn start(count: u32, addresses: &[SocketAddr]) -> Tables {
        let (stop, acknowledged) = (Arc::<AtomicBool>::default(), Arc::<AtomicUsize>::default());
        let mut players = JoinSet::new();
        for number in 0..count {
            let table = Table {
                number,
                addresses: addresses.to_vec(),
                turn: number as usize,
                stop: Arc::clone(&stop),
                acknowledged: Arc::clone(&acknowledged),
            };
            players.spawn(table.play());
        }
        Tables {
            players,
            stop,
            acknowledged,
        }
    }

    /// Waits until this many more moves were acknowledged.
    pub async fn go_on(&self, moves: usize) {
        let goal = self.acknowledged.load(Ordering::Relaxed) + moves;
        crate::process::until("moves are acknowledged", async || {
            (self.acknowledged.load(Ordering::Relaxed) >= goal).then_some(())
        })
        .await;
    }

    /// All games that were played, with the moves that were acknowledged.
    pub async fn stop(self) -> Vec<Player> {
        self.stop.store(true, Ordering::Relaxed);
        self.players
            .join_all()
            .await
            .into_iter()
            .flatten()
            .collect()
    }
}

struct Table {
    number: u32,
    addresses: Vec<SocketAddr>,
    turn: usize,
    stop: Arc<AtomicBool>,
    acknowledged: Arc<AtomicUsize>,
}

impl Table {
    async fn play(mut self) -> Vec<Player> {
        let mut played: Vec<Player> = Vec::new();
        while !self.stop.load(Ordering::Relaxed) {
            let result = self.visit(&mut played).await;
            if result.is_err() {
                self.turn += 1;
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
        played
    }

    /// Plays over one connection, until it breaks.
    async fn visit(&mut self, played: &mut Vec<Player>) -> std::io::Result<()> {
        let address = self.addresses[self.turn % self.addresses.len()];
        let mut client = Client::connect(address, self.number).await?;
        while !self.stop.load(Ordering::Relaxed) {
            let chance = u64::from(self.number) << 20 | played.len() as u64;
            let next = played
                .last_mut()
                .and_then(|player| Some((player.choose()?, player)));
            let Some((pit, player)) = next else {
                // A new visitor for every game: nobody makes many.
                let visitor = self.number + 1000 * (1 + played.len() as u32);
                client = Client::connect(address, visitor).await?;
                played.push(Player::begin(&mut client, chance).await?);
                continue;
            };
            let answer = player.ask(&mut client, pit).await?;
            match answer.status {
                200 => {
                    player.made(pit);
                    self.acknowledged.fetch_add(1, Ordering::Relaxed);
                }
                503 => tokio::time::sleep(Duration::from_millis(20)).await,
                status => panic!("{status} {}", String::from_utf8_lossy(&answer.body)),
            }
        }
        Ok(())
    }
}

/// Every acknowledged move is there and in its place; at most one more was made whose acknowledgement got lost; all are legal.
pub async fn check(address: SocketAddr, played: &[Player]) {
    assert!(!played.is_empty());
    for (number, player) in played.iter().enumerate() {
        let mut client = Client::connect(address, 1 << 22 | number as u32)
            .await
            .unwrap();
        let answer = client
            .get(&format!("/api/games/{}?after=0", player.game))
            .await
            .unwrap();
        let state = answer.json();
        assert_eq!(answer.status, 200, "{state}");
        let moves: Vec<usize> = state["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|pit| pit.as_u64().unwrap() as usize)
            .collect();
        let known: Vec<usize> = player.moves.iter().map(|pit| pit.number()).collect();
        assert!(
            moves.starts_with(&known),
            "{} has {moves:?}, not {known:?}",
            player.game
        );
        assert!(
            moves.len() <= known.len() + 1,
            "{} has {moves:?}, not {known:?}",
            player.game
        );
        let start = Position::start(Rules::default(), Side::South);
        let end = moves.iter().fold(start, |position, &pit| {
            let pit = position.legal(pit).expect("a legal move");
            position.play(pit).expect("a legal move")
        });
        assert_eq!(state["position"].as_str(), Some(end.to_string().as_str()));
        let entries = state["entries"].as_array().unwrap();
        let numbers: Vec<u64> = entries
            .iter()
            .map(|entry| entry["seq"].as_u64().unwrap())
            .collect();
        let expected: Vec<u64> = (1..=entries.len() as u64).collect();
        assert_eq!(numbers, expected, "{}", player.game);
    }
}
