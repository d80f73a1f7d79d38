//! The start screen: the board of the last game, and a menu.

use kalah::{BySide, Position, Rules, Side};
use ratatui::layout::Rect;
use texts::{text, wording};

use super::bench;
use super::form::Form;
use super::games::Games;
use super::help::Help;
use super::open::Open;
use super::options::Options;
use super::puzzle::Puzzles;
use super::{Cx, Go, Screen, Topic, moved};
use crate::animation::Counts;
use crate::board::{self, Marks, Scene};
use crate::canvas::{Canvas, Hint, Spot, below, middle};
use crate::input::Key;
use crate::settings::Settings;
use crate::work::{Effect, KeptGame, Reply};

#[derive(Default)]
pub(crate) struct Start {
    at: usize,
    /// The latest game that can be continued.
    last: Option<KeptGame>,
    /// The number of saved games.
    kept: usize,
    problem: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Continue,
    New,
    Load,
    Puzzle,
    Watch,
    Machine,
    Open,
    Options,
    Help,
    Quit,
}

impl Start {
    fn items(&self) -> Vec<Item> {
        use Item::{Continue, Help, Load, Machine, New, Open, Options, Puzzle, Quit, Watch};
        let mut items = vec![New, Load, Puzzle, Watch, Machine, Open, Options, Help, Quit];
        if self.last.is_some() {
            items.insert(0, Continue);
        }
        items
    }

    fn choose(&mut self, item: Item, cx: &mut Cx) -> Go {
        self.problem = None;
        match item {
            Item::Continue => {
                if let Some(last) = &self.last {
                    cx.desk.ask(Effect::Open(last.name.clone()));
                }
                Go::Stay
            }
            Item::New => Go::Push(Box::new(Form::game(cx.settings))),
            Item::Load => Go::Push(Box::<Games>::default()),
            Item::Puzzle => Go::Push(Box::<Puzzles>::default()),
            Item::Watch => Go::Push(Box::new(Form::watch(cx.settings))),
            Item::Machine => Go::Push(bench::console()),
            Item::Open => Go::Push(Box::<Open>::default()),
            Item::Options => Go::Push(Box::<Options>::default()),
            Item::Help => Go::Push(Box::new(Help::new(Topic::General))),
            Item::Quit => Go::Quit,
        }
    }

    /// The letter, the name and a remark.
    fn told(&self, item: Item, canvas: &Canvas) -> (&'static str, String, String) {
        let texts = &canvas.look.texts;
        match item {
            Item::Continue => {
                let remark = self.last.as_ref().map(|last| about(last, canvas));
                (
                    "c",
                    text!(texts, "tui.start.continue"),
                    remark.unwrap_or_default(),
                )
            }
            Item::New => (
                "n",
                text!(texts, "tui.start.new"),
                text!(texts, "tui.start.new.what"),
            ),
            Item::Load => {
                let remark = text!(texts, "tui.start.load.what", count = self.kept);
                ("l", text!(texts, "tui.start.load"), remark)
            }
            Item::Puzzle => (
                "p",
                text!(texts, "tui.start.puzzle"),
                text!(texts, "tui.start.puzzle.what"),
            ),
            Item::Watch => (
                "w",
                text!(texts, "tui.start.watch"),
                text!(texts, "tui.start.watch.what"),
            ),
            Item::Machine => (
                "m",
                text!(texts, "tui.start.machine"),
                text!(texts, "tui.start.machine.what"),
            ),
            Item::Open => (
                "f",
                text!(texts, "tui.start.open"),
                text!(texts, "tui.start.open.what"),
            ),
            Item::Options => (
                "o",
                text!(texts, "tui.start.options"),
                text!(texts, "tui.start.options.what"),
            ),
            Item::Help => (
                "?",
                text!(texts, "tui.start.help"),
                text!(texts, "tui.start.help.what"),
            ),
            Item::Quit => ("q", text!(texts, "tui.start.quit"), String::new()),
        }
    }
}

/// A short description of the game that can be continued.
fn about(kept: &KeptGame, canvas: &Canvas) -> String {
    let texts = &canvas.look.texts;
    let moves = kept
        .record
        .as_ref()
        .map_or(0, |record| record.moves().len());
    let moves = wording::moves(texts, moves);
    text!(
        texts,
        "tui.start.continue.what",
        name = &kept.name,
        moves = moves,
        when = &kept.written
    )
}

impl Screen for Start {
    fn begin(&mut self, cx: &mut Cx) {
        self.problem = None;
        cx.desk.ask(Effect::List);
    }

    fn key(&mut self, key: Key, cx: &mut Cx) -> Go {
        let items = self.items();
        let at = self.at.min(items.len() - 1);
        match key {
            Key::Enter | Key::Char(' ') => self.choose(items[at], cx),
            Key::Char('c') if self.last.is_some() => self.choose(Item::Continue, cx),
            Key::Char('n') => self.choose(Item::New, cx),
            Key::Char('l') => self.choose(Item::Load, cx),
            Key::Char('p') => self.choose(Item::Puzzle, cx),
            Key::Char('w') => self.choose(Item::Watch, cx),
            Key::Char('m') => self.choose(Item::Machine, cx),
            Key::Char('f') => self.choose(Item::Open, cx),
            Key::Char('o') => self.choose(Item::Options, cx),
            Key::Char('q') => Go::Quit,
            _ => {
                self.at = moved(at, items.len(), key);
                Go::Stay
            }
        }
    }

    fn click(&mut self, spot: Spot, cx: &mut Cx) -> Go {
        match spot {
            Spot::Line(line) => match self.items().get(line) {
                Some(&item) => {
                    self.at = line;
                    self.choose(item, cx)
                }
                None => Go::Stay,
            },
            _ => Go::Stay,
        }
    }

    fn reply(&mut self, reply: &Reply, _: &mut Cx) -> Go {
        match reply {
            Reply::Listed(games) => {
                let goes_on = |game: &&KeptGame| {
                    let open = |record: &kalah::Record| {
                        !record.position().is_over() && record.resigned.is_none()
                    };
                    game.record.as_ref().is_ok_and(open)
                };
                self.kept = games.len();
                self.last = games.iter().find(goes_on).cloned();
            }
            Reply::Trouble(problem) => self.problem = Some(problem.clone()),
            _ => {}
        }
        Go::Stay
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect, _: &Settings) {
        let texts = &canvas.look.texts;
        let hints = [
            Hint::new(Key::Enter, "Enter", text!(texts, "tui.key.choose")),
            Hint::new(Key::Char('o'), "o", text!(texts, "tui.key.options")),
            Hint::new(Key::Char('q'), "q", text!(texts, "tui.key.quit")),
            Hint::new(Key::Char('?'), "?", text!(texts, "tui.key.help")),
        ];
        let title = text!(texts, "tui.title");
        let body = canvas.footer(area, &hints);
        let theme = canvas.look.theme;
        canvas.centred(
            Rect::new(body.x, body.y, body.width, 1),
            &title,
            theme.title,
        );
        let body = below(body, 1);
        let items = self.items();
        let lines = items.len() as u16;
        // A board as high as the menu leaves room for, or none.
        let room = Rect::new(body.x, body.y, body.width, body.height - lines - 2);
        let high = match room.height < board::LEAST {
            true => 0,
            false => board::height(6, room).min(room.height),
        };
        let spare = (room.height - high) / 2;
        let room = Rect::new(body.x, body.y + spare, body.width, high);
        if high > 0 {
            self.draw_board(canvas, room);
        }
        let menu = Rect::new(body.x, room.bottom() + 1, body.width, lines);
        let menu = middle(menu, 64, lines);
        let at = self.at.min(items.len() - 1);
        for (line, &item) in items.iter().enumerate() {
            let row = Rect::new(menu.x, menu.y + line as u16, menu.width, 1);
            self.draw_item(canvas, row, item, line == at);
            canvas.spot(row, Spot::Line(line));
        }
        if let Some(problem) = &self.problem {
            let line = Rect::new(body.x + 1, menu.bottom(), body.width - 2, 1);
            canvas.paragraph(line, problem, theme.bad);
        }
    }
}

impl Start {
    fn draw_board(&self, canvas: &mut Canvas, area: Rect) {
        let record = self
            .last
            .as_ref()
            .and_then(|last| last.record.as_ref().ok());
        let start = Position::start(Rules::default(), Side::South);
        let position = record.map_or(&start, |record| record.position());
        let name = |side: Side| record.map_or(String::new(), |record| record.players[side].clone());
        let scene = Scene {
            counts: &Counts::of(position),
            marks: &Marks::default(),
            names: BySide::of(name),
            turn: record.map(|record| record.position().to_move()),
            between: String::new(),
        };
        board::draw(canvas, area, &scene);
    }

    fn draw_item(&self, canvas: &mut Canvas, row: Rect, item: Item, chosen: bool) {
        let theme = canvas.look.theme;
        let (letter, name, remark) = self.told(item, canvas);
        let style = if chosen { theme.chosen } else { theme.text };
        if chosen {
            canvas.text((row.x, row.y), 1, canvas.look.glyphs.pointer, style);
        }
        canvas.text((row.x + 2, row.y), 2, letter, theme.open);
        canvas.text((row.x + 5, row.y), 21, &name, style);
        let room = row.width.saturating_sub(27);
        canvas.text((row.x + 27, row.y), room, &remark, theme.faint);
    }
}
