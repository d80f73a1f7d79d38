//! Opens a program or a circuit from a file: its name is typed, with completion, or a recent one is selected.

use ratatui::layout::Rect;
use texts::text;

use super::{Cx, Go, Screen, Topic};
use crate::canvas::{Canvas, Hint, Spot, below, middle};
use crate::input::{Key, edit};
use crate::settings::Settings;
use crate::work::{Effect, Reply};

#[derive(Default)]
pub(crate) struct Open {
    typed: String,
    /// The names of files that begin like the text typed.
    names: Vec<String>,
    /// Recently opened files, the latest first.
    recent: Vec<String>,
    /// The selected line below the input, of names or else of the recent files; `None` while typing.
    at: Option<usize>,
    /// It is being read.
    loading: bool,
    problem: Option<String>,
}

/// Longer names are refused by every system.
const LONGEST: usize = 4096;

impl Open {
    /// The lines to choose from.
    fn lines(&self) -> &[String] {
        match self.typed.is_empty() {
            true => &self.recent,
            false => &self.names,
        }
    }

    fn chosen(&self) -> Option<&String> {
        self.lines().get(self.at?)
    }

    fn typed_on(&mut self, cx: &mut Cx) {
        self.at = None;
        self.names.clear();
        if !self.typed.is_empty() {
            cx.desk.ask(Effect::Complete(self.typed.clone()));
        }
    }

    /// Opens a file; a folder is entered.
    fn open(&mut self, name: String, cx: &mut Cx) {
        if name.ends_with(['/', '\\']) {
            self.typed = name;
            self.typed_on(cx);
            return;
        }
        if !name.trim().is_empty() && !self.loading {
            self.loading = true;
            cx.desk.ask(Effect::Load(name));
        }
    }

    fn move_by(&mut self, down: bool) {
        let count = self.lines().len();
        self.at = match (self.at, down) {
            _ if count == 0 => None,
            (None, true) => Some(0),
            (None, false) => Some(count - 1),
            (Some(at), true) => Some(at + 1).filter(|at| *at < count),
            (Some(at), false) => at.checked_sub(1),
        };
    }
}

impl Screen for Open {
    fn begin(&mut self, cx: &mut Cx) {
        self.recent.clone_from(&cx.settings.recent);
        self.at = (!self.recent.is_empty()).then_some(0);
    }

    fn key(&mut self, key: Key, cx: &mut Cx) -> Go {
        self.problem = None;
        match key {
            Key::Escape => return Go::Back,
            Key::Enter => {
                let name = self.chosen().unwrap_or(&self.typed).clone();
                self.open(name, cx);
            }
            Key::Down => self.move_by(true),
            Key::Up => self.move_by(false),
            Key::Tab | Key::Right => {
                let longer = match self.chosen() {
                    Some(name) => name.clone(),
                    None => super::bench::completed(&self.typed, &self.names),
                };
                if longer != self.typed {
                    self.typed = longer;
                    self.typed_on(cx);
                }
            }
            key => {
                if edit(&mut self.typed, key, LONGEST) {
                    self.typed_on(cx);
                }
            }
        }
        Go::Stay
    }

    fn click(&mut self, spot: Spot, cx: &mut Cx) -> Go {
        if let Spot::Line(line) = spot
            && let Some(name) = self.lines().get(line).cloned()
        {
            self.open(name, cx);
        }
        Go::Stay
    }

    fn reply(&mut self, reply: &Reply, _: &mut Cx) -> Go {
        match reply {
            Reply::Completed { typed, names } if *typed == self.typed => {
                self.names.clone_from(names);
            }
            Reply::Unread(problem) => {
                self.loading = false;
                self.problem = Some(problem.clone());
            }
            _ => {}
        }
        Go::Stay
    }

    fn typing(&self) -> bool {
        true
    }

    fn topic(&self) -> Topic {
        Topic::Bench
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect, _: &Settings) {
        let texts = &canvas.look.texts;
        let hints = [
            Hint::new(Key::Enter, "Enter", text!(texts, "tui.key.open")),
            Hint::new(Key::Tab, "Tab", text!(texts, "tui.key.complete")),
            Hint::new(Key::Down, "Up/Down", text!(texts, "tui.key.choose")),
            Hint::new(Key::Clear, "Ctrl-U", text!(texts, "tui.key.clear")),
            Hint::new(Key::Escape, "Esc", text!(texts, "tui.key.menu")),
        ];
        let title = text!(texts, "tui.start.open");
        let body = canvas.header(area, &title, "");
        let body = below(canvas.footer(body, &hints), 1);
        let page = middle(body, 84.min(body.width - 4), body.height);
        let theme = canvas.look.theme;
        let words = text!(canvas.look.texts, "tui.open.which");
        let rest = below(canvas.paragraph(page, &words, theme.text), 1);
        let typed = format!("{}{}", self.typed, canvas.look.glyphs.cursor);
        let style = if self.at.is_none() {
            theme.chosen
        } else {
            theme.strong
        };
        let rest = below(canvas.paragraph(rest, &typed, style), 1);
        let rest = match (&self.problem, self.loading) {
            (Some(problem), _) => below(canvas.paragraph(rest, problem, theme.bad), 1),
            (None, true) => {
                let words = text!(canvas.look.texts, "tui.open.loading");
                below(canvas.paragraph(rest, &words, theme.good), 1)
            }
            (None, false) => rest,
        };
        self.draw_lines(canvas, rest);
    }
}

impl Open {
    fn draw_lines(&self, canvas: &mut Canvas, area: Rect) {
        let theme = canvas.look.theme;
        if self.typed.is_empty() && !self.recent.is_empty() {
            let heading = text!(canvas.look.texts, "tui.open.recent");
            canvas.text((area.x, area.y), area.width, &heading, theme.title);
        }
        let area = below(area, 1);
        let lines = self.lines();
        let at = self.at.unwrap_or(0);
        let first = super::first_shown(at, lines.len(), area.height.into());
        for (y, (number, name)) in (area.y..area.bottom()).zip(lines.iter().enumerate().skip(first))
        {
            let chosen = self.at == Some(number);
            let style = if chosen { theme.chosen } else { theme.text };
            if chosen {
                canvas.text((area.x, y), 1, canvas.look.glyphs.pointer, style);
            }
            canvas.text((area.x + 2, y), area.width.saturating_sub(2), name, style);
            canvas.spot(Rect::new(area.x, y, area.width, 1), Spot::Line(number));
        }
    }
}
