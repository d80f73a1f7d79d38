//! The program in a separate pseudo-terminal.

use std::io::{Read, Write};
use std::path::Path;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Longer than anything takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct Pty {
    child: Box<dyn Child + Send + Sync>,
    /// Dropped, together with the keys, when the terminal is closed.
    master: Option<Box<dyn MasterPty + Send>>,
    keys: Option<Box<dyn Write + Send>>,
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

impl Pty {
    /// Starts the program; `hear` gets its output, and returns whether to stop listening.
    pub fn start(
        data: &Path,
        window: (u16, u16),
        arguments: &[&str],
        environment: &[(&str, &str)],
        mut hear: impl FnMut(&[u8]) -> bool + Send + 'static,
    ) -> Pty {
        let pair = native_pty_system().openpty(size(window)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_mancala"));
        command.args(arguments);
        command.env_clear();
        command.env("MANCALA_DATA_DIR", data);
        command.env("MANCALA_SETTINGS", data.join("settings.toml"));
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.cwd(data);
        for (name, value) in environment {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut output = pair.master.try_clone_reader().unwrap();
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                if !hear(&bytes[..count]) {
                    return;
                }
            }
        });
        Pty {
            child,
            keys: Some(pair.master.take_writer().unwrap()),
            master: Some(pair.master),
            reader: Some(reader),
        }
    }

    pub fn press(&mut self, keys: &str) {
        let line = self.keys.as_mut().expect("it is open");
        line.write_all(keys.as_bytes()).unwrap();
        line.flush().unwrap();
    }

    pub fn resize(&mut self, window: (u16, u16)) {
        let master = self.master.as_ref().expect("it is open");
        master.resize(size(window)).unwrap();
    }

    pub fn signal(&self, name: &str) {
        let pid = self.process().to_string();
        let sent = std::process::Command::new("kill")
            .args([name, &pid])
            .status();
        assert!(sent.unwrap().success());
    }

    pub fn process(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Drops every end of the terminal that this side holds. The reader has stopped listening.
    pub fn close(&mut self) {
        self.reader.take().unwrap().join().unwrap();
        self.keys = None;
        self.master = None;
    }

    /// The exit code, once everything it wrote was heard; none if it does not end.
    pub fn end(&mut self) -> Option<u32> {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > PATIENCE {
                return None;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        if let Some(reader) = self.reader.take() {
            reader.join().unwrap();
        }
        Some(status.exit_code())
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // The remains of a failed test.
        let _ = self.child.kill();
    }
}
