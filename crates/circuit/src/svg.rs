//! Writes drawings as SVG.

use std::fmt::{self, Write};

use crate::picture::{Align, Bounds, Drawing, Font, Group, Live, Painted, Shape};
use crate::project::{CircuitId, Project};

/// Draws a circuit and writes it; with values if it is running.
pub fn draw(project: &Project, circuit: CircuitId, live: Option<Live<'_>>) -> String {
    write(&Drawing::of(project, circuit), live)
}

/// A drawing in its present state.
pub fn write(drawing: &Drawing, live: Option<Live<'_>>) -> String {
    let mut page = Page::default();
    for painted in drawing.paint(live) {
        page.enter(painted.item.group, &drawing.groups);
        // Writing to a string cannot fail.
        let _ = page.item(&painted);
    }
    page.enter(None, &drawing.groups);
    page.finish(drawing)
}

#[derive(Default)]
struct Page {
    body: String,
    group: Option<u32>,
}

impl Page {
    /// Closes the group that is open, if another one follows, and opens that one.
    fn enter(&mut self, group: Option<u32>, groups: &[Group]) {
        if self.group == group {
            return;
        }
        let known = |group: u32| groups[group as usize];
        if let Some(open) = self.group.map(known) {
            self.body.push_str(if open.from == (0, 0) {
                "</g>\n"
            } else {
                "</g>\n</g>\n"
            });
        }
        if let Some(next) = group.map(known) {
            let angle = (4 - next.turns % 4) % 4 * 90;
            let turn = match angle {
                0 => String::new(),
                _ => format!(" rotate({angle})"),
            };
            let (x, y) = next.at;
            let _ = writeln!(self.body, "<g transform=\"translate({x} {y}){turn}\">");
            if next.from != (0, 0) {
                let (x, y) = (-next.from.0, -next.from.1);
                let _ = writeln!(self.body, "<g transform=\"translate({x} {y})\">");
            }
        }
        self.group = group;
    }

    fn item(&mut self, painted: &Painted<'_>) -> fmt::Result {
        let body = &mut self.body;
        match &painted.item.shape {
            Shape::Line { from, to } => line(body, painted, *from, *to),
            Shape::Lever(foot) => {
                let end = (foot.0 + painted.lean.0, foot.1 + painted.lean.1);
                line(body, painted, *foot, end)
            }
            Shape::Circle { at, radius } => circle(body, painted, *at, *radius),
            Shape::Knob { at, radius } => {
                let (x, y) = (at.0 + painted.lean.0, at.1 + painted.lean.1);
                circle(body, painted, (f64::from(x), f64::from(y)), *radius)
            }
            Shape::Rect { at, size, round } => {
                write!(
                    body,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                    at.0, at.1, size.0, size.1
                )?;
                if *round != 0 {
                    write!(body, " rx=\"{round}\"")?;
                }
                writeln!(body, " {}/>", style(painted))
            }
            Shape::Path(d) => writeln!(body, "<path d=\"{d}\" {}/>", style(painted)),
            Shape::Text {
                at, align, font, ..
            } => text(body, painted, *at, *align, *font),
            Shape::Drawn {
                element,
                attrs,
                text,
            } => drawn(body, element, attrs, text),
        }
    }

    /// The whole picture.
    fn finish(self, drawing: &Drawing) -> String {
        const MARGIN: i32 = 20;
        let bounds = drawing.bounds.unwrap_or(Bounds {
            left: 0,
            top: 0,
            right: 100,
            bottom: 100,
        });
        let (x, y) = (bounds.left - MARGIN, bounds.top - MARGIN);
        let width = bounds.right - bounds.left + 2 * MARGIN;
        let height = bounds.bottom - bounds.top + 2 * MARGIN;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
             <title>{}</title>\n\
             <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
             <g fill=\"none\" stroke-linecap=\"square\">\n{}</g>\n</svg>\n",
            escape(&drawing.title),
            self.body
        )
    }
}

fn line(body: &mut String, painted: &Painted<'_>, from: (i32, i32), to: (i32, i32)) -> fmt::Result {
    write!(body, "<path d=\"M{} {}L{} {}\"", from.0, from.1, to.0, to.1)?;
    if let Some((colour, width)) = painted.stroke {
        write!(body, " stroke=\"{colour}\" stroke-width=\"{width}\"")?;
    }
    body.write_str("/>\n")
}

fn circle(body: &mut String, painted: &Painted<'_>, at: (f64, f64), radius: f64) -> fmt::Result {
    writeln!(
        body,
        "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" {}/>",
        at.0,
        at.1,
        style(painted)
    )
}

fn style(painted: &Painted<'_>) -> String {
    let fill = match painted.fill {
        Some(colour) => format!("fill=\"{colour}\""),
        None => "fill=\"none\"".to_string(),
    };
    match painted.stroke {
        Some((colour, width)) => format!("{fill} stroke=\"{colour}\" stroke-width=\"{width}\""),
        None => fill,
    }
}

fn text(
    body: &mut String,
    painted: &Painted<'_>,
    at: (i32, i32),
    align: Align,
    font: Font,
) -> fmt::Result {
    let anchor = match align {
        Align::Start => "",
        Align::Middle => " text-anchor=\"middle\"",
        Align::End => " text-anchor=\"end\"",
    };
    write!(
        body,
        "<text x=\"{}\" y=\"{}\"{anchor} font-family=\"{}\" font-size=\"{}\"",
        at.0, at.1, font.family, font.size
    )?;
    if font.bold {
        body.write_str(" font-weight=\"bold\"")?;
    }
    if font.italic {
        body.write_str(" font-style=\"italic\"")?;
    }
    if let Some(colour) = painted.fill {
        write!(body, " fill=\"{colour}\"")?;
    }
    let text = painted.text.as_deref().unwrap_or("");
    writeln!(body, ">{}</text>", escape(text))
}

fn drawn(body: &mut String, element: &str, attrs: &[(String, String)], text: &str) -> fmt::Result {
    write!(body, "<{element}")?;
    for (key, value) in attrs {
        write!(body, " {key}=\"{}\"", escape(value))?;
    }
    match element {
        "text" => writeln!(body, ">{}</text>", escape(text)),
        _ => body.write_str("/>\n"),
    }
}

/// Text that is safe inside XML, also in attributes; characters XML does not have become `?`.
fn escape(text: &str) -> String {
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
