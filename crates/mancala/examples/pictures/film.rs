//! The camera: the program in a pseudo-terminal, and the cells of a terminal emulator.

use std::io::{Error, Read, Result, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use crate::stage::Scene;
use crate::svg;

/// Adjacent cells with the same style: text, number of the colour, attributes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    pub column: usize,
    pub text: String,
    pub colour: String,
    pub bold: bool,
    pub underlined: bool,
    pub inverse: bool,
}

pub type Row = Vec<Run>;

pub struct Picture {
    /// Time since the beginning.
    pub at: Duration,
    pub rows: Vec<Row>,
}

pub struct Film {
    pub window: (u16, u16),
    pub pictures: Vec<Picture>,
    pub length: Duration,
}

/// Longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(90);

/// The program beside this example.
fn program() -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    let folder = here.parent().and_then(Path::parent);
    let program = folder.unwrap_or(Path::new(".")).join("mancala");
    match program.exists() {
        true => Ok(program),
        false => Err(Error::other(
            "build the program first: cargo build -p mancala",
        )),
    }
}

pub fn shoot(scene: &Scene) -> Result<Film> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir()?;
    let lesson = folder.path().join("lesson.mancala");
    std::fs::write(&lesson, include_str!("lesson.mancala"))?;
    let (columns, rows) = scene.window;
    let size = PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    };
    let pair = native_pty_system().openpty(size).map_err(Error::other)?;
    let mut command = CommandBuilder::new(program()?);
    let lesson = lesson.display().to_string();
    command.args(
        scene
            .arguments
            .iter()
            .map(|word| word.replace("LESSON", &lesson)),
    );
    command.env_clear();
    command.env("MANCALA_DATA_DIR", folder.path());
    command.env("MANCALA_SETTINGS", folder.path().join("settings.toml"));
    command.env("TERM", "xterm-256color");
    command.env("LANG", "C.UTF-8");
    command.cwd(root.join("hardware/2023"));
    let mut child = pair.slave.spawn_command(command).map_err(Error::other)?;
    drop(pair.slave);
    let count = |count| NonZeroU16::new(count).expect("a window has cells");
    let parser = vt100::Parser::new(count(rows), count(columns), 0);
    let screen = Arc::new(Mutex::new(parser));
    let mut output = pair.master.try_clone_reader().map_err(Error::other)?;
    let seen = Arc::clone(&screen);
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = output.read(&mut bytes) {
            seen.lock().expect("nobody panics").process(&bytes[..count]);
        }
    });
    let mut keys = pair.master.take_writer().map_err(Error::other)?;
    let film = Camera::new(scene, &screen).follow(&mut keys);
    child.kill()?;
    child.wait()?;
    film
}

struct Camera<'a> {
    scene: &'a Scene,
    screen: &'a Mutex<vt100::Parser>,
    /// When the first picture was taken.
    start: Option<Instant>,
    pictures: Vec<Picture>,
}

impl<'a> Camera<'a> {
    fn new(scene: &'a Scene, screen: &'a Mutex<vt100::Parser>) -> Camera<'a> {
        Camera {
            scene,
            screen,
            start: None,
            pictures: Vec::new(),
        }
    }

    fn follow(mut self, keys: &mut dyn Write) -> Result<Film> {
        for (number, step) in self.scene.steps.iter().enumerate() {
            let filming = self.scene.from.is_some_and(|from| number >= from);
            if filming {
                self.start.get_or_insert_with(Instant::now);
            }
            keys.write_all(step.keys.as_bytes())?;
            keys.flush()?;
            let asked = Instant::now();
            while !self.contents().contains(step.until) {
                if asked.elapsed() > PATIENCE {
                    let seen = self.contents();
                    return Err(Error::other(format!("no '{}':\n{seen}", step.until)));
                }
                self.look(filming);
            }
            let there = Instant::now();
            while there.elapsed() < Duration::from_millis(step.hold) {
                self.look(filming);
            }
        }
        if self.scene.from.is_none() {
            self.start = Some(Instant::now());
            self.take();
        }
        let length = self.start.map_or(Duration::ZERO, |start| start.elapsed());
        Ok(Film {
            window: self.scene.window,
            pictures: self.pictures,
            length,
        })
    }

    fn contents(&self) -> String {
        let parser = self.screen.lock().expect("nobody panics");
        parser.screen().contents()
    }

    fn look(&mut self, filming: bool) {
        std::thread::sleep(Duration::from_millis(self.scene.frame));
        if filming {
            self.take();
        }
    }

    /// A picture, unless nothing has changed.
    fn take(&mut self) {
        let parser = self.screen.lock().expect("nobody panics");
        let (columns, rows) = self.scene.window;
        let rows: Vec<Row> = (0..rows)
            .map(|row| runs(parser.screen(), row, columns))
            .collect();
        drop(parser);
        if self.pictures.last().is_none_or(|last| last.rows != rows) {
            let at = self.start.map_or(Duration::ZERO, |start| start.elapsed());
            self.pictures.push(Picture { at, rows });
        }
    }
}

fn runs(screen: &vt100::Screen, row: u16, columns: u16) -> Row {
    let mut runs: Row = Vec::new();
    for column in 0..columns {
        let Some(cell) = screen.cell(row, column) else {
            continue;
        };
        let text = match cell.contents() {
            "" => " ",
            text => text,
        };
        let run = Run {
            column: column.into(),
            text: text.to_owned(),
            colour: svg::colour(cell.fgcolor()),
            bold: cell.bold(),
            underlined: cell.underline(),
            inverse: cell.inverse(),
        };
        match runs.last_mut() {
            Some(last) if same_look(last, &run) => last.text.push_str(text),
            _ => runs.push(run),
        }
    }
    runs.retain(|run| run.inverse || run.underlined || !run.text.trim().is_empty());
    runs
}

pub fn same_look(one: &Run, other: &Run) -> bool {
    (&one.colour, one.bold, one.underlined, one.inverse)
        == (&other.colour, other.bold, other.underlined, other.inverse)
}
