#![no_main]

use kalah::{Capture, End, Lift, Position, PositionHash, Rules, Side};
use libfuzzer_sys::fuzz_target;

// A game of any moves under any rules: both ways to make a move agree, no seed is lost, the hash keeps up.
fuzz_target!(|bytes: &[u8]| {
    let [rules, first, moves @ ..] = bytes else {
        return;
    };
    let capture = [Capture::Opposite, Capture::Always, Capture::Off][usize::from(rules % 3)];
    let end = [End::Either, End::Mover][usize::from(first % 2)];
    let lift = [Lift::All, Lift::Each][usize::from(*rules > 127)];
    let (pits, seeds) = (1 + u32::from(rules / 3) % 12, 1 + u32::from(first / 4) % 12);
    let rules = Rules::new(pits, seeds, capture, end).unwrap();
    let rules = rules.with_lift(lift);
    let mut position = Position::start(rules, Side::BOTH[usize::from(first / 2 % 2)]);
    let mut hash = PositionHash::of(&position);
    for choice in moves {
        let legal = position.legal_moves();
        let Some(pit) = legal.nth_pit(usize::from(*choice) % legal.len().max(1)) else {
            return;
        };
        let step = position.step(pit).unwrap();
        assert_eq!(step.after, position.sow(pit).unwrap().after);
        assert_eq!(step.after.total(), position.total());
        hash = hash.updated(&position, pit, &step);
        position = step.after;
        assert_eq!(hash, PositionHash::of(&position));
    }
});
