//! Lines of standard input. Reads ahead so that piped input is validated before the first answer, and still answers a
//! program that sends one line at a time before it sends the next.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use crate::interrupt;

/// Longest line that is read: no position is longer.
const LONGEST: u64 = 10_000;
/// Maximum number of lines read ahead.
const AHEAD: usize = 10_000;
/// After this long without input, everything that was piped in has arrived.
const QUIET: Duration = Duration::from_millis(5);

/// How often a wait for input checks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(100);

type Arrived = io::Result<String>;

pub struct Lines {
    reader: Receiver<Arrived>,
    waiting: VecDeque<Arrived>,
}

impl Lines {
    /// Standard input, read in a separate thread.
    pub fn of_stdin() -> Lines {
        Lines::read(|send| pass_on(io::stdin().lock(), send))
    }

    fn read(read: impl FnOnce(&SyncSender<Arrived>) + Send + 'static) -> Lines {
        let (send, reader) = sync_channel(AHEAD);
        std::thread::spawn(move || read(&send));
        Lines {
            reader,
            waiting: VecDeque::new(),
        }
    }

    /// Waits for a line, takes all that arrive with it, and returns those that are new.
    pub fn gather(&mut self) -> impl Iterator<Item = &str> {
        let before = self.waiting.len();
        if self.waiting.is_empty() {
            self.waiting.extend(self.first());
        }
        while self.waiting.len() < AHEAD {
            // Only what comes in one go is waited for.
            let pause = if before == 0 { QUIET } else { Duration::ZERO };
            match self.reader.recv_timeout(pause) {
                Ok(line) => self.waiting.push_back(line),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        let new = self.waiting.iter().skip(before);
        new.filter_map(|line| line.as_deref().ok())
    }

    /// The next buffered line; `None` at the end, or if the user does not want to wait for it.
    fn first(&self) -> Option<Arrived> {
        loop {
            match self.reader.recv_timeout(LOOK) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) if !interrupt::asked() => {}
                Err(_) => return None,
            }
        }
    }

    /// The next line; `None` at the end.
    pub fn next(&mut self) -> Option<Arrived> {
        self.waiting.pop_front()
    }
}

fn pass_on(mut input: impl BufRead, send: &SyncSender<Arrived>) {
    if let Err(error) = skip_mark(&mut input) {
        let _ = send.send(Err(error));
        return;
    }
    loop {
        match read_line(&mut input) {
            Ok(None) => break,
            Ok(Some(line)) => {
                if send.send(Ok(line)).is_err() {
                    break;
                }
            }
            Err(error) => {
                // Nothing receives any more only if the command has ended.
                let _ = send.send(Err(error));
                break;
            }
        }
    }
}

/// Skips the byte-order mark that some programs put in front of a text.
pub fn skip_mark(input: &mut impl BufRead) -> io::Result<()> {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    if input.fill_buf()?.starts_with(MARK) {
        input.consume(MARK.len());
    }
    Ok(())
}

/// One line, cut off where it becomes too long; `None` at the end.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if (&mut *input).take(LONGEST).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let mut whole = line.ends_with(b"\n") || (line.len() as u64) < LONGEST;
    while !whole {
        let mut rest = Vec::new();
        let read = (&mut *input).take(LONGEST).read_until(b'\n', &mut rest)?;
        whole = read == 0 || rest.ends_with(b"\n");
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_there_is_known_before_the_first_is_answered() {
        let mut lines = Lines::read(|send| pass_on(&b"\xef\xbb\xbfone\ntwo\n\nfour"[..], send));
        let known: Vec<String> = lines.gather().map(str::to_owned).collect();
        assert_eq!(known, ["one\n", "two\n", "\n", "four"]);
        assert_eq!(lines.next().unwrap().unwrap(), "one\n");
        assert_eq!(lines.gather().count(), 0);
        assert_eq!(std::iter::from_fn(|| lines.next()).count(), 3);
        assert_eq!(lines.gather().count(), 0);
        assert!(lines.next().is_none());
    }

    #[test]
    fn a_line_that_never_ends_is_cut_off() {
        let text = format!("{}\nnext\n", "4,".repeat(20_000));
        let mut lines = Lines::read(move |send| pass_on(text.as_bytes(), send));
        let lengths: Vec<usize> = lines.gather().map(str::len).collect();
        assert_eq!(lengths, [LONGEST as usize, "next\n".len()]);
    }
}
