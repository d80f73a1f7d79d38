//! The whole program on the screen: a stack of screens, of which the topmost is drawn and gets the keys.

use std::time::Duration;

use engine::rng::Rng;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use texts::{Texts, text};

use crate::canvas::{Canvas, Spot, Spots, middle, wrap};
use crate::game::OpenGame;
use crate::input::{Input, Key};
use crate::screen::bench;
use crate::screen::help::Help;
use crate::screen::play::Play;
use crate::screen::start::Start;
use crate::screen::{Cx, Go, Screen};
use crate::settings::Settings;
use crate::theme::Look;
use crate::work::{Desk, Effect, Opened, Reply, Specimen};

/// Files that are remembered.
const RECENT: usize = 6;

/// The program on the screen. It does nothing unasked: inputs, answers and the time come in, effects go out.
pub struct App {
    look: Look,
    settings: Settings,
    desk: Desk,
    rng: Rng,
    now: Duration,
    spots: Spots,
    /// The window is too small for the screen on top: nothing can be done that would not be visible.
    hidden: bool,
    /// Never empty; the start screen is at the bottom.
    stack: Vec<Box<dyn Screen>>,
}

impl App {
    /// The start screen. Random choices follow from the seed.
    #[must_use]
    pub fn new(settings: Settings, seed: u64) -> App {
        let mut app = App {
            look: Look::new(Texts::of(settings.language), &settings),
            settings,
            desk: Desk::default(),
            rng: Rng::new(seed),
            now: Duration::ZERO,
            spots: Spots::default(),
            hidden: false,
            stack: vec![Box::<Start>::default()],
        };
        app.begin_top();
        app
    }

    /// The effects to carry out, in order. Ask after every call that may have changed something, and before drawing: a move is
    /// saved before it is shown.
    pub fn effects(&mut self) -> Vec<Effect> {
        self.desk.take()
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// An action of a person.
    pub fn handle(&mut self, input: Input) {
        match input {
            Input::Key(Key::Interrupt) => self.desk.ask(Effect::Quit),
            Input::Key(Key::Escape) if self.hidden && self.top().leaves_unseen() => {
                self.go(Go::Back);
            }
            _ if self.hidden => {}
            Input::Key(key) => self.key(key),
            Input::Click { column, row } => match self.spots.at(column, row) {
                Some(Spot::Key(key)) => self.key(key),
                Some(spot) => self.with_top(|screen, cx| screen.click(spot, cx)),
                None => {}
            },
            Input::Scroll { down } => {
                let key = if down { Key::Down } else { Key::Up };
                self.with_top(|screen, cx| match screen.scrolls() {
                    true => screen.key(key, cx),
                    false => Go::Stay,
                });
            }
        }
    }

    fn key(&mut self, key: Key) {
        let typing = self.top().typing();
        let key = if typing { key } else { key.command() };
        match key {
            Key::Char('?') if !typing && !self.top().is_help() => {
                let topic = self.top().topic();
                self.go(Go::Push(Box::new(Help::new(topic))));
            }
            key => self.with_top(|screen, cx| screen.key(key, cx)),
        }
    }

    /// An answer to an effect. Screens that do not wait for it ignore it.
    pub fn reply(&mut self, reply: &Reply) {
        if let Reply::Opened(opened) = reply {
            match opened.as_ref() {
                Ok(opened) => self.open(opened.clone()),
                Err(problem) => self.reply(&Reply::Trouble(problem.clone())),
            }
            return;
        }
        let mut stack = std::mem::take(&mut self.stack);
        let mut go = Go::Stay;
        for screen in &mut stack {
            go = screen.reply(reply, &mut self.cx());
        }
        self.stack = stack;
        self.go(go);
    }

    /// A game is on the board, over the start screen.
    fn open(&mut self, opened: Opened) {
        while self.stack.len() > 1 {
            self.pop();
        }
        let game = OpenGame::new(opened, &self.look.texts);
        self.go(Go::Push(Box::new(Play::new(game))));
    }

    /// Something is put on the bench, over the start screen. A file by this name is remembered.
    pub fn lay(&mut self, specimen: Specimen, file: String) {
        while self.stack.len() > 1 {
            self.pop();
        }
        self.settings.recent.retain(|known| *known != file);
        self.settings.recent.insert(0, file);
        self.settings.recent.truncate(RECENT);
        let settings = Box::new(self.settings.clone());
        self.desk.ask(Effect::Remember(settings));
        let bench = bench::lay(specimen, &self.look.texts);
        self.go(Go::Push(bench));
    }

    /// The time since the program began.
    pub fn advance(&mut self, now: Duration) {
        self.now = now;
        if self.hidden {
            return;
        }
        self.with_top(|screen, cx| {
            screen.advance(cx);
            Go::Stay
        });
    }

    /// When [`App::advance`] has something to do; never, if nothing moves.
    #[must_use]
    pub fn wake(&self) -> Option<Duration> {
        match self.hidden {
            true => None,
            false => self.top().wake(),
        }
    }

    /// Draws the whole screen.
    pub fn render(&mut self, area: Rect, buffer: &mut Buffer) {
        self.spots.clear();
        let top = self.stack.last().expect("the start screen stays");
        let mut canvas = Canvas {
            buffer,
            spots: &mut self.spots,
            look: &self.look,
        };
        let least = top.least();
        self.hidden = area.width < least.0 || area.height < least.1;
        if self.hidden {
            too_small(&mut canvas, area, top.as_ref());
            return;
        }
        top.draw(&mut canvas, area, &self.settings);
    }

    fn top(&self) -> &dyn Screen {
        self.stack.last().expect("the start screen stays").as_ref()
    }

    fn cx(&mut self) -> Cx<'_> {
        Cx {
            texts: &self.look.texts,
            settings: &mut self.settings,
            desk: &mut self.desk,
            rng: &mut self.rng,
            now: self.now,
        }
    }

    fn with_top(&mut self, act: impl FnOnce(&mut dyn Screen, &mut Cx) -> Go) {
        let mut screen = self.stack.pop().expect("the start screen stays");
        let before = self.settings.clone();
        let go = act(screen.as_mut(), &mut self.cx());
        self.stack.push(screen);
        if self.settings != before {
            let texts = match self.settings.language == before.language {
                true => self.look.texts.clone(),
                false => Texts::of(self.settings.language),
            };
            self.look = Look::new(texts, &self.settings);
            let settings = Box::new(self.settings.clone());
            self.desk.ask(Effect::Remember(settings));
        }
        self.go(go);
    }

    fn go(&mut self, go: Go) {
        match go {
            Go::Stay => {}
            Go::Back if self.stack.len() == 1 => {}
            Go::Back => {
                self.pop();
                self.begin_top();
            }
            Go::Push(screen) => {
                self.stack.push(screen);
                self.begin_top();
            }
            Go::Quit => self.desk.ask(Effect::Quit),
        }
    }

    fn pop(&mut self) {
        if let Some(mut screen) = self.stack.pop() {
            screen.leave(&mut self.cx());
        }
    }

    fn begin_top(&mut self) {
        let mut screen = self.stack.pop().expect("the start screen stays");
        screen.begin(&mut self.cx());
        self.stack.push(screen);
    }
}

fn too_small(canvas: &mut Canvas, area: Rect, screen: &dyn Screen) {
    let (columns, lines) = screen.least();
    let texts = &canvas.look.texts;
    let mut words = text!(
        texts,
        "tui.too-small",
        columns = columns,
        lines = lines,
        width = area.width,
        height = area.height
    );
    words.push(' ');
    words.push_str(&match screen.leaves_unseen() {
        true => text!(texts, "tui.too-small.back"),
        false => text!(texts, "tui.too-small.quit"),
    });
    let style = canvas.look.theme.text;
    let lines = wrap(&words, area.width.into()).len() as u16;
    let room = middle(area, area.width, lines);
    canvas.paragraph(room, &words, style);
}
