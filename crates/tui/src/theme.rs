//! Colours and characters: the look of things, in one place.

use kalah::{BySide, Side};
use ratatui::style::{Color, Modifier, Style};
use texts::Texts;

use crate::settings::{Settings, ThemeName};

/// A style for each kind of element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    pub text: Style,
    pub faint: Style,
    pub strong: Style,
    pub title: Style,
    /// The selected line or pit.
    pub chosen: Style,
    /// Everything that can be used: pits that can be played, keys.
    pub open: Style,
    /// The seeds of each side.
    pub seed: BySide<Style>,
    /// Where the last move went.
    pub last: Style,
    pub captured: Style,
    pub good: Style,
    pub bad: Style,
    pub border: Style,
}

struct Palette {
    south: Color,
    north: Color,
    faint: Color,
    border: Color,
    title: Color,
    chosen: Color,
    open: Color,
    last: Color,
    captured: Color,
    good: Color,
    bad: Color,
}

impl Theme {
    pub(crate) fn of(name: ThemeName) -> Theme {
        use Color::Indexed as I;
        match name {
            ThemeName::Dark => Theme::coloured(&Palette {
                south: I(222),
                north: I(117),
                faint: I(246),
                border: I(240),
                title: I(180),
                chosen: I(229),
                open: I(114),
                last: I(176),
                captured: I(203),
                good: I(114),
                bad: I(210),
            }),
            ThemeName::Light => Theme::coloured(&Palette {
                south: I(130),
                north: I(25),
                faint: I(242),
                border: I(247),
                title: I(94),
                chosen: I(90),
                open: I(28),
                last: I(127),
                captured: I(160),
                good: I(28),
                bad: I(124),
            }),
            ThemeName::Safe => Theme::coloured(&Palette {
                south: I(214),
                north: I(75),
                faint: I(248),
                border: I(242),
                title: I(252),
                chosen: I(231),
                open: I(117),
                last: I(228),
                captured: I(208),
                good: I(75),
                bad: I(208),
            }),
            ThemeName::Sixteen => Theme::coloured(&Palette {
                south: Color::Yellow,
                north: Color::Cyan,
                faint: Color::Gray,
                border: Color::DarkGray,
                title: Color::Yellow,
                chosen: Color::White,
                open: Color::Green,
                last: Color::Magenta,
                captured: Color::Red,
                good: Color::Green,
                bad: Color::Red,
            }),
            ThemeName::Plain => Theme::plain(),
        }
    }

    fn coloured(palette: &Palette) -> Theme {
        let plain = Style::new();
        let in_bold = |colour: Color| plain.fg(colour).add_modifier(Modifier::BOLD);
        Theme {
            text: plain,
            faint: plain.fg(palette.faint),
            strong: plain.add_modifier(Modifier::BOLD),
            title: in_bold(palette.title),
            chosen: in_bold(palette.chosen),
            open: plain.fg(palette.open),
            seed: BySide::new(plain.fg(palette.south), plain.fg(palette.north)),
            last: plain.fg(palette.last),
            captured: in_bold(palette.captured),
            good: plain.fg(palette.good),
            bad: plain.fg(palette.bad),
            border: plain.fg(palette.border),
        }
    }

    fn plain() -> Theme {
        let plain = Style::new();
        let with = |modifier| plain.add_modifier(modifier);
        Theme {
            text: plain,
            faint: plain,
            strong: with(Modifier::BOLD),
            title: with(Modifier::BOLD),
            chosen: with(Modifier::REVERSED),
            open: with(Modifier::BOLD),
            seed: BySide::new(plain, plain),
            last: with(Modifier::UNDERLINED),
            captured: with(Modifier::BOLD | Modifier::UNDERLINED),
            good: with(Modifier::BOLD),
            bad: with(Modifier::BOLD),
            border: plain,
        }
    }

    pub(crate) fn side(&self, side: Side) -> Style {
        self.seed[side]
    }
}

/// The characters of a box: corners from the top left on, then the lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    pub corners: [&'static str; 4],
    pub across: &'static str,
    pub down: &'static str,
}

/// The characters used for drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glyphs {
    pub thin: Lines,
    pub thick: Lines,
    pub seed: &'static str,
    /// Before the selected line, and before the side to move.
    pub pointer: &'static str,
    pub back: &'static str,
    pub forth: &'static str,
    /// Between two remarks on one line.
    pub dot: &'static str,
    /// A whole, an upper half and a lower half of a bar.
    pub bar: [&'static str; 3],
    pub cursor: &'static str,
    /// In place of a cut-off end.
    pub more: &'static str,
    /// Over the present of a wave.
    pub now: &'static str,
    /// Of a wave: low, high, and both in one column.
    pub wave: [&'static str; 3],
}

impl Glyphs {
    pub(crate) const UNICODE: Glyphs = Glyphs {
        thin: Lines {
            corners: ["╭", "╮", "╰", "╯"],
            across: "─",
            down: "│",
        },
        thick: Lines {
            corners: ["┏", "┓", "┗", "┛"],
            across: "━",
            down: "┃",
        },
        seed: "●",
        pointer: "▸",
        back: "‹",
        forth: "›",
        dot: "·",
        bar: ["█", "▀", "▄"],
        cursor: "▏",
        more: "…",
        now: "▾",
        wave: ["▁", "▔", "▒"],
    };

    pub(crate) const ASCII: Glyphs = Glyphs {
        thin: Lines {
            corners: ["+", "+", "+", "+"],
            across: "-",
            down: "|",
        },
        thick: Lines {
            corners: ["#", "#", "#", "#"],
            across: "=",
            down: "#",
        },
        seed: "o",
        pointer: ">",
        back: "<",
        forth: ">",
        dot: "-",
        bar: ["#", "\"", "_"],
        cursor: "_",
        more: "~",
        now: "v",
        wave: ["_", "-", "#"],
    };
}

/// The look, and the texts.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub texts: Texts,
    pub theme: Theme,
    pub glyphs: Glyphs,
}

impl Look {
    pub(crate) fn new(texts: Texts, settings: &Settings) -> Look {
        Look {
            texts,
            theme: Theme::of(settings.theme),
            glyphs: match settings.ascii {
                true => Glyphs::ASCII,
                false => Glyphs::UNICODE,
            },
        }
    }
}
