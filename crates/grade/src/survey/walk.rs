//! Whole games on a console that is being explored: they show which number is the other store, whether digits are decimal, and
//! which lights belong to the end.

use circuit::netlist::PartId;
use circuit::sim::Snapshot;
use kalah::Side;

use super::board::Board;
use super::explore::{Explorer, Number};
use crate::panel::Deed;
use crate::panel::Reading;

/// Number of games, and of presses in each.
const GAMES: usize = 3;
const MOST_PRESSES: usize = 60;
/// How often a press without effect is waited for: the computer may be thinking.
const MOST_IGNORED: usize = 6;
/// Presses come at all moments of a program's loop.
const UNEVEN: u64 = 37;

/// The behaviour of lights in whole games, in the order of the sheet; each only while the console rests.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    /// Before the first move.
    pub start: Vec<bool>,
    /// At some time before the end.
    pub on: Vec<bool>,
    pub off: Vec<bool>,
    pub endings: Vec<Ending>,
    /// After an empty pit was pressed, if that came up: before and after.
    pub refused: Option<(Vec<bool>, Vec<bool>)>,
    /// Presses of pits with seeds, and how many of them had no effect.
    presses: usize,
    ignored: usize,
    /// Boards that were seen, and how many of them have all their seeds.
    boards: usize,
    complete: usize,
}

impl Walk {
    /// Whether nearly every press was noticed.
    pub(super) fn is_heard(&self) -> bool {
        20 * self.ignored <= self.presses
    }

    /// Whether no seeds get lost, as they do if only one of two digits is read.
    pub(super) fn keeps_seeds(&self) -> bool {
        2 * self.complete >= self.boards
    }
}

/// The lights at the end of a game, and who has more.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    pub lights: Vec<bool>,
    pub winner: Option<Side>,
}

/// All numbers at one moment, read as decimal and as hexadecimal digits.
struct Reads {
    decimal: Vec<Option<u32>>,
    hexadecimal: Vec<Option<u32>>,
}

impl Reads {
    fn in_base(&self, base: u32) -> &[Option<u32>] {
        match base {
            16 => &self.hexadecimal,
            _ => &self.decimal,
        }
    }
}

/// Plays some games from the start position, and completes the knowledge of the board.
pub(super) fn walk(
    explorer: &mut Explorer<'_>,
    board: &mut Board,
    others: &[usize],
    start: &Snapshot,
    lights: &[PartId],
) {
    let mut reads = Vec::new();
    let mut walk = Walk {
        on: vec![false; lights.len()],
        off: vec![false; lights.len()],
        ..Walk::default()
    };
    for game in 0..GAMES {
        explorer.back_to(start);
        walk.start = explorer.lit(lights);
        reads.push(read(explorer, &mut board.numbers));
        walk.game(explorer, board, game, lights, &mut reads);
        if game == 0 {
            walk.boards = reads.len() - 1;
            walk.complete = settle_numbers(board, others, &reads);
        }
    }
    board.walk = walk;
}

impl Walk {
    /// One game to its end; the row is visited in a different order each time.
    fn game(
        &mut self,
        explorer: &mut Explorer<'_>,
        board: &mut Board,
        number: usize,
        lights: &[PartId],
        reads: &mut Vec<Reads>,
    ) {
        let mut deeds: Vec<Deed> = Vec::new();
        let (south, north) = (&board.buttons.south, &board.buttons.north);
        for index in 0..south.len() {
            let all = [south.get(index), north.get(index)].into_iter().flatten();
            deeds.extend(all.map(|choice| choice.deed.clone()));
        }
        let count = deeds.len();
        match number {
            0 => {}
            1 => deeds.reverse(),
            _ => deeds.rotate_left(extra_turn(board, explorer) % count),
        }
        let mut in_vain = 0;
        for (deed, index) in deeds.iter().cycle().zip(0..MOST_PRESSES as u64) {
            explorer.run(UNEVEN * index % 100);
            let shown = explorer.read(&board.numbers);
            let before = explorer.lit(lights);
            if board.ring.is_over(&shown) {
                let winner = board.ring.winner(&shown);
                self.endings.extend(winner.map(|winner| Ending {
                    lights: before,
                    winner,
                }));
                return;
            }
            for (index, &on) in before.iter().enumerate() {
                self.on[index] |= on;
                self.off[index] |= !on;
            }
            let is_own = |pit: &usize| {
                let place = board.ring.pits.south.iter().position(|one| one == pit);
                place.is_some_and(|place| south.get(place).is_some_and(|one| one.deed == *deed))
            };
            let pit = board.ring.pits.south.iter().find(|pit| is_own(pit));
            let seeds = pit.and_then(|&pit| shown[pit]);
            let counts = seeds.is_some_and(|seeds| seeds > 0) && north.is_empty();
            let impatient = !counts || self.ignored >= MOST_IGNORED;
            let changed = explorer.moves(deed, &board.numbers, impatient);
            reads.push(read(explorer, &mut board.numbers));
            if counts && !impatient {
                self.presses += 1;
                self.ignored += usize::from(changed.is_empty());
            }
            if seeds == Some(0) && changed.is_empty() && self.refused.is_none() {
                self.refused = Some((before, explorer.lit(lights)));
            }
            in_vain = if changed.is_empty() { in_vain + 1 } else { 0 };
            if in_vain > deeds.len() {
                return;
            }
        }
    }
}

/// The place of a pit that gives an extra turn at the start.
fn extra_turn(board: &Board, explorer: &Explorer<'_>) -> usize {
    let pits = &board.ring.pits.south;
    let seeds = pits
        .first()
        .and_then(|&pit| explorer.read(&board.numbers)[pit]);
    pits.len().saturating_sub(seeds.unwrap_or(0) as usize)
}

fn read(explorer: &Explorer<'_>, numbers: &mut [Number]) -> Reads {
    let decimal = explorer.read(numbers);
    let is_decimal = |number: &Number| matches!(number.reading, Reading::Digits(_, 10));
    let changes: Vec<bool> = numbers.iter().map(is_decimal).collect();
    set_base(numbers, &changes, 16);
    let hexadecimal = explorer.read(numbers);
    set_base(numbers, &changes, 10);
    Reads {
        decimal,
        hexadecimal,
    }
}

fn set_base(numbers: &mut [Number], which: &[bool], base: u32) {
    for (number, _) in numbers.iter_mut().zip(which).filter(|(_, is)| **is) {
        if let Reading::Digits(_, of) = &mut number.reading {
            *of = base;
        }
    }
}

/// No seed is lost in a game: that gives the base of the digits and the other store. Returns how many boards are complete.
fn settle_numbers(board: &mut Board, others: &[usize], reads: &[Reads]) -> usize {
    let total = |shown: &[Option<u32>], board: &Board, other: usize| -> Option<u32> {
        let pits = board.ring.pits.iter().flatten();
        let stores = board.ring.stores.south.iter().chain([&other]);
        pits.chain(stores).map(|&at| shown[at]).sum()
    };
    let mut best: Option<(usize, usize, u32)> = None;
    for base in [10, 16] {
        for &other in others {
            let mut totals = reads
                .iter()
                .map(|one| total(one.in_base(base), board, other));
            let first = totals.next().flatten();
            let same = totals.filter(|one| one.is_some() && *one == first).count();
            if best.is_none_or(|(most, ..)| same > most) {
                best = Some((same, other, base));
            }
        }
    }
    let Some((complete, other, base)) = best else {
        return 0;
    };
    board.ring.stores.north = Some(other);
    board.base = base;
    let all = vec![true; board.numbers.len()];
    set_base(&mut board.numbers, &all, base);
    complete
}
