//! A film as an SVG file. Repeated rows are written once; the pictures lie side by side behind a window that jumps
//! from one to the next.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use crate::film::{Film, Row, Run, same_look};

/// Of a cell.
const WIDTH: f64 = 8.0;
const HEIGHT: f64 = 16.0;
const MARGIN: f64 = 12.0;
const PAPER: &str = "#1b1c20";
const INK: &str = "#d4d4d8";

pub fn write(film: &Film) -> String {
    let (columns, rows) = film.window;
    let (wide, high) = (
        f64::from(columns) * WIDTH + 2.0 * MARGIN,
        f64::from(rows) * HEIGHT + 2.0 * MARGIN,
    );
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xml:space=\"preserve\" viewBox=\"0 0 {wide:.0} {high:.0}\" width=\"{wide:.0}\" \
         height=\"{high:.0}\" font-family=\"ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace\" \
         font-size=\"13.3\" fill=\"{INK}\">\n<style>text{{white-space:pre}}.b{{font-weight:bold}}.u{{text-decoration:underline}}.paper{{fill:{PAPER}}}{}{}</style>\n",
        colours(film),
        motion(film, wide)
    );
    let mut known: HashMap<&Row, usize> = HashMap::new();
    out.push_str("<defs>\n");
    for row in film.pictures.iter().flat_map(|picture| &picture.rows) {
        let number = known.len();
        if !row.is_empty() && !known.contains_key(row) {
            known.insert(row, number);
            let _ = writeln!(out, "<g id=\"r{number}\">{}</g>", drawn(row));
        }
    }
    let _ = write!(
        out,
        "</defs>\n<rect width=\"{wide:.0}\" height=\"{high:.0}\" rx=\"8\" fill=\"{PAPER}\"/>\n<g id=\"film\">\n"
    );
    for (number, picture) in film.pictures.iter().enumerate() {
        let _ = write!(
            out,
            "<g transform=\"translate({:.0} 0)\">",
            number as f64 * wide
        );
        for (line, row) in picture.rows.iter().enumerate() {
            if let Some(row) = known.get(row) {
                let y = MARGIN + line as f64 * HEIGHT + 13.0;
                let _ = write!(out, "<use href=\"#r{row}\" y=\"{y}\"/>");
            }
        }
        out.push_str("</g>\n");
    }
    out.push_str("</g>\n</svg>\n");
    out
}

/// The window jumps; the last picture stays for a while, and then it begins again.
fn motion(film: &Film, wide: f64) -> String {
    if film.pictures.len() < 2 {
        return String::new();
    }
    let length = film.length.as_secs_f64().max(0.1);
    let mut frames = String::new();
    for (number, picture) in film.pictures.iter().enumerate() {
        let part = 100.0 * picture.at.as_secs_f64() / length;
        let part = if number == 0 { 0.0 } else { part.min(99.9) };
        let x = number as f64 * wide;
        let _ = write!(frames, "{part:.2}%{{transform:translateX(-{x:.0}px)}}");
    }
    let last = (film.pictures.len() - 1) as f64 * wide;
    let _ = write!(frames, "100%{{transform:translateX(-{last:.0}px)}}");
    format!(
        "@keyframes f{{{frames}}}#film{{animation:f {length:.1}s step-end infinite}}\
         @media (prefers-reduced-motion:reduce){{#film{{animation:none;transform:translateX(-{last:.0}px)}}}}"
    )
}

/// A row: each run of cells with one style is one text, with blanks where something else stands.
fn drawn(row: &Row) -> String {
    let mut out = String::new();
    let mut layers: Vec<(&Run, Vec<char>)> = Vec::new();
    for run in row {
        if run.inverse || run.underlined {
            out.push_str(&alone(run));
            continue;
        }
        let known = layers.iter_mut().find(|(one, _)| same_look(one, run));
        let (first, text) = match known {
            Some((first, text)) => (first.column, text),
            None => {
                layers.push((run, Vec::new()));
                let (_, text) = layers.last_mut().expect("it was pushed");
                (run.column, text)
            }
        };
        text.resize(run.column - first, ' ');
        text.extend(run.text.chars());
    }
    for (run, text) in layers {
        let text: String = text.into_iter().collect();
        out.push_str(&text_element(run.column, &text, run));
    }
    out
}

/// Cells with a background or a line below them.
fn alone(run: &Run) -> String {
    let mut out = String::new();
    let count = run.text.chars().count() as f64;
    let x = MARGIN + run.column as f64 * WIDTH;
    if run.inverse {
        let _ = write!(
            out,
            "<rect x=\"{x}\" y=\"-13\" width=\"{}\" height=\"{HEIGHT}\" class=\"{}\"/>",
            count * WIDTH,
            class(&run.colour)
        );
    }
    out + &text_element(run.column, &run.text, run)
}

fn text_element(column: usize, text: &str, run: &Run) -> String {
    let text = match run.inverse || run.underlined {
        true => text,
        false => text.trim_end(),
    };
    let kept = text.trim_start();
    let column = column + (text.chars().count() - kept.chars().count());
    let count = kept.chars().count() as f64;
    let mut classes = Vec::new();
    if run.inverse {
        classes.push("paper".to_owned());
    } else if run.colour != INK {
        classes.push(class(&run.colour));
    }
    classes.extend(run.bold.then(|| "b".to_owned()));
    classes.extend(run.underlined.then(|| "u".to_owned()));
    let class = match classes.is_empty() {
        true => String::new(),
        false => format!(" class=\"{}\"", classes.join(" ")),
    };
    let x = MARGIN + column as f64 * WIDTH;
    let text = kept.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<text x=\"{x}\" textLength=\"{}\"{class}>{text}</text>",
        count * WIDTH
    )
}

/// The class of a colour: its digits.
fn class(colour: &str) -> String {
    format!("c{}", colour.trim_start_matches('#'))
}

/// A rule for every colour in use.
fn colours(film: &Film) -> String {
    let runs = film
        .pictures
        .iter()
        .flat_map(|picture| picture.rows.iter().flatten());
    let used: BTreeSet<&str> = runs.map(|run| run.colour.as_str()).collect();
    let rule = |colour: &str| format!(".{}{{fill:{colour}}}", class(colour));
    used.into_iter().map(rule).collect()
}

/// The colours of a terminal of 256, as most have them.
pub fn colour(colour: vt100::Color) -> String {
    const FIRST: [&str; 16] = [
        "#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5",
        "#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
    ];
    match colour {
        vt100::Color::Default => INK.to_owned(),
        vt100::Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        vt100::Color::Idx(index @ 0..16) => FIRST[usize::from(index)].to_owned(),
        vt100::Color::Idx(index @ 16..232) => {
            let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
            let cube = index - 16;
            let (r, g, b) = (level(cube / 36), level(cube / 6 % 6), level(cube % 6));
            format!("#{r:02x}{g:02x}{b:02x}")
        }
        vt100::Color::Idx(index) => {
            let grey = 8 + 10 * (index - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}
