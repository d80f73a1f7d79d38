//! `mancala course`: the tasks of a course, and solutions checked.
//!
//! Exit code 0 for success, 1 for a negative answer (a check that does not pass, a task that is not fit for students), 2 if a
//! file or the usage is wrong.

mod check;
mod files;
mod list;
mod pack;
mod say;
mod show;
mod start;
mod test;

pub use files::Which;
pub use say::Speech;

use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// List the tasks
    List(list::Args),
    /// Show the text of a task
    Show(show::Args),
    /// Write the files a task begins with into a folder
    Start(start::Args),
    /// Check a solution, and see what is wrong with it
    Check(check::Args),
    /// Prove a task or a whole course fit for students: the solution passes, the starter fails, hints name what exists
    Test(test::Args),
    /// Write a course as one file, for the page
    Pack(pack::Args),
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    match &args.verb {
        Verb::List(args) => list::run(args, ui),
        Verb::Show(args) => show::run(args, ui),
        Verb::Start(args) => start::run(args, ui),
        Verb::Check(args) => check::run(args, ui),
        Verb::Test(args) => test::run(args, ui),
        Verb::Pack(args) => pack::run(args, ui),
    }
}
