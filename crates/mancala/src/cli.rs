//! The command line: one definition, from which help, man page and completions come too.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::complaint;
use crate::help;
use crate::screen;
use crate::ui::{AfterReader, Answer, Colour, Ui};
use crate::verb;

/// The Mancala console, from logic gates to perfect play.
#[derive(Debug, Parser)]
#[command(name = "mancala", version = env!("MANCALA_VERSION"), about)]
pub struct Cli {
    /// When to use colour; NO_COLOR in the environment switches it off too
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Colour,

    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Play a game in the terminal (the default: `mancala` alone takes these options too)
    Play(verb::play::Args),
    /// Open the page in a browser, to play alone or with someone else by a link
    #[cfg(feature = "site")]
    Serve(verb::serve::Args),
    /// Write the page as files for any web host
    Site(verb::site::Args),
    /// List, show, export and delete saved games
    Games(verb::games::Args),
    /// Show a position, optionally after some moves
    Show(verb::show::Args),
    /// List the players
    Players(verb::players::Args),
    /// Play a match between two or more players
    Match(verb::contest::Args),
    /// Solve a position exactly
    Solve(verb::solve::Args),
    /// Show the value of every move in a position
    Analyse(verb::analyse::Args),
    /// Review a played game: what each move cost, where the game turned
    Review(verb::review::Args),
    /// Find the one winning move
    Puzzle(verb::puzzle::Args),
    /// Build, verify, show and export opening books
    Book(verb::book::Args),
    /// Benchmark the search and the building of tables
    Bench(verb::bench::Args),
    /// Count move sequences
    Perft(verb::perft::Args),
    /// Play the Python game: its questions, its board, its save files
    Classic(verb::classic::Args),
    /// Play on one of the old consoles: its panel, its firmware, its processor
    Console(verb::console::Args),
    /// Check, run, test, measure and draw Logisim circuits
    Circuit(verb::circuit::Args),
    /// Chip specifications: run one, or prove that a circuit is that chip
    Chip(verb::chip::Args),
    /// The course from gate to console: read its tasks, check your solutions
    Course(verb::course::Args),
    /// Grade someone's console: play on it and compare every position with the rules
    Grade(verb::grade::Args),
    /// Assemble, disassemble, run, debug and test programs for the CdM-8 processor
    Cdm8(verb::cdm8::Args),
    /// Build, list and verify endgame tables
    Table(verb::table::Args),
    /// Print a shell completion script
    Completions(verb::completions::Args),
    /// Print the manual, or write all its pages
    Man(verb::man::Args),
}

impl Verb {
    /// Commands whose exit code reports a result finish even if nobody reads their output.
    fn after_reader(&self) -> AfterReader {
        match self {
            Verb::Solve(args) if args.is_stream() => AfterReader::End,
            Verb::Solve(_)
            | Verb::Match(_)
            | Verb::Review(_)
            | Verb::Puzzle(_)
            | Verb::Book(_)
            | Verb::Console(_)
            | Verb::Circuit(_)
            | Verb::Course(_)
            | Verb::Grade(_)
            | Verb::Cdm8(_)
            | Verb::Table(_) => AfterReader::GoOn,
            _ => AfterReader::End,
        }
    }
}

/// Parses the command line, runs the command and turns its answer into an exit code.
pub fn main() -> ExitCode {
    let cli = match parse() {
        Ok(cli) => cli,
        Err(error) => {
            if let Some(verb) = of_the_processor(&error) {
                let _ = writeln!(
                    io::stderr(),
                    "error: unknown command '{verb}'; did you mean `mancala cdm8 {verb}`?"
                );
                return ExitCode::from(2);
            }
            // Help and version go to stdout with code 0, wrong usage to stderr with code 2. Whether they are read to
            // the end makes no difference.
            let code = error.exit_code();
            let _ = complaint::without_jargon(error).print();
            return ExitCode::from(code as u8);
        }
    };
    let after = cli
        .verb
        .as_ref()
        .map_or(AfterReader::End, Verb::after_reader);
    let mut ui = Ui::new(cli.color, after);
    let result = run(cli.verb, &mut ui).and_then(|answer| {
        ui.out.flush()?;
        Ok(answer)
    });
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) if after == AfterReader::End && is_broken_pipe(&error) => ExitCode::SUCCESS,
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
    let args: Vec<OsString> = std::env::args_os().collect();
    let matches = match parser().try_get_matches_from(&args) {
        Err(error) if error.kind() == ErrorKind::UnknownArgument && names_no_verb(&args) => {
            parser().try_get_matches_from(as_play(&args))
        }
        matches => matches,
    };
    Cli::from_arg_matches(&matches.map_err(complaint::usage)?)
}

/// `mancala --language ru` is `mancala play --language ru`.
fn as_play(args: &[OsString]) -> Vec<OsString> {
    let (name, options) = args.split_at(1.min(args.len()));
    let play = OsString::from("play");
    name.iter().chain([&play]).chain(options).cloned().collect()
}

/// Whether there are only options, whose values are not commands.
fn names_no_verb(args: &[OsString]) -> bool {
    let first = args.get(1).and_then(|first| first.to_str());
    let command = command();
    let is_verb = |arg: &OsString| {
        arg.to_str()
            .is_some_and(|arg| command.find_subcommand(arg).is_some())
    };
    first.is_some_and(|first| first.starts_with('-')) && !args.iter().skip(1).any(is_verb)
}

fn run(verb: Option<Verb>, ui: &mut Ui) -> anyhow::Result<Answer> {
    match verb {
        None => run(Some(default_verb()?), ui),
        Some(Verb::Play(args)) => verb::play::run(&args, ui),
        #[cfg(feature = "site")]
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
        Some(Verb::Chip(args)) => verb::chip::run(&args, ui),
        Some(Verb::Course(args)) => verb::course::run(&args, ui),
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
    cli.verb
        .ok_or_else(|| anyhow::anyhow!("there is no command"))
}

/// What parses the command line, and completes it.
pub fn parser() -> clap::Command {
    help::without_jargon(command())
}

/// The definition of the whole command line.
pub fn command() -> clap::Command {
    help::grouped(with_data_folders(taking_negative_numbers(Cli::command())))
}

/// The contents of `--data-dir`, for each command.
fn with_data_folders(command: clap::Command) -> clap::Command {
    command.mut_subcommands(|verb| {
        let what = match verb.get_name() {
            "play" | "games" => "Folder of your saved games [default: the platform's data folder]",
            "review" => "Folder of your saved games and endgame tables [default: the platform's data folder]",
            "serve" => "Folder of the games between people [default: the platform's data folder]",
            _ => "Folder of your endgame tables [default: the platform's data folder]",
        };
        told(verb, what).mut_subcommands(|inner| told(inner, what))
    })
}

/// The command, with a description of its data folder, if it has one.
fn told(command: clap::Command, what: &'static str) -> clap::Command {
    let has_folder = command
        .get_arguments()
        .any(|arg| arg.get_id() == "data_dir");
    match has_folder {
        true => command.mut_arg("data_dir", |arg| arg.help(what)),
        false => command,
    }
}

/// `--seeds -1` is a wrong number of seeds, not an unknown flag `-1`.
fn taking_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .allow_negative_numbers(true)
        .mut_subcommands(taking_negative_numbers)
}

/// The command of `mancala cdm8` that was given without `cdm8`.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(command: &clap::Command, problems: &mut Vec<String>) {
        for argument in command.get_arguments().filter(|one| !one.is_hide_set()) {
            let help = argument.get_help().map(ToString::to_string);
            if help.unwrap_or_default().is_empty() {
                problems.push(format!("{} {}", command.get_name(), argument.get_id()));
            }
        }
        command
            .get_subcommands()
            .for_each(|inner| check(inner, problems));
    }

    #[test]
    fn every_argument_says_what_it_is() {
        let mut problems = Vec::new();
        check(&command(), &mut problems);
        assert!(problems.is_empty(), "{problems:?}");
    }

    #[test]
    fn options_alone_are_those_of_play() {
        let words = |line: &str| -> Vec<OsString> { line.split(' ').map(Into::into).collect() };
        assert_eq!(
            as_play(&words("mancala --pits 4")),
            words("mancala play --pits 4")
        );
        assert!(names_no_verb(&words("mancala --pits 4")));
        assert!(!names_no_verb(&words("mancala --color never solve --x")));
        assert!(!names_no_verb(&words("mancala fly --x")));
    }
}
