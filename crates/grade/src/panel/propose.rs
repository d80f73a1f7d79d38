//! A first panel file for a console nobody has described yet: from the places, shapes and labels of its parts.
//!
//! Only the top sheet is looked at, as a person would. What is not found is said, and left for the person to fill in.

use std::fmt::Write;

use circuit::sim::Simulator;

use super::sheet::{Sheet, Thing};

/// A proposed panel file, and what is missing in it.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// TOML, with a comment where something is missing.
    pub text: String,
    pub missing: Vec<String>,
}

/// Displays side by side that show one number.
#[derive(Clone, Debug)]
struct Number {
    digits: Vec<Thing>,
}

/// Digits of one number stand no further apart.
const APART: i32 = 60;
/// Looks at a console and proposes a panel file.
pub fn propose(simulator: &Simulator) -> Proposal {
    let sheet = Sheet::of(simulator);
    let mut missing = Vec::new();
    let mut text = String::from(
        "# Proposed by `mancala grade init`; look at every line before you rely on it.\n\
         # `mancala grade try` shows what is read while you press.\n\n",
    );
    let board = board(&sheet.digits);
    if let Err(why) = &board {
        missing.push(why.clone());
    }
    let rows = board.unwrap_or_default();
    for (name, row) in [("south", &rows.south), ("north", &rows.north)] {
        let _ = writeln!(text, "[{name}]\npits = [");
        for number in row {
            let _ = writeln!(text, "    {},", number.toml());
        }
        let store = row_store(&rows, name);
        let store = store.map_or_else(|| "[]".to_owned(), Number::toml);
        let _ = writeln!(text, "]\nstore = {store}\n");
    }
    let (pits, others) = pit_buttons(&sheet.buttons, &rows.south);
    if pits.is_empty() {
        missing.push("no row of buttons stands under the person's pits".to_owned());
    }
    let _ = writeln!(text, "[buttons]\npits = [");
    for button in &pits {
        let _ = writeln!(text, "    \"{}\",", button.path);
    }
    text.push_str("]\n");
    let reset = others
        .iter()
        .find(|one| has(one, &["reset", "restart", "new game", "start"]));
    match reset {
        Some(reset) => {
            let _ = writeln!(text, "reset = \"{}\"", reset.path);
        }
        None => missing.push("no button is labelled reset".to_owned()),
    }
    text.push('\n');
    lights(&sheet.lights, &mut text, &mut missing);
    settings(&sheet.lights, &others, &mut text);
    if !missing.is_empty() {
        text.push_str("\n# Not found:\n");
        for one in &missing {
            let _ = writeln!(text, "#   {one}");
        }
    }
    Proposal { text, missing }
}

fn has(thing: &Thing, any: &[&str]) -> bool {
    any.iter().any(|word| thing.words.contains(word))
}

impl Number {
    fn x(&self) -> i32 {
        self.digits[0].x
    }

    fn y(&self) -> i32 {
        self.digits[0].y
    }

    fn toml(&self) -> String {
        let names: Vec<String> = self
            .digits
            .iter()
            .map(|one| format!("\"{}\"", one.path))
            .collect();
        match names.len() {
            1 => names.concat(),
            _ => format!("[{}]", names.join(", ")),
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Rows {
    south: Vec<Number>,
    north: Vec<Number>,
    south_store: Option<Number>,
    north_store: Option<Number>,
}

fn row_store<'a>(rows: &'a Rows, name: &str) -> Option<&'a Number> {
    match name {
        "south" => rows.south_store.as_ref(),
        _ => rows.north_store.as_ref(),
    }
}

/// Digits side by side as numbers.
fn numbers(digits: &[Thing]) -> Vec<Number> {
    let mut sorted = digits.to_vec();
    sorted.sort_by_key(|one| (one.y, one.x));
    let mut numbers: Vec<Number> = Vec::new();
    for digit in sorted {
        let joins = numbers.last().is_some_and(|number| {
            let last = &number.digits[number.digits.len() - 1];
            number.digits.len() < 2 && last.y == digit.y && digit.x - last.x <= APART
        });
        match numbers.last_mut() {
            Some(number) if joins => number.digits.push(digit),
            _ => numbers.push(Number {
                digits: vec![digit],
            }),
        }
    }
    numbers
}

/// Two rows of as many numbers, and two more: the stores.
fn board(digits: &[Thing]) -> Result<Rows, String> {
    let numbers = numbers(digits);
    let mut heights: Vec<(usize, i32)> = Vec::new();
    for number in &numbers {
        match heights.iter_mut().find(|(_, y)| *y == number.y()) {
            Some((count, _)) => *count += 1,
            None => heights.push((1, number.y())),
        }
    }
    heights.sort_by_key(|&(count, y)| (std::cmp::Reverse(count), y));
    let found = diag::count(numbers.len(), "number");
    let (Some(&(pits, one)), Some(&(other_pits, two))) = (heights.first(), heights.get(1)) else {
        return Err(format!(
            "no two rows of digits on the top sheet: {found} found"
        ));
    };
    if pits != other_pits || numbers.len() != 2 * pits + 2 {
        return Err(format!(
            "no two rows of as many numbers with two stores on the top sheet: {found} found, {pits} in the longest row"
        ));
    }
    let row = |y: i32| -> Vec<Number> {
        numbers
            .iter()
            .filter(|number| number.y() == y)
            .cloned()
            .collect()
    };
    let (upper, lower) = (one.min(two), one.max(two));
    let mut north = row(upper);
    north.reverse();
    let mut stores: Vec<Number> = numbers
        .iter()
        .filter(|number| ![upper, lower].contains(&number.y()))
        .cloned()
        .collect();
    stores.sort_by_key(Number::x);
    Ok(Rows {
        south: row(lower),
        north,
        south_store: stores.pop(),
        north_store: stores.pop(),
    })
}

/// The row of buttons under the person's pits, and all other buttons.
fn pit_buttons(buttons: &[Thing], south: &[Number]) -> (Vec<Thing>, Vec<Thing>) {
    let Some(first) = south.first() else {
        return (Vec::new(), buttons.to_vec());
    };
    let mut heights: Vec<i32> = buttons
        .iter()
        .map(|one| one.y)
        .filter(|&y| y >= first.y())
        .collect();
    heights.sort_unstable();
    heights.dedup();
    for y in heights {
        let mut row: Vec<Thing> = buttons.iter().filter(|one| one.y == y).cloned().collect();
        row.sort_by_key(|one| one.x);
        if row.len() == south.len() {
            let others = buttons.iter().filter(|one| one.y != y);
            return (row, others.cloned().collect());
        }
    }
    (Vec::new(), buttons.to_vec())
}

/// Whether a light is the wanted one.
type Fits<'a> = &'a dyn Fn(&Thing) -> bool;

fn lights(lights: &[Thing], text: &mut String, missing: &mut Vec<String>) {
    text.push_str("[lights]\n");
    let computer = ["computer", "machine", "ai ", "cpu", "north", "pc "];
    let wins = |one: &Thing| has(one, &["win"]);
    let person = |one: &Thing| !has(one, &computer);
    let turn = [
        "your turn",
        "wait move",
        "make move",
        "awaiting",
        "your move",
        "user turn",
        "player turn",
    ];
    let wanted: [(&str, Fits<'_>); 6] = [
        ("your-turn", &|one| has(one, &turn)),
        ("over", &|one| has(one, &["game over", "the end", "finish"])),
        ("error", &|one| has(one, &["error", "illegal", "wrong"])),
        ("south-wins", &|one| wins(one) && person(one)),
        ("north-wins", &|one| {
            wins(one) && !person(one) || has(one, &["lose", "loss"]) && person(one)
        }),
        ("draw", &|one| has(one, &["draw", "tie"])),
    ];
    for (name, fits) in wanted {
        match lights.iter().find(|one| fits(one)) {
            Some(light) => {
                let (path, words) = (&light.path, &light.words);
                let _ = writeln!(
                    text,
                    "{name} = \"{path}\" # {}",
                    words.trim().replace('\n', " ")
                );
            }
            None => {
                let _ = writeln!(text, "# {name} = \"\"");
                missing.push(format!("no light says '{name}'"));
            }
        }
    }
}

/// Settings, if buttons are labelled like some.
fn settings(lights: &[Thing], buttons: &[Thing], text: &mut String) {
    let seeds: Vec<(u16, &Thing)> = buttons
        .iter()
        .filter_map(|one| Some((one.words.trim().parse().ok()?, one)))
        .filter(|(seeds, _)| (1..=12).contains(seeds))
        .collect();
    let asks = lights
        .iter()
        .find(|one| has(one, &["choose", "setting", "setts", "setup"]));
    let first = |words: &[&str]| buttons.iter().find(|one| words.contains(&one.words.trim()));
    let south = first(&["you", "user", "human", "player", "me"]);
    let north = first(&["ai", "computer", "machine", "cpu", "pc"]);
    if seeds.is_empty() && asks.is_none() {
        return;
    }
    text.push_str("\n[settings]\n");
    if let Some(asks) = asks {
        let _ = writeln!(text, "ask = \"{}\" # {}", asks.path, asks.words);
    }
    if let (Some(south), Some(north)) = (south, north) {
        let (south, north) = (&south.path, &north.path);
        let _ = writeln!(
            text,
            "first = {{ south = \"{south}\", north = \"{north}\" }}"
        );
    }
    if !seeds.is_empty() {
        text.push_str("\n[settings.seeds]\n");
        for (number, button) in seeds {
            let _ = writeln!(text, "{number} = \"{}\"", button.path);
        }
    }
}
