//! A look at a whole console: which numbers are its board, and which buttons play on it.

use circuit::sim::{Simulator, Snapshot};
use kalah::BySide;

use super::Reading;
use super::deed::Deed;
use super::explore::{Blink, Explorer, Number, deed_of};
use super::numbers::{Family, cells, families};
use super::ring::{Ring, Shape, from_effects, from_places, sown};
use super::sheet::{Sheet, Thing};
use super::words;

/// More buttons than this are not tried one by one for one that starts the game.
const MOST_STARTS: usize = 24;
/// Presses by which the base of the digits shows.
const MOST_PRESSES: usize = 24;

/// A console's board, as far as it was found.
pub(super) struct Board {
    pub what: &'static str,
    pub numbers: Vec<Number>,
    pub ring: Ring,
    pub buttons: BySide<Vec<Thing>>,
    pub start: Option<Thing>,
    pub base: u32,
    /// Buttons were tried; if not, only places tell.
    pub tried: bool,
    /// Lights from a move to the next question, in the order of the sheet.
    pub blinks: Vec<Blink>,
}

/// Something to press after power-on, so that the board comes up.
struct Opening {
    deeds: Vec<Deed>,
    start: Option<Thing>,
}

/// A board that shows its start position.
struct Begun {
    family: Family,
    shape: Shape,
    start: Option<Thing>,
    rest: Snapshot,
}

/// Looks for the board of a console.
pub(super) fn survey(simulator: &mut Simulator, sheet: &Sheet) -> Result<Board, String> {
    let openings = openings(sheet, simulator);
    let mut explorer = Explorer::new(simulator, sheet.cycle);
    let power_on = explorer.moment();
    let mut places = None;
    for opening in openings {
        explorer.back_to(&power_on);
        for begun in begin(&mut explorer, sheet, &opening) {
            let fits = |ring: &Ring| ring.pits.south.len() == begun.shape.pits;
            let ring = from_places(&begun.family.numbers).ok().filter(fits);
            match try_buttons(&mut explorer, sheet, begun) {
                Ok(board) => return Ok(board),
                Err(begun) => places = places.or(ring.map(|ring| (begun, ring))),
            }
        }
    }
    explorer.back_to(&power_on);
    match places {
        Some((begun, ring)) => Ok(by_places(sheet, begun.family, ring)),
        None => {
            let mut all = families(sheet, explorer.simulator()).into_iter();
            let digits = all.next().unwrap_or(Family {
                what: "digits",
                numbers: Vec::new(),
            });
            from_places(&digits.numbers).map(|ring| by_places(sheet, digits, ring))
        }
    }
}

fn openings(sheet: &Sheet, simulator: &Simulator) -> Vec<Opening> {
    let deed = |thing: &Thing| deed_of(thing, simulator);
    let seeds = words::seeds(&sheet.buttons);
    let usual = seeds.iter().find(|(seeds, _)| *seeds == 4);
    let seeds = usual.or(seeds.first()).map(|(_, thing)| *thing);
    let first = words::first(&sheet.buttons);
    let settings = [seeds, first.map(|first| first.south)];
    let settings: Vec<Deed> = settings.into_iter().flatten().filter_map(deed).collect();
    let (worded, others): (Vec<&Thing>, Vec<&Thing>) =
        sheet.buttons.iter().partition(|one| words::is_start(one));
    let mut all = vec![Opening {
        deeds: Vec::new(),
        start: None,
    }];
    if !settings.is_empty() {
        all.push(Opening {
            deeds: settings.clone(),
            start: None,
        });
    }
    for thing in worded.into_iter().chain(others).take(MOST_STARTS) {
        let Some(start) = deed(thing) else {
            continue;
        };
        let mut deeds = settings.clone();
        deeds.push(start);
        all.push(Opening {
            deeds,
            start: Some(thing.clone()),
        });
    }
    all
}

/// Every family of numbers that shows a start position after an opening.
fn begin(explorer: &mut Explorer<'_>, sheet: &Sheet, opening: &Opening) -> Vec<Begun> {
    let mut all = families(sheet, explorer.simulator());
    let watched = all.first().map_or(&[][..], |family| &family.numbers);
    explorer.rest(watched, |_, _| {});
    for deed in &opening.deeds {
        explorer.press(deed);
        explorer.rest(watched, |_, _| {});
    }
    let memories = sheet.memories.iter();
    all.extend(memories.filter_map(|memory| cells(memory, explorer.simulator())));
    let rest = explorer.moment();
    let begun = all.into_iter().filter_map(|family| {
        Some(Begun {
            shape: Shape::of(&explorer.read(&family.numbers))?,
            family,
            start: opening.start.clone(),
            rest: rest.clone(),
        })
    });
    begun.collect()
}

/// Presses every button on the start position.
fn try_buttons(
    explorer: &mut Explorer<'_>,
    sheet: &Sheet,
    begun: Begun,
) -> Result<Board, Box<Begun>> {
    let numbers = &begun.family.numbers;
    let is_start = |thing: &Thing| {
        begun
            .start
            .as_ref()
            .is_some_and(|one| one.part == thing.part)
    };
    let buttons: Vec<(&Thing, Deed)> = sheet
        .buttons
        .iter()
        .filter(|thing| !is_start(thing))
        .filter_map(|thing| Some((thing, deed_of(thing, explorer.simulator())?)))
        .collect();
    explorer.back_to(&begun.rest);
    let start = explorer.read(numbers);
    let mut found: Vec<(&Thing, (usize, Vec<usize>))> = Vec::new();
    for (thing, deed) in &buttons {
        explorer.back_to(&begun.rest);
        let effect = explorer.effect(deed, numbers);
        if let Some(sown) = sown(&effect, begun.shape, &start)
            && !found.iter().any(|(_, (pit, _))| *pit == sown.0)
        {
            found.push((thing, sown));
        }
    }
    let effects: Vec<(usize, Vec<usize>)> = found.iter().map(|(_, sown)| sown.clone()).collect();
    let ring = match effects.len() {
        count if count == begun.shape.pits => from_effects(begun.shape, &start, numbers, &effects),
        count if count == 2 * begun.shape.pits => from_places(numbers).ok(),
        _ => None,
    };
    let Some(ring) = ring else {
        return Err(Box::new(begun));
    };
    let button = |pit: usize| {
        let mut all = found.iter();
        all.find(|(_, (lifted, _))| *lifted == pit)
            .map(|(thing, _)| (*thing).clone())
    };
    let row =
        |pits: &[usize]| -> Vec<Thing> { pits.iter().filter_map(|&pit| button(pit)).collect() };
    let mut rows = BySide::new(row(&ring.pits.south), row(&ring.pits.north));
    let deeds: Vec<Deed> = rows
        .south
        .iter()
        .filter_map(|thing| deed_of(thing, explorer.simulator()))
        .collect();
    let plain = plain_pit(begun.shape);
    if rows.north.is_empty() {
        explorer.back_to(&begun.rest);
        explorer.effect(&deeds[plain], numbers);
        rows.north = second_row(explorer, &buttons, numbers, &ring, &rows.south);
    }
    explorer.back_to(&begun.rest);
    let lights: Vec<_> = sheet.lights.iter().map(|one| one.part).collect();
    let blinks = explorer.blinks(&deeds[plain], numbers, &lights);
    explorer.back_to(&begun.rest);
    let mut board = Board {
        what: begun.family.what,
        numbers: begun.family.numbers,
        ring,
        buttons: rows,
        start: begun.start,
        base: 10,
        tried: true,
        blinks,
    };
    board.base = base(explorer, &mut board.numbers, &deeds);
    Ok(board)
}

/// A pit of the person, counted from 0, that gives no extra turn at the start.
fn plain_pit(shape: Shape) -> usize {
    let repeats = shape.pits.checked_sub(shape.seeds as usize);
    usize::from(repeats == Some(0))
}

/// Buttons that play the other row after a move of the person: there is a second person, and no computer.
fn second_row(
    explorer: &mut Explorer<'_>,
    buttons: &[(&Thing, Deed)],
    numbers: &[Number],
    ring: &Ring,
    south: &[Thing],
) -> Vec<Thing> {
    let rest = explorer.moment();
    let mut found: Vec<(usize, Thing)> = Vec::new();
    for (thing, deed) in buttons {
        if south.iter().any(|one| one.part == thing.part) {
            continue;
        }
        explorer.back_to(&rest);
        let lifted = explorer.effect(deed, numbers).lifted;
        let place = lifted.and_then(|pit| ring.pits.north.iter().position(|&one| one == pit));
        found.extend(place.map(|place| (place, (*thing).clone())));
    }
    found.sort_by_key(|(place, _)| *place);
    found.dedup_by_key(|(place, _)| *place);
    match found.len() == ring.pits.north.len() {
        true => found.into_iter().map(|(_, thing)| thing).collect(),
        false => Vec::new(),
    }
}

/// Whether the digits are decimal or hexadecimal: no seed is lost in a game.
fn base(explorer: &mut Explorer<'_>, numbers: &mut [Number], deeds: &[Deed]) -> u32 {
    let total = |explorer: &Explorer<'_>, numbers: &[Number]| -> Option<u32> {
        explorer.read(numbers).into_iter().sum()
    };
    let seeds = total(explorer, numbers);
    for deed in deeds.iter().cycle().take(MOST_PRESSES) {
        explorer.effect(deed, numbers);
        if total(explorer, numbers) == seeds {
            continue;
        }
        set_base(numbers, 16);
        let fits = total(explorer, numbers) == seeds;
        if fits {
            return 16;
        }
        set_base(numbers, 10);
    }
    10
}

fn set_base(numbers: &mut [Number], base: u32) {
    for number in numbers {
        if let Reading::Digits(_, of) = &mut number.reading {
            *of = base;
        }
    }
}

/// A board whose buttons told nothing: places must do.
fn by_places(sheet: &Sheet, family: Family, ring: Ring) -> Board {
    let south: Vec<&Number> = ring
        .pits
        .south
        .iter()
        .map(|&at| &family.numbers[at])
        .collect();
    let lowest = south.first().map_or(0, |number| number.y);
    let mut heights: Vec<i32> = sheet.buttons.iter().map(|one| one.y).collect();
    heights.retain(|&y| y >= lowest);
    heights.sort_unstable();
    heights.dedup();
    let row = heights.into_iter().find_map(|y| {
        let row = sheet.buttons.iter().filter(|one| one.y == y);
        let mut row: Vec<Thing> = row.cloned().collect();
        row.sort_by_key(|one| one.x);
        (row.len() == south.len()).then_some(row)
    });
    Board {
        what: family.what,
        buttons: BySide::new(row.unwrap_or_default(), Vec::new()),
        numbers: family.numbers,
        ring,
        start: None,
        base: 10,
        tried: false,
        blinks: Vec::new(),
    }
}
