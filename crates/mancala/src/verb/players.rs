//! `mancala players`: who can be played against.

use std::io::Write;

use engine::player::PlayerSpec;

use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON: a list of name and what
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let entries = PlayerSpec::ENTRIES;
    if args.json {
        let list = entries
            .iter()
            .map(|entry| serde_json::json!({"name": entry.name, "what": entry.what}));
        writeln!(ui.out, "{}", serde_json::Value::from_iter(list))?;
        return Ok(Answer::Yes);
    }
    let width = entries
        .iter()
        .map(|entry| entry.name.len())
        .max()
        .unwrap_or(0);
    for entry in &entries {
        writeln!(ui.out, "{:width$}  {}", entry.name, entry.what)?;
    }
    Ok(Answer::Yes)
}
