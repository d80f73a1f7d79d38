//! Endgame tables against the rules themselves.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use engine::lots::Lots;
use engine::table::{Row, Table};
use kalah::{Capture, End, Position, Rules, Setup, Side};

pub fn variants() -> impl Iterator<Item = Rules> {
    let captures = [Capture::Opposite, Capture::Always, Capture::Off];
    let ends = [End::Either, End::Mover];
    captures
        .into_iter()
        .flat_map(move |capture| ends.map(|end| Rules::new(6, 4, capture, end).unwrap()))
}

fn build(rules: Rules, seeds: usize, threads: usize) -> Table {
    Table::build(rules, seeds, threads, &|_| (), &AtomicBool::new(false)).unwrap()
}

fn position(rules: Rules, mover: Row, other: Row) -> Position {
    let setup = Setup {
        pits: [mover, other].map(|row| row.map(u32::from).to_vec()),
        stores: [0, 0],
        to_move: Side::South,
    };
    Position::new(rules, &setup).unwrap()
}

fn rows(position: &Position) -> (Row, Row) {
    let row = |side| {
        let pits: Vec<u8> = position.pits(side).map(|seeds| seeds as u8).collect();
        pits.try_into().unwrap()
    };
    (row(position.to_move()), row(position.to_move().other()))
}

/// The best margin still to come for the side to move, by trying everything; what was tried once is remembered.
fn minimax(rules: Rules, rows_now: (Row, Row), known: &mut HashMap<(Row, Row), i32>) -> i32 {
    if let Some(&value) = known.get(&rows_now) {
        return value;
    }
    let now = position(rules, rows_now.0, rows_now.1);
    let side = now.to_move();
    let mut best = None;
    for pit in now.legal_moves() {
        let after = now.play(pit).unwrap();
        let to_come = minimax(rules, rows(&after), known);
        let sign = if after.to_move() == side { 1 } else { -1 };
        best = best.max(Some(after.margin(side) + sign * to_come));
    }
    let value = best.unwrap_or(now.margin(side));
    known.insert(rows_now, value);
    value
}

fn scattered(lots: &mut Lots, seeds: usize) -> (Row, Row) {
    let mut rows = [0; 12];
    for _ in 0..seeds {
        rows[lots.below(12)] += 1;
    }
    let (mover, other) = rows.split_at(6);
    (mover.try_into().unwrap(), other.try_into().unwrap())
}

#[test]
fn entries_are_what_trying_everything_gives() {
    for rules in variants() {
        let table = build(rules, 9, 2);
        let mut known = HashMap::new();
        let mut lots = Lots::new(1);
        for i in 0..3000 {
            let (mover, other) = scattered(&mut lots, i % 10);
            let expected = minimax(rules, (mover, other), &mut known);
            let found = table.value(mover, other);
            assert_eq!(i32::from(found), expected, "{mover:?} {other:?} {rules}");
        }
    }
}

#[test]
fn large_layers_follow_from_the_rules() {
    for rules in variants() {
        let table = build(rules, 17, 2);
        let positions = table.positions();
        let mut lots = Lots::new(2);
        for _ in 0..20_000 {
            let n = lots.below(positions as usize) as u64;
            let (mover, other) = table.nth_position(n).unwrap();
            table.check(mover, other).unwrap();
        }
        // Rows with many seeds in one pit, for sowings of more than a lap.
        for seeds in 8..=16 {
            for pit in 0..6 {
                for other_pit in 0..6 {
                    let (mut mover, mut other) = (Row::default(), Row::default());
                    mover[pit] = seeds;
                    other[other_pit] = 17 - seeds;
                    table.check(mover, other).unwrap();
                }
            }
        }
    }
}
