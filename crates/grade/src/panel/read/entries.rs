//! The values of keys: where a number is shown, and what is pressed.

use kalah::BySide;
use toml_edit::{InlineTable, Item, Value};

use super::{Reader, Section};
use crate::panel::{Name, Shown, Steps};

/// The ways to show a number that need more than a name.
const WAYS: [&str; 5] = ["bcd", "bits", "count", "segments", "tty"];
/// Which number of a terminal it is.
const NUMBER: &str = "number";
const MOST_NUMBERS: i64 = 200;

impl Reader {
    pub(super) fn shown(&mut self, value: &Value) -> Option<Shown> {
        if let Some(array) = value.as_array() {
            let digits: Vec<Shown> = array.iter().filter_map(|one| self.shown(one)).collect();
            if digits.is_empty() || digits.len() > 4 {
                self.wrong(value.span(), "a number has 1 to 4 digits");
            }
            if digits.iter().any(|one| matches!(one, Shown::Digits(_))) {
                self.wrong(value.span(), "a digit is not a list of digits");
            }
            return Some(Shown::Digits(digits));
        }
        match value.as_inline_table() {
            Some(table) => self.way(value, table),
            None => self.text(value).map(Shown::One),
        }
    }

    fn way(&mut self, value: &Value, table: &InlineTable) -> Option<Shown> {
        let has_tty = table.contains_key("tty");
        let known = WAYS.into_iter().chain(has_tty.then_some(NUMBER));
        self.known(table, &known.collect::<Vec<_>>(), "a number");
        let mut ways = table.iter().filter(|(key, _)| WAYS.contains(key));
        let (Some((way, inner)), None) = (ways.next(), ways.next()) else {
            let message = format!("write one of {} here", WAYS.join(", "));
            self.wrong(value.span(), message);
            return None;
        };
        if way == "bcd" {
            return self.text(inner).map(Shown::Bcd);
        }
        if way == "tty" {
            let number = table.get(NUMBER).and_then(Value::as_integer);
            let number = number.filter(|at| *at != 0 && at.abs() <= MOST_NUMBERS);
            if number.is_none() {
                let message = "write which number of the screen it is: { tty = \"/TTY\", number = 1 } is the first, -1 the last";
                self.wrong(value.span(), message);
            }
            return Some(Shown::Tty(self.text(inner)?, number.unwrap_or(1)));
        }
        let lights: Vec<Name> = match inner.as_array() {
            Some(array) => array.iter().filter_map(|one| self.text(one)).collect(),
            None => self.text(inner).into_iter().collect(),
        };
        let most = if way == "segments" { 7 } else { 32 };
        if lights.is_empty() || lights.len() > most || way == "segments" && lights.len() < most {
            let message = match way {
                "segments" => "expected seven lights, a to g".to_owned(),
                _ => format!("expected 1 to {most} lights"),
            };
            self.wrong(value.span(), message);
        }
        Some(match way {
            "bits" => Shown::Bits(lights),
            "count" => Shown::Count(lights),
            _ => Shown::Segments(lights),
        })
    }

    /// One step, or a list of them.
    pub(super) fn steps(&mut self, item: Option<&Item>) -> Option<Steps> {
        let steps = self.one_or_more(item);
        (!steps.is_empty()).then_some(Steps(steps))
    }

    /// A button for each pit.
    pub(super) fn deeds(&mut self, item: Option<&Item>) -> Vec<Steps> {
        let Some(item) = item else {
            return Vec::new();
        };
        let Some(array) = item.as_array() else {
            self.wrong(item.span(), "expected a list, such as [\"/a\", \"/b\"]");
            return Vec::new();
        };
        let mut deeds = Vec::new();
        for value in array {
            let steps: Vec<Name> = match value.as_array() {
                Some(steps) => steps.iter().filter_map(|one| self.text(one)).collect(),
                None => self.text(value).into_iter().collect(),
            };
            if value.as_array().is_some_and(toml_edit::Array::is_empty) {
                self.wrong(value.span(), "expected what to press");
            }
            deeds.push(Steps(steps));
        }
        deeds
    }

    /// The button that lets the computer move: there must be a sign for when to press it.
    pub(super) fn computer_move(
        &mut self,
        item: Option<&Item>,
        lights: Section<'_>,
        buttons: Section<'_>,
    ) -> Option<Steps> {
        let steps = self.steps(item)?;
        let at = item.and_then(Item::span);
        for light in ["your-turn", "north-turn"] {
            if lights.get(light).is_none() {
                let message = format!(
                    "'move' is pressed when it is the computer's turn: [lights] needs '{light}'"
                );
                self.wrong(at.clone(), message);
            }
        }
        if buttons.get("north").is_some() {
            let message = "there is a computer ('move') or a second person ([buttons] north)";
            self.wrong(at, message);
        }
        Some(steps)
    }

    /// The buttons of a second person.
    pub(super) fn second_row(&mut self, item: Option<&Item>, pits: usize) -> Vec<Steps> {
        let north = self.deeds(item);
        if item.is_some() && north.len() != pits {
            let message = format!(
                "'north' lists {}, 'pits' {pits}",
                diag::count(north.len(), "button")
            );
            self.wrong(item.and_then(Item::span), message);
        }
        north
    }

    pub(super) fn seeds(&mut self, item: Option<&Item>) -> Vec<(u16, Steps)> {
        let Some(item) = item else {
            return Vec::new();
        };
        let Some(table) = item.as_table_like() else {
            self.wrong(
                item.span(),
                "expected buttons by their number of seeds: { 4 = \"/a\", 5 = \"/b\" }",
            );
            return Vec::new();
        };
        let mut seeds = Vec::new();
        for (key, button) in table.iter() {
            let number = key.parse().ok().filter(|number| (1..=12).contains(number));
            match number {
                Some(number) => seeds.extend(self.steps(Some(button)).map(|steps| (number, steps))),
                None => {
                    let at = table.get_key_value(key).and_then(|(key, _)| key.span());
                    self.wrong(at, format!("'{key}' is not a number of seeds from 1 to 12"));
                }
            }
        }
        seeds
    }

    pub(super) fn first(&mut self, item: Option<&Item>) -> BySide<Option<Steps>> {
        let Some(item) = item else {
            return BySide::default();
        };
        let Some(table) = item.as_table_like() else {
            self.wrong(item.span(), "expected { south = \"/a\", north = \"/b\" }");
            return BySide::default();
        };
        self.known(table, &["south", "north"], "'first'");
        BySide::new(
            self.steps(table.get("south")),
            self.steps(table.get("north")),
        )
    }
}
