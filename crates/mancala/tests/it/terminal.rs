//! Behaviour on a terminal only: who is thinking, what is being built, line editing, Ctrl-C.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};

use super::pty::{PATIENCE, Pty};

/// The program on a terminal of 80 columns.
struct Terminal {
    pty: Pty,
    screen: Receiver<String>,
    /// All output.
    seen: String,
    /// The output waited for so far.
    read: usize,
}

impl Terminal {
    fn start(data: &Path, args: &[&str]) -> Terminal {
        let (sender, screen) = channel();
        let hear = move |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            sender.send(text).is_ok()
        };
        Terminal {
            pty: Pty::start(data, (80, 24), args, &[], hear),
            screen,
            seen: String::new(),
            read: 0,
        }
    }

    /// Waits for this output, after the output waited for before.
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
        self.pty.press(keys);
    }

    /// Sends Ctrl-C to the foreground program.
    fn interrupt(&self) {
        self.pty.signal("-INT");
    }

    /// Its exit code, and all output.
    fn end(mut self) -> (Option<u32>, String) {
        let code = self.pty.end();
        self.seen.extend(self.screen.try_iter());
        (code, self.seen)
    }
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
    assert!(
        seen.contains("Stopped by Ctrl-C after 0 of 3 moves."),
        "{seen}"
    );
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
