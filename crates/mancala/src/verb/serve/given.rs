//! The socket that systemd listens on for us. It stays open while the program is replaced, so that visitors who arrive meanwhile are
//! not refused: they wait.
//!
//! The socket is taken from the standard input (`StandardInput=socket`), where it can be had without touching file
//! descriptors that may belong to another process.

use std::net::TcpListener;

use anyhow::Result;

/// `None` if none was opened for this process.
#[cfg(not(unix))]
pub fn listener() -> Result<Option<TcpListener>> {
    Ok(None)
}

/// `None` if none was opened for this process.
#[cfg(unix)]
pub fn listener() -> Result<Option<TcpListener>> {
    use anyhow::{Context, bail};
    use std::os::fd::AsFd;

    let number = |name: &str| std::env::var(name).ok()?.parse::<u32>().ok();
    if number("LISTEN_PID") != Some(std::process::id()) {
        return Ok(None);
    }
    match number("LISTEN_FDS") {
        None | Some(0) => return Ok(None),
        Some(1) => {}
        Some(count) => {
            bail!("systemd gives {count} sockets; this listens at one: write one ListenStream")
        }
    }
    let input = std::io::stdin();
    let input = input.as_fd().try_clone_to_owned();
    let listener = TcpListener::from(input.context("cannot take the socket of systemd")?);
    listener.local_addr().context(
        "systemd has opened a socket, but the standard input is none: write StandardInput=socket under [Service]",
    )?;
    Ok(Some(listener))
}
