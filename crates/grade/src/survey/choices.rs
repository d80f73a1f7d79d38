//! The ways a console may offer to choose a pit: a button for each, a code and a key, switches, a keyboard.

use circuit::Value;
use circuit::project::Kind;
use circuit::sim::Simulator;

use super::explore::deed_of;
use super::sheet::{Sheet, Thing};
use super::words;
use crate::panel::in_quotes;
use crate::panel::{Deed, Step};

/// Keys that may be meant to confirm a choice, at most this many of them.
const MOST_KEYS: usize = 6;
/// Codes that are tried.
const MOST_CODES: u32 = 16;
/// Switches that make up one code.
const SWITCHES: std::ops::RangeInclusive<usize> = 2..=4;

/// One choice, as a panel file writes it.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub toml: String,
    pub deed: Deed,
}

impl Choice {
    fn of(steps: Vec<(String, Step)>) -> Choice {
        let (names, steps): (Vec<String>, Vec<Step>) = steps.into_iter().unzip();
        Choice {
            toml: match &names[..] {
                [name] => name.clone(),
                _ => format!("[{}]", names.join(", ")),
            },
            deed: Deed { steps },
        }
    }
}

/// A button for each pit.
pub(super) fn buttons(sheet: &Sheet, simulator: &Simulator) -> Vec<Choice> {
    let each = sheet.buttons.iter();
    each.filter_map(|thing| button(thing, simulator)).collect()
}

/// One button.
pub(super) fn button(thing: &Thing, simulator: &Simulator) -> Option<Choice> {
    Some(Choice::of(vec![pressed(thing, simulator)?]))
}

/// All other ways, each with all its choices, the likeliest first.
pub(super) fn other_ways(sheet: &Sheet, simulator: &Simulator) -> Vec<Vec<Choice>> {
    let mut ways = Vec::new();
    for thing in &sheet.others {
        let options = match simulator.design().component(thing.part).kind() {
            Some(Kind::Pin) => codes(thing, simulator),
            Some(Kind::Keyboard) => keys(thing),
            _ => continue,
        };
        confirmed(&mut ways, &options, sheet, simulator);
    }
    let pins = sheet.buttons.iter().filter(|one| is_pin(one, simulator));
    let pins: Vec<&Thing> = pins.collect();
    if SWITCHES.contains(&pins.len()) {
        confirmed(&mut ways, &switches(&pins), sheet, simulator);
    }
    one_of(&mut ways, &pins, sheet, simulator);
    ways
}

fn is_pin(thing: &Thing, simulator: &Simulator) -> bool {
    simulator.design().component(thing.part).kind() == Some(Kind::Pin)
}

type Steps = Vec<(String, Step)>;

fn pressed(thing: &Thing, simulator: &Simulator) -> Option<(String, Step)> {
    let step = deed_of(thing, simulator)?.steps.pop()?;
    Some((in_quotes(&thing.path), step))
}

fn set(thing: &Thing, width: u32, number: u32) -> (String, Step) {
    let name = in_quotes(&format!("{} = {number}", thing.path));
    (name, Step::Set(thing.part, Value::known(width, number)))
}

/// Each alone, and each with a key that confirms it.
fn confirmed(ways: &mut Vec<Vec<Choice>>, options: &[Steps], sheet: &Sheet, simulator: &Simulator) {
    ways.push(options.iter().cloned().map(Choice::of).collect());
    for key in confirming(sheet, simulator) {
        let with_key = options.iter().map(|option| {
            let steps = option.iter().cloned().chain([key.clone()]);
            Choice::of(steps.collect())
        });
        ways.push(with_key.collect());
    }
}

/// Buttons that may confirm a choice, those that say so first.
fn confirming(sheet: &Sheet, simulator: &Simulator) -> Vec<(String, Step)> {
    let buttons = sheet.buttons.iter().filter(|one| !is_pin(one, simulator));
    let (worded, others): (Vec<&Thing>, Vec<&Thing>) =
        buttons.partition(|one| words::is_enter(one));
    let all = worded.into_iter().chain(others).take(MOST_KEYS);
    all.filter_map(|one| pressed(one, simulator)).collect()
}

fn codes(pin: &Thing, simulator: &Simulator) -> Vec<Steps> {
    let width = u32::from(simulator.value(pin.part).width);
    let count = 1_u32.checked_shl(width).unwrap_or(MOST_CODES);
    let all = 0..count.min(MOST_CODES);
    all.map(|code| vec![set(pin, width, code)]).collect()
}

/// Digits, letters, and digits with the return key.
fn keys(keyboard: &Thing) -> Vec<Steps> {
    let plain = "1234567890abcdef".chars().map(String::from);
    let entered = "1234567890".chars().map(|key| format!("{key}\n"));
    let typed = |text: String| {
        let name = format!("type {} {text:?}", keyboard.path);
        let name = match name.contains('\'') {
            true => in_quotes(&name),
            false => format!("'{name}'"),
        };
        vec![(name, Step::Type(keyboard.part, text))]
    };
    plain.chain(entered).map(typed).collect()
}

/// Switches as the bits of a number, the highest at the left or on top.
fn switches(pins: &[&Thing]) -> Vec<Steps> {
    let mut pins = pins.to_vec();
    pins.sort_by_key(|one| (one.x, one.y));
    let all = 0..1_u32 << pins.len();
    all.map(|code| {
        let places = (0..pins.len()).rev();
        let each = pins.iter().zip(places);
        each.map(|(pin, place)| set(pin, 1, code >> place & 1))
            .collect()
    })
    .collect()
}

/// One of several switches is on while a key is pressed.
fn one_of(ways: &mut Vec<Vec<Choice>>, pins: &[&Thing], sheet: &Sheet, simulator: &Simulator) {
    if pins.len() < 2 {
        return;
    }
    for key in confirming(sheet, simulator) {
        let choice = |pin: &&Thing| Choice::of(vec![set(pin, 1, 1), key.clone(), set(pin, 1, 0)]);
        ways.push(pins.iter().map(choice).collect());
    }
}
