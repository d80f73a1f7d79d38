//! The rules on positions worked out by hand.

use kalah::{House, IllegalMove, Pit, Side, Sowing};

fn sow(rules: &str, text: &str, pit: usize) -> Sowing {
    let position = super::position(rules, text);
    let pit = Pit::new(pit).unwrap();
    let sowing = position.sow(pit).unwrap();
    assert_eq!(
        position.step(pit).unwrap().after,
        sowing.after,
        "the two ways to move agree"
    );
    sowing
}

fn after(rules: &str, text: &str, pit: usize) -> String {
    sow(rules, text, pit).after.to_string()
}

#[test]
fn sowing_runs_counter_clockwise_and_passes_the_turn() {
    assert_eq!(
        after("standard", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 s", 1),
        "0,5,5,5,5,4,0/4,4,4,4,4,4,0 n"
    );
    assert_eq!(
        after("standard", "0,5,5,5,5,4,0/4,4,4,4,4,4,0 n", 6),
        "1,6,6,5,5,4,0/4,4,4,4,4,0,1 s"
    );
}

#[test]
fn last_seed_in_the_store_earns_an_extra_turn() {
    let sowing = sow("standard", "4,4,4,4,4,4,0/4,4,4,4,4,4,0 s", 3);
    assert!(sowing.extra_turn);
    assert_eq!(sowing.after.to_string(), "4,4,0,5,5,5,1/4,4,4,4,4,4,0 s");
    assert_eq!(
        sowing.path.last(),
        Some(&House::Store { side: Side::South })
    );
}

#[test]
fn the_other_store_is_skipped() {
    // Nine seeds from pit 6: store, six north pits, then south's pits 1 and 2.
    assert_eq!(
        after("standard", "0,1,0,0,0,9,0/1,1,1,1,1,1,5 s", 6),
        "1,2,0,0,0,0,1/2,2,2,2,2,2,5 n"
    );
}

#[test]
fn thirteen_seeds_end_in_their_own_pit_and_capture() {
    // A full lap: every house but north's store gets one, pit 2 is empty when the last seed arrives, and its opposite,
    // north's pit 5, has just received one.
    let sowing = sow("standard", "0,13,0,0,0,0,0/0,0,0,0,0,1,0 s", 2);
    let capture = sowing.capture.unwrap();
    assert_eq!(capture.from_opposite, 1);
    assert_eq!(capture.seeds(), 2);
    assert_eq!(sowing.after.to_string(), "1,0,1,1,1,1,3/1,1,1,1,0,2,0 n");
}

#[test]
fn thirteen_seeds_lifted_one_by_one_come_back_and_capture_nothing() {
    // The pit still holds its last seed when that seed falls into it: nothing changes there, and it was not empty.
    for rules in ["ain-shams-steal", "standard lift=each"] {
        let sowing = sow(rules, "0,13,0,0,0,0,0/0,0,0,0,0,1,0 s", 2);
        assert_eq!(sowing.capture, None);
        assert_eq!(sowing.after.to_string(), "1,1,1,1,1,1,1/1,1,1,1,1,2,0 n");
    }
    // Everywhere else they capture as ever.
    let sowing = sow("ain-shams-steal", "0,0,0,0,0,8,0/1,1,1,1,1,1,5 s", 6);
    assert_eq!(sowing.capture.unwrap().seeds(), 3);
    // More than a lap: as many stones are dropped as lay in the pit, so the counts are those of ordinary sowing.
    let seeds = "0,14,0,0,0,0,0/0,0,0,0,0,1,0 s";
    assert_eq!(
        after("ain-shams-steal", seeds, 2),
        after("standard", seeds, 2)
    );
}

#[test]
fn more_than_one_lap_does_not_capture_in_the_own_pit() {
    // 26 seeds: the pit got one on the first lap, so the last seed does not find it empty.
    let sowing = sow("standard", "0,26,0,0,0,0,0/0,0,0,0,0,1,0 s", 2);
    assert_eq!(sowing.capture, None);
    assert_eq!(sowing.after.to_string(), "2,2,2,2,2,2,2/2,2,2,2,2,3,0 n");
    // 14 seeds end one further, in a pit that is not empty either.
    let sowing = sow("standard", "0,14,0,0,0,0,0/0,0,0,0,0,1,0 s", 2);
    assert_eq!(sowing.capture, None);
    assert_eq!(sowing.after.to_string(), "1,1,2,1,1,1,1/1,1,1,1,1,2,0 n");
}

#[test]
fn capture_needs_seeds_opposite_unless_the_rule_is_always() {
    let before = "0,0,1,0,0,1,0/0,0,0,3,0,1,0 s"; // pit 3 to pit 4, opposite north's pit 3: empty
    assert_eq!(
        after("standard", before, 3),
        "0,0,0,1,0,1,0/0,0,0,3,0,1,0 n"
    );
    assert_eq!(
        after("ain-shams-steal", before, 3),
        "0,0,0,0,0,1,1/0,0,0,3,0,1,0 n"
    );
    assert_eq!(
        after("ain-shams-no-steal", before, 3),
        "0,0,0,1,0,1,0/0,0,0,3,0,1,0 n"
    );
    let before = "0,0,1,0,0,1,0/0,0,5,3,0,1,0 s";
    assert_eq!(
        after("standard", before, 3),
        "0,0,0,0,0,1,6/0,0,0,3,0,1,0 n"
    );
    assert_eq!(
        after("ain-shams-steal", before, 3),
        "0,0,0,0,0,1,6/0,0,0,3,0,1,0 n"
    );
    assert_eq!(
        after("ain-shams-no-steal", before, 3),
        "0,0,0,1,0,1,0/0,0,5,3,0,1,0 n"
    );
}

#[test]
fn no_capture_on_the_other_side() {
    assert_eq!(
        after("standard", "1,0,0,0,0,2,0/0,1,0,0,0,1,0 s", 6),
        "1,0,0,0,0,0,1/1,1,0,0,0,1,0 n"
    );
}

#[test]
fn the_documented_end_of_the_python_game() {
    // Its last screenshot: pit 5's seed falls into the empty pit 6 with nothing opposite, is stolen all the same, and the
    // computer keeps its 24 seeds.
    let sowing = sow("ain-shams-steal", "0,0,0,0,1,0,11/0,4,9,8,1,2,12 s", 5);
    assert!(sowing.over);
    assert_eq!(sowing.after.to_string(), "0,0,0,0,0,0,12/0,0,0,0,0,0,36 n");
    assert_eq!(sowing.sweep.iter().map(|(_, seeds)| seeds).sum::<u16>(), 24);
    assert_eq!(sowing.after.outcome(), Some(Some(Side::North)));
}

#[test]
fn the_end_by_either_row_gives_no_extra_turn() {
    let sowing = sow("standard", "0,0,0,0,0,1,20/1,0,0,0,0,2,24 s", 6);
    assert!(sowing.over && !sowing.extra_turn);
    assert_eq!(sowing.after.to_string(), "0,0,0,0,0,0,21/0,0,0,0,0,0,27 s");
}

#[test]
fn the_end_by_the_mover_waits_until_the_empty_row_is_to_move() {
    // South empties its own row, but it is north's move: the game continues.
    let sowing = sow("end=mover", "0,0,0,0,0,2,20/1,0,0,0,0,2,23 s", 6);
    assert!(!sowing.over);
    assert_eq!(sowing.after.to_string(), "0,0,0,0,0,0,21/2,0,0,0,0,2,23 n");
    // North's move leaves south without seeds: now it ends, and north keeps what lies in its row.
    let end = sow("end=mover", "0,0,0,0,0,0,21/2,0,0,0,0,2,23 n", 1);
    assert!(end.over);
    assert_eq!(end.after.to_string(), "0,0,0,0,0,0,21/0,0,0,0,0,0,27 s");
    // The last seed in the store and nothing left: the extra turn cannot be played.
    let sowing = sow("end=mover", "0,0,0,0,0,1,20/1,0,0,0,0,2,24 s", 6);
    assert!(sowing.over && !sowing.extra_turn);
    assert_eq!(sowing.after.to_string(), "0,0,0,0,0,0,21/0,0,0,0,0,0,27 s");
}

#[test]
fn one_pit_a_side() {
    // A lap is three houses: three seeds end in their own pit and capture the one opposite.
    let sowing = sow("pits=1 seeds=3", "3,0/3,0 s", 1);
    assert_eq!(sowing.after.to_string(), "0,6/0,0 n");
    assert!(sowing.over);
}

#[test]
fn wrong_moves_say_why() {
    let start = super::position("standard", "0,4,4,4,4,4,4/4,4,4,4,4,4,0 s");
    assert_eq!(
        start.legal(7),
        Err(IllegalMove::NoSuchPit { pit: 7, pits: 6 })
    );
    assert_eq!(
        start.legal(0),
        Err(IllegalMove::NoSuchPit { pit: 0, pits: 6 })
    );
    assert_eq!(
        start.legal(1).unwrap_err().to_string(),
        "south's pit 1 is empty; south can play 2, 3, 4, 5 and 6"
    );
    let over = super::position("standard", "0,0,0,0,0,0,20/1,0,0,0,0,0,27 s");
    assert_eq!(over.legal(1), Err(IllegalMove::GameOver));
    assert!(over.sow(Pit::new(1).unwrap()).is_err());
    assert!(start.play(Pit::new(12).unwrap()).is_err());
}

#[test]
fn a_setup_that_is_over_is_swept_at_once() {
    let over = super::position("standard", "0,0,0,0,0,0,20/1,0,0,0,0,2,25 s");
    assert_eq!(over.to_string(), "0,0,0,0,0,0,20/0,0,0,0,0,0,28 s");
    assert!(over.is_over());
    // By the mover rule the same board continues while north is to move.
    let going_on = super::position("end=mover", "0,0,0,0,0,0,20/1,0,0,0,0,2,25 n");
    assert!(!going_on.is_over());
}

#[test]
fn more_than_half_of_the_seeds_decides() {
    let position = super::position("standard", "1,0,0,0,0,0,25/1,1,1,0,0,0,19 s");
    assert_eq!(position.decided(), Some(Side::South));
    let position = super::position("standard", "1,0,0,0,0,0,24/1,1,1,0,0,0,20 s");
    assert_eq!(position.decided(), None);
}
