//! The saved games: continue one, review it, delete it.

use kalah::{Record, Side};
use ratatui::layout::Rect;
use texts::{text, wording};

use super::review::Review;
use super::{Cx, Go, Screen, first_shown, moved};
use crate::canvas::{Canvas, Hint, Spot, below};
use crate::input::Key;
use crate::settings::Settings;
use crate::work::{Effect, KeptGame, Reply};

#[derive(Default)]
pub(crate) struct Games {
    at: usize,
    /// `None` until the list has arrived.
    games: Option<Vec<KeptGame>>,
    problem: Option<String>,
    /// The next y deletes the selected game.
    deleting: bool,
}

impl Games {
    fn chosen(&self) -> Option<&KeptGame> {
        self.games.as_ref()?.get(self.at)
    }

    fn open(&mut self, cx: &mut Cx) {
        let Some(game) = self.chosen() else { return };
        match &game.record {
            Ok(_) => cx.desk.ask(Effect::Open(game.name.clone())),
            Err(problem) => self.problem = Some(problem.clone()),
        }
    }

    fn review(&mut self, cx: &Cx) -> Go {
        let Some(game) = self.chosen() else {
            return Go::Stay;
        };
        match &game.record {
            Ok(record) if record.moves().is_empty() => {
                self.problem = Some(text!(cx.texts, "play.no-moves"));
                Go::Stay
            }
            Ok(record) => {
                let review = Review::new(record.clone(), game.seats.clone(), cx.texts);
                Go::Push(Box::new(review))
            }
            Err(problem) => {
                self.problem = Some(problem.clone());
                Go::Stay
            }
        }
    }
}

impl Screen for Games {
    fn begin(&mut self, cx: &mut Cx) {
        cx.desk.ask(Effect::List);
    }

    fn key(&mut self, key: Key, cx: &mut Cx) -> Go {
        self.problem = None;
        if std::mem::take(&mut self.deleting) {
            if let (Key::Char('y'), Some(game)) = (key, self.chosen()) {
                cx.desk.ask(Effect::Delete(game.name.clone()));
            }
            return Go::Stay;
        }
        match key {
            Key::Enter => self.open(cx),
            Key::Char('v') => return self.review(cx),
            Key::Char('d') => self.deleting = self.chosen().is_some(),
            Key::Escape | Key::Char('q') => return Go::Back,
            _ => {
                let count = self.games.as_ref().map_or(0, Vec::len);
                self.at = moved(self.at, count, key);
            }
        }
        Go::Stay
    }

    fn click(&mut self, spot: Spot, cx: &mut Cx) -> Go {
        if let Spot::Line(line) = spot {
            match self.at == line {
                true => self.open(cx),
                false => self.at = line,
            }
        }
        Go::Stay
    }

    fn reply(&mut self, reply: &Reply, _: &mut Cx) -> Go {
        match reply {
            Reply::Listed(games) => {
                self.at = self.at.min(games.len().saturating_sub(1));
                self.games = Some(games.clone());
            }
            Reply::Trouble(problem) => self.problem = Some(problem.clone()),
            _ => {}
        }
        Go::Stay
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect, _: &Settings) {
        let texts = &canvas.look.texts;
        let asked = [
            Hint::new(Key::Char('y'), "y", text!(texts, "tui.key.delete")),
            Hint::new(Key::Char('n'), "n", text!(texts, "tui.key.keep")),
        ];
        let usual = [
            Hint::new(Key::Enter, "Enter", text!(texts, "tui.key.open")),
            Hint::new(Key::Char('v'), "v", text!(texts, "tui.key.review")),
            Hint::new(Key::Char('d'), "d", text!(texts, "tui.key.delete")),
            Hint::new(Key::Escape, "Esc", text!(texts, "tui.key.back")),
            Hint::new(Key::Char('?'), "?", text!(texts, "tui.key.help")),
        ];
        let title = text!(texts, "tui.games.title");
        let body = canvas.header(area, &title, "");
        let hints = if self.deleting {
            &asked[..]
        } else {
            &usual[..]
        };
        let body = below(canvas.footer(body, hints), 1);
        let Some(games) = &self.games else { return };
        let theme = canvas.look.theme;
        if games.is_empty() {
            let words = text!(canvas.look.texts, "tui.games.none");
            canvas.centred(
                Rect::new(body.x, body.y + 2, body.width, 1),
                &words,
                theme.text,
            );
            return;
        }
        let list = Rect::new(body.x + 1, body.y, body.width - 2, body.height - 3);
        let room = usize::from(list.height);
        let first = first_shown(self.at, games.len(), room);
        for (row, (index, game)) in games.iter().enumerate().skip(first).take(room).enumerate() {
            let line = Rect::new(list.x, list.y + row as u16, list.width, 1);
            draw_game(canvas, line, game, index == self.at);
            canvas.spot(line, Spot::Line(index));
        }
        let below_list = Rect::new(list.x, list.bottom() + 1, list.width, 2);
        self.draw_remark(canvas, below_list);
    }
}

impl Games {
    /// A question, an error, or a problem with the file.
    fn draw_remark(&self, canvas: &mut Canvas, area: Rect) {
        let theme = canvas.look.theme;
        let Some(game) = self.chosen() else { return };
        if self.deleting {
            let words = text!(canvas.look.texts, "tui.games.delete", name = &game.name);
            canvas.paragraph(area, &words, theme.chosen);
        } else if let Some(problem) = &self.problem {
            canvas.paragraph(area, problem, theme.bad);
        } else if let Err(problem) = &game.record {
            canvas.paragraph(area, problem, theme.bad);
        }
    }
}

fn draw_game(canvas: &mut Canvas, line: Rect, game: &KeptGame, chosen: bool) {
    let theme = canvas.look.theme;
    let style = if chosen { theme.chosen } else { theme.text };
    if chosen {
        canvas.text((line.x, line.y), 1, canvas.look.glyphs.pointer, style);
    }
    canvas.text((line.x + 2, line.y), 18, &game.name, style);
    let (who, how, quiet) = match &game.record {
        Ok(record) => (players(record), state(record, canvas), theme.faint),
        Err(_) => {
            let words = text!(canvas.look.texts, "tui.games.damaged");
            (String::new(), words, theme.bad)
        }
    };
    canvas.text((line.x + 21, line.y), 24, &who, style);
    canvas.text((line.x + 46, line.y), 16, &how, quiet);
    let room = line.width.saturating_sub(62);
    canvas.text((line.x + 62, line.y), room, &game.written, theme.faint);
}

fn players(record: &Record) -> String {
    let [south, north] = Side::BOTH.map(|side| record.players[side].as_str());
    format!("{south} - {north}")
}

/// The result, or the progress of the game.
fn state(record: &Record, canvas: &Canvas) -> String {
    let texts = &canvas.look.texts;
    match record.position().is_over() || record.resigned.is_some() {
        true => record.result().to_string(),
        false => wording::moves(texts, record.moves().len()),
    }
}
