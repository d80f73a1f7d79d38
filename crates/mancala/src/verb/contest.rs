//! `mancala match`: many games between two players.

use std::io::{IsTerminal, Write};
use std::str::FromStr;
use std::time::Instant;

use anyhow::{Context, bail};
use engine::contest::{Contest, Tally};
use engine::lots::Lots;
use engine::player::PlayerError;
use serde_json::json;

use crate::args::RuleArgs;
use crate::players;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The first player; `mancala players` lists them
    first: String,
    /// The second player
    second: String,
    /// How many games; sides alternate
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// How games begin: none, or random:K for K moves drawn by lot, the same for both games of a pair
    #[arg(long, default_value = "none", value_name = "OPENING")]
    openings: Openings,
    /// The seed all lots are drawn from: the same seed gives the same result
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
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

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let first = players::parse(&args.first).context("the first player")?;
    let second = players::parse(&args.second).context("the second player")?;
    let contest = Contest {
        rules: args.rules.rules()?,
        games: args.games,
        random_opening: args.openings.0,
        seed: args.seed,
    };
    let progress = progress(args.games);
    let began = Instant::now();
    let maker = |known: players::Known| move |lots: Lots| Ok::<_, PlayerError>(known.player(lots));
    let tally = contest.run(&maker(first), &maker(second), &|| progress.inc(1))?;
    let seconds = began.elapsed().as_secs_f64();
    progress.finish_and_clear();
    match args.json {
        true => writeln!(ui.out, "{}", report_json(args, &contest, &tally, seconds))?,
        false => report(args, &contest, &tally, seconds, ui)?,
    }
    Ok(Answer::Yes)
}

fn progress(games: u64) -> indicatif::ProgressBar {
    if !std::io::stderr().is_terminal() {
        return indicatif::ProgressBar::hidden();
    }
    let style = indicatif::ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    indicatif::ProgressBar::new(games).with_style(style.expect("the template is right"))
}

fn report(
    args: &Args,
    contest: &Contest,
    tally: &Tally,
    seconds: f64,
    ui: &mut Ui,
) -> anyhow::Result<()> {
    writeln!(
        ui.out,
        "{} against {}, {} games, {}",
        args.first, args.second, tally.games, contest.rules
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
    writeln!(ui.err, "{:.0} games a second", tally.games as f64 / seconds)?;
    Ok(())
}

fn report_json(args: &Args, contest: &Contest, tally: &Tally, seconds: f64) -> serde_json::Value {
    json!({
        "first": args.first,
        "second": args.second,
        "rules": contest.rules,
        "seed": contest.seed,
        "random_opening": contest.random_opening,
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": tally.score(),
        "mean_margin": tally.mean_margin,
        "margin_interval_95": [tally.mean_margin - tally.margin_error, tally.mean_margin + tally.margin_error],
        "moves": tally.moves,
        "seconds": seconds,
        "games_per_second": tally.games as f64 / seconds,
    })
}
