//! The settings, with a preview.

use kalah::{BySide, House, Pit, Position, Rules, Side};
use ratatui::layout::Rect;
use texts::{Language, Texts, text};

use super::{Cx, Go, Screen, moved};
use crate::animation::Counts;
use crate::board::{self, Marks, Scene};
use crate::canvas::{Canvas, Hint, Spot, below, middle};
use crate::input::Key;
use crate::settings::{Settings, Speed, ThemeName};

#[derive(Default)]
pub(crate) struct Options {
    at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Language,
    Theme,
    Ascii,
    Speed,
    Mouse,
}

const FIELDS: [Field; 5] = [
    Field::Language,
    Field::Theme,
    Field::Ascii,
    Field::Speed,
    Field::Mouse,
];

/// The next of some values, or the previous one.
fn turned<T: Copy + PartialEq, const N: usize>(all: [T; N], now: T, forward: bool) -> T {
    let at = all.iter().position(|value| *value == now).unwrap_or(0);
    all[(at + if forward { 1 } else { N - 1 }) % N]
}

impl Field {
    fn change(self, settings: &mut Settings, forward: bool) {
        match self {
            Field::Language => {
                settings.language = turned(Language::ALL, settings.language, forward);
            }
            Field::Theme => settings.theme = turned(ThemeName::ALL, settings.theme, forward),
            Field::Ascii => settings.ascii = !settings.ascii,
            Field::Speed => settings.speed = turned(Speed::ALL, settings.speed, forward),
            Field::Mouse => settings.mouse = !settings.mouse,
        }
    }

    fn name(self, texts: &Texts) -> String {
        match self {
            Field::Language => text!(texts, "tui.options.language"),
            Field::Theme => text!(texts, "tui.options.theme"),
            Field::Ascii => text!(texts, "tui.options.symbols"),
            Field::Speed => text!(texts, "tui.options.speed"),
            Field::Mouse => text!(texts, "tui.options.mouse"),
        }
    }

    fn value(self, settings: &Settings, texts: &Texts) -> String {
        match self {
            Field::Language => text!(texts, "tui.language"),
            Field::Theme => match settings.theme {
                ThemeName::Dark => text!(texts, "tui.theme.dark"),
                ThemeName::Light => text!(texts, "tui.theme.light"),
                ThemeName::Safe => text!(texts, "tui.theme.safe"),
                ThemeName::Sixteen => text!(texts, "tui.theme.sixteen"),
                ThemeName::Plain => text!(texts, "tui.theme.none"),
            },
            Field::Ascii if settings.ascii => text!(texts, "tui.options.ascii"),
            Field::Ascii => text!(texts, "tui.options.unicode"),
            Field::Speed => speed(settings.speed, texts),
            Field::Mouse if settings.mouse => text!(texts, "tui.options.mouse.on"),
            Field::Mouse => text!(texts, "tui.options.mouse.off"),
        }
    }
}

pub(crate) fn speed(speed: Speed, texts: &Texts) -> String {
    match speed {
        Speed::Slow => text!(texts, "tui.speed.slow"),
        Speed::Normal => text!(texts, "tui.speed.normal"),
        Speed::Fast => text!(texts, "tui.speed.fast"),
        Speed::Off => text!(texts, "tui.speed.off"),
    }
}

impl Screen for Options {
    fn key(&mut self, key: Key, cx: &mut Cx) -> Go {
        match key {
            Key::Left => FIELDS[self.at].change(cx.settings, false),
            Key::Right | Key::Enter | Key::Char(' ') => FIELDS[self.at].change(cx.settings, true),
            Key::Escape | Key::Char('q' | 'o') => return Go::Back,
            _ => self.at = moved(self.at, FIELDS.len(), key),
        }
        Go::Stay
    }

    fn click(&mut self, spot: Spot, cx: &mut Cx) -> Go {
        if let Spot::Line(line) = spot {
            self.at = line.min(FIELDS.len() - 1);
            FIELDS[self.at].change(cx.settings, true);
        }
        Go::Stay
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect, settings: &Settings) {
        let texts = &canvas.look.texts;
        let hints = [
            Hint::new(Key::Right, "Left/Right", text!(texts, "tui.key.change")),
            Hint::new(Key::Down, "Up/Down", text!(texts, "tui.key.line")),
            Hint::new(Key::Escape, "Esc", text!(texts, "tui.key.back")),
        ];
        let title = text!(texts, "tui.start.options");
        let body = canvas.header(area, &title, "");
        let body = canvas.footer(body, &hints);
        let lines = below(middle(below(body, 1), 70, body.height), 0);
        for (line, field) in FIELDS.iter().enumerate() {
            let row = Rect::new(lines.x, lines.y + line as u16, lines.width, 1);
            let texts = &canvas.look.texts;
            let (name, value) = (field.name(texts), field.value(settings, texts));
            let chosen = match line == self.at {
                true => Chosen::Changes,
                false => Chosen::No,
            };
            form_line(canvas, row, &name, &value, chosen);
            canvas.spot(row, Spot::Line(line));
        }
        let room = below(body, FIELDS.len() as u16 + 2);
        sample(canvas, room);
    }
}

/// How a line of a form is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    No,
    /// Left and right change its value.
    Changes,
    /// Its value is selected from a list, which does not have the keys.
    Here,
    /// The list has the keys.
    Elsewhere,
}

/// A line of a form: a name, and its value.
pub(crate) fn form_line(canvas: &mut Canvas, row: Rect, name: &str, value: &str, how: Chosen) {
    let (theme, glyphs) = (canvas.look.theme, canvas.look.glyphs);
    let chosen = how != Chosen::No;
    let style = match how {
        Chosen::No => theme.text,
        Chosen::Elsewhere => theme.strong,
        Chosen::Changes | Chosen::Here => theme.chosen,
    };
    if chosen {
        canvas.text((row.x, row.y), 1, glyphs.pointer, style);
    }
    canvas.text(
        (row.x + 2, row.y),
        16,
        name,
        if chosen { style } else { theme.faint },
    );
    let value = match how {
        Chosen::Changes => format!("{} {value} {}", glyphs.back, glyphs.forth),
        Chosen::Here => format!("  {value} {}", glyphs.forth),
        Chosen::No | Chosen::Elsewhere => format!("  {value}"),
    };
    canvas.text(
        (row.x + 18, row.y),
        row.width.saturating_sub(18),
        &value,
        style,
    );
}

/// A board with every possible mark.
fn sample(canvas: &mut Canvas, area: Rect) {
    let setup = "4,0,6,1,5,5,3/0,5,6,6,0,5,2 s".parse();
    let position = setup
        .ok()
        .and_then(|setup| Position::new(Rules::default(), &setup).ok());
    let Some(position) = position else { return };
    let pit = |side, number| Pit::new(number).map(|pit| House::Pit { side, pit });
    let texts = &canvas.look.texts;
    let marks = Marks {
        open: [1, 3, 4, 5, 6]
            .into_iter()
            .filter_map(|n| pit(Side::South, n))
            .collect(),
        cursor: pit(Side::South, 3),
        advised: pit(Side::South, 5),
        last: [2, 4]
            .into_iter()
            .filter_map(|n| pit(Side::North, n))
            .collect(),
        taken: [1, 5]
            .into_iter()
            .filter_map(|n| pit(Side::North, n))
            .collect(),
        ..Marks::default()
    };
    let scene = Scene {
        counts: &Counts::of(&position),
        marks: &marks,
        names: BySide::new(text!(texts, "person.south"), text!(texts, "person.north")),
        turn: Some(Side::South),
        between: String::new(),
    };
    board::draw(canvas, area, &scene);
}
