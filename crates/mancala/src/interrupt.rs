//! Requests to stop: Ctrl-C, and on Unix SIGTERM too. Long work polls a flag, ends early and shows its results so far; at the
//! second request, the program ends at once.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, OnceLock};

static FLAG: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// The last request, as an index in `NAMES`.
static BY: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
const NAMES: [&str; 2] = ["Ctrl-C", "SIGTERM"];

/// The flag. From now on a request sets it instead of ending the program.
pub fn flag() -> &'static Arc<AtomicBool> {
    static WATCHED: OnceLock<()> = OnceLock::new();
    WATCHED.get_or_init(|| {
        // Without a handler a signal simply ends the program.
        let _ = watch();
    });
    &FLAG
}

/// Whether the program was asked to stop.
pub fn asked() -> bool {
    FLAG.load(Relaxed)
}

/// Stops all work of this program, as if requested.
pub fn stop() {
    FLAG.store(true, Relaxed);
}

/// The name of the request: `Ctrl-C`.
pub fn name() -> &'static str {
    NAMES[BY.load(Relaxed)]
}

#[cfg(unix)]
fn watch() -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    for (number, signal) in [SIGINT, SIGTERM].into_iter().enumerate() {
        // The exit code of a shell for a program ended by a signal.
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&FLAG))?;
        flag::register_usize(signal, Arc::clone(&BY), number)?;
        flag::register(signal, Arc::clone(&FLAG))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn watch() -> io::Result<()> {
    let handler = || {
        if FLAG.swap(true, Relaxed) {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler).map_err(io::Error::other)
}
