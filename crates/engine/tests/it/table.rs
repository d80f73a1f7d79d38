//! Endgame tables against the rules themselves.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use engine::rng::Rng;
use engine::table::{
    Builder, FileError, HEADER, Header, MAX_SEEDS, Row, SMALL_SEEDS, Table, TableError, Variant,
};
use kalah::{BySide, Capture, End, Lift, Position, Rules, Setup, Side};

/// Every variant that has a table of its own: where nothing is captured, how seeds are lifted makes no difference.
pub fn variants() -> impl Iterator<Item = Rules> {
    let own_table = |rules: &Rules| rules.capture() != Capture::Off || rules.lift() == Lift::All;
    crate::common::variants(6, 4).filter(own_table)
}

fn build(rules: Rules, seeds: usize, threads: usize) -> Table {
    Table::build(rules, seeds, threads, &|_| (), &AtomicBool::new(false)).unwrap()
}

fn position(rules: Rules, mover: Row, other: Row) -> Position {
    let setup = Setup {
        pits: BySide::new(mover, other).map(|row| row.map(u32::from).to_vec()),
        stores: BySide::default(),
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

/// The best margin still to come for the side to move, by exhaustive search with memoisation.
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

fn scattered(rng: &mut Rng, seeds: usize) -> (Row, Row) {
    let mut rows = [0; 12];
    for _ in 0..seeds {
        rows[rng.below(12)] += 1;
    }
    let (mover, other) = rows.split_at(6);
    (mover.try_into().unwrap(), other.try_into().unwrap())
}

#[test]
fn entries_are_what_trying_everything_gives() {
    for rules in variants() {
        let table = build(rules, 9, 2);
        let mut known = HashMap::new();
        let mut rng = Rng::new(1);
        for i in 0..3000 {
            let (mover, other) = scattered(&mut rng, i % 10);
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
        let mut rng = Rng::new(2);
        for _ in 0..20_000 {
            let n = rng.below(positions as usize) as u64;
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

static GO_ON: AtomicBool = AtomicBool::new(false);

/// A table as a file.
fn file(rules: Rules, seeds: usize, threads: usize) -> Vec<u8> {
    let mut builder = Builder::new(rules, seeds).unwrap();
    while builder.next_layer().is_some() {
        builder.build_layer(threads, &|_| (), &GO_ON).unwrap();
    }
    file_of(&builder, rules, seeds)
}

fn file_of(builder: &Builder, rules: Rules, seeds: usize) -> Vec<u8> {
    let mut header = Header::new(rules.into(), seeds);
    let mut layers = Vec::new();
    for layer in 0..builder.next_layer().unwrap_or(seeds + 1) {
        header.push_layer(builder.layer(layer));
        layers.extend_from_slice(builder.layer(layer));
    }
    let mut bytes = header.to_bytes().to_vec();
    bytes.append(&mut layers);
    bytes
}

#[test]
fn any_number_of_threads_builds_the_same_table() {
    for rules in variants() {
        let one = file(rules, 14, 1);
        assert!(one == file(rules, 14, 2), "{rules}");
        assert!(one == file(rules, 14, 5), "{rules}");
    }
}

#[test]
fn a_table_read_from_its_file_is_the_one_that_was_built() {
    let rules = Rules::default();
    let built = build(rules, 10, 2);
    let read = Table::from_bytes(file(rules, 10, 2), 2).unwrap();
    assert_eq!(read.max_seeds(), 10);
    assert!(read.fits(rules));
    for n in 0..built.positions() {
        let (mover, other) = built.nth_position(n).unwrap();
        assert_eq!(built.value(mover, other), read.value(mover, other));
    }
    assert_eq!(built.nth_position(built.positions()), None);
}

#[test]
fn a_smaller_table_is_the_beginning_of_a_larger_one() {
    let rules = Rules::default();
    let (small, large) = (file(rules, 8, 2), file(rules, 9, 2));
    assert!(small[HEADER..] == large[HEADER..small.len()]);
}

#[test]
fn an_interrupted_build_is_continued_to_the_same_table() {
    let rules = "standard end=mover".parse().unwrap();
    let whole = file(rules, 13, 2);

    // Stopped by another thread in the middle of a layer.
    let mut builder = Builder::new(rules, 13).unwrap();
    let done = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let progress = |entries| {
        if done.fetch_add(entries, Ordering::Relaxed) + entries > 500_000 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    while builder.build_layer(2, &progress, &stop).is_ok() {}
    let stopped_at = builder.next_layer().expect("the build was stopped");
    assert!(stopped_at > 5, "{stopped_at}");

    // In the same process the layer is begun again...
    let partial = file_of(&builder, rules, 13);
    while builder.next_layer().is_some() {
        builder.build_layer(2, &|_| (), &GO_ON).unwrap();
    }
    assert!(file_of(&builder, rules, 13) == whole);

    // ... in another it is read from the file.
    let header = Header::from_bytes(&partial).unwrap();
    assert_eq!(header.layers(), stopped_at);
    let mut builder = Builder::new(rules, 13).unwrap();
    for layer in 1..header.layers() {
        let range = header.layer_range(layer);
        let from = &partial[range.start as usize..range.end as usize];
        let read = |bytes: &mut [u8]| {
            bytes.copy_from_slice(from);
            Ok::<_, ()>(())
        };
        assert_eq!(builder.read_layer(&header, read), Ok(true));
    }
    assert_eq!(builder.next_layer(), Some(stopped_at));
    while builder.next_layer().is_some() {
        builder.build_layer(2, &|_| (), &GO_ON).unwrap();
    }
    assert!(file_of(&builder, rules, 13) == whole);
}

#[test]
fn a_damaged_layer_is_built_again() {
    let rules = Rules::default();
    let whole = file(rules, 9, 2);
    let header = Header::from_bytes(&whole).unwrap();
    let mut builder = Builder::new(rules, 9).unwrap();
    let damage = |bytes: &mut [u8]| {
        bytes.fill(0x55);
        Ok::<_, ()>(())
    };
    assert_eq!(builder.read_layer(&header, damage), Ok(false));
    assert_eq!(builder.read_layer(&header, |_| Err("gone")), Err("gone"));
    assert_eq!(builder.next_layer(), Some(1));
    while builder.next_layer().is_some() {
        builder.build_layer(2, &|_| (), &GO_ON).unwrap();
    }
    assert!(file_of(&builder, rules, 9) == whole);
}

fn refused(bytes: &[u8]) -> FileError {
    Table::from_bytes(bytes.to_vec(), 2).expect_err("the table is wrong")
}

#[test]
fn a_table_with_any_byte_changed_is_refused() {
    let whole = file(Rules::default(), 6, 2);
    assert!(Table::from_bytes(whole.clone(), 1).is_ok());
    for i in (0..HEADER).chain((HEADER..whole.len()).step_by(7)) {
        for bit in [0x01, 0x80] {
            let mut bytes = whole.clone();
            bytes[i] ^= bit;
            let error = refused(&bytes);
            let expected = match i {
                0..8 => error == FileError::Foreign,
                8..12 => matches!(error, FileError::Newer(_) | FileError::DamagedHeader),
                12..HEADER => error == FileError::DamagedHeader,
                _ => matches!(error, FileError::DamagedLayer(_)),
            };
            assert!(expected, "byte {i}: {error}");
        }
    }
}

#[test]
fn a_damaged_layer_is_named() {
    let mut bytes = file(Rules::default(), 8, 2);
    let header = Header::from_bytes(&bytes).unwrap();
    bytes[header.layer_range(5).start as usize + 100] ^= 2;
    assert_eq!(refused(&bytes), FileError::DamagedLayer(5));
}

#[test]
fn a_table_of_the_wrong_length_is_refused() {
    let whole = file(Rules::default(), 6, 2);
    let expected = whole.len() as u64;
    for length in (HEADER..whole.len()).step_by(101).chain([whole.len() - 1]) {
        let found = length as u64;
        let error = FileError::CutOff { expected, found };
        assert_eq!(refused(&whole[..length]), error);
    }
    for length in 8..HEADER {
        assert!(matches!(
            refused(&whole[..length]),
            FileError::CutOff { .. }
        ));
    }
    assert_eq!(refused(&whole[..7]), FileError::Foreign);
    assert_eq!(refused(b""), FileError::Foreign);
    assert_eq!(refused(b"#!/bin/sh\n"), FileError::Foreign);
    let longer = [&whole[..], &[0]].concat();
    let found = expected + 1;
    assert_eq!(refused(&longer), FileError::TooLong { expected, found });
}

#[test]
fn an_unfinished_table_is_refused() {
    let rules = Rules::default();
    let mut builder = Builder::new(rules, 8).unwrap();
    (1..=5).for_each(|_| builder.build_layer(1, &|_| (), &GO_ON).unwrap());
    let error = FileError::Unfinished {
        finished: 5,
        seeds: 8,
    };
    assert_eq!(refused(&file_of(&builder, rules, 8)), error);
}

#[test]
fn a_table_of_a_newer_format_is_refused() {
    let mut bytes = file(Rules::default(), 3, 1);
    bytes[8] = 2;
    assert_eq!(refused(&bytes), FileError::Newer(2));
    assert!(refused(&bytes).to_string().contains("newer"));
}

#[test]
fn a_table_for_other_rules_is_refused() {
    for rules in variants() {
        let bytes = file(rules, 4, 1);
        for other in variants() {
            let table = Table::from_bytes(bytes.clone(), 1).unwrap();
            assert_eq!(table.fits(other), rules == other);
            let found = table.expect(other.into()).map(|_| ());
            let error = FileError::OtherRules {
                found: Variant::from(rules),
                wanted: Variant::from(other),
            };
            let expected = if rules == other { Ok(()) } else { Err(error) };
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn a_table_there_cannot_be_is_refused() {
    let five_pits = Rules::new(5, 4, Capture::Opposite, End::Either).unwrap();
    let build = |rules, seeds| Builder::new(rules, seeds).map(|_| ()).unwrap_err();
    assert_eq!(build(five_pits, 8), TableError::Pits(5));
    assert_eq!(build(Rules::default(), 0), TableError::Seeds(0));
    let too_many = MAX_SEEDS + 1;
    assert_eq!(
        build(Rules::default(), too_many),
        TableError::Seeds(too_many)
    );
}

#[test]
fn a_check_finds_a_wrong_entry() {
    let rules = Rules::default();
    let mut builder = Builder::new(rules, 6).unwrap();
    while builder.next_layer().is_some() {
        builder.build_layer(1, &|_| (), &GO_ON).unwrap();
    }
    let mut bytes = file_of(&builder, rules, 6);
    let last_layer = Header::from_bytes(&bytes).unwrap().layer_range(6);
    // The line of the other's row 0,0,0,0,0,5 in matrix (1, 5), which comes after matrix (0, 6).
    bytes[last_layer.start as usize + 462 + 6 * 251] ^= 2;
    let table = Table::from_trusted_bytes(bytes).unwrap();
    let wrong: Vec<u64> = (0..table.positions())
        .filter(|&n| {
            let (mover, other) = table.nth_position(n).unwrap();
            table.check(mover, other).is_err()
        })
        .collect();
    assert!(!wrong.is_empty());
    let (mover, other) = table.nth_position(wrong[0]).unwrap();
    let error = table.check(mover, other).unwrap_err();
    assert_eq!(error.found ^ error.expected, 2);
}

#[test]
fn progress_counts_every_entry_once() {
    let done = AtomicU64::new(0);
    let progress = |entries| {
        done.fetch_add(entries, Ordering::Relaxed);
    };
    let table = Table::build(Rules::default(), 11, 2, &progress, &GO_ON).unwrap();
    assert_eq!(done.into_inner(), table.entries());
}

#[test]
fn prefetching_changes_nothing() {
    let table = build(Rules::default(), SMALL_SEEDS, 2);
    let index = table.index([0, 0, 0, 0, 0, 1], [1, 2, 3, 4, 4, 0]);
    table.prefetch(index);
    assert_eq!(
        table.at(index),
        table.value([0, 0, 0, 0, 0, 1], [1, 2, 3, 4, 4, 0])
    );
    assert_eq!(table.at(index), 1 - 14);
}
