//! `mancala match`: many games between two players.

use std::io::{IsTerminal, Write};
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context, bail};
use engine::Effort;
use engine::book::Book;
use engine::contest::{Contest, Tally};
use engine::cost::{self, Cost};
use engine::lots::Lots;
use engine::player::{PlayerError, Resources};
use engine::search::Solver;
use kalah::Record;
use serde_json::json;

use crate::args::RuleArgs;
use crate::players::{self, Known};
use crate::solving::{self, SolverArgs};
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Two players, or more for a table of everyone against everyone; `mancala players` lists them
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,
    /// How many games a pair; sides alternate
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// How games begin: none, or random:K for K moves drawn by lot, the same for both games of a pair
    #[arg(long, default_value = "none", value_name = "OPENING")]
    openings: Openings,
    /// The seed all lots are drawn from: the same seed gives the same result
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Solve every position of every game, and tell what a move of each player costs against best play
    #[arg(long)]
    cost: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    solver: SolverArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

/// How many random moves a game begins with.
#[derive(Clone, Copy, Debug)]
struct Openings(u32);

impl FromStr for Openings {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Openings> {
        const MOST: u32 = 1000;
        if text == "none" {
            return Ok(Openings(0));
        }
        let moves = text
            .strip_prefix("random:")
            .and_then(|count| count.parse().ok());
        match moves {
            Some(moves) if moves <= MOST => Ok(Openings(moves)),
            _ => bail!("openings are 'none' or 'random:K' with K from 0 to {MOST}"),
        }
    }
}

/// Two players and what came of their games.
struct Pairing<'a> {
    first: &'a str,
    second: &'a str,
    tally: Tally,
    seconds: f64,
    /// What the moves of both cost, if asked for.
    costs: Option<[Cost; 2]>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let specs = args
        .players
        .iter()
        .map(|name| players::parse(name))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let contest = Contest {
        rules: args.rules.rules()?,
        games: args.games,
        random_opening: args.openings.0,
        seed: args.seed,
    };
    let (resources, complaints) = players::resources(&specs, contest.rules, &args.solver.data)?;
    for complaint in complaints {
        writeln!(ui.err, "{complaint}")?;
    }
    let threads = args.solver.threads();
    players::build_table(&resources.library, &specs, contest.rules, threads);
    let seeds = 2 * contest.rules.pits() as u16 * contest.rules.seeds();
    let solver = match args.cost {
        true => Some(args.solver.solver(contest.rules, seeds, None, ui)?),
        false => None,
    };
    let pairs = specs.len() * (specs.len() - 1) / 2;
    let progress = progress(args.games * pairs as u64);
    let event = Event {
        names: &args.players,
        specs: &specs,
        contest: &contest,
        resources,
        threads,
        solver,
        progress: &progress,
    };
    let mut pairings = Vec::with_capacity(pairs);
    for second in 1..specs.len() {
        for first in 0..second {
            pairings.push(event.pairing(first, second)?);
        }
    }
    progress.finish_and_clear();
    for pairing in &pairings {
        if args.json {
            writeln!(ui.out, "{}", pairing.json(&contest))?;
        } else if pairs == 1 {
            pairing.report(&contest, ui)?;
        }
    }
    if pairs > 1 && !args.json {
        table(&args.players, &pairings, ui)?;
    }
    if args.cost && !args.json {
        cost_table(&args.players, &pairings, ui)?;
    }
    Ok(Answer::Yes)
}

/// Everyone who takes part, and what they play with.
struct Event<'a> {
    names: &'a [String],
    specs: &'a [Known],
    contest: &'a Contest,
    resources: Resources,
    threads: usize,
    /// Says what moves cost, if that was asked for.
    solver: Option<Solver>,
    progress: &'a indicatif::ProgressBar,
}

impl<'a> Event<'a> {
    /// All games of two players.
    fn pairing(&self, first: usize, second: usize) -> anyhow::Result<Pairing<'a>> {
        let maker = |player: usize| {
            move |lots: Lots| Ok::<_, PlayerError>(self.specs[player].player(lots, &self.resources))
        };
        let (one, other) = (maker(first), maker(second));
        let began = Instant::now();
        let done = || self.progress.inc(1);
        let (tally, records) = match self.solver {
            Some(_) => self
                .contest
                .run_recorded(self.threads, &one, &other, &done)?,
            None => {
                let tally = self.contest.run(self.threads, &one, &other, &done)?;
                (tally, Vec::new())
            }
        };
        let seconds = began.elapsed().as_secs_f64();
        let costs = self.solver.as_ref();
        let book = self.resources.library.book();
        let costs = costs.map(|solver| costs_of(self.contest, solver, book, &records));
        Ok(Pairing {
            first: &self.names[first],
            second: &self.names[second],
            tally,
            seconds,
            costs: costs.transpose()?,
        })
    }
}

/// What the moves of the first player and of the second cost in all games.
fn costs_of(
    contest: &Contest,
    solver: &Solver,
    book: &Book,
    records: &[Record],
) -> anyhow::Result<[Cost; 2]> {
    let stop = |_| solving::stop_flag().load(Ordering::Relaxed);
    let effort = Effort::until(&stop);
    let mut sums = [Cost::default(); 2];
    for (number, record) in (0..).zip(records) {
        let first = contest.side_of_first(number);
        let costs = cost::costs(solver, book, record, &effort).context("stopped")?;
        sums[0].add(costs[first.index()]);
        sums[1].add(costs[first.other().index()]);
    }
    Ok(sums)
}

/// What a move of each player costs on average, in all its games.
fn cost_table(players: &[String], pairings: &[Pairing], ui: &mut Ui) -> anyhow::Result<()> {
    let width = players.iter().map(String::len).max().unwrap_or(0).max(6);
    writeln!(
        ui.out,
        "\n{:width$}  moves with a choice  best ones  average cost",
        "player"
    )?;
    for name in players {
        let mut cost = Cost::default();
        for pairing in pairings {
            let [first, second] = pairing.costs.unwrap_or_default();
            let own = [(pairing.first, first), (pairing.second, second)];
            own.iter()
                .filter(|(player, _)| player == name)
                .for_each(|(_, own)| cost.add(*own));
        }
        writeln!(
            ui.out,
            "{name:width$}  {:>19}  {:>7.1} %  {:>6.2} seeds",
            cost.moves,
            100.0 * cost.share_of_best(),
            cost.mean()
        )?;
    }
    Ok(())
}

/// The score of each player (the line) against each other (the column), in per cent.
fn table(players: &[String], pairings: &[Pairing], ui: &mut Ui) -> anyhow::Result<()> {
    let width = players.iter().map(String::len).max().unwrap_or(0).max(5);
    let heads: String = players
        .iter()
        .map(|name| format!(" {name:>width$}"))
        .collect();
    writeln!(ui.out, "{:width$}{heads}", "")?;
    for line in players {
        let score = |column: &String| {
            let of = |pairing: &Pairing| match (pairing.first, pairing.second) {
                (first, second) if first == line && second == column => Some(pairing.tally.score()),
                (first, second) if first == column && second == line => {
                    Some(1.0 - pairing.tally.score())
                }
                _ => None,
            };
            let score = pairings.iter().find_map(of).filter(|_| line != column);
            let text = score.map_or_else(|| "-".into(), |score| format!("{:.1}", 100.0 * score));
            format!(" {text:>width$}")
        };
        writeln!(
            ui.out,
            "{line:width$}{}",
            players.iter().map(score).collect::<String>()
        )?;
    }
    Ok(())
}

fn progress(games: u64) -> indicatif::ProgressBar {
    if !std::io::stderr().is_terminal() {
        return indicatif::ProgressBar::hidden();
    }
    let style = indicatif::ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    indicatif::ProgressBar::new(games).with_style(style.expect("the template is right"))
}

impl Pairing<'_> {
    fn games_per_second(&self) -> f64 {
        self.tally.games as f64 / self.seconds
    }

    fn report(&self, contest: &Contest, ui: &mut Ui) -> anyhow::Result<()> {
        let Pairing {
            first,
            second,
            tally,
            ..
        } = self;
        writeln!(
            ui.out,
            "{first} against {second}, {} games, {}",
            tally.games, contest.rules
        )?;
        writeln!(
            ui.out,
            "wins {}  draws {}  losses {}",
            tally.wins, tally.draws, tally.losses
        )?;
        writeln!(ui.out, "score {:.1} %", 100.0 * tally.score())?;
        writeln!(
            ui.out,
            "mean margin {:+.2} ± {:.2} (95 %)",
            tally.mean_margin, tally.margin_error
        )?;
        writeln!(ui.out, "games a second {:.0}", self.games_per_second())?;
        Ok(())
    }

    fn json(&self, contest: &Contest) -> serde_json::Value {
        let Pairing {
            first,
            second,
            tally,
            seconds,
            costs,
        } = self;
        let cost = |cost: Cost| {
            json!({
                "moves": cost.moves,
                "best": cost.best,
                "seeds": cost.seeds,
                "mean": cost.mean(),
            })
        };
        let (low, high) = (
            tally.mean_margin - tally.margin_error,
            tally.mean_margin + tally.margin_error,
        );
        json!({
            "first": first,
            "second": second,
            "rules": contest.rules,
            "seed": contest.seed,
            "random_opening": contest.random_opening,
            "games": tally.games,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "score": tally.score(),
            "mean_margin": tally.mean_margin,
            "margin_interval_95": [low, high],
            "moves": tally.moves,
            "seconds": seconds,
            "games_per_second": self.games_per_second(),
            "cost": costs.map(|costs| costs.map(cost)),
        })
    }
}
