//! Many games at once on copies of one board.

use circuit::sim::on_copies;
use consoles::{Button, Machine, Model, Panel, Processor, Wired};

/// Presses a pit, then lets the console think.
fn game(number: usize, console: &mut Wired) -> (Panel, u64) {
    console.hold(&[Button::Pit(1 + number as u8 % 6)]);
    console.run(40);
    console.hold(&[]);
    console.run(6000);
    (console.panel(), console.half_ticks())
}

#[test]
fn games_on_copies_are_those_on_boards_of_their_own() {
    let mut start = Wired::new(Model::Y2016, Processor::Native);
    start.run(6000);
    assert!(start.is_waiting());
    let games = on_copies(&start, 12, 3, game);
    for (number, shown) in games.iter().enumerate() {
        let mut own = Wired::new(Model::Y2016, Processor::Native);
        (0..6000).for_each(|_| own.half_tick());
        own.hold(&[Button::Pit(1 + number as u8 % 6)]);
        (0..40).for_each(|_| own.half_tick());
        own.hold(&[]);
        (0..6000).for_each(|_| own.half_tick());
        assert_eq!(*shown, (own.panel(), own.half_ticks()), "game {number}");
    }
    assert_ne!(games[0].0, games[1].0);
}
