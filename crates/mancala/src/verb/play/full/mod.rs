//! The game on the full screen: the loop around [`tui::App`].
//!
//! ```text
//! keys, mouse, size ─┐                       ┌─► window: the cells that changed
//! answers of workers ┼─► events ──► App ─────┤
//! signals ───────────┘      ▲                └─► effects: files at once (session), thought beside (workers)
//!                           └── sleeps until something comes, or until App::wake
//! ```

mod bench;
mod face;
mod session;
mod settings;
mod window;
mod workers;

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Parser;
use tui::{App, Effect, Input, Reply, Specimen};

use super::{Args, setup};
use crate::args::DataArgs;
use crate::prompt::{Piped, Prompt};
use crate::storage::Storage;
use crate::ui::{Answer, Ui};
use crate::verb::play::talk::Talk;
use crate::wording;
pub use face::FaceArgs;
use session::Session;
use settings::SettingsFile;
use window::Window;
use workers::Workers;

/// An event of the loop.
pub enum Event {
    Input(Input),
    /// The window has another size; drawing adapts to it.
    Resized,
    /// Redraw everything: other text is on the screen.
    Redraw,
    /// Stop until the shell brings the program back (Ctrl-Z).
    Suspend,
    Reply(Reply),
    /// Something for the bench, and the name of its file.
    Laid(Specimen, String),
    /// For a test of restoring the terminal.
    Panic,
    /// The terminal is gone, or the program was asked to end: the exit code.
    End(u8),
}

/// The defaults of the full screen's flags, from the environment.
#[derive(Debug, Parser)]
struct Unsaid {
    #[command(flatten)]
    face: FaceArgs,
    #[command(flatten)]
    data: DataArgs,
}

/// A program or a circuit on the bench; `file` is remembered.
pub fn lay(specimen: Specimen, file: &std::path::Path, ui: &mut Ui) -> Result<Answer> {
    let Unsaid { face, data } = Unsaid::try_parse_from(["mancala"])?;
    if !face.can_fill_the_screen() {
        bail!("--tui needs a terminal; leave it out to type commands");
    }
    let (mut host, events) = Host::new(&face, &data, ui)?;
    host.app.lay(specimen, bench::whole(file));
    let answer = host.fill_the_screen(&events);
    host.exit(answer)
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    let storage = Storage::new(&args.data.folder()?);
    let (mut host, events) = Host::new(&args.face, &args.data, ui)?;
    // Flags are resolved, and mistakes in them reported, before the screen is filled.
    let plan = match setup::is_settled(args) {
        true => {
            let paint = crate::paint::Paint::new(false);
            let mut talk = Talk::new(Prompt::stdin(Piped::Silent), &mut ui.out, paint);
            setup::plan(args, &storage, false, &mut talk)?
        }
        false => None,
    };
    if let Some(plan) = plan {
        let opened = host.session.begin(plan);
        host.app.reply(&Reply::Opened(Box::new(opened)));
    }
    let answer = host.fill_the_screen(&events);
    let farewell = host.session.farewell();
    // There may be nobody to read it.
    let _ = writeln_to(ui, &farewell);
    host.exit(answer)
}

fn writeln_to(ui: &mut Ui, words: &str) -> std::io::Result<()> {
    let words = crate::screen::wrap(words, crate::screen::wrap_width());
    writeln!(ui.out, "{words}")?;
    ui.out.flush()
}

struct Host {
    app: App,
    session: Session,
    workers: Workers,
    file: SettingsFile,
    send: Sender<Event>,
    start: Instant,
    /// Set when the program ends: the exit code.
    ended: Option<u8>,
}

impl Host {
    fn new(face: &FaceArgs, data: &DataArgs, ui: &Ui) -> Result<(Host, Receiver<Event>)> {
        let storage = Storage::new(&data.folder()?);
        let mut file = SettingsFile::open(face.settings_path()?)?;
        let settings = face.apply(file.settings(), ui.colour);
        file.start_from(&settings);
        wording::speak(settings.language);
        let (send, events) = channel();
        let host = Host {
            app: App::new(settings, setup::seed_of_now()),
            session: Session::new(storage),
            workers: Workers::new(send.clone(), data.clone()),
            file,
            send,
            start: Instant::now(),
            ended: None,
        };
        Ok((host, events))
    }

    /// Takes the terminal, and gives it back at the end.
    fn fill_the_screen(&mut self, events: &Receiver<Event>) -> Result<Answer> {
        let mut window = Window::open(self.app.settings().mouse)?;
        self.run(&mut window, events)?;
        Ok(Answer::Yes)
    }

    /// The answer, unless the program was asked to end with another exit code.
    fn exit(&self, answer: Result<Answer>) -> Result<Answer> {
        match self.ended {
            Some(code) if code > 0 => std::process::exit(code.into()),
            _ => answer,
        }
    }

    fn run(&mut self, window: &mut Window, events: &Receiver<Event>) -> Result<()> {
        window::listen(&self.send)?;
        self.work(window)?;
        while self.ended.is_none() {
            window.draw(&mut self.app)?;
            let mut next = self.wait(events);
            // All pending events are handled before drawing, so that a slow line never lags behind the keys.
            while let Some(event) = next {
                self.handle(event, window)?;
                self.work(window)?;
                next = events.try_recv().ok();
            }
            self.app.advance(self.start.elapsed());
            self.work(window)?;
        }
        Ok(())
    }

    /// Sleeps until an event arrives, or something on the screen moves.
    fn wait(&self, events: &Receiver<Event>) -> Option<Event> {
        let Some(wake) = self.app.wake() else {
            return Some(events.recv().unwrap_or(Event::End(0)));
        };
        let left = wake.saturating_sub(self.start.elapsed());
        match events.recv_timeout(left) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::End(0)),
        }
    }

    fn handle(&mut self, event: Event, window: &mut Window) -> Result<()> {
        // A key belongs to the moment it arrives.
        self.app.advance(self.start.elapsed());
        match event {
            Event::Input(input) => self.app.handle(input),
            Event::Resized => {}
            Event::Redraw => window.clear()?,
            Event::Suspend => window.suspend(self.app.settings().mouse)?,
            Event::Reply(reply) => self.app.reply(&reply),
            Event::Laid(specimen, file) => {
                // Reading a large file may have shown progress on the screen.
                window.clear()?;
                self.app.lay(specimen, file);
            }
            Event::Panic => panic!("the key for this was pressed"),
            Event::End(code) => self.ended = Some(code),
        }
        Ok(())
    }

    /// Carries out the effects of the screens until there are no more.
    fn work(&mut self, window: &mut Window) -> Result<()> {
        loop {
            let effects = self.app.effects();
            if effects.is_empty() {
                return Ok(());
            }
            for effect in effects {
                if let Some(reply) = self.perform(effect, window)? {
                    self.app.reply(&reply);
                }
            }
        }
    }

    fn perform(&mut self, effect: Effect, window: &mut Window) -> Result<Option<Reply>> {
        let opened = |opened| Some(Reply::Opened(Box::new(opened)));
        Ok(match effect {
            Effect::Begin {
                start,
                moves,
                seats,
            } => {
                self.workers.forget_players();
                opened(self.session.begin_new(start, &moves, &seats))
            }
            Effect::Open(name) => {
                self.workers.forget_players();
                opened(self.session.open(&name))
            }
            Effect::Keep(record) => self.session.keep(&record),
            Effect::SaveAs { name, record } => Some(self.session.save_as(&name, &record)),
            Effect::List => Some(self.session.list()),
            Effect::Delete(name) => Some(self.session.delete(&name)),
            Effect::Leave => {
                self.session.leave();
                self.workers.forget_players();
                None
            }
            Effect::Think { ticket, record } => {
                self.workers.think(ticket, record);
                None
            }
            Effect::Analyse { ticket, position } => {
                self.workers.analyse(ticket, *position);
                None
            }
            Effect::Hint { ticket, position } => {
                self.workers.hint(ticket, *position);
                None
            }
            Effect::Review { ticket, record } => {
                self.workers.review(ticket, *record);
                None
            }
            Effect::Pose {
                ticket,
                rules,
                difficulty,
                seed,
            } => {
                self.workers.pose(ticket, rules, difficulty, seed);
                None
            }
            Effect::Load(name) => {
                bench::load(name, &self.send);
                None
            }
            Effect::Complete(typed) => {
                let names = bench::completions(&typed);
                Some(Reply::Completed { typed, names })
            }
            Effect::Cancel(ticket) => {
                self.workers.cancel(ticket);
                None
            }
            Effect::Remember(settings) => {
                window.set_mouse(settings.mouse)?;
                wording::speak(settings.language);
                self.file
                    .remember(&settings)
                    .err()
                    .map(|error| Reply::Trouble(crate::complaint::causes(&error)))
            }
            Effect::Quit => {
                self.ended = Some(0);
                None
            }
        })
    }
}
