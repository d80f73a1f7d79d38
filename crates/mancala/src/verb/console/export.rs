//! `mancala console export`: circuits, ROM images and sources in a folder, for Logisim and for changing them.
//!
//! ```text
//!   DIR/README.txt
//!   DIR/cdm8/cdm8.circ                 the processor, which the boards refer to
//!   DIR/2023/mancala.circ              a board
//!   DIR/2023/main.asm, main.img, ...   its firmware, one source and one image per bank
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use consoles::hardware::FILES;
use consoles::{Model, firmware, hardware};
use formats::image;

use crate::files::write_whole;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to write to; it is created if needed
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Only this console: 2016, 2016-mirror, 2022 or 2023
    #[arg(long, value_name = "YEAR")]
    model: Option<Model>,
    /// Overwrite files that were changed
    #[arg(long)]
    force: bool,
}

const README: &str = "\
Mancala consoles for Logisim 2.7.1

Open 2016/mancala.circ, 2022/mancala.circ or 2023/mancala.circ. Keep the folder cdm8 beside
them: it holds the processor. Switch on Simulate > Ticks Enabled, at 4.1 kHz, and click the
buttons with the hand. Simulate > Reset Simulation starts a new game.

To change the firmware, edit an .asm file and assemble it, for example

    mancala cdm8 asm 2023/deep_purple.asm --memory harvard -o 2023/deep_purple.img

then right-click the ROM of that bank, Load Image. Or run it at once, without Logisim:

    mancala console --model 2023 --firmware 2023
";

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let files = contents(args.model);
    if !args.force {
        refuse_changed(&args.folder, &files)?;
    }
    for (name, bytes) in &files {
        let path = args.folder.join(name);
        write_whole(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(ui.out, "{}", path.display())?;
    }
    Ok(Answer::Yes)
}

/// Everything to write, by its path below the folder.
fn contents(only: Option<Model>) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::from([("README.txt".to_owned(), README.into())]);
    let mut add = |name: String, text: &[u8]| files.insert(name, text.to_vec());
    let models = only.map_or(Model::ALL.to_vec(), |model| vec![model]);
    let processor = FILES.iter().filter(|file| file.path.starts_with("cdm8/"));
    for file in processor {
        add(file.path.to_owned(), file.text.as_bytes());
    }
    for model in models {
        let board = hardware::places(model).file;
        let year = board.split('/').next().unwrap_or(board);
        for file in FILES.iter().filter(|file| file.path == board) {
            add(file.path.to_owned(), file.text.as_bytes());
        }
        for (_, sources) in firmware::sources(model) {
            for source in *sources {
                add(format!("{year}/{}", source.base()), source.text.as_bytes());
            }
        }
        for bank in firmware::banks(model) {
            let text = image::write(bank.image(), image::Style::Devkit);
            add(format!("{year}/{}.img", bank.name), text.as_bytes());
        }
    }
    files
}

/// A file that was edited is not overwritten.
fn refuse_changed(folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> anyhow::Result<()> {
    let changed = |(name, bytes): &(&String, &Vec<u8>)| {
        fs::read(folder.join(name)).is_ok_and(|found| found != **bytes)
    };
    let changed: Vec<&str> = files
        .iter()
        .filter(changed)
        .map(|(name, _)| name.as_str())
        .collect();
    if !changed.is_empty() {
        bail!(
            "these files are in {} already and differ: {}; --force overwrites them",
            folder.display(),
            changed.join(", ")
        );
    }
    Ok(())
}
