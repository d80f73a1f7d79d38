//! `mancala cdm8 lsp`: the language server, on stdin and stdout.

use std::fs;
use std::io::{self, Read, Write};

use anyhow::anyhow;
use ide::disk::Disk;
use ide::frame::{Frames, framed};
use ide::lsp::Server;
use serde_json::{Value, json};

use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Accepted because editors pass it; the server always uses stdin and stdout
    #[arg(long, hide = true)]
    stdio: bool,
}

/// The files of this machine.
pub struct Here;

impl Disk for Here {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        fs::read(path).ok()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<String> = entries
            .filter(|entry| entry.path().is_file())
            .map(|entry| {
                format!(
                    "{}/{}",
                    folder.trim_end_matches('/'),
                    entry.file_name().to_string_lossy()
                )
            })
            .collect();
        paths.sort();
        paths
    }
}

/// Exit code 0 after `shutdown` and `exit`, 1 if the editor leaves without.
pub fn run(_: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let mut server = Server::new(Here);
    let mut frames = Frames::default();
    let mut input = io::stdin().lock();
    let mut bytes = vec![0; 64 << 10];
    loop {
        let count = input.read(&mut bytes)?;
        if count == 0 {
            return Ok(Answer::No);
        }
        frames.push(&bytes[..count]);
        while let Some(message) = frames
            .next_message()
            .map_err(|broken| anyhow!("{}", broken.0))?
        {
            let answers = match message {
                Ok(message) => server.handle(&message),
                Err(_) => vec![not_json()],
            };
            for answer in answers {
                ui.out.write_all(&framed(&answer))?;
            }
            ui.out.flush()?;
            if let Some(asked) = server.exit() {
                return Ok(if asked { Answer::Yes } else { Answer::No });
            }
        }
    }
}

fn not_json() -> Value {
    json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "this is not JSON"}})
}
