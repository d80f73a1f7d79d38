//! Longer attacks, and how much honest people notice of them. A short one of each in CI;
//! `SIEGE=30 cargo test --release -p mancala --test site siege -- --ignored --nocapture` attacks for 30 seconds each, and reports how
//! long honest moves took meanwhile.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use kalah::{BySide, Side};

use crate::client::Client;
use crate::player::Player;
use crate::process::{Process, file_in};

/// An attacker's repeated action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attack {
    /// No attack: how honest people experience the machine.
    Nothing,
    /// Unsolicited frames on a socket.
    Pongs,
    /// Frames without content, of a message that never ends.
    Continuations,
    Renames,
    /// All entries of a game.
    Entries,
    Rematches,
    /// Open games.
    Lobby,
    /// Every request from another made-up network.
    Networks,
    Analyses,
    Readiness,
    Lists,
    Pictures,
    /// Connections with half a request.
    Halves,
    Guesses,
}

impl Attack {
    /// Peace first: the others are compared with it.
    const ALL: [Attack; 14] = [
        Attack::Nothing,
        Attack::Pongs,
        Attack::Continuations,
        Attack::Renames,
        Attack::Entries,
        Attack::Rematches,
        Attack::Lobby,
        Attack::Networks,
        Attack::Analyses,
        Attack::Readiness,
        Attack::Lists,
        Attack::Pictures,
        Attack::Halves,
        Attack::Guesses,
    ];

    /// Whether attackers are told to stop sooner or later.
    fn is_refused(self) -> bool {
        use Attack::{Halves, Networks, Nothing, Pictures, Readiness};
        // In a development build pictures take as long as an allowance needs to come back.
        ![Nothing, Networks, Readiness, Halves, Pictures].contains(&self)
    }
}

/// All attackers of one attack have one address, unless the attack uses many.
const ATTACKER: u32 = 0xbad00;
const ATTACKERS: u32 = 10;
const POSITION: &str = "6,6,6,6,6,6,0/6,6,6,6,6,6,0+s&rules=seeds%3D6";

/// The state shared by all attackers of one attack.
#[derive(Default)]
struct Count {
    asked: AtomicUsize,
    refused: AtomicUsize,
    stop: AtomicBool,
}

struct Attacker {
    attack: Attack,
    site: SocketAddr,
    /// A game of others.
    game: String,
    number: u32,
    round: u32,
    count: Arc<Count>,
    held: Vec<Client>,
}

impl Attacker {
    async fn work(mut self) {
        while !self.count.stop.load(Ordering::Relaxed) {
            if self.visit().await.is_err() {
                self.count.refused.fetch_add(1, Ordering::Relaxed);
                // Others run on this thread.
                tokio::task::yield_now().await;
            }
        }
    }

    /// One connection, until it breaks or achieves nothing more.
    async fn visit(&mut self) -> io::Result<()> {
        let mut client = Client::connect(self.site, ATTACKER + self.attack as u32).await?;
        let mut prey = self.begin(&mut client).await?;
        while !self.count.stop.load(Ordering::Relaxed) {
            let status = self.once(&mut client, prey.as_mut()).await?;
            self.count.asked.fetch_add(1, Ordering::Relaxed);
            if status >= 400 {
                self.count.refused.fetch_add(1, Ordering::Relaxed);
            }
            self.round += 1;
        }
        Ok(())
    }

    /// What has to be there before.
    async fn begin(&self, client: &mut Client) -> io::Result<Option<Player>> {
        match self.attack {
            Attack::Pongs | Attack::Continuations => {
                let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                               Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
                let live = format!("/api/games/{}/live", self.game);
                let opened = client.ask("GET", &live, upgrade, "").await?;
                if opened.status != 101 {
                    return Err(io::Error::other(opened.head));
                }
                if self.attack == Attack::Continuations {
                    // A text that goes on.
                    client.send(&[0x01, 0x81, 0, 0, 0, 0, b'x']).await?;
                }
                Ok(None)
            }
            Attack::Renames | Attack::Rematches => {
                Player::begin(client, self.number.into()).await.map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The status of the answer; 0 if there is none to wait for.
    async fn once(&mut self, client: &mut Client, prey: Option<&mut Player>) -> io::Result<u16> {
        let path = match (self.attack, prey) {
            (Attack::Nothing, _) => {
                tokio::time::sleep(Duration::from_millis(10)).await;
                return Ok(0);
            }
            (Attack::Pongs, _) => {
                client.send(&[0x8a, 0x80, 0, 0, 0, 0].repeat(100)).await?;
                return Ok(0);
            }
            (Attack::Continuations, _) => {
                client.send(&[0x00, 0x80, 0, 0, 0, 0].repeat(100)).await?;
                return Ok(0);
            }
            (Attack::Halves, _) => return self.hold_another().await,
            (Attack::Renames, Some(player)) => {
                let path = format!("/api/games/{}/rename", player.game);
                let body = format!(r#"{{"name":"Mallory {}"}}"#, self.round);
                let answer = client.post(&path, &player.secrets[Side::South], &body);
                return Ok(answer.await?.status);
            }
            (Attack::Rematches, Some(player)) => return rematch(client, player).await,
            (Attack::Lobby, _) => {
                let made = client.post("/api/games", "", r#"{"open":true}"#).await?;
                return Ok(made.status);
            }
            (Attack::Networks, _) => return self.come_from_elsewhere(client).await,
            (Attack::Guesses, _) => {
                let body = format!(r#"{{"secret":"{:022}"}}"#, self.round);
                let path = format!("/api/games/{}/seat", self.game);
                return Ok(client.post(&path, "", &body).await?.status);
            }
            (Attack::Entries, _) => format!("/api/games/{}?after=0", self.game),
            (Attack::Analyses, _) => format!("/api/analysis?position={POSITION}&time=1000"),
            (Attack::Readiness, _) => "/readyz".to_owned(),
            (Attack::Pictures, _) => format!("/api/picture.png?position={POSITION}"),
            (Attack::Lists | Attack::Renames | Attack::Rematches, _) => "/api/games".to_owned(),
        };
        Ok(client.get(&path).await?.status)
    }

    async fn hold_another(&mut self) -> io::Result<u16> {
        if self.held.len() == 50 {
            self.held.clear();
        }
        let mut client = Client::connect(self.site, ATTACKER + self.attack as u32).await?;
        client.send(b"GET /api HT").await?;
        self.held.push(client);
        Ok(0)
    }

    async fn come_from_elsewhere(&self, client: &mut Client) -> io::Result<u16> {
        let (high, low) = (self.round >> 16, self.round & 0xffff);
        // The last one counts.
        let from = format!(
            "X-Forwarded-For: 2001:db{:x}:{low:x}:{high:x}::1\r\n",
            self.number
        );
        Ok(client.ask("GET", "/api", &from, "").await?.status)
    }
}

/// One game more between the same two.
async fn rematch(client: &mut Client, player: &mut Player) -> io::Result<u16> {
    let path = format!("/api/games/{}", player.game);
    for (verb, side) in [("resign", Side::South), ("rematch", Side::South)] {
        client
            .post(&format!("{path}/{verb}"), &player.secrets[side], "")
            .await?;
    }
    let accepted = client
        .post(&format!("{path}/rematch"), &player.secrets[Side::North], "")
        .await?;
    if let Some(next) = accepted.json()["next"].as_str() {
        player.game = next.to_owned();
        let secrets = &player.secrets;
        player.secrets = BySide::new(secrets[Side::North].clone(), secrets[Side::South].clone());
    }
    Ok(accepted.status)
}

/// How long moves took.
struct Waits {
    median: Duration,
    /// Of 99 %.
    most: Duration,
    longest: Duration,
}

/// People who only want to play, and their waiting times.
struct Honest {
    site: SocketAddr,
    client: Client,
    game: Player,
    visitor: u32,
    waited: Vec<Duration>,
    newcomers: usize,
}

impl Honest {
    async fn start(site: SocketAddr) -> Honest {
        let visitor = 0x1_0000;
        let mut client = Client::connect(site, visitor).await.unwrap();
        Honest {
            game: Player::begin(&mut client, 1).await.unwrap(),
            site,
            client,
            visitor,
            waited: Vec::new(),
            newcomers: 0,
        }
    }

    /// A move, by the next two people if the game is over.
    async fn moves(&mut self) {
        let Some(pit) = self.game.choose() else {
            self.visitor += 1;
            self.client = Client::connect(self.site, self.visitor).await.unwrap();
            let begun = Player::begin(&mut self.client, self.visitor.into()).await;
            self.game = begun.expect("newcomers can play");
            self.newcomers += 1;
            return;
        };
        let start = Instant::now();
        let answer = self.game.ask(&mut self.client, pit).await.unwrap();
        assert_eq!(answer.status, 200, "{}", answer.json());
        self.waited.push(start.elapsed());
        self.game.made(pit);
    }

    /// A position is analysed for somebody who has not asked for one before.
    async fn analyses(&mut self) {
        self.visitor += 1;
        let mut client = Client::connect(self.site, self.visitor).await.unwrap();
        let path = format!("/api/analysis?position={POSITION}&time=100");
        let start = Instant::now();
        let answer = client.get(&path).await.unwrap();
        assert_eq!(answer.status, 200, "{}", answer.json());
        // Behind all that the attackers wait for it would be 45 seconds.
        let waited = start.elapsed();
        assert!(waited < Duration::from_secs(30), "{waited:?}");
    }

    fn waits(&mut self) -> Waits {
        self.waited.sort_unstable();
        let at = |share: f64| {
            let index = (self.waited.len() as f64 * share) as usize;
            let waited = self.waited.get(index.min(self.waited.len() - 1));
            waited.copied().unwrap_or_default()
        };
        Waits {
            median: at(0.5),
            most: at(0.99),
            longest: at(1.0),
        }
    }

    fn says(&self, attack: Attack, waits: &Waits, count: &Count) -> String {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let (asked, refused) = (&count.asked, &count.refused);
        format!(
            "{attack:?}: {} honest moves, median {:.1} ms, 99 % {:.1} ms, longest {:.1} ms; {} new games; attacked {} times, refused {}\n",
            self.waited.len(),
            ms(waits.median),
            ms(waits.most),
            ms(waits.longest),
            self.newcomers,
            asked.load(Ordering::Relaxed),
            refused.load(Ordering::Relaxed),
        )
    }
}

/// Attackers on a separate thread, so that honest people do not wait for them but for the site.
fn attackers(
    attack: Attack,
    site: SocketAddr,
    game: &str,
    count: &Arc<Count>,
) -> thread::JoinHandle<()> {
    let attacker = |number| Attacker {
        attack,
        site,
        game: game.to_owned(),
        number,
        round: 0,
        count: Arc::clone(count),
        held: Vec::new(),
    };
    let all: Vec<Attacker> = (0..ATTACKERS).map(attacker).collect();
    thread::spawn(move || {
        crate::run(async {
            let all = all.into_iter().map(Attacker::work);
            all.collect::<tokio::task::JoinSet<()>>().join_all().await;
        });
    })
}

async fn besiege(site: SocketAddr, attack: Attack, time: Duration) -> Waits {
    let mut honest = Honest::start(site).await;
    let count = Arc::<Count>::default();
    let attackers = attackers(attack, site, &honest.game.game, &count);
    let start = Instant::now();
    let is_over = || {
        let refused = count.refused.load(Ordering::Relaxed) > 0;
        start.elapsed() >= time && (refused || !attack.is_refused())
    };
    while !is_over() {
        assert!(
            start.elapsed() < time + Duration::from_secs(60),
            "{attack:?} is not refused"
        );
        honest.moves().await;
        // As often as one visitor may.
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    if attack == Attack::Analyses {
        honest.analyses().await;
    }
    count.stop.store(true, Ordering::Relaxed);
    attackers
        .join()
        .expect("attackers only fail to get what they want");
    let waits = honest.waits();
    // Not by a macro: the harness would hide it.
    let _ = io::stderr().write_all(honest.says(attack, &waits, &count).as_bytes());
    waits
}

/// How long people had to wait in each attack; the first is none.
fn besiege_all(time: Duration) -> Vec<(Attack, Waits)> {
    let folder = tempfile::tempdir().unwrap();
    let process = Process::start(&file_in(folder.path()));
    let besieged = Attack::ALL.map(|attack| {
        let waits = crate::run(besiege(process.address, attack, time));
        (attack, waits)
    });
    besieged.into()
}

#[test]
fn honest_people_play_on() {
    for (attack, waits) in besiege_all(Duration::from_millis(300)) {
        let longest = waits.longest;
        assert!(longest < Duration::from_secs(30), "{attack:?}: {longest:?}");
    }
}

#[test]
#[ignore = "SIEGE says for how many seconds each"]
fn honest_people_play_on_for_long() {
    let wish = std::env::var("SIEGE").ok();
    let seconds = wish.map_or(10, |wish| wish.parse().expect("SIEGE is seconds"));
    let besieged = besiege_all(Duration::from_secs(seconds));
    // A machine that has other work to do is slow without an attack too.
    let (_, peace) = &besieged[0];
    for (attack, waits) in &besieged {
        let Waits {
            median, longest, ..
        } = waits;
        let bound = peace.median * 10 + Duration::from_millis(30);
        assert!(*median < bound, "{attack:?}: median {median:?}");
        let bound = peace.longest * 10 + Duration::from_secs(3);
        assert!(*longest < bound, "{attack:?}: {longest:?}");
    }
}
