//! The program in a real pseudo-terminal: keys go in, and a terminal emulator shows the screen.

mod bench;
mod costs;
mod faces;
mod game;
mod machine_faces;

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use kalah::Record;
use tempfile::TempDir;

use super::pty::{PATIENCE, Pty};

struct Terminal {
    data: Arc<TempDir>,
    pty: Pty,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Bytes the program has sent.
    sent: Arc<AtomicUsize>,
    /// The reader stops at the next byte.
    closing: Arc<AtomicBool>,
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}

impl Terminal {
    fn start(arguments: &[&str]) -> Terminal {
        let data = Arc::new(tempfile::tempdir().unwrap());
        Terminal::start_in(&data, (80, 24), arguments, &[])
    }

    fn start_in(
        data: &Arc<TempDir>,
        window: (u16, u16),
        arguments: &[&str],
        environment: &[(&str, &str)],
    ) -> Terminal {
        let screen = vt100::Parser::new(cells(window.1), cells(window.0), 0);
        let screen = Arc::new(Mutex::new(screen));
        let (sent, closing) = (
            Arc::new(AtomicUsize::new(0)),
            Arc::new(AtomicBool::new(false)),
        );
        let hear = {
            let (screen, sent, closing) = (screen.clone(), sent.clone(), closing.clone());
            move |bytes: &[u8]| {
                sent.fetch_add(bytes.len(), SeqCst);
                screen.lock().unwrap().process(bytes);
                !closing.load(SeqCst)
            }
        };
        Terminal {
            data: Arc::clone(data),
            pty: Pty::start(data.path(), window, arguments, environment, hear),
            screen,
            sent,
            closing,
        }
    }

    fn press(&mut self, keys: &str) {
        self.pty.press(keys);
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    fn wait_until(&self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let text = self.text();
            if holds(&text) {
                return text;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "no {what} on the screen:\n{text}"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn wait_for(&self, words: &str) -> String {
        self.wait_until(words, |text| text.contains(words))
    }

    /// The bytes sent, once nothing has come for a while.
    fn quiet(&self) -> usize {
        let mut before = usize::MAX;
        loop {
            let now = self.sent.load(SeqCst);
            if now == before {
                return now;
            }
            before = now;
            std::thread::sleep(Duration::from_millis(150));
        }
    }

    fn resize(&mut self, (columns, rows): (u16, u16)) {
        let mut screen = self.screen.lock().unwrap();
        screen.set_size(cells(rows), cells(columns));
        self.pty.resize((columns, rows));
    }

    /// The exit code, and what the screen shows after it.
    fn end(&mut self) -> (u32, String) {
        let code = self.pty.end();
        let text = self.text();
        (
            code.unwrap_or_else(|| panic!("it does not end:\n{text}")),
            text,
        )
    }

    /// The terminal is restored: the usual screen, a cursor, no mouse.
    fn assert_restored(&self) {
        let parser = self.screen.lock().unwrap();
        let screen = parser.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }

    /// Hundredths of a second of processor time that it has used, from /proc.
    #[cfg(target_os = "linux")]
    fn used(&self) -> u64 {
        let pid = self.pty.process();
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
        let (_, fields) = stat.rsplit_once(')').unwrap();
        let fields: Vec<&str> = fields.split_whitespace().collect();
        // utime and stime, the 14th and 15th field of the line.
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }

    fn kept(&self, name: &str) -> Record {
        let text = std::fs::read_to_string(game_file(self.data.path(), name)).unwrap();
        Record::from_text(&text).unwrap()
    }
}

fn game_file(data: &Path, name: &str) -> PathBuf {
    data.join("games").join(format!("{name}.mancala"))
}

const QUICK: [&str; 3] = ["play", "--speed", "off"];

fn game(more: &[&str]) -> Terminal {
    let arguments = [&QUICK[..], more].concat();
    let terminal = Terminal::start(&arguments);
    terminal.wait_for("turn: press");
    terminal
}
