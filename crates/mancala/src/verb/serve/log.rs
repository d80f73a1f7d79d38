//! The server's log, on standard error.

use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt;

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Format {
    /// For people
    Plain,
    /// One JSON object per line
    Json,
}

/// Without a format only errors are logged.
pub fn start(format: Option<Format>) {
    let level = match format {
        Some(_) => LevelFilter::INFO,
        None => LevelFilter::WARN,
    };
    let lines = fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_target(false)
        .with_ansi(false);
    // A logger that is already set up stays.
    let _ = match format {
        Some(Format::Json) => lines.json().flatten_event(true).try_init(),
        Some(Format::Plain) | None => lines.try_init(),
    };
}
