//! `mancala grade`: marks for a student's console.
//!
//! Exit code 0 for full marks, 1 if marks are lost, 2 if the circuit, the panel file or the usage is wrong. For a folder: 0 if
//! every console could be graded, 1 if not.

mod class;
mod console;
mod course;
mod init;
mod marks;
mod panels;
pub mod proof;
mod trial;

use clap::error::Error;
use clap::{ArgMatches, Command, FromArgMatches, Subcommand};

use crate::ui::{Answer, Ui};

/// A file to grade, or one of the commands around it.
#[derive(Debug)]
pub enum Args {
    Marks(Box<marks::Marks>),
    Verb(Box<Verb>),
}

#[derive(Debug, clap::Subcommand)]
pub enum Verb {
    /// Propose a panel file from the places, shapes and labels of a console's parts
    Init(init::Args),
    /// Press buttons yourself and see what the grader reads
    Try(trial::Args),
    /// Verify what students exported from the course: every solution is checked again
    Course(course::Args),
}

impl clap::Args for Args {
    fn augment_args(command: Command) -> Command {
        let command = Verb::augment_subcommands(marks::Marks::augment_args(command));
        command
            .args_conflicts_with_subcommands(true)
            .subcommand_negates_reqs(true)
            .subcommand_required(false)
            .arg_required_else_help(false)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Args::augment_args(command)
    }
}

impl FromArgMatches for Args {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Args, Error> {
        Ok(match matches.subcommand_name() {
            Some(_) => Args::Verb(Box::new(Verb::from_arg_matches(matches)?)),
            None => Args::Marks(Box::new(marks::Marks::from_arg_matches(matches)?)),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Args::from_arg_matches(matches)?;
        Ok(())
    }
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    match args {
        Args::Marks(args) => marks::run(args, ui),
        Args::Verb(verb) => match &**verb {
            Verb::Init(args) => init::run(args, ui),
            Verb::Try(args) => trial::run(args, ui),
            Verb::Course(args) => course::run(args, ui),
        },
    }
}
