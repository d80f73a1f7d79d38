//! The program in a real pseudo-terminal: keys go in, and a terminal emulator says what is to be seen.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use kalah::Record;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

struct Terminal {
    data: Arc<TempDir>,
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Bytes the program has sent.
    sent: Arc<AtomicUsize>,
    /// The reader stops at the next byte.
    closing: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
}

fn size((columns, rows): (u16, u16)) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
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
        let pair = native_pty_system().openpty(size(window)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_mancala"));
        command.args(arguments);
        command.env_clear();
        command.env("MANCALA_DATA_DIR", data.path());
        command.env("MANCALA_SETTINGS", data.path().join("settings.toml"));
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.cwd(data.path());
        for (name, value) in environment {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = vt100::Parser::new(cells(window.1), cells(window.0), 0);
        let screen = Arc::new(Mutex::new(screen));
        let (sent, closing) = (
            Arc::new(AtomicUsize::new(0)),
            Arc::new(AtomicBool::new(false)),
        );
        let reader = std::thread::spawn({
            let mut output = pair.master.try_clone_reader().unwrap();
            let (screen, sent, closing) = (screen.clone(), sent.clone(), closing.clone());
            move || {
                let mut bytes = [0; 4096];
                while let Ok(count @ 1..) = output.read(&mut bytes) {
                    sent.fetch_add(count, SeqCst);
                    screen.lock().unwrap().process(&bytes[..count]);
                    if closing.load(SeqCst) {
                        return;
                    }
                }
            }
        });
        Terminal {
            data: Arc::clone(data),
            child,
            keys: pair.master.take_writer().unwrap(),
            master: pair.master,
            screen,
            sent,
            closing,
            reader: Some(reader),
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
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
        self.master.resize(size((columns, rows))).unwrap();
    }

    /// The exit code, and what the screen shows after it.
    fn end(&mut self) -> (u32, String) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "it does not end:\n{}",
                self.text()
            );
            std::thread::sleep(Duration::from_millis(5));
        };
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        (status.exit_code(), self.text())
    }

    /// The terminal is as it was: the usual screen, a cursor, no mouse.
    fn assert_restored(&self) {
        let parser = self.screen.lock().unwrap();
        let screen = parser.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }

    fn signal(&self, name: &str) {
        let pid = self.child.process_id().unwrap().to_string();
        let sent = std::process::Command::new("kill")
            .args([name, &pid])
            .status();
        assert!(sent.unwrap().success());
    }

    fn kept(&self, name: &str) -> Record {
        let text = std::fs::read_to_string(game_file(self.data.path(), name)).unwrap();
        Record::from_text(&text).unwrap()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Whatever a failed test leaves behind.
        let _ = self.child.kill();
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

#[test]
fn a_whole_game_is_played_and_reviewed() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    let arguments = ["--color", "always"];
    let mut terminal = Terminal::start_in(&data, (80, 24), &arguments, &[("MANCALA_SPEED", "off")]);
    terminal.wait_for("New game");
    terminal.press("n");
    terminal.wait_for("Opponent");
    // Fewer seeds: the game is shorter, and its moves are settled sooner.
    terminal.press("\x1b[B\x1b[B\x1b[B\x1b[D\x1b[D\r");
    terminal.wait_for("Your turn");
    for _ in 0..100 {
        terminal.press("\r");
        // What is on the screen is the answer to this key, and to the computer's.
        terminal.quiet();
        let text = terminal.wait_until("turn or end", |text| {
            text.contains("Your turn") || text.contains("rematch")
        });
        if text.contains("rematch") {
            break;
        }
    }
    terminal.wait_for("rematch");
    assert!(terminal.kept("game-1").position().is_over());
    terminal.press("v");
    terminal.wait_for("% accurate");
    terminal.press("\x1b[H\r");
    terminal.wait_for("Your turn");
    terminal.press("q");
    let (code, text) = terminal.end();
    assert_eq!(code, 0);
    assert!(
        text.contains("Goodbye") || text.contains("kept as"),
        "{text}"
    );
    terminal.assert_restored();
    assert!(
        terminal.kept("game-1").position().is_over(),
        "the reviewed game stays"
    );
}

#[test]
fn a_damaged_game_is_named_and_left_alone() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    let file = game_file(data.path(), "torn");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "[Format \"mancala-1\"]\nhalf a ga").unwrap();
    let mut terminal = Terminal::start_in(&data, (80, 24), &["play"], &[]);
    terminal.wait_for("Kept games");
    terminal.press("l");
    terminal.wait_for("damaged");
    terminal.press("\r");
    terminal.wait_for("line ");
    terminal.press("\x1b");
    terminal.wait_for("Watch two players");
    terminal.press("q");
    assert_eq!(terminal.end().0, 0);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, "[Format \"mancala-1\"]\nhalf a ga");
}

#[test]
fn the_window_changes_its_size_in_the_middle() {
    let mut terminal = game(&["--two-players"]);
    terminal.press("3");
    terminal.wait_for("1. 3+");
    for window in [
        (120, 40),
        (160, 50),
        (60, 10),
        (81, 24),
        (200, 60),
        (80, 24),
    ] {
        terminal.resize(window);
        match window.0 {
            60 => terminal.wait_for("needs a window of 80 columns"),
            _ => terminal.wait_until("the board", |text| {
                text.contains("1. 3+") && text.lines().count() >= usize::from(window.1) - 1
            }),
        };
    }
    terminal.press("\x0c");
    terminal.press("6");
    terminal.wait_for("1. 3+ 6");
    terminal.press("q");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn ctrl_c_keeps_the_game_and_gives_the_terminal_back() {
    let mut terminal = game(&["--two-players"]);
    terminal.press("3");
    terminal.wait_for("1. 3+");
    terminal.press("\x03");
    let (code, text) = terminal.end();
    assert_eq!(code, 0);
    assert!(text.contains("kept as 'game-1'"), "{text}");
    terminal.assert_restored();
    assert_eq!(terminal.kept("game-1").moves().len(), 1);
}

#[test]
fn signals_keep_the_game_and_give_the_terminal_back() {
    for (signal, expected) in [("-TERM", 143), ("-HUP", 129), ("-INT", 0)] {
        let mut terminal = game(&["--two-players"]);
        terminal.press("3");
        terminal.wait_for("1. 3+");
        terminal.signal(signal);
        let (code, text) = terminal.end();
        assert_eq!(code, expected, "{signal}");
        assert!(text.contains("kept as 'game-1'"), "{text}");
        terminal.assert_restored();
        assert_eq!(terminal.kept("game-1").moves().len(), 1);
    }
}

#[test]
fn a_terminal_that_is_closed_ends_the_program_with_the_game_kept() {
    let mut terminal = game(&["--two-players"]);
    terminal.press("3");
    terminal.wait_for("1. 3+");
    // Every end of it that this test holds: the reader gives its own up at the next byte.
    terminal.closing.store(true, SeqCst);
    terminal.press("6");
    terminal.reader.take().unwrap().join().unwrap();
    let pair = native_pty_system().openpty(size((80, 24))).unwrap();
    terminal.keys = pair.master.take_writer().unwrap();
    terminal.master = pair.master;
    terminal.end();
    assert!(!terminal.kept("game-1").moves().is_empty());
}

#[cfg(debug_assertions)]
#[test]
fn a_panic_gives_the_terminal_back_and_is_read_on_it() {
    let mut terminal = game(&["--two-players"]);
    terminal.press("3");
    terminal.wait_for("1. 3+");
    terminal.press("\x1b[24~");
    let (code, text) = terminal.end();
    assert_eq!(code, 101);
    assert!(text.contains("the key for this was pressed"), "{text}");
    terminal.assert_restored();
    assert_eq!(terminal.kept("game-1").moves().len(), 1);
}

#[test]
fn the_conversation_is_there_for_who_wants_it() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    for (arguments, environment) in [
        (&["play", "--plain"][..], &[][..]),
        (&["play"], &[("TERM", "dumb")]),
        (&[], &[("MANCALA_PLAIN", "1")]),
    ] {
        let mut terminal = Terminal::start_in(&data, (80, 24), arguments, environment);
        terminal.wait_for("Your opponent?");
        terminal.press("quit\r");
        assert_eq!(terminal.end().0, 0);
    }
}

#[test]
fn flags_win_over_the_environment_and_that_over_the_file() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    let settings = data.path().join("settings.toml");
    std::fs::write(&settings, "language = \"ru\"\n").unwrap();
    for (arguments, environment, expected) in [
        (&["play"][..], &[][..], "Новая игра"),
        (&["play"], &[("MANCALA_LANGUAGE", "en")], "New game"),
        (
            &["play", "--language", "ru"],
            &[("MANCALA_LANGUAGE", "en")],
            "Новая игра",
        ),
    ] {
        let mut terminal = Terminal::start_in(&data, (80, 24), arguments, environment);
        terminal.wait_for(expected);
        terminal.press("q");
        terminal.end();
    }
    std::fs::write(&settings, "theme = \"pink\"\n").unwrap();
    let mut terminal = Terminal::start_in(&data, (80, 24), &["play"], &[]);
    let (code, text) = terminal.end();
    assert_eq!(code, 2);
    assert!(
        text.contains("settings.toml") && text.contains("unknown theme 'pink'"),
        "{text}"
    );
}

/// Keys of all kinds, as fast as they can be typed; whatever is kept can be read.
#[test]
fn any_keys_do_no_harm() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    let arguments = ["play", "--opponent", "level:3", "--speed", "fast"];
    let mut terminal = Terminal::start_in(&data, (80, 24), &arguments, &[]);
    terminal.wait_for("Your turn");
    let keys = [
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "u",
        "r",
        "h",
        "a",
        "v",
        "n",
        "s",
        "l",
        "b",
        "f",
        "o",
        "[",
        "]",
        "?",
        "\r",
        "\x1b[A",
        "\x1b[B",
        "\x1b[C",
        "\x1b[D",
        "\x1b[H",
        "\x1b[F",
        "\t",
        "\x7f",
        "\x1b[<0;40;12M",
        "\x1b[<0;20;20M",
    ];
    let mut lots = engine::lots::Lots::new(5);
    for step in 0..600 {
        terminal.press(keys[lots.below(keys.len())]);
        if step % 10 == 9 {
            // Alone, so that it is not taken for the beginning of another key.
            std::thread::sleep(Duration::from_millis(10));
            terminal.press("\x1b");
            std::thread::sleep(Duration::from_millis(10));
        }
        if step % 50 == 49 {
            terminal.resize([(80, 24), (120, 40), (40, 8)][lots.below(3)]);
            terminal.quiet();
        }
    }
    terminal.press("\x03");
    let (code, text) = terminal.end();
    assert_eq!(code, 0, "{text}");
    terminal.assert_restored();
    let games = data.path().join("games");
    let mut read = 0;
    for entry in std::fs::read_dir(games).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let text = std::fs::read_to_string(&path).unwrap();
            Record::from_text(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            read += 1;
        }
    }
    assert!(read > 0, "not one game was kept");
}

/// What a slow line has to carry: the first screen, a key that moves the cursor, and one seed falling.
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

/// Nothing moves, so nothing is done. Clock ticks of the processor come from /proc.
#[cfg(target_os = "linux")]
#[test]
fn an_idle_game_takes_no_processor_time() {
    let mut terminal = game(&["--two-players"]);
    terminal.press("3");
    terminal.wait_for("1. 3+");
    terminal.quiet();
    let pid = terminal.child.process_id().unwrap();
    let used = || {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
        let (_, fields) = stat.rsplit_once(')').unwrap();
        let fields: Vec<&str> = fields.split_whitespace().collect();
        // utime and stime, the 14th and 15th field of the line.
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    };
    let before = used();
    std::thread::sleep(Duration::from_secs(2));
    let ticks = used() - before;
    println!("{ticks} ticks of 10 ms in two seconds");
    assert!(ticks <= 1, "{ticks}");
    terminal.press("q");
    terminal.end();
}
