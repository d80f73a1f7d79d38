//! Writes SVG elements and keeps track of how large the picture is.

use std::fmt::Write;

/// A sheet to draw on. Places are in the circuit's coordinates.
#[derive(Default)]
pub(super) struct Canvas {
    body: String,
    bounds: Option<[i32; 4]>,
}

/// Where a text stands relative to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Middle,
    End,
}

/// How an outline is drawn and filled.
#[derive(Clone, Copy)]
pub(super) struct Style<'a> {
    pub stroke: &'a str,
    pub width: f64,
    pub fill: &'a str,
}

impl Style<'static> {
    /// Logisim's usual outline: black, two wide, not filled.
    pub const OUTLINE: Style<'static> = Style {
        stroke: super::BLACK,
        width: 2.0,
        fill: "none",
    };

    pub const THIN: Style<'static> = Style {
        stroke: super::BLACK,
        width: 1.0,
        fill: "none",
    };
}

impl<'a> Style<'a> {
    pub fn filled(fill: &'a str) -> Style<'a> {
        Style {
            stroke: "none",
            width: 0.0,
            fill,
        }
    }

    pub fn line(stroke: &'a str, width: f64) -> Style<'a> {
        Style {
            stroke,
            width,
            fill: "none",
        }
    }

    fn attributes(self) -> String {
        let fill = escape(self.fill);
        match self.stroke {
            "none" => format!("fill=\"{fill}\""),
            stroke => format!(
                "fill=\"{fill}\" stroke=\"{}\" stroke-width=\"{}\"",
                escape(stroke),
                self.width
            ),
        }
    }
}

/// A font: `SansSerif bold 12`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Font {
    pub family: &'static str,
    pub bold: bool,
    pub italic: bool,
    pub size: i32,
}

impl Font {
    pub fn plain(size: i32) -> Font {
        Font {
            family: "sans-serif",
            bold: false,
            italic: false,
            size,
        }
    }

    pub fn mono(size: i32) -> Font {
        Font {
            family: "monospace",
            ..Font::plain(size)
        }
    }

    pub fn parse(text: &str) -> Font {
        let lower = text.to_lowercase();
        let family = match lower.as_str() {
            name if name.starts_with("serif") || name.contains("times") => "serif",
            name if name.contains("mono") || name.contains("courier") => "monospace",
            _ => "sans-serif",
        };
        let size = lower.rsplit(' ').next().and_then(|size| size.parse().ok());
        Font {
            family,
            bold: lower.contains("bold"),
            italic: lower.contains("italic"),
            size: size.unwrap_or(12).clamp(1, 400),
        }
    }

    fn attributes(&self) -> String {
        let mut text = format!(
            "font-family=\"{}\" font-size=\"{}\"",
            self.family, self.size
        );
        if self.bold {
            text += " font-weight=\"bold\"";
        }
        if self.italic {
            text += " font-style=\"italic\"";
        }
        text
    }

    /// About how wide a text will be.
    pub fn width(&self, text: &str) -> i32 {
        (text.chars().count().min(10_000) as i32 * self.size * 6) / 10
    }
}

type Place = (i32, i32);

impl Canvas {
    /// Makes sure a place is inside the picture.
    pub fn include(&mut self, x: i32, y: i32) {
        let [left, top, right, bottom] = self.bounds.unwrap_or([x, y, x, y]);
        self.bounds = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }

    pub fn raw(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    pub fn line(&mut self, from: Place, to: Place, width: f64, colour: &str) {
        let _ = writeln!(
            self.body,
            "<path d=\"M{} {}L{} {}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>",
            from.0, from.1, to.0, to.1
        );
    }

    pub fn disc(&mut self, at: Place, radius: f64, colour: &str) {
        self.circle(
            (f64::from(at.0), f64::from(at.1)),
            radius,
            Style::filled(colour),
        );
    }

    pub fn circle(&mut self, at: (f64, f64), radius: f64, style: Style<'_>) {
        let _ = writeln!(
            self.body,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" {}/>",
            at.0,
            at.1,
            style.attributes()
        );
    }

    /// A rectangle, with rounded corners if `round` is not 0.
    pub fn rect(&mut self, (x, y): Place, (width, height): Place, round: i32, style: Style<'_>) {
        let corner = match round {
            0 => String::new(),
            _ => format!(" rx=\"{round}\""),
        };
        let _ = writeln!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{corner} {}/>",
            style.attributes()
        );
    }

    pub fn path(&mut self, d: &str, style: Style<'_>) {
        let _ = writeln!(self.body, "<path d=\"{d}\" {}/>", style.attributes());
    }

    /// Text whose middle line is at `at`.
    pub fn text(&mut self, at: Place, align: Align, font: &Font, colour: &str, text: &str) {
        let baseline = (at.0, at.1 + font.size * 36 / 100);
        self.text_at(baseline, align, font, colour, text);
    }

    /// Text whose base line is at `at`.
    pub fn text_at(&mut self, at: Place, align: Align, font: &Font, colour: &str, text: &str) {
        let anchor = match align {
            Align::Start => "",
            Align::Middle => " text-anchor=\"middle\"",
            Align::End => " text-anchor=\"end\"",
        };
        let _ = writeln!(
            self.body,
            "<text x=\"{}\" y=\"{}\"{anchor} {} fill=\"{}\">{}</text>",
            at.0,
            at.1,
            font.attributes(),
            escape(colour),
            escape(text)
        );
    }

    /// Everything drawn inside is moved to `at` and turned counter-clockwise by quarters.
    pub fn turned(&mut self, at: Place, turns: u32, draw: impl FnOnce(&mut Canvas)) {
        let angle = (4 - turns % 4) % 4 * 90;
        let turn = match angle {
            0 => String::new(),
            _ => format!(" rotate({angle})"),
        };
        let _ = writeln!(
            self.body,
            "<g transform=\"translate({} {}){turn}\">",
            at.0, at.1
        );
        draw(self);
        self.body.push_str("</g>\n");
    }

    /// The whole picture.
    pub fn finish(self, title: &str) -> String {
        const MARGIN: i32 = 20;
        let [left, top, right, bottom] = self.bounds.unwrap_or([0, 0, 100, 100]);
        let (x, y) = (left - MARGIN, top - MARGIN);
        let (width, height) = (right - left + 2 * MARGIN, bottom - top + 2 * MARGIN);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
             <title>{}</title>\n\
             <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
             <g fill=\"none\" stroke-linecap=\"round\">\n{}</g>\n</svg>\n",
            escape(title),
            self.body
        )
    }
}

/// Text that is safe inside XML, also in attributes; characters XML does not have become `?`.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(' '),
            other if other < ' ' || matches!(other, '\u{fffe}' | '\u{ffff}') => safe.push('?'),
            other => safe.push(other),
        }
    }
    safe
}
