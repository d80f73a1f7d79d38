//! The command line: one definition, from which help, man page and completions come too.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::complaint;
use crate::help;
use crate::screen;
use crate::ui::{Answer, Colour, Ui};
use crate::verb;

/// The Mancala console, from logic gates to perfect play.
#[derive(Debug, Parser)]
#[command(name = "mancala", version, about)]
pub struct Cli {
    /// When to use colour; NO_COLOR in the environment switches it off too
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Colour,

    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Play a game in the terminal (the default)
    Play(verb::play::Args),
    /// Open the page in the browser: for one, or for two people by a link
    Serve(verb::serve::Args),
    /// Write the page as files for any web host
    Site(verb::site::Args),
    /// List, show, export and delete kept games
    Games(verb::games::Args),
    /// Show a position, after some moves if wanted
    Show(verb::show::Args),
    /// List the players
    Players(verb::players::Args),
    /// Let two players play many games
    Match(verb::contest::Args),
    /// Solve a position exactly
    Solve(verb::solve::Args),
    /// Say what every move of a position is worth
    Analyse(verb::analyse::Args),
    /// Review a played game: what each move cost, where the game turned
    Review(verb::review::Args),
    /// Find the one winning move
    Puzzle(verb::puzzle::Args),
    /// Build, verify and describe opening books
    Book(verb::book::Args),
    /// Measure the search and the building of tables
    Bench(verb::bench::Args),
    /// Count move sequences
    Perft(verb::perft::Args),
    /// Play the Python game: its questions, its board, its save files
    Classic(verb::classic::Args),
    /// Play on one of the old consoles: its panel, its firmware, its processor
    Console(verb::console::Args),
    /// Check, run, test, measure and draw Logisim circuits
    Circuit(verb::circuit::Args),
    /// Grade a console somebody built: play on it and compare every position with the rules
    Grade(verb::grade::Args),
    /// Assemble, disassemble, run, debug and test programs for the CdM-8 processor
    Cdm8(verb::cdm8::Args),
    /// Build, list and verify endgame tables
    Table(verb::table::Args),
    /// Print the completion script of a shell
    Completions(verb::completions::Args),
    /// Print the manual, or write all its pages
    Man(verb::man::Args),
}

/// Parses the command line, runs the verb and turns what it answers into an exit code.
pub fn main() -> ExitCode {
    let cli = match parse() {
        Ok(cli) => cli,
        Err(error) => {
            if let Some(verb) = of_the_processor(&error) {
                eprintln!("error: unknown verb '{verb}'; did you mean `mancala cdm8 {verb}`?");
                return ExitCode::from(2);
            }
            // Help and version go to stdout with code 0, wrong usage to stderr with code 2. Whether anybody reads them to
            // the end makes no difference.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let mut ui = Ui::new(cli.color);
    let result = run(cli.verb, &mut ui).and_then(|answer| {
        ui.out.flush()?;
        Ok(answer)
    });
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = ui.out.flush();
            let mut text = format!("error: {}", complaint::causes(&error));
            // Lines of a file with marks below them stay as they are.
            if !text.contains('\n') {
                text = screen::wrap(&text, screen::error_width());
            }
            let _ = writeln!(ui.err, "{text}");
            ExitCode::from(2)
        }
    }
}

fn parse() -> Result<Cli, clap::Error> {
    let matches = command().try_get_matches().map_err(complaint::usage)?;
    Cli::from_arg_matches(&matches)
}

fn run(verb: Option<Verb>, ui: &mut Ui) -> anyhow::Result<Answer> {
    match verb {
        None => run(Some(default_verb()?), ui),
        Some(Verb::Play(args)) => verb::play::run(&args, ui),
        Some(Verb::Serve(args)) => verb::serve::run(&args, ui),
        Some(Verb::Site(args)) => verb::site::run(&args, ui),
        Some(Verb::Games(args)) => verb::games::run(&args, ui),
        Some(Verb::Show(args)) => verb::show::run(&args, ui),
        Some(Verb::Players(args)) => verb::players::run(&args, ui),
        Some(Verb::Match(args)) => verb::contest::run(&args, ui),
        Some(Verb::Solve(args)) => verb::solve::run(&args, ui),
        Some(Verb::Analyse(args)) => verb::analyse::run(&args, ui),
        Some(Verb::Review(args)) => verb::review::run(&args, ui),
        Some(Verb::Puzzle(args)) => verb::puzzle::run(&args, ui),
        Some(Verb::Book(args)) => verb::book::run(&args, ui),
        Some(Verb::Bench(args)) => verb::bench::run(&args, ui),
        Some(Verb::Perft(args)) => verb::perft::run(&args, ui),
        Some(Verb::Classic(args)) => verb::classic::run(&args, ui),
        Some(Verb::Console(args)) => verb::console::run(&args, ui),
        Some(Verb::Circuit(args)) => verb::circuit::run(&args, ui),
        Some(Verb::Grade(args)) => verb::grade::run(&args, ui),
        Some(Verb::Cdm8(args)) => verb::cdm8::run(&args, ui),
        Some(Verb::Table(args)) => verb::table::run(&args, ui),
        Some(Verb::Completions(args)) => verb::completions::run(&args, ui),
        Some(Verb::Man(args)) => verb::man::run(&args, ui),
    }
}

/// `mancala` alone is `mancala play`.
fn default_verb() -> anyhow::Result<Verb> {
    let cli = Cli::try_parse_from(["mancala", "play"])?;
    cli.verb.ok_or_else(|| anyhow::anyhow!("there is no verb"))
}

/// The definition of the whole command line, for completions and the manual.
pub fn command() -> clap::Command {
    help::grouped(taking_negative_numbers(Cli::command()))
}

/// `--seeds -1` is a wrong number of seeds, not an unknown flag `-1`.
fn taking_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .allow_negative_numbers(true)
        .mut_subcommands(taking_negative_numbers)
}

/// The verb of `mancala cdm8` that somebody looked for at the top.
fn of_the_processor(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(verb)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let verbs = command();
    let ours = verbs.find_subcommand("cdm8")?.find_subcommand(verb)?;
    Some(ours.get_name().to_owned())
}

/// The reader of our output went away (`mancala ... | head`): that is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
