//! `mancala man`: the manual pages, in roff.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Command;
use clap_mangen::Man;

use crate::cli;
use crate::files;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print the page of this command, such as `play` or `circuit run`, instead of the first page
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Write every page into this folder: mancala.1, mancala-play.1 and so on
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    // Help is an option of every command; pages for it would say nothing.
    let mut command = cli::command().disable_help_subcommand(true);
    command.build();
    match &args.out {
        Some(folder) => write_pages(&command, folder)?,
        None => {
            let page = page(find(&command, &args.command)?)?;
            ui.out.write_all(&page)?;
        }
    }
    Ok(Answer::Yes)
}

fn find<'a>(command: &'a Command, words: &[String]) -> anyhow::Result<&'a Command> {
    let mut found = command;
    for word in words {
        let Some(next) = found.find_subcommand(word) else {
            bail!(
                "there is no command '{}'; `mancala --help` lists them",
                words.join(" ")
            );
        };
        found = next;
    }
    Ok(found)
}

fn write_pages(command: &Command, folder: &Path) -> anyhow::Result<()> {
    let path = folder.join(Man::new(command.clone()).get_filename());
    files::write_whole(&path, &page(command)?)
        .with_context(|| format!("cannot write {}", path.display()))?;
    command
        .get_subcommands()
        .filter(|verb| !verb.is_hide_set())
        .try_for_each(|verb| write_pages(verb, folder))
}

fn page(command: &Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    let name = command.get_display_name().unwrap_or(command.get_name());
    Man::new(command.clone())
        .title(name.to_uppercase())
        // An empty field would vanish, and the next one be taken for the date.
        .date(" ")
        .source(concat!("mancala ", env!("MANCALA_VERSION")))
        .manual("Mancala Manual")
        .render(&mut page)?;
    Ok(page)
}
