//! From TOML to a panel. Every mistake is reported, not only the first.

mod entries;

use std::ops::Range;

use diag::{Diagnostic, nearest};
use kalah::{BySide, MAX_PITS, Side};
use toml_edit::{Document, Item, TableLike, Value};

use super::{Limits, Name, OutcomeLights, Panel, Shown, Source};
use crate::aspect::Aspect;

const TABLES: [&str; 9] = [
    "board", "south", "north", "buttons", "lights", "settings", "computer", "limits", "points",
];
/// The lights a panel may name.
const LIGHTS: [&str; 7] = [
    "your-turn",
    "north-turn",
    "over",
    "error",
    "south-wins",
    "north-wins",
    "draw",
];

pub(super) fn read(source: Source) -> Result<Panel, Vec<Diagnostic>> {
    let text = source.text.clone();
    let document = match Document::parse(text.as_str()) {
        Ok(document) => document,
        Err(error) => {
            let at = error.span().unwrap_or(0..0);
            let message = error.message().lines().next().unwrap_or("not TOML");
            return Err(vec![source.error(at, message)]);
        }
    };
    let mut reader = Reader {
        source,
        mistakes: Vec::new(),
    };
    let panel = reader.panel(document.as_table());
    match reader.mistakes.is_empty() {
        true => Ok(panel),
        false => Err(reader.mistakes),
    }
}

struct Reader {
    source: Source,
    mistakes: Vec<Diagnostic>,
}

/// A table of the file, or nothing.
#[derive(Clone, Copy)]
struct Section<'a>(Option<&'a dyn TableLike>);

impl<'a> Section<'a> {
    fn get(self, key: &str) -> Option<&'a Item> {
        self.0?.get(key)
    }
}

impl Reader {
    fn wrong(&mut self, at: Option<Range<usize>>, message: impl Into<String>) {
        let mistake = self.source.error(at.unwrap_or(0..0), message);
        self.mistakes.push(mistake);
    }

    fn panel(&mut self, root: &dyn TableLike) -> Panel {
        self.known(root, &TABLES, "the panel file");
        let [
            board,
            south,
            north,
            buttons,
            lights,
            settings,
            computer,
            limits,
            points,
        ] = TABLES.map(|name| self.section(root, name));
        self.keys(board, &["base"], "[board]");
        self.keys(buttons, &["pits", "north", "reset", "start"], "[buttons]");
        self.keys(lights, &LIGHTS, "[lights]");
        self.keys(settings, &["ask", "seeds", "first"], "[settings]");
        self.keys(computer, &["first", "lamps", "move"], "[computer]");
        let pits = self.deeds(buttons.get("pits"));
        if pits.is_empty() || pits.len() > MAX_PITS.into() {
            let at = buttons.get("pits").and_then(Item::span);
            let expected = format!("[buttons] needs 'pits', a list of 1 to {MAX_PITS} buttons");
            self.wrong(at, expected);
        }
        let houses = BySide::new(
            self.row(south, "south", pits.len()),
            self.row(north, "north", pits.len()),
        );
        let north = self.second_row(buttons.get("north"), pits.len());
        let (values, hidden) = self.points(points);
        Panel {
            houses,
            base: self.number(board.get("base"), 2..=16).unwrap_or(10) as u32,
            buttons: BySide::new(pits, north),
            reset: self.steps(buttons.get("reset")),
            start: self.steps(buttons.get("start")),
            your_turn: self.name(lights.get("your-turn")),
            north_turn: self.name(lights.get("north-turn")),
            over: self.name(lights.get("over")),
            error: self.name(lights.get("error")),
            outcome: OutcomeLights {
                south: self.one_or_more(lights.get("south-wins")),
                north: self.one_or_more(lights.get("north-wins")),
                draw: self.one_or_more(lights.get("draw")),
            },
            ask_settings: self.name(settings.get("ask")),
            seeds: self.seeds(settings.get("seeds")),
            first: self.first(settings.get("first")),
            lamps: self.list(computer.get("lamps")),
            computer_move: self.computer_move(computer.get("move"), lights, buttons),
            starts: self.side(computer.get("first")).unwrap_or(Side::South),
            limits: self.limits(limits),
            points: values,
            hidden,
            source: self.source.clone(),
        }
    }

    fn known(&mut self, table: &dyn TableLike, known: &[&str], whose: &str) {
        let unknown = table.iter().filter(|(key, _)| !known.contains(key));
        for (key, item) in unknown.collect::<Vec<_>>() {
            let at = table.get_key_value(key).and_then(|(key, _)| key.span());
            let help = match nearest(key, known.iter().copied()) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("there are {}", known.join(", ")),
            };
            let message = format!("{whose} has no '{key}'");
            let at = at.or(item.span()).unwrap_or(0..0);
            let mistake = self.source.error(at, message).help(help);
            self.mistakes.push(mistake);
        }
    }

    fn keys(&mut self, section: Section<'_>, known: &[&str], whose: &str) {
        if let Some(table) = section.0 {
            self.known(table, known, whose);
        }
    }

    fn section<'a>(&mut self, root: &'a dyn TableLike, name: &str) -> Section<'a> {
        let Some(item) = root.get(name) else {
            return Section(None);
        };
        let table = item.as_table_like();
        if table.is_none() {
            self.wrong(item.span(), format!("write [{name}] as a table"));
        }
        Section(table)
    }

    fn row(&mut self, section: Section<'_>, name: &str, pits: usize) -> Vec<Shown> {
        self.keys(section, &["pits", "store"], &format!("[{name}]"));
        let Some(item) = section.get("pits") else {
            self.wrong(
                None,
                format!("[{name}] needs 'pits': where each pit is shown"),
            );
            return Vec::new();
        };
        let listed: Vec<&Value> = item.as_array().into_iter().flatten().collect();
        if listed.len() != pits {
            let message = format!(
                "[{name}] shows {}, and there are {}",
                diag::count(listed.len(), "pit"),
                diag::count(pits, "button")
            );
            self.wrong(item.span(), message);
        }
        let mut row: Vec<Shown> = Vec::new();
        for value in listed {
            row.extend(self.shown(value));
        }
        match section.get("store").and_then(Item::as_value) {
            Some(store) => row.extend(self.shown(store)),
            None => self.wrong(item.span(), format!("[{name}] needs 'store'")),
        }
        row
    }

    fn text(&mut self, value: &Value) -> Option<Name> {
        let Some(text) = value.as_str() else {
            self.wrong(
                value.span(),
                "expected a name in quotes, such as \"/LED@100,200\"",
            );
            return None;
        };
        Some(Name {
            text: text.trim().to_owned(),
            at: value.span().unwrap_or(0..0),
        })
    }

    fn name(&mut self, item: Option<&Item>) -> Option<Name> {
        let item = item?;
        match item.as_value() {
            Some(value) => self.text(value),
            None => {
                self.wrong(item.span(), "expected a name in quotes");
                None
            }
        }
    }

    fn list(&mut self, item: Option<&Item>) -> Vec<Name> {
        let Some(item) = item else {
            return Vec::new();
        };
        match item.as_array() {
            Some(array) => array.iter().filter_map(|one| self.text(one)).collect(),
            None => {
                self.wrong(item.span(), "expected a list, such as [\"/a\", \"/b\"]");
                Vec::new()
            }
        }
    }

    fn one_or_more(&mut self, item: Option<&Item>) -> Vec<Name> {
        match item.and_then(Item::as_str) {
            Some(_) => self.name(item).into_iter().collect(),
            None => self.list(item),
        }
    }

    fn number(
        &mut self,
        item: Option<&Item>,
        within: std::ops::RangeInclusive<i64>,
    ) -> Option<u64> {
        let item = item?;
        match item.as_integer().filter(|number| within.contains(number)) {
            Some(number) => u64::try_from(number).ok(),
            None => {
                let message = format!(
                    "expected a number from {} to {}",
                    within.start(),
                    within.end()
                );
                self.wrong(item.span(), message);
                None
            }
        }
    }

    fn side(&mut self, item: Option<&Item>) -> Option<Side> {
        let item = item?;
        match item.as_str() {
            Some("south") => Some(Side::South),
            Some("north") => Some(Side::North),
            _ => {
                self.wrong(
                    item.span(),
                    "expected \"south\" (the person) or \"north\" (the computer)",
                );
                None
            }
        }
    }

    fn limits(&mut self, section: Section<'_>) -> Limits {
        let names = [
            "start", "hold", "notice", "answer", "settle", "quiet", "total",
        ];
        self.keys(section, &names, "[limits]");
        let usual = Limits::default();
        let mut limit = |name, most: i64, usual: u64| {
            let number = self.number(section.get(name), 0..=most);
            number.unwrap_or(usual)
        };
        Limits {
            start: limit("start", 1_000_000_000, usual.start),
            hold: limit("hold", 1_000_000, usual.hold),
            notice: limit("notice", 1_000_000_000, usual.notice),
            answer: limit("answer", 1_000_000_000, usual.answer),
            settle: limit("settle", 1_000_000, usual.settle),
            quiet: limit("quiet", 1_000_000, usual.quiet),
            total: limit("total", i64::MAX, usual.total),
        }
    }

    fn points(&mut self, section: Section<'_>) -> (Vec<(Aspect, u32)>, Vec<Aspect>) {
        let mut known: Vec<&str> = Aspect::ALL.map(Aspect::id).to_vec();
        known.push("hidden");
        self.keys(section, &known, "[points]");
        let mut points = Vec::new();
        for aspect in Aspect::ALL {
            let number = self.number(section.get(aspect.id()), 0..=10_000);
            points.extend(number.map(|number| (aspect, number as u32)));
        }
        let mut hidden = Vec::new();
        for name in self.list(section.get("hidden")) {
            match Aspect::ALL
                .into_iter()
                .find(|aspect| aspect.id() == name.text)
            {
                Some(aspect) => hidden.push(aspect),
                None => self.wrong(Some(name.at), format!("there is no test '{}'", name.text)),
            }
        }
        (points, hidden)
    }
}
