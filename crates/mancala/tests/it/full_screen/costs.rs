//! The costs: bytes on the line, round trips, processor time.

use std::sync::atomic::Ordering::SeqCst;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::{Terminal, cells, game};
use crate::pty::{PATIENCE, Pty};

/// Bytes on a slow line: the first screen, a key that moves the cursor, and one seed falling.
#[test]
fn frames_are_small() {
    let mut terminal = Terminal::start(&["play", "--two-players", "--speed", "slow"]);
    terminal.wait_for("turn: press");
    let first = terminal.quiet();
    terminal.press("\x1b[C");
    terminal.wait_until("a moved cursor", |_| terminal.sent.load(SeqCst) > first);
    let cursor = terminal.quiet() - first;
    let before = terminal.quiet();
    terminal.press("4");
    terminal.wait_for("1. 4");
    std::thread::sleep(Duration::from_millis(2600));
    let sowing = terminal.quiet() - before;
    println!("first screen {first} bytes, cursor {cursor}, move of four seeds {sowing} in all");
    assert!(first < 12_000, "{first}");
    assert!(cursor < 1_200, "{cursor}");
    assert!(sowing < 6_000, "{sowing}");
    terminal.press("q");
    terminal.end();
}

/// Nothing moves, so nothing is done: on the board, on the start screen, and while a console waits for a person.
#[cfg(target_os = "linux")]
#[test]
fn an_idle_screen_takes_no_processor_time() {
    let mut terminal = game(&["--two-players"]);
    terminal.press("3");
    terminal.wait_for("1. 3+");
    idle(&terminal, "the board");
    terminal.press("\x1b");
    terminal.wait_for("New game");
    idle(&terminal, "the start screen");
    terminal.press("m");
    terminal.wait_for("waiting for you");
    idle(&terminal, "a console that waits");
    terminal.press("q");
    terminal.end();
}

#[cfg(target_os = "linux")]
fn idle(terminal: &Terminal, screen: &str) {
    terminal.quiet();
    let before = terminal.used();
    std::thread::sleep(Duration::from_secs(1));
    let ticks = terminal.used() - before;
    println!("{screen}: {ticks} ticks of 10 ms in a second");
    assert!(ticks <= 1, "{screen}: {ticks}");
}

/// A line of 60 ms in each direction.
const DELAY: Duration = Duration::from_millis(60);

/// Passes bytes on with the delay of the line.
fn delayed(mut pass: impl FnMut(Vec<u8>) + Send + 'static) -> Sender<Vec<u8>> {
    let (send, sent) = channel::<(Instant, Vec<u8>)>();
    std::thread::spawn(move || {
        for (at, bytes) in sent {
            std::thread::sleep((at + DELAY).saturating_duration_since(Instant::now()));
            pass(bytes);
        }
    });
    let (line, written) = channel();
    std::thread::spawn(move || {
        for bytes in written {
            if send.send((Instant::now(), bytes)).is_err() {
                return;
            }
        }
    });
    line
}

/// The program behind a long line, as a person at its other end has it.
struct Far {
    pty: Arc<Mutex<Pty>>,
    keys: Sender<Vec<u8>>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Everything the program sent.
    sent: Arc<Mutex<Vec<u8>>>,
    _data: tempfile::TempDir,
}

impl Far {
    fn start(arguments: &[&str]) -> Far {
        let data = tempfile::tempdir().unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(cells(24), cells(80), 0)));
        let sent = Arc::new(Mutex::new(Vec::new()));
        let seen = delayed({
            let screen = screen.clone();
            move |bytes| screen.lock().unwrap().process(&bytes)
        });
        let heard = sent.clone();
        let hear = move |bytes: &[u8]| {
            heard.lock().unwrap().extend(bytes);
            seen.send(bytes.to_vec()).is_ok()
        };
        let pty = Pty::start(data.path(), (80, 24), arguments, &[], hear);
        let pty = Arc::new(Mutex::new(pty));
        let keys = delayed({
            let pty = pty.clone();
            move |bytes| pty.lock().unwrap().press(&String::from_utf8_lossy(&bytes))
        });
        Far {
            pty,
            keys,
            screen,
            sent,
            _data: data,
        }
    }

    /// Presses keys; returns how long it takes until the screen at this end shows the words.
    fn shows(&self, keys: &str, words: &str) -> Duration {
        let start = Instant::now();
        self.keys.send(keys.into()).unwrap();
        loop {
            let text = self.screen.lock().unwrap().screen().contents();
            if text.contains(words) {
                return start.elapsed();
            }
            assert!(start.elapsed() < PATIENCE, "no {words}:\n{text}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// A key is answered after one round trip, and so are many: nothing on the screen waits for the terminal's answer to a
/// question.
#[test]
fn a_long_line_costs_one_round_trip_however_many_keys() {
    let far = Far::start(&["play", "--two-players", "--speed", "off"]);
    let first = far.shows("", "turn: press");
    let one = far.shows("3", "1. 3+");
    let many = far.shows("6123", "2. 2");
    let moved = far.shows("\x1b[A\x1b[A", "after move 3 of 5");
    println!(
        "first screen {first:?}, a move {one:?}, four keys {many:?}, two steps back {moved:?}"
    );
    for time in [one, many, moved] {
        assert!(time >= 2 * DELAY, "{time:?}");
        // Two round trips would be four delays. The machine may be busy: a little more is accepted.
        assert!(time < 2 * DELAY + Duration::from_millis(400), "{time:?}");
    }
    let sent = far.sent.lock().unwrap().clone();
    let sent = String::from_utf8_lossy(&sent);
    for question in [
        "\x1b[6n",
        "\x1b[5n",
        "\x1b[c",
        "\x1b[>c",
        "\x1b]10;?",
        "\x1b]11;?",
        "\x1b[?u",
    ] {
        assert!(!sent.contains(question), "it asks {question:?}");
    }
    far.keys.send("q".into()).unwrap();
    while far.pty.lock().unwrap().is_running() {
        std::thread::sleep(Duration::from_millis(5));
    }
}
