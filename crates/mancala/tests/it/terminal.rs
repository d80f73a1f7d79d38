//! What only somebody at a terminal sees: who is thinking, what is being built, lines edited, Ctrl-C.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// Nothing here takes that long, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program on a terminal of 80 columns.
struct Terminal {
    child: Child,
    keys: File,
    screen: Receiver<String>,
    /// Everything it has written.
    seen: String,
    /// As far as that was waited for.
    read: usize,
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended, unless the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Terminal {
    fn start(data: &Path, args: &[&str]) -> Terminal {
        let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&keys).unwrap();
        unlockpt(&keys).unwrap();
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&keys, size).unwrap();
        let name = ptsname(&keys, Vec::new()).unwrap();
        let tty = rustix::fs::open(
            name,
            OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC,
            Mode::empty(),
        )
        .unwrap();
        let tty = || -> Stdio { tty.try_clone().unwrap().into() };
        let mut command = super::mancala(data);
        command.args(args).env("TERM", "xterm");
        command.current_dir(data);
        let child = command.stdin(tty()).stdout(tty()).stderr(tty());
        let child = child.spawn().unwrap();
        let screen = watch(keys.try_clone().unwrap());
        Terminal {
            child,
            keys: keys.into(),
            screen,
            seen: String::new(),
            read: 0,
        }
    }

    /// Waits until it has written this, after what was waited for before.
    fn wait_for(&mut self, text: &str) {
        loop {
            if let Some(at) = self.seen[self.read..].find(text) {
                self.read += at + text.len();
                return;
            }
            match self.screen.recv_timeout(PATIENCE) {
                Ok(more) => self.seen += &more,
                Err(_) => panic!("no '{text}' in:\n{}", self.seen),
            }
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// What Ctrl-C does to the program in front.
    fn interrupt(&self) {
        kill_process(Pid::from_child(&self.child), Signal::INT).unwrap();
    }

    /// Its exit code, and everything it has written.
    fn end(mut self) -> (Option<i32>, String) {
        while let Ok(more) = self.screen.recv_timeout(PATIENCE) {
            self.seen += &more;
        }
        let code = self.child.wait().unwrap().code();
        (code, std::mem::take(&mut self.seen))
    }
}

/// What is written to a terminal, until everybody has left it.
fn watch(terminal: OwnedFd) -> Receiver<String> {
    let (sender, screen) = channel();
    let mut terminal = File::from(terminal);
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = terminal.read(&mut bytes) {
            let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
            if sender.send(text).is_err() {
                break;
            }
        }
    });
    screen
}

#[test]
fn a_move_is_shown_before_the_opponent_thinks() {
    let data = tempfile::tempdir().unwrap();
    let flags = ["play", "--ask", "never", "--opponent", "search:1s"];
    let mut terminal = Terminal::start(data.path(), &flags);
    terminal.wait_for("Your turn");
    terminal.press("4\r");
    terminal.wait_for("You sow 4 seeds from pit 4");
    terminal.wait_for("is thinking ...");
    terminal.wait_for("\r                ");
    terminal.wait_for(" sows ");
    terminal.wait_for("Your turn");
    terminal.press("quit\r");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn a_table_is_named_while_it_is_built_and_ctrl_c_leaves_what_is_known() {
    let data = tempfile::tempdir().unwrap();
    for verb in ["solve", "analyse"] {
        let flags = [verb, "--seeds", "5", "--table-seeds", "24"];
        let mut terminal = Terminal::start(data.path(), &flags);
        terminal.wait_for("building the 24-seed table");
        terminal.interrupt();
        let (code, seen) = terminal.end();
        assert_eq!(code, Some(1), "{seen}");
        assert!(seen.contains("margin      "), "{seen}");
    }
}

#[test]
fn ctrl_c_ends_a_review_with_what_was_reviewed() {
    let data = tempfile::tempdir().unwrap();
    let game = "[Format \"1\"]\n[Rules \"pits=6 seeds=4\"]\n\n  1. 3+ 6 / 2\n*\n";
    std::fs::write(data.path().join("game.mancala"), game).unwrap();
    let flags = ["review", "game.mancala", "--table-seeds", "24"];
    let mut terminal = Terminal::start(data.path(), &flags);
    terminal.wait_for("building the 24-seed table");
    terminal.interrupt();
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(1), "{seen}");
    assert!(seen.contains("Stopped after 0 of 3 moves."), "{seen}");
}

#[test]
fn ctrl_c_before_a_puzzle_is_found_is_said() {
    let data = tempfile::tempdir().unwrap();
    let flags = ["puzzle", "--json", "--table-seeds", "24"];
    let mut terminal = Terminal::start(data.path(), &flags);
    terminal.wait_for("building the 24-seed table");
    terminal.interrupt();
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(1), "{seen}");
    assert!(seen.contains("Stopped before a puzzle"), "{seen}");
}

#[test]
fn lines_are_edited_and_remembered() {
    let data = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(data.path(), &["console", "--model", "2016"]);
    terminal.wait_for("Press a pit");
    terminal.press("flyy\x7f\r");
    terminal.wait_for("unknown command 'fly'");
    for keys in ["show\r", "\x1b[A\r", "quit\r"] {
        terminal.wait_for("Press a pit");
        terminal.press(keys);
    }
    let (code, seen) = terminal.end();
    assert_eq!(code, Some(0), "{seen}");
    let drawn = seen.matches("The console of 2016").count();
    assert_eq!(drawn, 3, "at the start and twice by 'show':\n{seen}");
}
