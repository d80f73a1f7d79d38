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
    /// Print the page of this verb, such as `play` or `circuit run`, instead of the first page
    verb: Vec<String>,
    /// Write every page into this folder: mancala.1, mancala-play.1 and so on
    #[arg(long, value_name = "DIR", conflicts_with = "verb")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    // Help is a flag of every verb; as verbs of their own those would be pages that say nothing.
    let mut command = cli::command().disable_help_subcommand(true);
    command.build();
    match &args.out {
        Some(folder) => write_pages(&command, folder)?,
        None => {
            let page = page(find(&command, &args.verb)?)?;
            ui.out.write_all(&page)?;
        }
    }
    Ok(Answer::Yes)
}

fn find<'a>(command: &'a Command, verb: &[String]) -> anyhow::Result<&'a Command> {
    let mut found = command;
    for word in verb {
        let Some(next) = found.find_subcommand(word) else {
            bail!(
                "there is no verb '{}'; `mancala --help` lists them",
                verb.join(" ")
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
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
