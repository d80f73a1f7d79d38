//! `mancala man`: the manual page, in roff.

use crate::cli;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {}

pub fn run(_args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    clap_mangen::Man::new(cli::command()).render(&mut ui.out)?;
    Ok(Answer::Yes)
}
