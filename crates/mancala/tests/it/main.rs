mod asm;
mod cdm8;
mod chip;
mod circuit;
mod classic;
mod command;
mod console;
mod course;
mod crash;
mod doc_commands;
mod docs;
mod editors;
mod ends;
#[cfg(unix)]
mod full_screen;
mod grade;
mod native;
#[cfg(unix)]
mod pty;
mod research;
#[cfg(feature = "site")]
mod serve;
mod solving;
mod table;
#[cfg(unix)]
mod terminal;
mod texts;
mod transcripts;

use std::path::{Path, PathBuf};
use std::process::Command;

/// The program, saving its games in a separate folder for the test.
fn mancala(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mancala"));
    command
        .env("MANCALA_DATA_DIR", data)
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS");
    command
}

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}
