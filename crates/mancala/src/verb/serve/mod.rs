//! `mancala serve`: the page for a browser on this machine or in this network, and games between people who have it open.
//!
//! Everything about requests and games is in the crate `server`. This reads the settings, opens the port and the browser,
//! writes the log, and passes on the files of the page, which the program carries.

mod browser;
mod given;
mod log;
mod operate;
mod settings;
mod span;

use std::future::Future;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use kalah::Preset;
use server::store::{Sqlite, Store};
use server::{Config, File, Site};
use tokio::runtime::Runtime;

use crate::args::DataArgs;
use crate::page;
use crate::tables::Tables;
use crate::ui::{Answer, Ui};
use settings::{SettingArgs, Settings};

/// The default file for games, in the data folder.
const DATABASE: &str = "site.sqlite";

/// The page plays against the computer by itself; two people who have it open from the same server can play each other by a
/// link. docs/site.md is for those who run a site for others.
///
/// With --check nothing is served: exit code 0 if the settings are right, the database can be used and the port is free, else 1.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Do not open the page in the browser
    #[arg(long)]
    no_open: bool,
    /// Check the configuration and exit
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    settings: SettingArgs,
    #[command(flatten)]
    data: DataArgs,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Write a copy of the database, while a server may be using it
    Backup {
        /// The copy; there must be no such file yet
        file: PathBuf,
    },
    /// Manage the games and visitors of a site, while a server may be running
    Admin(operate::AdminArgs),
    /// Write all games, one line of JSON each
    Export {
        /// A new file, or - for standard output
        file: PathBuf,
    },
    /// Add the games of an export; existing games stay as they are
    Import {
        /// The file, or - for standard input
        file: PathBuf,
    },
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    let settings = args.settings.settings()?;
    let database = database(&settings, &args.data)?;
    log::start(settings.log);
    let runtime = Runtime::new().context("cannot start the threads of the server")?;
    if let Some(action) = &args.action {
        return runtime.block_on(action.run(&database, ui));
    }
    if args.check {
        return check(&settings, &database, &runtime, ui);
    }
    let listener = match given::listener()? {
        Some(given) => given,
        None => listen(settings.address)?,
    };
    let url = url(listener.local_addr().context("cannot read the port")?);
    let store = runtime.block_on(store(&database))?;
    let stop = stop_signal(&runtime)?;
    let site = Site::new(config(settings, &args.data, ui)?, store);
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
    runtime.block_on(server::serve(listener, site, stop))?;
    Ok(Answer::Yes)
}

impl Action {
    async fn run(&self, database: &str, ui: &mut Ui) -> Result<Answer> {
        if let Action::Backup { file } = self {
            backup(database, file).await?;
            writeln!(ui.out, "{} is a copy of {database}", file.display())?;
            return Ok(Answer::Yes);
        }
        let store = store(database).await?;
        let answer = match self {
            Action::Admin(admin) => admin.run(&*store, ui).await,
            Action::Export { file } => operate::export(&*store, file, ui).await,
            Action::Import { file } => operate::import(&*store, file, ui).await,
            Action::Backup { .. } => Ok(Answer::Yes),
        };
        store.close().await?;
        answer
    }
}

/// Checks everything that starting would need, one line each.
fn check(settings: &Settings, database: &str, runtime: &Runtime, ui: &mut Ui) -> Result<Answer> {
    let mut answer = Answer::Yes;
    let mut tell = |what: String, outcome: Result<()>| {
        let line = match outcome {
            Ok(()) => format!("ok      {what}"),
            Err(error) => {
                answer = Answer::No;
                format!("wrong   {what}: {error:#}")
            }
        };
        writeln!(ui.out, "{line}")
    };
    tell("the settings".into(), Ok(()))?;
    let ready = runtime.block_on(async {
        let store = store(database).await?;
        store.check().await?;
        Ok(store.close().await?)
    });
    tell(
        format!("the database {}", without_password(database)),
        ready,
    )?;
    let free = listen(settings.address).map(drop);
    tell(format!("the port {}", settings.address.port()), free)?;
    Ok(answer)
}

fn listen(wanted: SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(wanted).map_err(|error| not_bound(wanted, &error))
}

fn config(settings: Settings, data: &DataArgs, ui: &mut Ui) -> Result<Config> {
    let file = |file: page::PageFile| File {
        name: file.name.to_owned(),
        media_type: page::media_type(file.name),
        version: page::digest(&file.contents),
        stamp: file.stamp,
        brotli: Some(file.packed),
        contents: file.contents,
    };
    let mut analysis = settings.analysis;
    // A table that `mancala table build` has saved; others would take time and memory without being asked for.
    let mut complaints = Vec::new();
    let tables = Tables::new(&data.folder()?);
    let rules = Preset::Standard.rules();
    let kept = tables.largest(rules, usize::MAX, 1, &mut complaints)?;
    analysis.tables.extend(kept.map(Arc::new));
    for complaint in complaints {
        writeln!(ui.err, "{complaint}")?;
    }
    Ok(Config {
        version: env!("CARGO_PKG_VERSION"),
        files: page::files().into_iter().map(file).collect(),
        headers: page::HEADERS.to_vec(),
        origins: settings.origins,
        behind_proxy: settings.behind_proxy,
        limits: settings.limits,
        keep_games: settings.keep_games.map(span::Span::duration),
        analysis,
    })
}

/// An address of PostgreSQL, or the name of a file.
fn database(settings: &Settings, data: &DataArgs) -> Result<String> {
    if let Some(database) = &settings.database {
        return Ok(database.clone());
    }
    let path = data.folder()?.join(DATABASE);
    let name = path.into_os_string().into_string();
    name.map_err(|name| {
        let name = name.display();
        anyhow!("the name of {name} is not text: name another file with --database")
    })
}

async fn store(database: &str) -> Result<Arc<dyn Store>> {
    if !database.contains("://") {
        let folder = crate::files::folder_of(Path::new(database));
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let opened = server::store::open(database).await;
    opened.with_context(|| {
        let database = without_password(database);
        format!("cannot keep games in {database}; --database names another place")
    })
}

async fn backup(database: &str, file: &Path) -> Result<()> {
    if database.contains("://") {
        bail!("a PostgreSQL database is copied by its own program, pg_dump");
    }
    if file.exists() {
        bail!("{} exists already: name a new file", file.display());
    }
    let copied = Sqlite::backup(Path::new(database), file).await;
    copied.with_context(|| format!("cannot copy {database} to {}", file.display()))
}

/// The address of a database without secrets.
fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else {
        return address.to_owned();
    };
    let (place, query) = match rest.split_once('?') {
        Some((place, query)) => (place, Some(query)),
        None => (rest, None),
    };
    let place = match place.rsplit_once('@') {
        Some((_, place)) => format!("...@{place}"),
        None => place.to_owned(),
    };
    let Some(query) = query else {
        return format!("{scheme}://{place}");
    };
    // Then the ? may be part of a password.
    if query.contains('@') {
        return format!("{scheme}://...");
    }
    let shown = |field: &str| match field.split_once('=') {
        Some((name, _)) if is_secret(name) => format!("{name}=..."),
        _ => field.to_owned(),
    };
    let query: Vec<String> = query.split('&').map(shown).collect();
    format!("{scheme}://{place}?{}", query.join("&"))
}

/// Whether the value of a field in a database's address is secret. `%61` can stand for `a`.
fn is_secret(name: &str) -> bool {
    name.contains('%') || name.to_ascii_lowercase().contains("password")
}

/// Resolves when the server is asked to stop.
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

/// What to do about an address that cannot be listened on.
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

/// The address for a browser on this machine.
fn url(address: SocketAddr) -> String {
    match address.ip().is_unspecified() || address.ip() == IpAddr::V4(Ipv4Addr::LOCALHOST) {
        true => format!("http://127.0.0.1:{}/", address.port()),
        false => format!("http://{address}/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_never_shown() {
        for (address, shown) in [
            ("/var/lib/site.sqlite", "/var/lib/site.sqlite"),
            ("postgres://host/name", "postgres://host/name"),
            ("postgres://me:SECRET@host/name", "postgres://...@host/name"),
            (
                "postgres://host/name?user=me&password=SECRET",
                "postgres://host/name?user=me&password=...",
            ),
            (
                "postgres://me@host/name?PassWord=SECRET&host=/run",
                "postgres://...@host/name?PassWord=...&host=/run",
            ),
            (
                "postgres://host/name?p%61ssword=SECRET",
                "postgres://host/name?p%61ssword=...",
            ),
            ("postgres://me:SEC?x=RET@host/name", "postgres://..."),
        ] {
            assert_eq!(without_password(address), shown);
        }
    }
}
