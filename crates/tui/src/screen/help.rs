//! Help: the keys, the rules, and how to leave.

use kalah::Rules;
use ratatui::layout::Rect;
use texts::{text, wording};

use super::{Cx, Go, Screen, Topic};
use crate::canvas::{Canvas, Hint, below, middle, wrap};
use crate::input::Key;
use crate::settings::Settings;

pub(crate) struct Help {
    topic: Topic,
    /// The first line shown.
    top: usize,
}

impl Help {
    pub(crate) fn new(topic: Topic) -> Help {
        Help { topic, top: 0 }
    }

    /// Paragraphs with their headings.
    fn pages(&self, canvas: &Canvas) -> Vec<(String, String)> {
        let texts = &canvas.look.texts;
        let game = (
            text!(texts, "tui.help.game"),
            text!(texts, "tui.help.game.keys"),
        );
        let review = (
            text!(texts, "tui.help.review"),
            text!(texts, "tui.help.review.keys"),
        );
        let puzzle = (
            text!(texts, "tui.help.puzzle"),
            text!(texts, "tui.help.puzzle.keys"),
        );
        let machine = (
            text!(texts, "tui.help.machine"),
            text!(texts, "tui.help.machine.keys"),
        );
        let bench = (
            text!(texts, "tui.help.bench"),
            text!(texts, "tui.help.bench.keys"),
        );
        let general = (
            text!(texts, "tui.help.general"),
            text!(texts, "tui.help.general.keys"),
        );
        let rules = (
            text!(texts, "tui.help.rules"),
            wording::rules(texts, Rules::default()),
        );
        let first = match self.topic {
            Topic::General => rules.clone(),
            Topic::Game => game.clone(),
            Topic::Review => review.clone(),
            Topic::Puzzle => puzzle.clone(),
            Topic::Machine => machine.clone(),
            Topic::Bench => bench.clone(),
        };
        let mut pages = vec![first];
        for page in [game, rules, review, puzzle, machine, bench, general] {
            if !pages.contains(&page) {
                pages.push(page);
            }
        }
        pages
    }

    /// All lines, and whether each is a heading.
    fn lines(&self, canvas: &Canvas, width: u16) -> Vec<(String, bool)> {
        let mut lines = Vec::new();
        for (heading, words) in self.pages(canvas) {
            if !lines.is_empty() {
                lines.push((String::new(), false));
            }
            lines.push((heading, true));
            for paragraph in words.split('\n') {
                lines.extend(hanging(paragraph, width.into()));
            }
        }
        lines
    }
}

/// The column in which the explanation of a key begins.
const COLUMN: usize = 14;

/// `key | what it does` with the explanation in a separate column, or plain text.
fn hanging(paragraph: &str, width: usize) -> Vec<(String, bool)> {
    let Some((key, what)) = paragraph.split_once(" | ") else {
        let lines = wrap(paragraph, width);
        return lines.into_iter().map(|line| (line, false)).collect();
    };
    let lines = wrap(what, width.saturating_sub(COLUMN));
    let line = |(index, line): (usize, String)| {
        let key = if index == 0 { key } else { "" };
        (format!("{key:COLUMN$}{line}"), false)
    };
    lines.into_iter().enumerate().map(line).collect()
}

impl Screen for Help {
    fn key(&mut self, key: Key, _: &mut Cx) -> Go {
        match key {
            Key::Up => self.top = self.top.saturating_sub(1),
            Key::Down => self.top += 1,
            Key::PageUp => self.top = self.top.saturating_sub(10),
            Key::PageDown | Key::Char(' ') => self.top += 10,
            Key::Home => self.top = 0,
            _ => return Go::Back,
        }
        // Scrolling stops at the end of the text.
        self.top = self.top.min(200);
        Go::Stay
    }

    fn is_help(&self) -> bool {
        true
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect, _: &Settings) {
        let texts = &canvas.look.texts;
        let hints = [
            Hint::new(Key::Down, "Up/Down", text!(texts, "tui.key.scroll")),
            Hint::new(Key::Escape, "Esc", text!(texts, "tui.key.back")),
        ];
        let title = text!(texts, "tui.start.help");
        let body = canvas.header(area, &title, "");
        let body = canvas.footer(body, &hints);
        let page = middle(below(body, 1), 84.min(body.width - 4), body.height);
        let lines = self.lines(canvas, page.width);
        let room = usize::from(page.height);
        let top = self.top.min(lines.len().saturating_sub(room));
        let theme = canvas.look.theme;
        for (row, (line, heading)) in lines.iter().skip(top).take(room).enumerate() {
            let style = if *heading { theme.title } else { theme.text };
            canvas.text((page.x, page.y + row as u16), page.width, line, style);
        }
    }
}
