//! Background work in separate threads: players, analyses, reviews, puzzles. A panic in one of them becomes an
//! answer.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use engine::Library;
use engine::player::Player;
use engine::puzzle::Difficulty;
use engine::rng::Rng;
use kalah::{BySide, Pit, Position, Record, Rules, Side};
use play::{Adviser, Analysing, Hinting, Means, Posing, Reviewing, Seat, seat};
use tui::{Reply, Ticket};

use super::Event;
use crate::args::DataArgs;
use crate::complaint;
use crate::players;
use crate::verb::play::setup::seed_of_now;
use crate::wording::words;

/// Seeds of the endgame table that an analysis builds after its first answer: about a second's work, 86 million entries.
const TABLE_SEEDS: usize = 18;
/// Nodes between two checks of the clock, and the time between two answers of an analysis.
const STEP: u64 = 50_000;
const PAUSE: Duration = Duration::from_millis(300);

pub struct Workers {
    send: Sender<Event>,
    data: DataArgs,
    library: Library,
    /// One analysis at a time has the adviser; a cancelled one releases it within a moment.
    adviser: Arc<Mutex<Adviser>>,
    jobs: HashMap<Ticket, Arc<AtomicBool>>,
    players: Option<Players>,
}

/// The players of the game on the board, in a thread.
struct Players {
    ask: Sender<(Ticket, Box<Record>)>,
    busy: Option<Ticket>,
    /// Stops the running search.
    stop: Arc<AtomicBool>,
}

impl Drop for Players {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

impl Workers {
    pub fn new(send: Sender<Event>, data: DataArgs) -> Workers {
        let library = Library::new();
        let means = Means {
            threads: players::threads(),
            table_seeds: TABLE_SEEDS,
        };
        Workers {
            send,
            data,
            adviser: Arc::new(Mutex::new(Adviser::new(&library, means))),
            library,
            jobs: HashMap::new(),
            players: None,
        }
    }

    /// Starts a piece of work that can be cancelled.
    fn start(&mut self, ticket: Ticket, work: impl FnOnce(&Job) -> Result<()> + Send + 'static) {
        self.jobs.retain(|_, stop| Arc::strong_count(stop) > 1);
        let job = Job {
            ticket,
            send: self.send.clone(),
            stop: Arc::default(),
        };
        self.jobs.insert(ticket, Arc::clone(&job.stop));
        let run = move || {
            let done = catch_unwind(AssertUnwindSafe(|| work(&job)));
            let problem = match done {
                Ok(Ok(())) => return,
                Ok(Err(error)) => complaint::causes(&error),
                Err(_) => words!("tui.failed"),
            };
            job.reply(Reply::Trouble(problem));
        };
        if let Err(error) = std::thread::Builder::new().spawn(run) {
            let trouble = Reply::Trouble(error.to_string());
            let _ = self.send.send(Event::Reply(trouble));
        }
    }

    pub fn cancel(&mut self, ticket: Ticket) {
        if let Some(stop) = self.jobs.remove(&ticket) {
            stop.store(true, Relaxed);
        }
        // Players who were stopped have lost their thread: the next move is computed by new ones.
        if self
            .players
            .as_ref()
            .is_some_and(|players| players.busy == Some(ticket))
        {
            self.players = None;
        }
    }

    pub fn forget_players(&mut self) {
        self.players = None;
    }

    pub fn think(&mut self, ticket: Ticket, record: Box<Record>) {
        let players = self.players.take();
        let mut players = players.unwrap_or_else(|| self.seat_players(&record));
        players.busy = Some(ticket);
        let _ = players.ask.send((ticket, record));
        self.players = Some(players);
    }

    fn seat_players(&self, record: &Record) -> Players {
        let (ask, asked) = channel::<(Ticket, Box<Record>)>();
        let (send, data, library) = (self.send.clone(), self.data.clone(), self.library.clone());
        let start = record.clone();
        let stop = Arc::<AtomicBool>::default();
        let stopped = Arc::clone(&stop);
        let run = move || {
            let mut seats = None;
            for (ticket, record) in asked {
                let choose = || {
                    let players = match &mut seats {
                        Some(players) => players,
                        None => seats.insert(seated(&start, &data, &library, &stopped)?),
                    };
                    chosen(players, &record)
                };
                let pit = match catch_unwind(AssertUnwindSafe(choose)) {
                    Ok(pit) => pit.map_err(|error| complaint::causes(&error)),
                    Err(_) => Err(words!("tui.failed")),
                };
                if send
                    .send(Event::Reply(Reply::Moved { ticket, pit }))
                    .is_err()
                {
                    return;
                }
            }
        };
        // Without a thread there is no answer, and the person can leave.
        let _ = std::thread::Builder::new().spawn(run);
        Players {
            ask,
            busy: None,
            stop,
        }
    }

    pub fn analyse(&mut self, ticket: Ticket, position: Position) {
        let (library, adviser) = (self.library.clone(), Arc::clone(&self.adviser));
        self.start(ticket, move |job| {
            let mut analysing = Analysing::new(&position, &library);
            let mut told = Instant::now();
            if analysing.is_exact() {
                job.analysed(&analysing, false);
            }
            let mut adviser = adviser.lock().unwrap_or_else(PoisonError::into_inner);
            let mut first = true;
            while !job.is_stopped() {
                let last = analysing
                    .step(&mut adviser, STEP)
                    .context(words!("tui.no-memory"))?;
                if last || first || told.elapsed() >= PAUSE {
                    job.analysed(&analysing, last);
                    told = Instant::now();
                    first = false;
                }
                if last {
                    break;
                }
            }
            Ok(())
        });
    }

    pub fn hint(&mut self, ticket: Ticket, position: Position) {
        let library = self.library.clone();
        self.start(ticket, move |job| {
            let mut hinting = Hinting::new(&position, &library);
            while !job.is_stopped() {
                if !hinting.step().context(words!("tui.no-memory"))? {
                    continue;
                }
                if let Some(hint) = hinting.hint().map(Box::new) {
                    job.reply(Reply::Hinted { ticket, hint });
                }
                break;
            }
            Ok(())
        });
    }

    pub fn review(&mut self, ticket: Ticket, record: Record) {
        let library = self.library.clone();
        self.start(ticket, move |job| {
            let Some(mut reviewing) = Reviewing::new(record, &library) else {
                return Ok(());
            };
            while !job.is_stopped() && !reviewing.is_done() {
                let judged = reviewing.step().context(words!("tui.no-memory"))?;
                if let Some(reviewed) = judged.cloned().map(Box::new) {
                    job.reply(Reply::Reviewed {
                        ticket: job.ticket,
                        reviewed,
                        last: reviewing.is_done(),
                    });
                }
            }
            Ok(())
        });
    }

    pub fn pose(&mut self, ticket: Ticket, rules: Rules, difficulty: Difficulty, seed: u64) {
        let library = self.library.clone();
        self.start(ticket, move |job| {
            let mut posing = Posing::new(rules, difficulty, seed, &library);
            while !job.is_stopped() && !posing.step(STEP).context(words!("tui.no-memory"))? {}
            let found = posing.found().map(Box::new);
            job.reply(Reply::Posed {
                ticket: job.ticket,
                puzzle: found.ok_or_else(|| words!("tui.puzzle.none")),
            });
            Ok(())
        });
    }
}

/// A piece of work in progress.
struct Job {
    ticket: Ticket,
    send: Sender<Event>,
    stop: Arc<AtomicBool>,
}

impl Job {
    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Nobody receives an answer when the program ends.
    fn reply(&self, reply: Reply) {
        if !self.is_stopped() {
            let _ = self.send.send(Event::Reply(reply));
        }
    }

    fn analysed(&self, analysing: &Analysing, last: bool) {
        self.reply(Reply::Analysed {
            ticket: self.ticket,
            analysis: Box::new(analysing.analysis()),
            last,
        });
    }
}

/// The player of each side; `None` for a person.
type Seated = BySide<Option<Box<dyn Player>>>;

/// The players of a record, ready to play.
fn seated(
    record: &Record,
    data: &DataArgs,
    library: &Library,
    stop: &Arc<AtomicBool>,
) -> Result<Seated> {
    let seats = seat::both(record);
    let known = seats.iter().filter_map(Seat::player).map(players::parse);
    let known = known.collect::<Result<Vec<_>>>()?;
    let rules = record.start().rules();
    // Unusable tables are named by `mancala table list`; here the game continues without them.
    let (mut resources, _) = players::resources(&known, rules, data, players::threads())?;
    if let Some(table) = resources.library.largest(rules) {
        library.add(table);
    }
    resources.library = library.clone();
    resources.stop = Some(Arc::clone(stop));
    players::build_table_beside(library, &known, rules);
    let seed = seat::seed(record).unwrap_or_else(seed_of_now);
    let rng = || Rng::child(seed, record.moves().len() as u64);
    let player = |side: Side| -> Result<Option<Box<dyn Player>>> {
        let name = seats[side].player().map(players::parse).transpose()?;
        Ok(name.map(|known| known.player(rng(), &resources)))
    };
    Ok(BySide::new(player(Side::South)?, player(Side::North)?))
}

fn chosen(players: &mut Seated, record: &Record) -> Result<Pit> {
    let side = record.position().to_move();
    let player = players[side]
        .as_mut()
        .context("a computer's turn has a player")?;
    Ok(player.choose(record)?)
}
