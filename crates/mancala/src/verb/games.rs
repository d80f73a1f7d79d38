//! `mancala games`: the saved games.

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::bail;
use kalah::{BySide, Record, Side};

use crate::args::DataArgs;
use crate::board;
use crate::complaint;
use crate::files;
use crate::paint::Paint;
use crate::rows;
use crate::screen;
use crate::storage::{Kept, Storage};
use crate::ui::{Answer, Ui};
use crate::wording::{self, People};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// List all saved games (the default)
    List {
        /// Print JSON, one object per line
        #[arg(long)]
        json: bool,
    },
    /// Show a game: its board, its moves, its result
    Show {
        /// The name the game is saved under
        name: String,
    },
    /// Write the record of a game to stdout or a file
    Export {
        /// The name the game is saved under
        name: String,
        /// How to write it
        #[arg(long, value_enum, default_value_t)]
        format: Format,
        /// The file to write, instead of stdout
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Delete saved games (asks first)
    Delete {
        /// The names of the games to delete
        #[arg(required = true)]
        names: Vec<String>,
        /// Delete without asking
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
    /// A save file of the Python game: the position without the moves that led to it
    Classic,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let storage = Storage::new(&args.data.folder()?);
    match &args.what {
        None => list(&storage, false, ui),
        Some(What::List { json }) => list(&storage, *json, ui),
        Some(What::Show { name }) => show(&storage.load(name)?, ui),
        Some(What::Export {
            name,
            format,
            output,
        }) => {
            let kept = storage.path(name);
            files::keep_apart(&[&kept], output.as_deref().as_slice())?;
            export(&storage.load(name)?, *format, output.as_ref(), ui)
        }
        Some(What::Delete { names, yes }) => delete(&storage, names, *yes, ui),
    }
}

/// Lists the games that can be read; the others are named, and left as they are.
fn list(storage: &Storage, json: bool, ui: &mut Ui) -> anyhow::Result<Answer> {
    let games = storage.list()?;
    if games.is_empty() && !json {
        writeln!(ui.err, "No saved games yet; `mancala` starts one.")?;
    }
    let width = games
        .iter()
        .map(|kept| kept.name.chars().count())
        .max()
        .unwrap_or(0);
    for Kept { name, record, .. } in &games {
        match record {
            Ok(record) if json => rows::print(line_json(name, record), ui)?,
            Ok(record) => writeln!(ui.out, "{name:width$}  {}", line(record))?,
            Err(error) => writeln!(
                ui.err,
                "{name}: cannot be read and is left as it is: {}",
                complaint::causes(error)
            )?,
        }
    }
    Ok(Answer::Yes)
}

fn line(record: &Record) -> String {
    let BySide { south, north } = &record.players;
    format!(
        "{}  {south} - {north}  {}  {}  {}",
        record.date,
        record.start().rules(),
        wording::moves(record.moves().len()),
        record.result()
    )
}

fn line_json(name: &str, record: &Record) -> serde_json::Value {
    serde_json::json!({
        "name": name,
        "date": record.date,
        "south": record.players.south,
        "north": record.players.north,
        "rules": record.start().rules(),
        "moves": record.moves().len(),
        "position": record.position().to_string(),
        "result": record.result().to_string(),
    })
}

fn show(record: &Record, ui: &mut Ui) -> anyhow::Result<Answer> {
    let paint = Paint::new(ui.colour.on(&std::io::stdout()));
    let people = People::of(&record.players);
    let names = Side::BOTH.map(|side| people.on(side).name(wording::texts()));
    let names = [names[0].as_str(), names[1].as_str()];
    for line in board::lines(record.position(), names, paint) {
        writeln!(ui.out, "{line}")?;
    }
    writeln!(ui.out, "\n{}", line(record))?;
    for (number, sowing) in (1..).zip(record.sowings()) {
        let text = format!("{number:3}. {}", wording::sowing(&sowing, &people));
        writeln!(ui.out, "{}", screen::wrap(&text, screen::wrap_width()))?;
    }
    if let Some(result) = wording::result(record.result(), &people) {
        writeln!(ui.out, "{result}")?;
    }
    Ok(Answer::Yes)
}

fn export(
    record: &Record,
    format: Format,
    output: Option<&PathBuf>,
    ui: &mut Ui,
) -> anyhow::Result<Answer> {
    let format = match format {
        Format::Text => play::export::Format::Record,
        Format::Json => play::export::Format::Json,
        Format::Classic => play::export::Format::Classic,
    };
    let text = play::export::export(record, record.position(), format)?;
    match output {
        Some(path) => files::save(path, text.as_bytes())?,
        None => ui.out.write_all(text.as_bytes())?,
    }
    Ok(Answer::Yes)
}

fn delete(storage: &Storage, names: &[String], yes: bool, ui: &mut Ui) -> anyhow::Result<Answer> {
    for name in names {
        crate::storage::check_name(name)?;
        if !storage.exists(name) {
            bail!("there is no saved game '{name}'; `mancala games` lists them");
        }
    }
    if !yes && !confirmed(names, ui)? {
        writeln!(ui.err, "Nothing was deleted.")?;
        return Ok(Answer::No);
    }
    for name in names {
        storage.delete(name)?;
        writeln!(ui.err, "{name} is deleted.")?;
    }
    Ok(Answer::Yes)
}

fn confirmed(names: &[String], ui: &mut Ui) -> anyhow::Result<bool> {
    write!(
        ui.err,
        "Delete {} permanently? yes or no [no] ",
        names.join(", ")
    )?;
    ui.err.flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    if !std::io::stdin().is_terminal() {
        writeln!(ui.err)?;
    }
    Ok(matches!(answer.trim().to_lowercase().as_str(), "yes" | "y"))
}
