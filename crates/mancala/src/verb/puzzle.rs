//! `mancala puzzle`: positions with exactly one winning move.

use std::io::Write;

use anyhow::{Result, bail};
use engine::lots::Lots;
use engine::puzzle::{Difficulty, Puzzle, puzzle};
use kalah::{Pit, Side};
use serde_json::json;

use crate::args::RuleArgs;
use crate::board;
use crate::paint::Paint;
use crate::solving::SolverArgs;
use crate::ui::{Answer, Ui};
use crate::wording::{self, People, Person};

/// Exit code 1 for a wrong answer.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How far ahead one has to look: easy, medium, hard
    #[arg(long, default_value = "medium", value_name = "HOW", value_parser = difficulty)]
    difficulty: Difficulty,
    /// The seed the puzzle comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Your answer: the pit you would play; it is checked and explained
    #[arg(long, value_name = "PIT", conflicts_with = "solution")]
    answer: Option<usize>,
    /// Tell the solution
    #[arg(long)]
    solution: bool,
    /// Print JSON: position, rules, difficulty, seed; and with --solution or --answer the solution, moves and whether it is right
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

/// Puzzles have few seeds left in pits.
const SEEDS: u16 = 32;

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    let rules = args.rules.rules()?;
    let table = args.solver.table(rules, SEEDS, None, ui)?;
    let most = (2 * rules.pits() as u16 * rules.seeds()).max(SEEDS);
    let solver = args.solver.solver_with(rules, most, table, None)?;
    let mut lots = Lots::new(args.seed);
    let Some(puzzle) = puzzle(&solver, rules, args.difficulty, &mut lots) else {
        bail!(
            "no {} puzzle was found for these rules; try another --difficulty or more pits",
            args.difficulty
        );
    };
    let answered = args
        .answer
        .map(|number| puzzle.position.legal(number))
        .transpose()?;
    let right = answered.is_none_or(|pit| pit == puzzle.solution);
    match args.json {
        true => print_json(args, &puzzle, answered, ui)?,
        false => print_text(args, &puzzle, answered, ui)?,
    }
    Ok(if right { Answer::Yes } else { Answer::No })
}

fn print_text(args: &Args, puzzle: &Puzzle, answered: Option<Pit>, ui: &mut Ui) -> Result<()> {
    let paint = Paint::new(ui.colour.on(&std::io::stdout()));
    for line in board::lines(&puzzle.position, ["you", "north"], paint) {
        writeln!(ui.out, "{line}")?;
    }
    writeln!(
        ui.out,
        "\nYou are south and to move: one move wins, no other does. ({}, seed {})",
        puzzle.difficulty, args.seed
    )?;
    match (answered, args.solution) {
        (Some(pit), _) if pit == puzzle.solution => writeln!(ui.out, "Pit {pit} is right.")?,
        (Some(pit), _) => writeln!(ui.out, "Pit {pit} does not win: {}", worth(puzzle, pit))?,
        (None, true) => writeln!(ui.out, "Pit {} wins.", puzzle.solution)?,
        (None, false) => {
            writeln!(ui.out, "Answer with --answer PIT, or see --solution.")?;
            return Ok(());
        }
    }
    explain(puzzle, answered, ui)
}

/// What a move leads to with best play.
fn worth(puzzle: &Puzzle, pit: Pit) -> String {
    match puzzle.analysis.of(pit).map_or(0, |value| value.margin) {
        0 => "it is a draw with best play.".into(),
        margin if margin > 0 => format!("you win by {margin} with best play."),
        margin => format!("north wins by {} with best play.", -margin),
    }
}

fn explain(puzzle: &Puzzle, answered: Option<Pit>, ui: &mut Ui) -> Result<()> {
    let wrong = answered.is_some_and(|pit| pit != puzzle.solution);
    if wrong {
        writeln!(ui.out, "Pit {} wins.", puzzle.solution)?;
    }
    let people = People([Person::You, Person::Named(Side::North.to_string())]);
    let line = puzzle
        .analysis
        .of(puzzle.solution)
        .map_or(&[][..], |value| &value.line);
    let mut position = puzzle.position;
    writeln!(ui.out, "Best play from there:")?;
    for &pit in line {
        let sowing = position.sow(pit)?;
        writeln!(ui.out, "  {}", wording::sowing(&sowing, &people))?;
        position = sowing.after;
    }
    for value in &puzzle.analysis.moves {
        let worth = worth(puzzle, value.pit);
        writeln!(ui.out, "Pit {}: {worth}", value.pit)?;
    }
    Ok(())
}

fn print_json(args: &Args, puzzle: &Puzzle, answered: Option<Pit>, ui: &mut Ui) -> Result<()> {
    let mut value = json!({
        "position": puzzle.position.to_string(),
        "rules": puzzle.position.rules(),
        "difficulty": puzzle.difficulty.to_string(),
        "seed": args.seed,
    });
    if args.solution || answered.is_some() {
        let moves = puzzle
            .analysis
            .moves
            .iter()
            .map(|value| json!({"pit": value.pit, "margin": value.margin, "line": value.line}));
        value["solution"] = json!(puzzle.solution);
        value["moves"] = serde_json::Value::from_iter(moves);
    }
    if let Some(pit) = answered {
        value["right"] = json!(pit == puzzle.solution);
    }
    writeln!(ui.out, "{value}")?;
    Ok(())
}
