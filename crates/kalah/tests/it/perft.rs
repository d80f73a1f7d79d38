//! Counts in `tests/perft/*.perft`, one position per line.

use std::fs;

use kalah::{Side, perft};

#[test]
fn counts_match() {
    let mut lines = 0;
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let start = super::position(fields[0], fields[1]);
            for (depth, count) in (1..).zip(fields[2].split(' ')) {
                assert_eq!(
                    perft(&start, depth).to_string(),
                    count,
                    "{line}, depth {depth}"
                );
            }
            lines += 1;
        }
    }
    assert!(lines >= 1, "{lines} lines");
}

#[test]
fn depth_zero_is_one_sequence_and_a_finished_game_adds_nothing() {
    let over = super::position("standard", "0,0,0,0,0,0,20/0,0,0,0,0,0,28 s");
    assert_eq!(perft(&over, 0), 1);
    assert_eq!(perft(&over, 1), 0);
    assert_eq!(perft(&over, 5), 0);
    let last_move = super::position("standard", "0,0,0,0,0,1,20/1,0,0,0,0,0,26 s");
    assert_eq!([1, 2].map(|depth| perft(&last_move, depth)), [1, 0]);
    assert_eq!(last_move.to_move(), Side::South);
}
