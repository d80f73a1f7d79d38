//! Plays many games at once over the API, and reports how long moves take to be acknowledged and to be shown.
//!
//! ```text
//! mancala serve --no-open --behind-proxy --port 2030 --database /tmp/load.sqlite &
//! cargo run --release -p server --example load -- --url 127.0.0.1:2030 --games 200 --rate 2000 --seconds 20
//! cargo run --release -p server --example load -- --url 127.0.0.1:2030 --games 200 --rate 200 --sockets 2000
//! ```
//!
//! `--rate 0` plays as fast as answers come. `--watch` names another process of the same site, where the sockets are opened.
//! `--pid` is the process whose memory and processor time are shown. The site must be set up for a proxy in front: every game is a separate visitor's.

mod client;
mod player;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::JoinSet;

use client::Client;
use player::Player;

struct Plan {
    url: SocketAddr,
    watch: SocketAddr,
    games: u32,
    sockets: u32,
    /// Moves per second, over all games.
    rate: u32,
    seconds: u64,
    pid: Option<u32>,
}

fn plan() -> Result<Plan, String> {
    let mut plan = Plan {
        url: ([127, 0, 0, 1], 2023).into(),
        watch: ([127, 0, 0, 1], 0).into(),
        games: 200,
        sockets: 0,
        rate: 0,
        seconds: 10,
        pid: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(name) = words.next() {
        let value = words
            .next()
            .ok_or_else(|| format!("{name} needs a value"))?;
        let wrong = |error: String| format!("{name} {value}: {error}");
        let number = || {
            value
                .parse::<u32>()
                .map_err(|error| wrong(error.to_string()))
        };
        let address = || {
            value
                .parse()
                .map_err(|_| wrong("an address is like 127.0.0.1:2023".to_owned()))
        };
        match name.as_str() {
            "--url" => plan.url = address()?,
            "--watch" => plan.watch = address()?,
            "--games" => plan.games = number()?.max(1),
            "--sockets" => plan.sockets = number()?,
            "--rate" => plan.rate = number()?,
            "--seconds" => plan.seconds = number()?.into(),
            "--pid" => plan.pid = Some(number()?),
            _ => return Err(format!("{name} is unknown")),
        }
    }
    if plan.watch.port() == 0 {
        plan.watch = plan.url;
    }
    Ok(plan)
}

/// The measurements, in microseconds.
#[derive(Default)]
struct Times(Mutex<Vec<u32>>);

impl Times {
    fn add(&self, time: Duration) {
        let micros = u32::try_from(time.as_micros()).unwrap_or(u32::MAX);
        self.0
            .lock()
            .expect("nobody panics holding it")
            .push(micros);
    }

    fn show(&self, what: &str, seconds: f64) {
        let mut times = self.0.lock().expect("nobody panics holding it");
        times.sort_unstable();
        let at = |share: f64| {
            let index = (times.len() as f64 * share) as usize;
            let micros = times.get(index.min(times.len().saturating_sub(1)));
            f64::from(micros.copied().unwrap_or_default()) / 1000.0
        };
        println!(
            "{what}: {} in {seconds:.1} s, {:.0}/s; median {:.1} ms, 99 % {:.1} ms, 99.9 % {:.1} ms, longest {:.1} ms",
            times.len(),
            times.len() as f64 / seconds,
            at(0.5),
            at(0.99),
            at(0.999),
            at(1.0)
        );
    }
}

/// A table at which one game follows another, with what its watchers need: the game, and when each move was sent.
type Current = (String, Arc<Mutex<Vec<Instant>>>);

#[tokio::main]
async fn main() {
    let plan = match plan() {
        Ok(plan) => Arc::new(plan),
        Err(problem) => {
            eprintln!("{problem}");
            std::process::exit(2);
        }
    };
    let mut first = Client::connect(plan.url, 0)
        .await
        .expect("somebody listens there");
    let about = first.get("/api").await.expect("it answers").json();
    println!(
        "{} {}: {} games, {} moves/s wanted, {} sockets",
        about["name"].as_str().unwrap_or("?"),
        about["version"].as_str().unwrap_or("?"),
        plan.games,
        plan.rate,
        plan.sockets
    );
    let (asked, shown) = (Arc::new(Times::default()), Arc::new(Times::default()));
    let (start, begin) = watch::channel(None);
    let (mut tables, mut sockets) = (JoinSet::new(), JoinSet::new());
    let (mut ready, mut tellers) = (Vec::new(), Vec::new());
    for number in 0..plan.games {
        let mut client = first.another(number).await.expect("the site answers");
        let player = Player::begin(&mut client, u64::from(number) + 1).await;
        let player = player.expect("a game can be made");
        let (teller, current) = watch::channel((player.game.clone(), Arc::default()));
        let (plan, times, begin) = (Arc::clone(&plan), Arc::clone(&asked), begin.clone());
        tables.spawn(play(
            plan,
            number,
            client,
            player,
            teller.clone(),
            times,
            begin,
        ));
        ready.push(current);
        tellers.push(teller);
    }
    for number in 0..plan.sockets {
        let current = ready[(number % plan.games) as usize].clone();
        sockets.spawn(look(plan.watch, number, current, Arc::clone(&shown)));
        if number % 50 == 49 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    usage(&plan, "before");
    let began = Instant::now();
    start.send_replace(Some(began));
    let failures: usize = tables.join_all().await.into_iter().sum();
    let seconds = began.elapsed().as_secs_f64();
    tokio::time::sleep(Duration::from_millis(500)).await;
    asked.show("moves acknowledged", seconds);
    if plan.sockets > 0 {
        // A lost connection ends the watcher.
        while sockets.try_join_next().is_some() {}
        println!("sockets: {} of {} still open", sockets.len(), plan.sockets);
        shown.show("moves shown", seconds);
    }
    usage(&plan, "after");
    if failures > 0 {
        println!("failed requests: {failures}");
        std::process::exit(1);
    }
}

/// One table until the time is over. Returns the number of failed requests.
async fn play(
    plan: Arc<Plan>,
    number: u32,
    mut client: Client,
    mut player: Player,
    teller: watch::Sender<Current>,
    times: Arc<Times>,
    mut begin: watch::Receiver<Option<Instant>>,
) -> usize {
    let Ok(Some(began)) = begin.wait_for(Option::is_some).await.map(|began| *began) else {
        return 1;
    };
    let between = match plan.rate {
        0 => Duration::ZERO,
        rate => Duration::from_secs(1) * plan.games / rate,
    };
    let (mut wanted, mut failures) = (began + between * number / plan.games, 0);
    let mut sent = Arc::clone(&teller.borrow().1);
    while wanted.duration_since(began).as_secs() < plan.seconds {
        tokio::time::sleep_until(wanted.into()).await;
        let Some(pit) = player.choose() else {
            match Player::begin(&mut client, u64::from(number) + 1).await {
                Ok(next) => player = next,
                Err(_) => return failures + 1,
            }
            sent = Arc::default();
            teller.send_replace((player.game.clone(), Arc::clone(&sent)));
            continue;
        };
        sent.lock().expect("nobody panics holding it").push(wanted);
        match player.ask(&mut client, pit).await {
            Ok(answer) if answer.status == 200 => player.made(pit),
            _ => failures += 1,
        }
        times.add(wanted.elapsed());
        // A late client does not catch up in a burst; the delay is counted.
        wanted = match plan.rate {
            0 => Instant::now(),
            _ => wanted + between,
        };
    }
    failures
}

/// One socket at a table, from game to game.
async fn look(
    address: SocketAddr,
    number: u32,
    mut current: watch::Receiver<Current>,
    times: Arc<Times>,
) -> Option<()> {
    const BEFORE_MOVES: usize = 3;
    loop {
        let (game, sent) = current.borrow_and_update().clone();
        let client = Client::connect(address, (1 << 20) + number).await.ok()?;
        let mut socket = client.watch(&game, 0).await.ok()?;
        let mut known = None;
        loop {
            let text = tokio::select! {
                text = socket.next() => text.ok()??,
                changed = current.changed() => {
                    changed.ok()?;
                    break;
                }
            };
            let seq = number_after(&text, "\"state\":{\"game\":", "\"seq\":")?;
            let moves = seq.saturating_sub(BEFORE_MOVES);
            if let Some(known) = known {
                let sent = sent.lock().expect("nobody panics holding it");
                for asked in sent.iter().take(moves).skip(known) {
                    times.add(asked.elapsed());
                }
            }
            known = Some(moves);
        }
    }
}

/// The number that follows two marks.
fn number_after(text: &str, first: &str, second: &str) -> Option<usize> {
    let rest = &text[text.find(first)?..];
    let rest = &rest[rest.find(second)? + second.len()..];
    let digits = rest.split(|letter: char| !letter.is_ascii_digit()).next()?;
    digits.parse().ok()
}

/// Processor time and memory of the site's process so far.
fn usage(plan: &Plan, when: &str) {
    let Some(pid) = plan.pid else {
        return;
    };
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let resident = status.lines().find(|line| line.starts_with("VmRSS"));
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // In hundredths of a second, the 14th and 15th field; the second is a name in brackets.
    let fields = stat.rsplit(')').next().unwrap_or_default().split(' ');
    let ticks: Vec<u64> = fields.skip(12).take(2).flat_map(str::parse).collect();
    let seconds = ticks.iter().sum::<u64>() as f64 / 100.0;
    let resident = resident.unwrap_or("unknown memory");
    println!("{when}: {resident}, {seconds:.2} s of processor time");
}
