//! `mancala puzzle`: positions with exactly one winning move.

mod session;

use std::io::{IsTerminal, Write};
use std::time::{Duration, SystemTime};

use anyhow::{Result, bail};
use engine::puzzle::{Difficulty, Puzzle, Score, puzzle};
use engine::rng::Rng;
use engine::search::Solver;
use kalah::{Pit, Rules, Side};
use serde_json::json;
use texts::puzzles;

use crate::args::RuleArgs;
use crate::board;
use crate::paint::Paint;
use crate::phase::Phase;
use crate::rows;
use crate::solving::{self, Clock, SolverArgs};
use crate::ui::{Answer, Ui};
use crate::wording::{self, People, Person, words};

/// On a terminal one puzzle follows the other: type a pit, hint, solution, next or quit. Otherwise one puzzle is printed; its
/// seed gives the same one again.
///
/// Exit code 1 for a wrong --answer.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many moves ahead you need to see: easy, medium, hard
    #[arg(long, default_value = "medium", value_name = "HOW", value_parser = difficulty)]
    difficulty: Difficulty,
    /// Puzzle seed; the same seed gives the same puzzle [default: a new one each time]
    #[arg(long)]
    seed: Option<u64>,
    /// Your answer to the puzzle of this seed: the pit you would play
    #[arg(
        long,
        value_name = "PIT",
        conflicts_with = "solution",
        requires = "seed"
    )]
    answer: Option<usize>,
    /// Show the solution
    #[arg(long)]
    solution: bool,
    /// Prompt for moves even if stdin is not a terminal
    #[arg(long, conflicts_with_all = ["answer", "solution", "json"])]
    interactive: bool,
    /// Stop looking for a puzzle after this time
    #[arg(long, value_name = "T", default_value = "30s", value_parser = solving::time)]
    time: Duration,
    /// Print JSON: position, rules, difficulty, seed; with --answer right and margin; with --solution or a right answer solution and moves
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    solver: SolverArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

fn difficulty(text: &str) -> Result<Difficulty, String> {
    text.parse()
}

/// Puzzles have at most this many seeds left in pits.
const SEEDS: u16 = 32;
/// Seeds that are easy to type.
const SEEDS_OF_THE_CLOCK: u128 = 1_000_000;

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    let maker = Maker::new(args, ui)?;
    let seed = args.seed.unwrap_or_else(seed_of_the_clock);
    let scripted = args.answer.is_some() || args.solution || args.json;
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if args.interactive || terminal && !scripted {
        return session::run(&maker, seed, ui);
    }
    let Some(puzzle) = maker.puzzle(seed)? else {
        writeln!(ui.err, "{}", words!("puzzle.stopped"))?;
        return Ok(Answer::No);
    };
    let answered = args
        .answer
        .map(|number| puzzle.position.legal(number))
        .transpose()?;
    match args.json {
        true => print_json(args.solution, seed, &puzzle, answered, ui)?,
        false => print_text(args.solution, seed, &puzzle, answered, ui)?,
    }
    Ok(match answered {
        Some(pit) if pit != puzzle.solution => Answer::No,
        _ => Answer::Yes,
    })
}

fn seed_of_the_clock() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    (now.unwrap_or_default().as_millis() % SEEDS_OF_THE_CLOCK) as u64
}

/// Makes puzzles.
struct Maker<'a> {
    args: &'a Args,
    rules: Rules,
    solver: Solver,
}

impl Maker<'_> {
    fn new<'a>(args: &'a Args, ui: &mut Ui) -> Result<Maker<'a>> {
        let rules = args.rules.rules()?;
        // With one thread a seed gives the same puzzle on every machine.
        let solver = args.solver.on_one_thread();
        let table = solver.table(rules, SEEDS, None, ui)?;
        let solver = solver.solver_with(rules, SEEDS, table, None)?;
        Ok(Maker {
            args,
            rules,
            solver,
        })
    }

    /// The puzzle of a seed; `None` if Ctrl-C was pressed before it was found.
    fn puzzle(&self, seed: u64) -> Result<Option<Puzzle>> {
        let phase = Phase::new("looking for a puzzle");
        let clock = Clock::start(Some(self.args.time));
        let mut go_on = |tried| {
            phase.say(&format!("position {}", tried + 1));
            !clock.is_over()
        };
        let difficulty = self.args.difficulty;
        let mut rng = Rng::new(seed);
        let found = puzzle(&self.solver, self.rules, difficulty, &mut rng, &mut go_on);
        match found {
            Some(puzzle) => Ok(Some(puzzle)),
            None if clock.stopped() => Ok(None),
            None if clock.is_over() => bail!(
                "no {difficulty} puzzle was found in {} s; give more --time, or try another --difficulty or --seed",
                self.args.time.as_secs_f64()
            ),
            None => bail!(
                "these rules seem to have no {difficulty} puzzles; try another --difficulty, or more pits"
            ),
        }
    }
}

fn print_text(
    solution: bool,
    seed: u64,
    puzzle: &Puzzle,
    answered: Option<Pit>,
    ui: &mut Ui,
) -> Result<()> {
    let paint = Paint::new(ui.colour.on(&std::io::stdout()));
    for line in board::lines(&puzzle.position, ["you", "north"], paint) {
        writeln!(ui.out, "{line}")?;
    }
    let texts = wording::texts();
    let (task, difficulty) = (words!("puzzle.task"), puzzle.difficulty);
    writeln!(ui.out, "\n{task} ({difficulty}, seed {seed})")?;
    let again = format!("--seed {seed} --answer PIT");
    match (answered, solution) {
        (Some(pit), _) if pit != puzzle.solution => {
            writeln!(ui.out, "{}", puzzles::wrong(texts, puzzle, pit))?;
            writeln!(ui.out, "{}", words!("puzzle.again-with", flags = again))?;
        }
        (None, false) => {
            writeln!(ui.out, "{}", words!("puzzle.answer-with", flags = again))?;
        }
        (Some(_), _) => {
            let right = puzzles::right(texts, puzzle, 1, &Score::default());
            writeln!(ui.out, "{right}")?;
            explain(puzzle, &mut ui.out)?;
        }
        (None, true) => {
            writeln!(ui.out, "{}", puzzles::solution(texts, puzzle))?;
            explain(puzzle, &mut ui.out)?;
        }
    }
    Ok(())
}

/// Best play after the solution, and the value of every move.
fn explain(puzzle: &Puzzle, out: &mut dyn Write) -> Result<()> {
    let people = People([Person::You, Person::Named(Side::North.to_string())]);
    let mut position = puzzle.position;
    writeln!(out, "{}", words!("puzzle.best-play"))?;
    for &pit in puzzle.line() {
        let sowing = position.sow(pit)?;
        writeln!(out, "  {}", wording::sowing(&sowing, &people))?;
        position = sowing.after;
    }
    for value in &puzzle.analysis.moves {
        let value = puzzles::value(wording::texts(), puzzle, value.pit);
        writeln!(out, "{value}")?;
    }
    Ok(())
}

fn print_json(
    solution: bool,
    seed: u64,
    puzzle: &Puzzle,
    answered: Option<Pit>,
    ui: &mut Ui,
) -> Result<()> {
    let mut value = json!({
        "position": puzzle.position.to_string(),
        "rules": puzzle.position.rules(),
        "difficulty": puzzle.difficulty.to_string(),
        "seed": seed,
    });
    if let Some(pit) = answered {
        value["right"] = json!(pit == puzzle.solution);
        value["margin"] = json!(puzzle.analysis.of(pit).map(|value| value.margin));
    }
    if solution || answered == Some(puzzle.solution) {
        let moves = puzzle
            .analysis
            .moves
            .iter()
            .map(|value| json!({"pit": value.pit, "margin": value.margin, "line": value.line}));
        value["solution"] = json!(puzzle.solution);
        value["moves"] = serde_json::Value::from_iter(moves);
    }
    rows::print(value, ui)?;
    Ok(())
}
