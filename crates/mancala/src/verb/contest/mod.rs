//! `mancala match`: many games between two players, or of everyone against everyone.

mod report;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use engine::Effort;
use engine::book::Book;
use engine::contest::{Contest, Decision, Sprt, Tally, side_of_first};
use engine::cost::{self, Cost};
use engine::player::{PlayerError, PlayerSpec, Resources};
use engine::rng::Rng;
use engine::search::Solver;
use kalah::{Position, Record, Rules, Side};

use crate::args::RuleArgs;
use crate::files::{self, Draft};
use crate::interrupt;
use crate::phase::Phase;
use crate::players::{self, Known};
use crate::solving::SolverArgs;
use crate::tables::Tables;
use crate::ui::{Answer, Ui};
use crate::wording::count;

/// Games come in pairs: both begin with the same opening, and the players change sides. Ctrl-C stops the match and prints
/// what was played so far.
///
/// Exit code 0 if all games were played, 1 if the match was stopped; with --sprt 0 if ELO1 was accepted, else 1.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Two players, or more for a round robin; `mancala players` lists them
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,
    /// Games of each pair of players; sides alternate [default: 100; two for each opening of a file; with --sprt at most 100000]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: Option<u64>,
    /// How games begin: none; random:K for K random moves, the same for both games of a pair; or file:FILE for the positions in a file, one per line, a pair of games for each
    #[arg(long, default_value = "none", value_name = "OPENING")]
    openings: Openings,
    /// Random seed; the same seed gives the same result
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Sequential test: play until it is clear whether the first player is stronger by ELO1 or only by ELO0, e.g. 0,10; error probabilities may follow: 0,10,0.05,0.05
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Write the records of all games to this file, also when stopped early
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Solve every position of every game, and report what a move of each player costs on average against best play
    #[arg(long)]
    cost: bool,
    /// Print JSON, one object for each pair of players
    #[arg(long)]
    json: bool,
    /// Print CSV, one row for each pair of players
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    solver: SolverArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

/// How games begin.
#[derive(Clone, Debug)]
enum Openings {
    /// With this many random moves.
    Random(u32),
    /// With the positions of a file.
    File(PathBuf),
}

impl Openings {
    fn random_moves(&self) -> u32 {
        match self {
            Openings::Random(moves) => *moves,
            Openings::File(_) => 0,
        }
    }

    /// The positions of the file: one per line; empty lines and lines that begin with # are passed over.
    fn positions(&self, args: &RuleArgs, rules: Rules) -> Result<Vec<Position>> {
        let Openings::File(path) = self else {
            return Ok(Vec::new());
        };
        let text = files::read_text(path)?;
        let lines = (1..).zip(text.lines().map(str::trim));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let read = |(number, line): (usize, &str)| {
            let place = || format!("{}, line {number}", path.display());
            let position = args.position(Some(line), Side::South).with_context(place)?;
            if position.rules().pits() != rules.pits() {
                bail!(
                    "{}: this position has {} pits per side, the match {}",
                    place(),
                    position.rules().pits(),
                    rules.pits()
                );
            }
            if position.is_over() {
                bail!("{}: the game is over in this position", place());
            }
            Ok(position)
        };
        let positions: Vec<Position> = lines.map(read).collect::<Result<_>>()?;
        if positions.is_empty() {
            bail!("{} holds no positions", path.display());
        }
        Ok(positions)
    }
}

impl FromStr for Openings {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Openings> {
        const MOST: u32 = 1000;
        if text == "none" {
            return Ok(Openings::Random(0));
        }
        if let Some(path) = text.strip_prefix("file:") {
            return Ok(Openings::File(path.into()));
        }
        let moves = text
            .strip_prefix("random:")
            .and_then(|count| count.parse().ok());
        match moves {
            Some(moves) if moves <= MOST => Ok(Openings::Random(moves)),
            _ => bail!("openings are 'none', 'random:K' with K from 0 to {MOST}, or 'file:FILE'"),
        }
    }
}

const GAMES: u64 = 100;
/// A sequential test ends by itself nearly always; if not, it ends here.
const MOST_GAMES_OF_A_TEST: u64 = 100_000;

/// Two players and their results.
struct Pairing<'a> {
    first: &'a str,
    second: &'a str,
    tally: Tally,
    seconds: f64,
    /// The costs of both sides' moves, if requested.
    costs: Option<[Cost; 2]>,
    sprt: Option<Sprt>,
}

/// The saved tables are inputs: records must not replace one.
fn keep_apart(args: &Args) -> Result<()> {
    let (Some(records), Ok(folder)) = (&args.records, args.solver.data.folder()) else {
        return Ok(());
    };
    let tables = Tables::new(&folder).list()?;
    let inputs: Vec<&Path> = tables.iter().map(|kept| kept.path.as_path()).collect();
    files::keep_apart(&inputs, &[records])
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    keep_apart(args)?;
    let specs = args.players.iter().map(|name| players::parse(name));
    let specs = specs.collect::<Result<Vec<_>>>()?;
    let pairs = specs.len() * (specs.len() - 1) / 2;
    if args.sprt.is_some() && pairs > 1 {
        bail!("--sprt compares two players, not {}", specs.len());
    }
    let usual = args.sprt.map_or(GAMES, |_| MOST_GAMES_OF_A_TEST);
    let rules = args.rules.rules()?;
    let openings = args.openings.positions(&args.rules, rules)?;
    // A pair of games for each of them by default.
    let usual = match openings.len() {
        0 => usual,
        openings if args.sprt.is_none() => 2 * openings as u64,
        _ => usual,
    };
    let contest = Contest {
        rules,
        games: args.games.unwrap_or(usual),
        openings,
        random_opening: args.openings.random_moves(),
        seed: args.seed,
    };
    let start = Position::start(contest.rules, Side::South);
    specs.iter().try_for_each(|spec| spec.check(&start))?;
    let threads = args.solver.threads();
    let (resources, complaints) =
        players::resources(&specs, contest.rules, &args.solver.data, threads)?;
    for complaint in complaints {
        writeln!(ui.err, "{complaint}")?;
    }
    players::build_table(&resources.library, &specs, contest.rules, threads);
    let seeds = 2 * contest.rules.pits() as u16 * contest.rules.seeds();
    let solver = match args.cost {
        true => Some(args.solver.solver(contest.rules, seeds, None, ui)?),
        false => None,
    };
    let mut event = Event {
        args,
        specs: &specs,
        contest: &contest,
        resources,
        solver,
        phase: Phase::count("games", contest.games * pairs as u64),
        records: args.records.as_deref().map(Draft::new).transpose()?,
    };
    let pairings = event.play()?;
    drop(event.phase);
    event.records.map_or(Ok(()), Draft::keep)?;
    report::print(args, &contest, &pairings, ui)?;
    answer(&contest, &pairings, pairs, ui)
}

/// Reports games that were not played.
fn answer(contest: &Contest, pairings: &[Pairing], pairs: usize, ui: &mut Ui) -> Result<Answer> {
    if stopped() {
        let played: u64 = pairings.iter().map(|pairing| pairing.tally.games).sum();
        let games = contest.games * pairs as u64;
        ui.out.flush()?;
        let games = count(games, "game");
        writeln!(ui.err, "Stopped after {played} of {games}.")?;
        return Ok(Answer::No);
    }
    let accepted = |pairing: &Pairing| {
        let decision = |sprt: Sprt| sprt.decision(&pairing.tally.pairs());
        pairing
            .sprt
            .is_none_or(|sprt| decision(sprt) == Some(Decision::Elo1))
    };
    Ok(match pairings.iter().all(accepted) {
        true => Answer::Yes,
        false => Answer::No,
    })
}

fn stopped() -> bool {
    interrupt::flag().load(Ordering::Relaxed)
}

/// All players, with their resources.
struct Event<'a> {
    args: &'a Args,
    specs: &'a [Known],
    contest: &'a Contest,
    resources: Resources,
    /// Reports the costs of moves, if requested.
    solver: Option<Solver>,
    phase: Phase,
    records: Option<Draft>,
}

impl<'a> Event<'a> {
    /// Everyone against everyone, until stopped.
    fn play(&mut self) -> Result<Vec<Pairing<'a>>> {
        let mut pairings = Vec::new();
        for second in 1..self.specs.len() {
            for first in 0..second {
                if !stopped() || pairings.is_empty() {
                    pairings.push(self.pairing(first, second)?);
                }
            }
        }
        Ok(pairings)
    }

    /// All games of two players.
    fn pairing(&mut self, first: usize, second: usize) -> Result<Pairing<'a>> {
        let names = [first, second].map(|player| self.args.players[player].as_str());
        let players = [&self.specs[first], &self.specs[second]];
        let mut games = Games {
            names,
            tally: Tally::new(players.into_iter().all(is_deterministic)),
            sprt: self.args.sprt,
            kept: self.solver.as_ref().map(|_| Vec::new()),
            records: self.records.as_mut(),
            phase: &self.phase,
            written: Ok(()),
        };
        let [one, other] = players.map(|player| {
            let resources = &self.resources;
            move |rng: Rng| Ok::<_, PlayerError>(player.player(rng, resources))
        });
        let began = Instant::now();
        let mut each = |number, record| games.hear(number, record);
        let threads = self.args.solver.threads();
        (self.contest).play(threads, &one, &other, &stopped, &mut each)?;
        let seconds = began.elapsed().as_secs_f64();
        games.written.context("the records could not be written")?;
        let solver = self.solver.as_ref().filter(|_| !stopped());
        let book = self.resources.library.book();
        let kept = games.kept.unwrap_or_default();
        let costs = solver.and_then(|solver| costs_of(solver, book, &kept));
        Ok(Pairing {
            first: names[0],
            second: names[1],
            tally: games.tally,
            seconds,
            costs,
            sprt: self.args.sprt,
        })
    }
}

/// The games of a pairing while they are played.
struct Games<'a> {
    names: [&'a str; 2],
    tally: Tally,
    sprt: Option<Sprt>,
    /// The games themselves, if they are needed afterwards.
    kept: Option<Vec<Record>>,
    records: Option<&'a mut Draft>,
    written: std::io::Result<()>,
    phase: &'a Phase,
}

impl Games<'_> {
    /// Takes a game, and returns whether to play the next.
    fn hear(&mut self, number: u64, mut record: Record) -> ControlFlow<()> {
        self.tally.add(number, &record);
        self.phase.step(1);
        let score = 100.0 * self.tally.score();
        self.phase.say(&format!("score {score:.1} %"));
        sign(&mut record, self.names, number);
        if let Some(draft) = &mut self.records {
            self.written = writeln!(draft.file, "{}", record.to_text());
        }
        if let Some(kept) = &mut self.kept {
            kept.push(record);
        }
        let decided = |sprt: Sprt| sprt.decision(&self.tally.pairs()).is_some();
        match self.written.is_err() || self.sprt.is_some_and(decided) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Names the players of a game.
fn sign(record: &mut Record, names: [&str; 2], number: u64) {
    let first = side_of_first(number);
    record.players[first] = names[0].to_owned();
    record.players[first.other()] = names[1].to_owned();
    record.set_tag("Game", &(number + 1).to_string());
}

/// Whether a player makes the same move whenever it meets the same game. Players that use the clock count as such: the effect
/// of the clock says nothing about strength.
fn is_deterministic(player: &Known) -> bool {
    !matches!(
        player,
        Known::Engine(PlayerSpec::Random | PlayerSpec::Level(_))
    )
}

/// The costs of the first and the second player's moves in all games. `None` if Ctrl-C was pressed: the score stays.
fn costs_of(solver: &Solver, book: &Book, records: &[Record]) -> Option<[Cost; 2]> {
    let stop = |_| stopped();
    let effort = Effort::until(&stop);
    let phase = Phase::steps("solving the games", records.len() as u64);
    let mut sums = [Cost::default(); 2];
    for (number, record) in (0..).zip(records) {
        let first: Side = side_of_first(number);
        let costs = cost::costs(solver, book, record, &effort)?;
        sums[0].add(costs[first]);
        sums[1].add(costs[first.other()]);
        phase.step(1);
    }
    Some(sums)
}
