//! Which number is which house, from the effects of presses on the numbers.

use std::cmp::Ordering;

use kalah::{BySide, Side};

use super::explore::{Effect, Number};

/// The houses of a board as indices of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ring {
    /// From pit 1 on.
    pub pits: BySide<Vec<usize>>,
    pub stores: BySide<Option<usize>>,
}

impl Ring {
    /// Whether one of the rows is empty.
    pub fn is_over(&self, shown: &[Option<u32>]) -> bool {
        let is_empty = |row: &Vec<usize>| row.iter().all(|&at| shown[at] == Some(0));
        self.pits.iter().any(is_empty)
    }

    /// Who has more in pits and store together, if all can be read.
    pub fn winner(&self, shown: &[Option<u32>]) -> Option<Option<Side>> {
        let seeds = |side: Side| -> Option<u32> {
            let houses = self.pits[side].iter().chain(&self.stores[side]);
            houses.map(|&at| shown[at]).sum()
        };
        Some(match seeds(Side::South)?.cmp(&seeds(Side::North)?) {
            Ordering::Greater => Some(Side::South),
            Ordering::Less => Some(Side::North),
            Ordering::Equal => None,
        })
    }
}

/// A start position among numbers: an even number of equal pits, and empty stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub seeds: u32,
    /// In a row.
    pub pits: usize,
}

impl Shape {
    /// One more number may be equal: the setting for it, perhaps.
    pub fn of(shown: &[Option<u32>]) -> Option<Shape> {
        let count = |seeds: u32| shown.iter().filter(|&&one| one == Some(seeds)).count();
        let best = (1..=12).max_by_key(|&seeds| (count(seeds), std::cmp::Reverse(seeds)))?;
        let pits = count(best) / 2;
        let fits = (2..=12).contains(&pits) && count(0) >= 2;
        fits.then_some(Shape { seeds: best, pits })
    }
}

/// A board as deduced from the buttons of one row.
pub(super) struct Outline {
    pub ring: Ring,
    /// Candidates for the other store, the likeliest first.
    pub others: Vec<usize>,
}

impl Outline {
    pub fn of(ring: Ring) -> Outline {
        Outline {
            others: ring.stores.north.into_iter().collect(),
            ring,
        }
    }
}

/// The ring that the effects of all buttons of the person form; `None` if they do not fit together. Numbers that nothing ever
/// changes are not among its pits.
pub(super) fn from_effects(
    shape: Shape,
    start: &[Option<u32>],
    numbers: &[Number],
    effects: &[(usize, Vec<usize>)],
    alive: &[usize],
) -> Option<Outline> {
    let effects = without_counters(shape, start, effects);
    let south = in_order(&effects)?;
    let all_pits = (0..start.len()).filter(|&index| start[index] == Some(shape.seeds));
    let mut north: Vec<usize> = all_pits.filter(|index| !south.contains(index)).collect();
    if north.len() > south.len() {
        north.retain(|index| alive.contains(index));
    }
    if north.len() != south.len() {
        return None;
    }
    let reached = |index: usize| {
        let reaching = effects.iter().filter(|(_, grown)| grown.contains(&index));
        reaching.count()
    };
    let stores = || (0..start.len()).filter(|&index| start[index] == Some(0));
    let own =
        stores().max_by_key(|&index| (is_store(index, shape, &south, &effects), reached(index)));
    let own = own.filter(|&index| reached(index) > 0)?;
    sort_north(&mut north, numbers, &south, reached);
    let last = *north.last()?;
    let far = |index: &usize| {
        let (one, two) = (&numbers[*index], &numbers[last]);
        (one.x - two.x).abs() + (one.y - two.y).abs()
    };
    let mut others: Vec<usize> = stores().filter(|&index| index != own).collect();
    others.sort_by_key(|index| (!alive.contains(index), far(index)));
    Some(Outline {
        ring: Ring {
            pits: BySide::new(south, north),
            stores: BySide::new(Some(own), others.first().copied()),
        },
        others,
    })
}

/// The effects without numbers that count presses, and no more houses than there are seeds.
fn without_counters(
    shape: Shape,
    start: &[Option<u32>],
    effects: &[(usize, Vec<usize>)],
) -> Vec<(usize, Vec<usize>)> {
    let always = |index: &usize| effects.iter().all(|(_, grown)| grown.contains(index));
    let seeds = shape.seeds as usize;
    let counts = |index: &usize| seeds < effects.len() && start[*index] == Some(0) && always(index);
    let sown = effects.iter().map(|(pit, grown)| {
        let grown = grown.iter().filter(|index| !counts(index));
        (*pit, grown.copied().take(seeds).collect())
    });
    sown.collect()
}

/// Whether the pits that reach a number at the start are those that reach a store.
fn is_store(index: usize, shape: Shape, south: &[usize], effects: &[(usize, Vec<usize>)]) -> bool {
    let mut all = effects.iter();
    all.all(|(pit, grown)| {
        let place = south.iter().position(|one| one == pit).unwrap_or(0);
        let reaches = place + shape.seeds as usize >= south.len();
        grown.contains(&index) == reaches
    })
}

/// Pits in the order of sowing: one that no other reaches comes first.
fn in_order(effects: &[(usize, Vec<usize>)]) -> Option<Vec<usize>> {
    let mut left: Vec<&(usize, Vec<usize>)> = effects.iter().collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let first = left.iter().position(|(pit, _)| {
            let mut others = left.iter().filter(|(other, _)| other != pit);
            !others.any(|(_, grown)| grown.contains(pit))
        })?;
        order.push(left.remove(first).0);
    }
    Some(order)
}

/// Pits of the other row: those that more buttons reach come first; the rest follow in the same direction.
fn sort_north(
    north: &mut [usize],
    numbers: &[Number],
    south: &[usize],
    reached: impl Fn(usize) -> usize,
) {
    let place = |index: usize| (numbers[index].x, numbers[index].y);
    let along = |(x, y): (i32, i32), (dx, dy): (i32, i32)| x * dx.signum() + y * dy.signum();
    let difference = |one: usize, two: usize| {
        let (a, b) = (place(one), place(two));
        (b.0 - a.0, b.1 - a.1)
    };
    north.sort_by_key(|&index| std::cmp::Reverse(reached(index)));
    let known = north.iter().filter(|&&index| reached(index) > 0).count();
    let way = match (known, south) {
        (2.., _) => difference(north[0], north[known - 1]),
        (_, [first, .., last]) => difference(*last, *first),
        _ => (1, 0),
    };
    north[known..].sort_by_key(|&index| along(place(index), way));
}

/// The effect of a press as a pit and the houses after it, if it is a move from the start.
pub(super) fn sown(
    effect: &Effect,
    shape: Shape,
    start: &[Option<u32>],
) -> Option<(usize, Vec<usize>)> {
    let pit = effect
        .lifted
        .filter(|&pit| start[pit] == Some(shape.seeds))?;
    let mut grown: Vec<usize> = Vec::new();
    for &index in effect.grown.iter().filter(|&&index| index != pit) {
        if !grown.contains(&index) {
            grown.push(index);
        }
    }
    (!grown.is_empty()).then_some((pit, grown))
}

/// Two rows of as many numbers, the person's below, and two more: the stores.
pub(super) fn from_places(numbers: &[Number]) -> Result<Ring, String> {
    let mut heights: Vec<(usize, i32)> = Vec::new();
    for number in numbers {
        match heights.iter_mut().find(|(_, y)| *y == number.y) {
            Some((count, _)) => *count += 1,
            None => heights.push((1, number.y)),
        }
    }
    heights.sort_by_key(|&(count, y)| (std::cmp::Reverse(count), y));
    let found = diag::count(numbers.len(), "number");
    let (Some(&(pits, one)), Some(&(other_pits, two))) = (heights.first(), heights.get(1)) else {
        return Err(format!("no two rows of digits: {found} found"));
    };
    if pits != other_pits || numbers.len() != 2 * pits + 2 {
        return Err(format!(
            "no two rows of as many numbers with two stores: {found} found, {pits} in the longest row"
        ));
    }
    let row = |y: i32| -> Vec<usize> {
        let mut row: Vec<usize> = (0..numbers.len())
            .filter(|&at| numbers[at].y == y)
            .collect();
        row.sort_by_key(|&at| numbers[at].x);
        row
    };
    let (upper, lower) = (one.min(two), one.max(two));
    let mut north = row(upper);
    north.reverse();
    let others = (0..numbers.len()).filter(|&at| ![upper, lower].contains(&numbers[at].y));
    let mut stores: Vec<usize> = others.collect();
    stores.sort_by_key(|&at| numbers[at].x);
    Ok(Ring {
        pits: BySide::new(row(lower), north),
        stores: BySide::new(stores.pop(), stores.pop()),
    })
}
