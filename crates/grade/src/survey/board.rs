//! Surveys a whole console: which numbers are its board, and which buttons play on it.

use circuit::sim::{Simulator, Snapshot};
use kalah::{BySide, Side};

use super::choices::{self, Choice};
use super::explore::{Blink, Explorer, HOLDS, Number, Watch, deed_of};
use super::numbers::{Family, cells, families};
use super::ring::{Outline, Ring, Shape, from_effects, from_places, sown};
use super::sheet::{Sheet, Thing};
use super::walk::{Walk, walk};
use super::words;
use crate::panel::Deed;

/// With more buttons than this, they are not tried one by one for one that starts the game.
const MOST_STARTS: usize = 24;
/// Number of boards that are examined again, with longer presses and with everything else that can be set.
const MOST_SECOND_LOOKS: usize = 3;

/// A console's board, as far as it was found.
pub(super) struct Board {
    pub what: &'static str,
    pub numbers: Vec<Number>,
    pub ring: Ring,
    pub buttons: BySide<Vec<Choice>>,
    pub start: Option<Thing>,
    pub base: u32,
    /// How long a button must be held, if that is longer than usual.
    pub hold: Option<u64>,
    /// Buttons were tried; otherwise only places count.
    pub tried: bool,
    /// Lights from a move to the next question, in the order of the sheet.
    pub blinks: Vec<Blink>,
    /// What lights did in games that were played to their end.
    pub walk: Walk,
}

impl Board {
    pub(super) fn has_two_people(&self) -> bool {
        !self.buttons.north.is_empty()
    }
}

/// The presses after power-on that bring up the board.
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
pub(super) fn survey<'s>(
    simulator: &'s mut Simulator,
    sheet: &Sheet,
    watch: &'s mut Watch<'s>,
) -> Result<Board, String> {
    let openings = openings(sheet, simulator);
    let buttons = choices::buttons(sheet, simulator);
    let mut explorer = Explorer::new(simulator, sheet.cycle, watch);
    let power_on = explorer.moment();
    let mut seen: Vec<Begun> = Vec::new();
    let all = openings.len();
    for (number, opening) in openings.into_iter().enumerate() {
        if explorer.is_out() {
            break;
        }
        explorer.say(format!("way to begin {} of {all}", number + 1));
        explorer.back_to(&power_on);
        let mut doubtful = None;
        for begun in begin(&mut explorer, sheet, &opening) {
            match try_choices(&mut explorer, sheet, &begun, &buttons) {
                Some(board) if !board.walk.keeps_seeds() => {
                    doubtful = doubtful.or(Some(board));
                }
                Some(board) if board.walk.is_heard() => return Ok(board),
                Some(board) => {
                    let again = look_again(&mut explorer, sheet, &begun, &buttons);
                    return Ok(again.unwrap_or(board));
                }
                None => seen.push(begun),
            }
        }
        if let Some(board) = doubtful {
            return Ok(board);
        }
    }
    let mut places = None;
    for (look, begun) in seen.into_iter().enumerate() {
        let fits = |ring: &Ring| ring.pits.south.len() == begun.shape.pits;
        let ring = from_places(&begun.family.numbers).ok().filter(fits);
        if look < MOST_SECOND_LOOKS
            && let Some(board) = look_again(&mut explorer, sheet, &begun, &buttons)
        {
            return Ok(board);
        }
        places = places.or(ring.map(|ring| (begun, ring)));
    }
    explorer.back_to(&power_on);
    match places {
        Some((begun, ring)) => Ok(by_places(sheet, begun.family, ring, explorer.simulator())),
        None => {
            let mut all = families(sheet, explorer.simulator()).into_iter();
            let digits = all.next().unwrap_or(Family {
                what: "digits",
                numbers: Vec::new(),
            });
            let ring = from_places(&digits.numbers)?;
            Ok(by_places(sheet, digits, ring, explorer.simulator()))
        }
    }
}

/// Longer presses, then codes, keys and switches.
fn look_again(
    explorer: &mut Explorer<'_>,
    sheet: &Sheet,
    begun: &Begun,
    buttons: &[Choice],
) -> Option<Board> {
    for hold in &HOLDS[1..] {
        explorer.say(format!("buttons held for {hold} half-ticks"));
        explorer.hold = *hold;
        let board = try_choices(explorer, sheet, begun, buttons);
        explorer.hold = HOLDS[0];
        if let Some(mut board) = board.filter(|board| board.walk.is_heard()) {
            board.hold = Some(*hold);
            return Some(board);
        }
    }
    let ways = choices::other_ways(sheet, explorer.simulator());
    let all = ways.len();
    let mut boards = ways.iter().enumerate().filter_map(|(number, way)| {
        explorer.say(format!("codes, keys and switches, {} of {all}", number + 1));
        try_choices(explorer, sheet, begun, way)
    });
    boards.next()
}

fn openings(sheet: &Sheet, simulator: &Simulator) -> Vec<Opening> {
    let deed = |thing: &Thing| deed_of(thing, simulator);
    let settings = settings(sheet, simulator);
    let (worded, others): (Vec<&Thing>, Vec<&Thing>) =
        sheet.buttons.iter().partition(|one| words::is_start(one));
    let mut all = vec![Opening {
        deeds: Vec::new(),
        start: None,
    }];
    all.extend(settings.iter().map(|deeds| Opening {
        deeds: deeds.clone(),
        start: None,
    }));
    for thing in worded.into_iter().chain(others).take(MOST_STARTS) {
        let Some(start) = deed(thing) else {
            continue;
        };
        let mut deeds = settings.first().cloned().unwrap_or_default();
        deeds.push(start);
        all.push(Opening {
            deeds,
            start: Some(thing.clone()),
        });
    }
    all
}

/// The usual settings. Buttons of pits may be labelled with the same numbers, so each of these is tried.
fn settings(sheet: &Sheet, simulator: &Simulator) -> Vec<Vec<Deed>> {
    const USUAL: u16 = 4;
    let deed = |thing: &Thing| deed_of(thing, simulator);
    let seeds = words::seeds(&sheet.buttons);
    let numbers = seeds.iter().map(|(number, _)| *number);
    let usual = numbers.min_by_key(|number| number.abs_diff(USUAL));
    let seeds = seeds.iter().filter(|(number, _)| Some(*number) == usual);
    let seeds: Vec<Deed> = seeds.filter_map(|(_, thing)| deed(thing)).collect();
    let first = words::first(&sheet.buttons).and_then(|first| deed(first.south));
    let first: Vec<Deed> = first.into_iter().collect();
    if seeds.is_empty() {
        return Vec::from_iter((!first.is_empty()).then_some(first));
    }
    let each = seeds.into_iter();
    each.map(|seeds| [vec![seeds], first.clone()].concat())
        .collect()
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

/// Makes every choice on the start position.
fn try_choices(
    explorer: &mut Explorer<'_>,
    sheet: &Sheet,
    begun: &Begun,
    choices: &[Choice],
) -> Option<Board> {
    let numbers = &begun.family.numbers;
    let starts = |choice: &Choice| {
        let start = begun.start.as_ref();
        start.is_some_and(|one| choice.deed.uses(one.part))
    };
    let choices: Vec<&Choice> = choices.iter().filter(|one| !starts(one)).collect();
    explorer.back_to(&begun.rest);
    let start = explorer.read(numbers);
    let (found, mut alive) = pits_of(explorer, begun, &choices, &start);
    let effects: Vec<(usize, Vec<usize>)> = found.iter().map(|(_, sown)| sown.clone()).collect();
    if effects.len() < 2 {
        return None;
    }
    let all: Vec<Deed> = found.iter().map(|(one, _)| one.deed.clone()).collect();
    explorer.back_to(&begun.rest);
    alive.extend(changed(explorer, numbers, &all));
    let outline = match effects.len() {
        count if count == 2 * begun.shape.pits => from_places(numbers).ok().map(Outline::of),
        count if count <= begun.shape.pits => {
            from_effects(begun.shape, &start, numbers, &effects, &alive)
        }
        _ => None,
    };
    let outline = outline?;
    let choice = |pit: usize| {
        let mut all = found.iter();
        all.find(|(_, (lifted, _))| *lifted == pit)
            .map(|(choice, _)| (*choice).clone())
    };
    let row = |side: Side| -> Vec<Choice> {
        let pits = outline.ring.pits[side].iter();
        pits.filter_map(|&pit| choice(pit)).collect()
    };
    let mut rows = BySide::of(row);
    let plain = plain_pit(rows.south.len(), begun.shape);
    let plain = rows.south[plain].deed.clone();
    if rows.north.is_empty() {
        explorer.back_to(&begun.rest);
        explorer.effect(&plain, numbers);
        rows.north = second_row(explorer, &choices, numbers, &outline.ring);
    }
    explorer.back_to(&begun.rest);
    let lights: Vec<_> = sheet.lights.iter().map(|one| one.part).collect();
    let blinks = explorer.blinks(&plain, numbers, &lights);
    let mut board = Board {
        what: begun.family.what,
        numbers: begun.family.numbers.clone(),
        ring: outline.ring.clone(),
        buttons: rows,
        start: begun.start.clone(),
        base: 10,
        hold: None,
        tried: true,
        blinks,
        walk: Walk::default(),
    };
    walk(explorer, &mut board, &outline.others, &begun.rest, &lights);
    Some(board)
}

/// A choice with the pit it plays and the houses that grow then.
type Played<'c> = (&'c Choice, (usize, Vec<usize>));

/// The choices that play a pit from the start position, and all numbers that change at all.
fn pits_of<'c>(
    explorer: &mut Explorer<'_>,
    begun: &Begun,
    choices: &[&'c Choice],
    start: &[Option<u32>],
) -> (Vec<Played<'c>>, Vec<usize>) {
    let mut found: Vec<Played<'c>> = Vec::new();
    let mut alive: Vec<usize> = Vec::new();
    for &choice in choices {
        if explorer.is_out() {
            break;
        }
        explorer.back_to(&begun.rest);
        let effect = explorer.effect(&choice.deed, &begun.family.numbers);
        alive.extend(&effect.changed);
        if let Some(sown) = sown(&effect, begun.shape, start)
            && !found.iter().any(|(_, (pit, _))| *pit == sown.0)
        {
            found.push((choice, sown));
        }
    }
    (found, alive)
}

/// Numbers that change while everything is pressed in turn.
fn changed(explorer: &mut Explorer<'_>, numbers: &[Number], deeds: &[Deed]) -> Vec<usize> {
    let mut all = Vec::new();
    for deed in deeds.iter().cycle().take(2 * deeds.len()) {
        all.extend(explorer.moves(deed, numbers, true));
    }
    all
}

/// A pit of the person, counted from 0, that gives no extra turn at the start.
fn plain_pit(pits: usize, shape: Shape) -> usize {
    usize::from(pits == shape.seeds as usize)
}

/// The choices that play the other row after a move of the person: there is a second person, and no computer. Both may have the same
/// buttons.
fn second_row(
    explorer: &mut Explorer<'_>,
    choices: &[&Choice],
    numbers: &[Number],
    ring: &Ring,
) -> Vec<Choice> {
    let rest = explorer.moment();
    let mut found: Vec<(usize, Choice)> = Vec::new();
    for choice in choices {
        explorer.back_to(&rest);
        let lifted = explorer.effect(&choice.deed, numbers).lifted;
        let place = lifted.and_then(|pit| ring.pits.north.iter().position(|&one| one == pit));
        found.extend(place.map(|place| (place, (*choice).clone())));
    }
    found.sort_by_key(|(place, _)| *place);
    found.dedup_by_key(|(place, _)| *place);
    match found.len() == ring.pits.north.len() {
        true => found.into_iter().map(|(_, choice)| choice).collect(),
        false => Vec::new(),
    }
}

/// A board whose buttons showed nothing, so places have to decide.
fn by_places(sheet: &Sheet, family: Family, ring: Ring, simulator: &Simulator) -> Board {
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
        let mut row: Vec<&Thing> = row.collect();
        row.sort_by_key(|one| one.x);
        (row.len() == south.len()).then_some(row)
    });
    let row = row.unwrap_or_default().into_iter();
    let row = row.filter_map(|thing| choices::button(thing, simulator));
    Board {
        what: family.what,
        buttons: BySide::new(row.collect(), Vec::new()),
        numbers: family.numbers,
        ring,
        start: None,
        base: 10,
        hold: None,
        tried: false,
        blinks: Vec::new(),
        walk: Walk::default(),
    }
}
