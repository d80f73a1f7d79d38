//! `mancala cdm8 dis`: an image as source that assembles back to it.

use std::path::{Path, PathBuf};

use cdm8::dis::{self, Options};
use cdm8::variant::Variant;

use super::program;
use crate::files;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The image: Logisim's text form or raw bytes
    image: PathBuf,
    /// Treat every byte as code instead of following control flow
    #[arg(long)]
    linear: bool,
    /// Where execution may start; 0 if not given
    #[arg(long, value_name = "ADDRESS", value_parser = program::parse_byte)]
    entry: Vec<u8>,
    /// Follow the interrupt handlers of the table at 0xf0 too
    #[arg(long)]
    vectors: bool,
    /// The circuit variant, which decides what opcodes 9C to 9F are called: mark5 (swan), mark5-devkit or ideal (rol)
    #[arg(long, default_value = "mark5-devkit", value_name = "VARIANT")]
    variant: Variant,
    /// Labels to use: the file that asm --symbols writes
    #[arg(long, value_name = "FILE")]
    symbols: Option<PathBuf>,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let inputs: Vec<&Path> = [Some(&args.image), args.symbols.as_ref()]
        .into_iter()
        .flatten()
        .map(PathBuf::as_path)
        .collect();
    files::keep_apart(&inputs, args.output.as_deref().as_slice())?;
    let image = program::read_image(&args.image)?;
    let symbols = args
        .symbols
        .as_deref()
        .map(program::read_symbols)
        .transpose()?;
    let names = symbols.unwrap_or_default().labels.into_iter();
    let labels = names.rev().map(|(name, address)| (address, name)).collect();
    let options = Options {
        variant: args.variant,
        linear: args.linear,
        entries: args.entry.clone(),
        vectors: args.vectors,
        labels,
    };
    let text = dis::disassemble(&image, &options).to_string();
    match &args.output {
        Some(path) => program::save(path, text.as_bytes())?,
        None => ui.out.write_all(text.as_bytes())?,
    }
    Ok(Answer::Yes)
}
