//! The game on the full screen: the loop around [`tui::App`].
//!
//! ```text
//! keys, mouse, size ─┐                       ┌─► window: the cells that changed
//! answers of workers ┼─► events ──► App ─────┤
//! signals ───────────┘      ▲                └─► effects: files at once (session), thought beside (workers)
//!                           └── sleeps until something comes, or until App::wake
//! ```

mod face;
mod session;
mod settings;
mod window;
mod workers;

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;

use anyhow::Result;
use tui::{App, Effect, Input, Reply};

use super::{Args, setup};
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

/// Something the loop waits for.
pub enum Event {
    Input(Input),
    /// The window has another size; drawing finds it out by itself.
    Resized,
    /// Draw everything again: somebody else's text is on the screen.
    Redraw,
    /// Stop until the shell brings the program back (Ctrl-Z).
    Suspend,
    Reply(Reply),
    /// For a test of what becomes of the terminal.
    Panic,
    /// The terminal is gone, or somebody wants the program to end: the exit code.
    End(u8),
}

pub fn run(args: &Args, ui: &mut Ui) -> Result<Answer> {
    let storage = Storage::new(&args.data.folder()?);
    let mut file = SettingsFile::open(args.face.settings_path()?)?;
    let settings = args.face.apply(file.settings(), ui.colour);
    file.start_from(&settings);
    wording::speak(settings.language);
    // What the flags name is settled, and complained about, before the screen is filled.
    let plan = match setup::is_settled(args) {
        true => {
            let paint = crate::paint::Paint::new(false);
            let mut talk = Talk::new(Prompt::stdin(Piped::Silent), &mut ui.out, paint);
            setup::plan(args, &storage, false, &mut talk)?
        }
        false => None,
    };
    let (send, events) = channel();
    let mut host = Host {
        app: App::new(settings, setup::seed_of_now()),
        session: Session::new(storage),
        workers: Workers::new(send.clone(), args.data.clone()),
        file,
        start: Instant::now(),
        ended: None,
    };
    if let Some(plan) = plan {
        let opened = host.session.begin(plan);
        host.app.reply(&Reply::Opened(Box::new(opened)));
    }
    let mut window = Window::open(host.app.settings().mouse)?;
    let looped = host.run(&mut window, &events, &send);
    drop(window);
    let farewell = host.session.farewell();
    // Nobody may be there to read it.
    let _ = writeln_to(ui, &farewell);
    match host.ended {
        Some(code) if code > 0 => std::process::exit(code.into()),
        _ => looped.map(|()| Answer::Yes),
    }
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
    start: Instant,
    /// Set when the program ends: the exit code.
    ended: Option<u8>,
}

impl Host {
    fn run(
        &mut self,
        window: &mut Window,
        events: &Receiver<Event>,
        send: &Sender<Event>,
    ) -> Result<()> {
        window::listen(send)?;
        self.work(window)?;
        while self.ended.is_none() {
            window.draw(&mut self.app)?;
            let mut next = self.wait(events);
            // All that has come is done before it is shown, so that a slow line never lags behind the keys.
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

    /// Sleeps until something comes, or something on the screen moves.
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
        // A key belongs to the moment it comes in.
        self.app.advance(self.start.elapsed());
        match event {
            Event::Input(input) => self.app.handle(input),
            Event::Resized => {}
            Event::Redraw => window.clear()?,
            Event::Suspend => window.suspend(self.app.settings().mouse)?,
            Event::Reply(reply) => self.app.reply(&reply),
            Event::Panic => panic!("the key for this was pressed"),
            Event::End(code) => self.ended = Some(code),
        }
        Ok(())
    }

    /// Does what the screens want done, until they want nothing more.
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
