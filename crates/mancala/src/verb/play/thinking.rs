//! A message about a player who takes long, removed when the move has come.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// Faster moves show nothing.
const PATIENCE: Duration = Duration::from_millis(400);

/// While it exists, a player is thinking.
pub struct Thinking {
    done: Option<Sender<()>>,
    teller: Option<JoinHandle<()>>,
}

impl Thinking {
    /// Shows the message on standard output, if it is a terminal.
    pub fn on_terminal(words: String) -> Option<Thinking> {
        let screen = io::stdout();
        let watched = screen.is_terminal();
        watched.then(|| Thinking::new(words, PATIENCE, screen))
    }

    /// After `patience`, writes `words` to `screen`, and wipes them away at the end.
    fn new(words: String, patience: Duration, mut screen: impl Write + Send + 'static) -> Thinking {
        let (done, ended) = mpsc::channel();
        let tell = move || {
            if ended.recv_timeout(patience) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let blanks = " ".repeat(words.chars().count());
            // A screen that cannot be written to is noticed in the game soon enough.
            let _ = write!(screen, "{words}").and_then(|()| screen.flush());
            let _ = ended.recv();
            let _ = write!(screen, "\r{blanks}\r").and_then(|()| screen.flush());
        };
        Thinking {
            done: Some(done),
            teller: Some(std::thread::spawn(tell)),
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(teller) = self.teller.take() {
            let _ = teller.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Screen {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    #[test]
    fn a_slow_player_is_spoken_of_and_a_fast_one_is_not() {
        let screen = Screen::default();
        drop(Thinking::new(
            "hm".into(),
            Duration::from_secs(60),
            screen.clone(),
        ));
        assert_eq!(screen.text(), "");
        let thinking = Thinking::new("hm".into(), Duration::ZERO, screen.clone());
        while screen.text().is_empty() {
            std::thread::yield_now();
        }
        assert_eq!(screen.text(), "hm");
        drop(thinking);
        assert_eq!(screen.text(), "hm\r  \r");
    }
}
