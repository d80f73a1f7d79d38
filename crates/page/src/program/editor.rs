//! The editor's questions about a program while it is written. `cdm8::ide` answers, as it does for the language server.
//!
//! Lines count from 1, columns from 0 in UTF-16 units, as JavaScript counts.

use cdm8::ide::columns::{byte, column};
use cdm8::ide::{self, Analysis, Completion, Item, Offer, Role, TextRange};
use serde::{Deserialize, Serialize};

use super::build::Build;
use crate::reply::{Answer, Failure, json, read};

/// The questions.
pub(super) const ANSWERS: [&str; 8] = [
    "hover",
    "complete",
    "definition",
    "renamable",
    "rename",
    "format",
    "roles",
    "offers",
];

#[derive(Deserialize)]
struct Ask {
    #[serde(flatten)]
    build: Build,
    file: String,
    #[serde(default)]
    line: usize,
    #[serde(default)]
    column: usize,
    /// The new name for a renaming.
    #[serde(default)]
    name: String,
}

/// A stretch of a line.
#[derive(Serialize)]
struct Stretch<'a> {
    file: &'a str,
    line: usize,
    from: usize,
    to: usize,
}

#[derive(Serialize)]
struct HoverView<'a> {
    /// Markdown.
    text: String,
    at: Stretch<'a>,
}

#[derive(Serialize)]
struct Completions {
    /// Where the word begins that a completion replaces.
    from: usize,
    offers: Vec<CompletionView>,
}

#[derive(Serialize)]
struct CompletionView {
    text: String,
    kind: &'static str,
    detail: String,
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    at: Stretch<'a>,
}

#[derive(Serialize)]
struct Renamed<'a> {
    places: Vec<Stretch<'a>>,
}

#[derive(Serialize)]
struct Formatted {
    text: String,
}

/// Per line: from, to, kind.
#[derive(Serialize)]
struct Roles {
    lines: Vec<Vec<(usize, usize, &'static str)>>,
}

#[derive(Serialize)]
struct Offers {
    offers: Vec<OfferView>,
}

#[derive(Serialize)]
struct OfferView {
    title: String,
    /// Line and column.
    from: (usize, usize),
    to: (usize, usize),
    text: String,
}

/// A program, and the place in it of the request.
struct Spot {
    analysis: Analysis,
    file: usize,
    line: usize,
    column: usize,
}

pub fn answer(name: &str, request: &str) -> Answer {
    let ask: Ask = read(request)?;
    let spot = Spot::of(&ask)?;
    match name {
        "hover" => spot.hover(),
        "complete" => spot.complete(),
        "definition" => spot.definition(),
        "renamable" => spot.renamable(),
        "rename" => spot.rename(&ask.name),
        "format" => spot.format(&ask),
        "roles" => spot.roles(),
        "offers" => spot.offers(ask.line),
        _ => Err(Failure::unknown(name)),
    }
}

impl Spot {
    fn of(ask: &Ask) -> Answer<Spot> {
        let analysis = ask.build.analysed()?;
        let none = || Failure::failed(format!("no file is called {}", ask.file));
        let file = analysis.file(&ask.file).ok_or_else(none)?;
        let line = ask.line.saturating_sub(1);
        let text = analysis.files[file].lines.get(line);
        let column = text.map_or(0, |text| byte(text, ask.column));
        Ok(Spot {
            analysis,
            file,
            line,
            column,
        })
    }

    fn text(&self, file: usize, line: usize) -> &str {
        let lines = self.analysis.files.get(file).map(|file| &file.lines);
        let text = lines.and_then(|lines| lines.get(line));
        text.map_or("", String::as_str)
    }

    fn units(&self, file: usize, line: usize, at: usize) -> usize {
        column(self.text(file, line), at)
    }

    fn stretch(&self, place: &TextRange) -> Stretch<'_> {
        let units = |at: usize| self.units(place.file, place.line, at);
        Stretch {
            file: &self.analysis.files[place.file].name,
            line: place.line + 1,
            from: units(place.start),
            to: units(place.end),
        }
    }

    fn hover(&self) -> Answer {
        let hover = self.analysis.hover(self.file, self.line, self.column);
        json(&hover.map(|hover| HoverView {
            at: self.stretch(&hover.place),
            text: hover.text,
        }))
    }

    fn complete(&self) -> Answer {
        let (from, list) = self.analysis.completion(self.file, self.line, self.column);
        json(&Completions {
            from: self.units(self.file, self.line, from),
            offers: list.into_iter().map(CompletionView::from).collect(),
        })
    }

    fn definition(&self) -> Answer {
        let found = self.analysis.index.at(self.file, self.line, self.column);
        let place = found.and_then(|(symbol, _)| symbol.definitions.first());
        json(&place.map(|place| self.stretch(place)))
    }

    fn renamable(&self) -> Answer {
        let found = self.analysis.renamable(self.file, self.line, self.column);
        let (symbol, place) = found.map_err(Failure::refused)?;
        json(&Named {
            name: &symbol.name,
            at: self.stretch(&place),
        })
    }

    fn rename(&self, name: &str) -> Answer {
        let places = self
            .analysis
            .rename(self.file, self.line, self.column, name)
            .map_err(Failure::refused)?;
        let mut places: Vec<Stretch> = places.iter().map(|place| self.stretch(place)).collect();
        places.sort_by(|one, other| {
            (one.file, one.line, one.from).cmp(&(other.file, other.line, other.from))
        });
        json(&Renamed { places })
    }

    fn format(&self, ask: &Ask) -> Answer {
        let mut files = ask.build.files.iter();
        let text = files.find(|file| file.name == ask.file);
        let text = text.map_or("", |file| &file.text);
        json(&Formatted {
            text: ide::format(text, ask.file.ends_with(".mlb")),
        })
    }

    fn roles(&self) -> Answer {
        let lines = 0..self.analysis.files[self.file].lines.len();
        let of_line = |line: usize| {
            let pieces = self.analysis.pieces(self.file, line).iter();
            let units = |at: usize| self.units(self.file, line, at);
            pieces
                .filter_map(|piece| Some((units(piece.start), units(piece.end), role(piece.role)?)))
                .collect()
        };
        json(&Roles {
            lines: lines.map(of_line).collect(),
        })
    }

    /// Of a line, or of the whole file if that is 0.
    fn offers(&self, line: usize) -> Answer {
        let (first, last) = match line.checked_sub(1) {
            Some(line) => (line, line),
            None => (0, usize::MAX),
        };
        let offers = self.analysis.offers(self.file, first, last);
        let place = |(line, at): (usize, usize)| (line + 1, self.units(self.file, line, at));
        let view = |Offer { title, edit, .. }: Offer| OfferView {
            title,
            from: place(edit.from),
            to: place(edit.to),
            text: edit.text,
        };
        json(&Offers {
            offers: offers.into_iter().map(view).collect(),
        })
    }
}

impl From<Completion> for CompletionView {
    fn from(Completion { text, item, detail }: Completion) -> CompletionView {
        let kind = match item {
            Item::Instruction => "instruction",
            Item::Directive | Item::Keyword => "directive",
            Item::Macro => "macro",
            Item::Register => "register",
            Item::Condition => "condition",
            Item::Name(_) | Item::Cell => "label",
        };
        CompletionView { text, kind, detail }
    }
}

/// The name of a role in the page's styles.
fn role(role: Role) -> Option<&'static str> {
    Some(match role {
        Role::Label => "label",
        Role::Name => "name",
        Role::Instruction => "instruction",
        Role::Directive | Role::Keyword | Role::Condition => "directive",
        Role::Macro | Role::Parameter => "macro",
        Role::Register => "register",
        Role::Number | Role::Text => "number",
        Role::Section => "label",
        Role::Unknown => "unknown",
        Role::Comment | Role::Sign => return None,
    })
}
