//! Chores of the project, run as `cargo xtask NAME`. The program itself never needs this crate.

mod architecture;
mod boards;
mod page;
mod platforms;
mod shell;
mod test;

use std::process::ExitCode;

use clap::Parser;

/// Chores of the project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Run everything CI runs except the other platforms: formatting, lints, documentation, architecture, tests, the page, fuzz targets
    Test,
    /// Check which crate uses what, and the table of crates in ARCHITECTURE.md
    Architecture(architecture::Args),
    /// Write hardware/ from the descriptions in crates/boards
    Boards,
    /// Build the WebAssembly of the page into web/generated
    Page(page::Args),
    /// Build for the browser, Windows and macOS, and run what can be run of it here
    Platforms(platforms::Args),
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Test => test::run(),
        Task::Architecture(args) => architecture::run(&args),
        Task::Boards => boards::run(),
        Task::Page(args) => page::run(&args),
        Task::Platforms(args) => platforms::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
