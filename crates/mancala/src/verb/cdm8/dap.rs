//! `mancala cdm8 dap`: the debug adapter, on stdin and stdout or on a port.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use anyhow::Context;
use ide::dap::Adapter;
use ide::frame::{Frames, framed};
use serde_json::{Value, json};

use super::in_circuit::InCircuit;
use super::lsp::Here;
use super::program::Platform;
use crate::ui::{Answer, Ui};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The program to debug when an editor attaches: a source with the files it needs, or an image
    files: Vec<PathBuf>,
    /// Wait for one editor on this port of this machine (0: any free one) instead of stdin
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Debug a console: 2016, 2016-mirror, 2022 or 2023; FILES is then the folder of its firmware
    #[arg(long, value_name = "MODEL", conflicts_with = "circuit")]
    console: Option<String>,
    #[command(flatten)]
    circuit: InCircuit,
    #[command(flatten)]
    target: Platform,
}

fn absolute(path: &Path) -> anyhow::Result<String> {
    Ok(std::path::absolute(path)?.display().to_string())
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let adapter = Adapter::new(Here, args.given()?);
    match args.port {
        None => serve(adapter, std::io::stdin(), &mut ui.out),
        Some(port) => {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
                .with_context(|| format!("cannot listen on port {port}"))?;
            writeln!(
                ui.err,
                "waiting for an editor on {}",
                listener.local_addr()?
            )?;
            let (stream, _) = listener.accept()?;
            let mut out = stream.try_clone()?;
            serve(adapter, stream, &mut out)
        }
    }
}

impl Args {
    /// The launch that `attach` stands for.
    fn given(&self) -> anyhow::Result<Option<Value>> {
        let files: Vec<String> = self
            .files
            .iter()
            .map(|path| absolute(path))
            .collect::<anyhow::Result<_>>()?;
        if let Some(console) = &self.console {
            return Ok(Some(json!({"console": console, "firmware": files.first()})));
        }
        let circuit = self.circuit.launch(absolute)?;
        let Some((program, others)) = files.split_first() else {
            return Ok(circuit);
        };
        let mut given = circuit.unwrap_or_else(|| json!({}));
        given["program"] = program.as_str().into();
        given["files"] = others.into();
        given["variant"] = self.target.variant.name().into();
        given["memory"] = self.target.memory.to_string().into();
        Ok(Some(given))
    }
}

/// Messages as they come, read beside the work.
fn messages(mut input: impl Read + Send + 'static) -> Receiver<Result<Value, String>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut frames = Frames::default();
        let mut bytes = vec![0; 64 << 10];
        while let Ok(count @ 1..) = input.read(&mut bytes) {
            frames.push(&bytes[..count]);
            loop {
                let message = match frames.next_message() {
                    Ok(None) => break,
                    Ok(Some(Ok(message))) => Ok(message),
                    // Input that is not JSON asks for nothing.
                    Ok(Some(Err(_))) => continue,
                    Err(broken) => Err(broken.0),
                };
                let broken = message.is_err();
                if sender.send(message).is_err() || broken {
                    return;
                }
            }
        }
    });
    receiver
}

fn serve(
    mut adapter: Adapter<Here>,
    input: impl Read + Send + 'static,
    out: &mut dyn Write,
) -> anyhow::Result<Answer> {
    let receiver = messages(input);
    while !adapter.is_over() {
        let message = match adapter.is_running() {
            true => match receiver.try_recv() {
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => return Ok(Answer::Yes),
                Ok(message) => Some(message),
            },
            false => match receiver.recv() {
                Err(_) => return Ok(Answer::Yes),
                Ok(message) => Some(message),
            },
        };
        let answers = match message {
            None => adapter.work(),
            Some(Ok(message)) => adapter.handle(&message),
            Some(Err(broken)) => anyhow::bail!("{broken}"),
        };
        for answer in answers {
            out.write_all(&framed(&answer))?;
        }
        out.flush()?;
    }
    Ok(Answer::Yes)
}
