#![no_main]

use kalah::{Capture, End, Lift, Position, Rules, Side};
use libfuzzer_sys::fuzz_target;

// A game of any moves under any rules: both ways to make a move agree, and no seed is lost.
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
    for choice in moves {
        let legal = position.legal_moves();
        let Some(pit) = legal.nth_pit(usize::from(*choice) % legal.len().max(1)) else {
            return;
        };
        let step = position.step(pit).unwrap();
        assert_eq!(step.after, position.sow(pit).unwrap().after);
        assert_eq!(step.after.total(), position.total());
        position = step.after;
    }
});
