//! `mancala cdm8 debug-server`: the development kit's debug protocol over a WebSocket.
//!
//! One client at a time; loopback only unless requested; pages of other sites are turned away; `load` reads below one folder only.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use cdm8::variant::Variant;
use ide::cdp::Session;
use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::StatusCode;
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket, accept_hdr};

use super::in_circuit::InCircuit;
use super::lsp::Here;
use crate::ui::{Answer, Ui};

/// The port the kit's extension expects.
const PORT: u16 = 7001;
/// Instructions between two checks for messages.
const SLICE: u32 = 50_000;
/// Time limit of the handshake.
const HANDSHAKE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(10);

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The port to listen on (0: any free one)
    #[arg(short, long, value_name = "PORT", default_value_t = PORT)]
    port: u16,
    /// The address to listen on; anyone who can reach it can run programs and read images below --root
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// The only folder that images are loaded from
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    root: PathBuf,
    /// Accept pages of this origin: scheme and host, as a browser sends them; may be repeated
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    /// The circuit: mark5, mark5-devkit or ideal
    #[arg(long, default_value = "mark5-devkit", value_name = "VARIANT")]
    variant: Variant,
    #[command(flatten)]
    circuit: InCircuit,
}

impl Args {
    /// The processor alone, or in a circuit; prints notes about it.
    fn session(&self, ui: &mut Ui) -> anyhow::Result<Session> {
        let absolute = |path: &Path| Ok(std::path::absolute(path)?.display().to_string());
        let Some(launch) = self.circuit.launch(absolute)? else {
            return Ok(Session::new(self.variant));
        };
        let (session, notes) = Session::of_circuit(&Here, &launch).map_err(anyhow::Error::msg)?;
        for note in notes {
            writeln!(ui.err, "{note}")?;
        }
        Ok(session)
    }
}

pub fn run(args: &Args, ui: &mut Ui) -> anyhow::Result<Answer> {
    let root = fs::canonicalize(&args.root)
        .with_context(|| format!("cannot open the folder {}", args.root.display()))?;
    if !root.is_dir() {
        bail!("{} is not a folder", args.root.display());
    }
    let mut session = args.session(ui)?;
    let address = SocketAddr::new(args.bind, args.port);
    let listener =
        TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
    writeln!(
        ui.err,
        "debug server on ws://{}, images from {}",
        listener.local_addr()?,
        root.display()
    )?;
    loop {
        let (stream, peer) = listener.accept()?;
        match greet(stream, &args.origin) {
            Ok(mut client) => {
                listener.set_nonblocking(true)?;
                let ended = serve(&mut client, &listener, &mut session, &root);
                listener.set_nonblocking(false)?;
                session.leave();
                if let Err(error) = ended {
                    say(ui, &format!("{peer}: {error}"));
                }
            }
            Err(error) => say(ui, &format!("{peer} was turned away: {error}")),
        }
    }
}

/// Nobody may be reading any more; that is no reason to stop.
fn say(ui: &mut Ui, text: &str) {
    let _ = writeln!(ui.err, "{text}");
}

type Client = WebSocket<TcpStream>;

/// The handshake. An editor sends no origin; a page does, and only those named are let in.
fn greet(stream: TcpStream, allowed: &[String]) -> Result<Client, String> {
    let prepared = stream
        .set_nonblocking(false)
        .and_then(|()| stream.set_read_timeout(Some(HANDSHAKE)));
    prepared
        .and_then(|()| stream.set_nodelay(true))
        .map_err(|error| error.to_string())?;
    #[allow(clippy::result_large_err)] // The type is the library's.
    let check = |request: &Request, response: Response| -> Result<Response, ErrorResponse> {
        let origin = request
            .headers()
            .get("origin")
            .map(|origin| origin.to_str().unwrap_or("?").to_owned());
        match origin {
            Some(origin) if !allowed.contains(&origin) => {
                let mut refusal = ErrorResponse::new(Some(format!(
                    "pages of {origin} are not let in: --origin {origin}"
                )));
                *refusal.status_mut() = StatusCode::FORBIDDEN;
                Err(refusal)
            }
            _ => Ok(response),
        }
    };
    accept_hdr(stream, check).map_err(|error| error.to_string())
}

/// Answers one client until it leaves.
fn serve(
    client: &mut Client,
    listener: &TcpListener,
    session: &mut Session,
    root: &Path,
) -> Result<(), String> {
    let load = |path: &str| read_below(root, path);
    loop {
        turn_away(listener);
        let wait = if session.is_running() {
            Duration::from_millis(1)
        } else {
            PAUSE
        };
        client
            .get_ref()
            .set_read_timeout(Some(wait))
            .map_err(|error| error.to_string())?;
        match client.read() {
            Ok(Message::Text(text)) => {
                for reply in session.handle(&text, &load) {
                    send(client, &reply)?;
                }
            }
            Ok(Message::Close(_)) => {}
            Ok(_) => {}
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed) => {
                return Ok(());
            }
            Err(error) => return Err(error.to_string()),
        }
        for message in session.work(SLICE) {
            send(client, &message)?;
        }
    }
}

fn send(client: &mut Client, message: &serde_json::Value) -> Result<(), String> {
    client
        .send(Message::text(message.to_string()))
        .map_err(|error| error.to_string())
}

/// A second client is told that there is one already; the first is not disturbed.
fn turn_away(listener: &TcpListener) {
    let Ok((stream, _)) = listener.accept() else {
        return;
    };
    std::thread::spawn(move || {
        if let Ok(mut second) = greet(stream, &[]) {
            let reason = CloseFrame {
                code: CloseCode::Again,
                reason: "another client is connected".into(),
            };
            let _ = second.close(Some(reason));
            let _ = second.flush();
        }
    });
}

/// A file below the folder, wherever links and dots lead.
fn read_below(root: &Path, path: &str) -> Result<Vec<u8>, String> {
    let refuse = |error: io::Error| format!("Failed to load an image: {path}: {error}");
    let full = fs::canonicalize(root.join(path)).map_err(refuse)?;
    match full.starts_with(root) && full.is_file() {
        true => fs::read(full).map_err(refuse),
        false => Err(format!(
            "Failed to load an image: {path} is not a file below {}",
            root.display()
        )),
    }
}
