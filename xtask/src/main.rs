//! Chores of the project, run as `cargo xtask NAME`. The program itself never needs this crate.

mod architecture;
mod boards;
#[cfg(unix)]
mod dist;
mod logisim;
mod long;
mod page;
mod platforms;
mod shell;
mod test;
mod vscode;

use std::process::ExitCode;

use clap::Parser;

/// Chores of the project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Run everything CI runs except the other platforms: formatting, lints, documentation, architecture, tests, the page, fuzz targets
    Test(test::Args),
    /// Check which crate uses what, and the table of crates in ARCHITECTURE.md
    Architecture(architecture::Args),
    /// Write hardware/ from the descriptions in crates/boards
    Boards,
    /// Write what people install into target/dist: archives for Linux and Windows, a Debian package, checksums
    #[cfg(unix)]
    Dist(dist::Args),
    /// Compare files saved after random edits with the real Logisim (outside CI; needs Java)
    Logisim(logisim::Args),
    /// Build the WebAssembly of the page into web/generated
    Page(page::Args),
    /// Build for the browser, Windows and macOS, and run what can be run of it here
    Platforms(platforms::Args),
    /// Pack the extension for Visual Studio Code into target/vscode
    Vscode(vscode::Args),
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Test(args) => test::run(&args),
        Task::Architecture(args) => architecture::run(&args),
        Task::Boards => boards::run(),
        #[cfg(unix)]
        Task::Dist(args) => dist::run(&args),
        Task::Logisim(args) => logisim::run(&args),
        Task::Page(args) => page::run(&args),
        Task::Platforms(args) => platforms::run(&args),
        Task::Vscode(args) => vscode::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
