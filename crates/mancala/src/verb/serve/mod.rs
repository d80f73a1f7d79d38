//! `mancala serve`: the page for a browser on this machine, or in this network.
//!
//! The page runs whole inside the browser; this only hands out its files, which the program carries. `http` knows the
//! protocol, `answer` the files, `browser` how to open one.

mod answer;
mod browser;
mod http;

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, anyhow};

use crate::ui::{Answer, Ui};
use answer::Pages;

const PORT: u16 = 2023;
/// More at once are turned away: a browser needs six.
const CONNECTIONS: usize = 128;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The port; 0 takes any free one
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// The address to listen at; 0.0.0.0 is every address of this machine, so that others can visit
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS", value_parser = address)]
    bind: IpAddr,
    /// Do not open the page in the browser
    #[arg(long)]
    no_open: bool,
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    let wanted = SocketAddr::new(args.bind, args.port);
    let listener = TcpListener::bind(wanted).map_err(|error| not_bound(wanted, &error))?;
    let url = url(listener.local_addr().context("cannot tell the port")?);
    writeln!(ui.out, "mancala is at {url} (Ctrl-C stops it)")?;
    ui.out.flush()?;
    ctrlc::set_handler(|| std::process::exit(0)).context("cannot listen for Ctrl-C")?;
    if !args.no_open
        && let Err(problem) = browser::open(&url)
    {
        writeln!(
            ui.err,
            "no browser could be opened ({problem}): open the address yourself"
        )?;
    }
    serve(&listener, &Arc::new(Pages::new()))
}

fn address(text: &str) -> Result<IpAddr, String> {
    let wrong = |_| {
        format!(
            "'{text}' is not an address: 127.0.0.1 is this machine alone, 0.0.0.0 every address of it"
        )
    };
    text.parse().map_err(wrong)
}

/// What to do about an address that cannot be listened at.
fn not_bound(wanted: SocketAddr, error: &io::Error) -> anyhow::Error {
    let port = wanted.port();
    match error.kind() {
        io::ErrorKind::AddrInUse => anyhow!(
            "port {port} is in use, perhaps by another `mancala serve`: choose another with --port, or --port 0 for any free one"
        ),
        io::ErrorKind::PermissionDenied => {
            anyhow!("port {port} may not be used here: choose one above 1023 with --port")
        }
        io::ErrorKind::AddrNotAvailable => anyhow!(
            "{} is not an address of this machine: choose another with --bind",
            wanted.ip()
        ),
        _ => anyhow!("cannot listen at {wanted}: {error}"),
    }
}

/// How a browser on this machine reaches it.
fn url(address: SocketAddr) -> String {
    match address.ip().is_unspecified() || address.ip() == IpAddr::V4(Ipv4Addr::LOCALHOST) {
        true => format!("http://127.0.0.1:{}/", address.port()),
        false => format!("http://{address}/"),
    }
}

fn serve(listener: &TcpListener, pages: &Arc<Pages>) -> Result<Answer> {
    let open = Arc::new(AtomicUsize::new(0));
    loop {
        let stream = match listener.accept() {
            Ok((stream, _)) => stream,
            // The visitor left, or there are too many open files; neither ends the service.
            Err(_) => {
                thread::sleep(std::time::Duration::from_millis(20));
                continue;
            }
        };
        let place = Place::take(&open);
        if open.load(Ordering::SeqCst) > CONNECTIONS {
            let _ = http::turn_away(&stream);
            continue;
        }
        let pages = Arc::clone(pages);
        let spawned = thread::Builder::new().spawn(move || {
            let _place = place;
            talk(&stream, &pages);
        });
        // Without a thread this visitor goes unanswered; the next may be luckier.
        drop(spawned);
    }
}

/// One connection: requests until the visitor leaves, is too slow or talks nonsense.
fn talk(stream: &TcpStream, pages: &Pages) {
    let mut connection = match http::Connection::new(stream) {
        Ok(connection) => connection,
        Err(_) => return,
    };
    while let Some(request) = connection.request() {
        let (response, head_only) = pages.answer(&request);
        if connection.respond(&response, head_only).is_err() || !request.is_fine() {
            break;
        }
    }
}

/// A place among the open connections.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(open: &Arc<AtomicUsize>) -> Place {
        open.fetch_add(1, Ordering::SeqCst);
        Place(Arc::clone(open))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}
