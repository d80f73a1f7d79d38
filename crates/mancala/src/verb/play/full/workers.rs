//! Thought that takes a while, in threads of its own: players, analyses, reviews, puzzles. A panic in one of them becomes an
//! answer.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use engine::analyse::analyse_with;
use engine::lots::Lots;
use engine::player::Player;
use engine::puzzle::{Difficulty, puzzle};
use engine::review::review_move;
use engine::search::{Solver, SolverConfig};
use engine::table::{PITS, SMALL_SEEDS, Table};
use engine::{Effort, Library};
use kalah::{BySide, Pit, Position, Record, Rules, Side};
use tui::{Reply, Ticket};

use super::Event;
use crate::args::DataArgs;
use crate::complaint;
use crate::players;
use crate::storage::{HUMAN, SEED};
use crate::verb::play::setup::{seat, seed_of_now};
use crate::wording::words;

/// Bytes for remembering positions.
const HASH: usize = 64 << 20;
/// Seeds of the endgame table that an analysis builds after its first answer: about a second's work, 86 million entries.
const TABLE_SEEDS: usize = 18;
/// An analysis answers at once, then better, then as well as it can.
const QUICK_NODES: u64 = 60_000;
const STAGES: [Duration; 2] = [Duration::from_secs(3), Duration::from_secs(45)];
/// What a move of a game under review may take.
const REVIEWED: Duration = Duration::from_secs(3);
/// Puzzles have no more seeds than that left in pits.
const PUZZLE_SEEDS: usize = 32;

pub struct Workers {
    send: Sender<Event>,
    data: DataArgs,
    library: Library,
    /// One analysis at a time has the solver; those given up let go of it within a thousandth of a second.
    solver: Arc<Mutex<Option<Prepared>>>,
    jobs: HashMap<Ticket, Arc<AtomicBool>>,
    players: Option<Players>,
}

/// The players of the game on the board, in a thread.
struct Players {
    ask: Sender<(Ticket, Box<Record>)>,
    busy: Option<Ticket>,
    /// Ends the thought of whoever thinks.
    stop: Arc<AtomicBool>,
}

impl Drop for Players {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

/// A solver and what it is good for.
struct Prepared {
    solver: Solver,
    rules: Rules,
    most_seeds: usize,
    table_seeds: usize,
}

impl Workers {
    pub fn new(send: Sender<Event>, data: DataArgs) -> Workers {
        Workers {
            send,
            data,
            library: Library::new(),
            solver: Arc::default(),
            jobs: HashMap::new(),
            players: None,
        }
    }

    /// Starts a piece of work that can be given up.
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
        // Players who were stopped have lost their thread: the next move is others' work.
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
        // Without a thread nobody answers, and the person can leave.
        let _ = std::thread::Builder::new().spawn(run);
        Players {
            ask,
            busy: None,
            stop,
        }
    }

    pub fn analyse(&mut self, ticket: Ticket, position: Position) {
        let (library, solver) = (self.library.clone(), Arc::clone(&self.solver));
        self.start(ticket, move |job| {
            let mut held = solver.lock().unwrap_or_else(PoisonError::into_inner);
            let spent = |_| job.is_stopped();
            let quick = Effort::until(&spent).at_most(QUICK_NODES);
            let first = Prepared::of(held.take(), &position, &library, SMALL_SEEDS)?;
            let first = held.insert(first);
            let mut exact = job.analysed(first, &library, &position, &quick, false);
            for (stage, time) in STAGES.into_iter().enumerate() {
                if exact || job.is_stopped() {
                    break;
                }
                let better = Prepared::of(held.take(), &position, &library, TABLE_SEEDS)?;
                let better = held.insert(better);
                let start = Instant::now();
                let spent = |part| job.is_stopped() || start.elapsed() >= time.mul_f64(part);
                let last = stage + 1 == STAGES.len();
                exact = job.analysed(better, &library, &position, &Effort::until(&spent), last);
            }
            Ok(())
        });
    }

    /// From the end, where moves are settled soonest and what is found helps with those before.
    pub fn review(&mut self, ticket: Ticket, record: Record) {
        let library = self.library.clone();
        self.start(ticket, move |job| {
            let start = record.start();
            let prepared = Prepared::of(None, start, &library, TABLE_SEEDS)?;
            let sowings: Vec<_> = record.sowings().collect();
            for (number, sowing) in (1..).zip(&sowings).collect::<Vec<_>>().into_iter().rev() {
                let begun = Instant::now();
                let spent = |part| job.is_stopped() || begun.elapsed() >= REVIEWED.mul_f64(part);
                let (book, effort) = (library.book(), Effort::until(&spent));
                let solver = &prepared.solver;
                let reviewed = review_move(
                    solver,
                    Some(book),
                    number,
                    &sowing.before,
                    sowing.pit,
                    &effort,
                );
                if job.is_stopped() {
                    break;
                }
                job.reply(Reply::Reviewed {
                    ticket: job.ticket,
                    reviewed: Box::new(reviewed),
                });
            }
            Ok(())
        });
    }

    pub fn pose(&mut self, ticket: Ticket, rules: Rules, difficulty: Difficulty, seed: u64) {
        let library = self.library.clone();
        self.start(ticket, move |job| {
            let config = SolverConfig {
                hash: HASH / 4,
                table: library.build(rules, SMALL_SEEDS, 1),
                ..SolverConfig::default()
            };
            let solver = Solver::new(rules, PUZZLE_SEEDS, &config)?;
            let mut go_on = |_| !job.is_stopped();
            let found = puzzle(&solver, rules, difficulty, &mut Lots::new(seed), &mut go_on);
            let puzzle = found.map(Box::new).ok_or_else(|| words!("tui.puzzle.none"));
            job.reply(Reply::Posed {
                ticket: job.ticket,
                puzzle,
            });
            Ok(())
        });
    }
}

/// A piece of work under way.
struct Job {
    ticket: Ticket,
    send: Sender<Event>,
    stop: Arc<AtomicBool>,
}

impl Job {
    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Nobody hears an answer when the program ends.
    fn reply(&self, reply: Reply) {
        if !self.is_stopped() {
            let _ = self.send.send(Event::Reply(reply));
        }
    }

    /// Analyses and answers; whether there is nothing left to find.
    fn analysed(
        &self,
        prepared: &Prepared,
        library: &Library,
        position: &Position,
        effort: &Effort,
        last: bool,
    ) -> bool {
        let analysis = analyse_with(&prepared.solver, Some(library.book()), position, effort);
        let exact = analysis.is_exact();
        self.reply(Reply::Analysed {
            ticket: self.ticket,
            analysis: Box::new(analysis),
            last: last || exact,
        });
        exact
    }
}

impl Prepared {
    /// A solver for a position, with a table of so many seeds at least: the one there is, if it will do.
    fn of(
        there: Option<Prepared>,
        position: &Position,
        library: &Library,
        table_seeds: usize,
    ) -> Result<Prepared> {
        let rules = position.rules();
        let seeds = usize::from(position.seeds_in_pits());
        let wanted = if rules.pits() == PITS {
            table_seeds.min(seeds.max(SMALL_SEEDS))
        } else {
            0
        };
        let fits = |there: &Prepared| {
            there.rules == rules && seeds <= there.most_seeds && wanted <= there.table_seeds
        };
        if let Some(there) = there.filter(fits) {
            return Ok(there);
        }
        let table = table(library, rules, wanted);
        let config = SolverConfig {
            hash: HASH,
            threads: players::threads(),
            table: table.clone(),
            ..SolverConfig::default()
        };
        Ok(Prepared {
            solver: Solver::new(rules, seeds, &config).context(words!("tui.no-memory"))?,
            rules,
            most_seeds: seeds,
            table_seeds: table.map_or(0, |table| table.max_seeds()).max(wanted),
        })
    }
}

/// The largest table there is, or one of this size.
fn table(library: &Library, rules: Rules, seeds: usize) -> Option<Arc<Table>> {
    let there = library.largest(rules);
    there
        .filter(|table| table.max_seeds() >= seeds)
        .or_else(|| library.build(rules, seeds, players::threads()))
}

/// Who plays for each side; none for a person.
type Seated = BySide<Option<Box<dyn Player>>>;

/// The players of a record, ready to play.
fn seated(
    record: &Record,
    data: &DataArgs,
    library: &Library,
    stop: &Arc<AtomicBool>,
) -> Result<Seated> {
    let names = BySide::of(|side| Some(seat(record, side)).filter(|&name| name != HUMAN));
    let known = names.iter().flatten().map(|name| players::parse(name));
    let known = known.collect::<Result<Vec<_>>>()?;
    let rules = record.start().rules();
    // Tables that cannot be used are named by `mancala table list`; here the game goes on without them.
    let (mut resources, _) = players::resources(&known, rules, data, players::threads())?;
    if let Some(table) = resources.library.largest(rules) {
        library.add(table);
    }
    resources.library = library.clone();
    resources.stop = Some(Arc::clone(stop));
    players::build_table_beside(library, &known, rules);
    let seed = record.tag(SEED).and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(seed_of_now);
    let lots = || Lots::child(seed, record.moves().len() as u64);
    let player = |side: Side| -> Result<Option<Box<dyn Player>>> {
        let name = names[side].map(players::parse).transpose()?;
        Ok(name.map(|known| known.player(lots(), &resources)))
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
