//! `mancala serve`: the page for a browser on this machine or in this network, and games between people who have it open.
//!
//! Everything about requests and games is in the crate `server`. This reads the settings, opens the port and the browser,
//! writes the log, and hands over the files of the page, which the program carries.

mod browser;
mod log;

use std::future::Future;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use server::store::Store;
use server::{Config, File, Limits, Site};
use tokio::runtime::Runtime;

use crate::args::DataArgs;
use crate::page;
use crate::ui::{Answer, Ui};

const PORT: u16 = 2023;
/// The file games are kept in, in the data folder.
const DATABASE: &str = "site.sqlite";

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
    /// Where games between people are kept: a file, or postgres://USER:PASSWORD@HOST/NAME [default: site.sqlite in the data folder]
    #[arg(
        long,
        value_name = "PLACE",
        env = "MANCALA_DATABASE",
        hide_env_values = true
    )]
    database: Option<String>,
    /// Where visitors find the site, if a proxy stands in front of it: https://play.example
    #[arg(long, value_name = "URL")]
    origin: Vec<String>,
    /// A proxy stands in front, and says in X-Forwarded-For who the visitor is
    #[arg(long)]
    behind_proxy: bool,
    /// Write every request to standard error: plain or json [default: only what goes wrong]
    #[arg(long, value_name = "FORMAT")]
    log: Option<log::Format>,
    #[command(flatten)]
    data: DataArgs,
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    log::start(args.log);
    let wanted = SocketAddr::new(args.bind, args.port);
    let listener = TcpListener::bind(wanted).map_err(|error| not_bound(wanted, &error))?;
    let url = url(listener.local_addr().context("cannot tell the port")?);
    let runtime = Runtime::new().context("cannot start the threads of the server")?;
    let store = runtime.block_on(store(args))?;
    let stop = stop_signal(&runtime)?;
    writeln!(ui.out, "mancala is at {url} (Ctrl-C stops it)")?;
    ui.out.flush()?;
    if !args.no_open
        && let Err(problem) = browser::open(&url)
    {
        writeln!(
            ui.err,
            "no browser could be opened ({problem}): open the address yourself"
        )?;
    }
    let site = Site::new(config(args), store);
    runtime.block_on(server::serve(listener, site, stop))?;
    Ok(Answer::Yes)
}

fn config(args: &Args) -> Config {
    let file = |file: page::PageFile| File {
        name: file.name.to_owned(),
        media_type: page::media_type(file.name),
        version: page::digest(&file.contents),
        contents: file.contents,
    };
    Config {
        version: env!("CARGO_PKG_VERSION"),
        files: page::files().into_iter().map(file).collect(),
        headers: page::HEADERS.to_vec(),
        origins: args.origin.clone(),
        behind_proxy: args.behind_proxy,
        limits: Limits::default(),
    }
}

/// An address of PostgreSQL, or the name of a file.
fn database(args: &Args) -> Result<String> {
    if let Some(database) = &args.database {
        return Ok(database.clone());
    }
    let path = args.data.folder()?.join(DATABASE);
    let name = path.into_os_string().into_string();
    name.map_err(|name| {
        let name = name.display();
        anyhow!("the name of {name} is not text: name another file with --database")
    })
}

async fn store(args: &Args) -> Result<Arc<dyn Store>> {
    let database = database(args)?;
    if !database.contains("://") {
        let folder = crate::files::folder_of(Path::new(&database));
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let opened = server::store::open(&database).await;
    opened.with_context(|| format!("cannot use the database {}", without_password(&database)))
}

/// The address of a database as it may be shown.
fn without_password(address: &str) -> String {
    match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, place))) => format!("{scheme}://...@{place}"),
        _ => address.to_owned(),
    }
}

/// Is done when somebody wants the server to stop.
fn stop_signal(runtime: &Runtime) -> Result<impl Future<Output = ()> + use<>> {
    let _runtime = runtime.enter();
    #[cfg(unix)]
    let mut terminate = {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::terminate()).context("cannot listen for SIGTERM")?
    };
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    })
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
