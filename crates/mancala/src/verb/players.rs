//! `mancala players`: the available players.

use std::io::Write;

use crate::players;
use crate::rows;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON: a list of objects with name and what
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let entries = players::entries();
    if args.json {
        let list = entries
            .iter()
            .map(|(name, what)| serde_json::json!({"name": name, "what": what}));
        rows::print(serde_json::Value::from_iter(list), ui)?;
        return Ok(Answer::Yes);
    }
    let width = entries
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    for (name, what) in &entries {
        writeln!(ui.out, "{name:width$}  {what}")?;
    }
    Ok(Answer::Yes)
}
