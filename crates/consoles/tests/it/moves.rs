//! Firmware against `kalah` and against the Rust players: every move, every choice.

use cdm8::variant::Variant;
use consoles::{Button, Console, ConsolePlayer, Fast, Machine, Model, Phase};
use engine::player::Player;
use engine::rng::Rng;
use kalah::{Pit, Position, Record, Side};

use crate::support::{assert_shows, board, rules, strewn, twin};

/// Counts of the cases that occurred, so that a test can insist on having seen all of them.
#[derive(Debug, Default)]
struct Seen {
    moves: u32,
    extra_turns: u32,
    captures: u32,
    exact_laps: u32,
    longer_laps: u32,
    ends: u32,
    sweeps: u32,
}

impl Seen {
    fn note(&mut self, before: &Position, pit: Pit) {
        let seeds = before.pit(before.to_move(), pit);
        let step = before.step_legal(pit);
        self.moves += 1;
        self.extra_turns += u32::from(step.extra_turn);
        self.captures += u32::from(step.captured > 0);
        self.exact_laps += u32::from(seeds == 13);
        self.longer_laps += u32::from(seeds > 13);
        self.ends += u32::from(step.after.is_over());
        let banked: u16 = Side::BOTH
            .iter()
            .map(|&s| step.after.store(s) - before.store(s))
            .sum();
        self.sweeps += u32::from(step.after.is_over() && banked > seeds + step.captured);
    }

    fn assert_everything(&self) {
        let Seen {
            extra_turns,
            captures,
            exact_laps,
            longer_laps,
            ends,
            sweeps,
            ..
        } = self;
        for count in [extra_turns, captures, exact_laps, longer_laps, ends, sweeps] {
            assert!(*count > 10, "{self:?}");
        }
    }
}

/// Makes every move of a position on the machine.
fn try_position(machine: &mut Fast, position: &Position, seen: &mut Seen) {
    if position.to_move() == Side::North {
        return try_choice(machine, position, seen);
    }
    machine.arrange(&board(position), false, 0);
    machine.settle(100_000);
    assert_shows(machine, position, "before the move");
    for pit in position.legal_moves() {
        let mut machine = machine.clone();
        machine.hold(&[Button::Pit(pit.into())]);
        machine.hold(&[]);
        machine.finish_move();
        let after = position.step_legal(pit).after;
        assert_shows(&machine, &after, &format!("{position}, pit {pit}"));
        seen.note(position, pit);
    }
}

/// Lets the machine choose and make its move.
fn try_choice(machine: &mut Fast, position: &Position, seen: &mut Seen) {
    let model = machine.model();
    machine.arrange(&board(position), true, 0);
    let lifted = machine.computer_lifts(100_000).expect("it moves");
    let record = Record::new(*position);
    let pit = twin(model).choose(&record).expect("there is a move");
    assert_eq!(usize::from(lifted), pit.number(), "{model}: {position}");
    machine.finish_move();
    let after = position.step_legal(pit).after;
    assert_shows(machine, &after, &format!("{model}: {position}, pit {pit}"));
    seen.note(position, pit);
}

fn try_many(model: Model, variant: Variant, count: u64) {
    let mut seen = Seen::default();
    let mut machine = Fast::with_variant(model, variant);
    for number in 0..count {
        let mut rng = Rng::child(2016, number);
        let rules = rules(model, &mut rng);
        try_position(&mut machine, &strewn(rules, &mut rng), &mut seen);
    }
    seen.assert_everything();
}

#[test]
fn strewn_positions() {
    for model in Model::ALL {
        try_many(model, Variant::Ideal, 4000);
    }
}

#[test]
fn the_real_mark_5_plays_the_same() {
    for model in Model::ALL {
        for variant in [Variant::Mark5, Variant::Mark5Devkit] {
            try_many(model, variant, 1000);
        }
    }
}

/// A repeat met after a capture is not played, however much it brings: here 3 seeds from pit 3, against 2.
#[test]
fn deep_purple_does_not_play_a_repeat_after_a_capture() {
    let mut machine = Fast::new(Model::Y2023);
    let board = [[1, 1, 0, 5, 1, 2, 1], [1, 1, 30, 3, 1, 0, 0]];
    machine.arrange(&board, true, 0);
    assert_eq!(machine.computer_lifts(100_000), Some(5));
}

/// A random game: every position of it is tried.
fn random_game(model: Model, rng: &mut Rng) -> Record {
    let rules = rules(model, rng);
    let mut record = Record::new(Position::start(rules, Side::BOTH[rng.below(2)]));
    while !record.position().is_over() {
        let legal = record.position().legal_moves();
        let pit = legal.nth_pit(rng.below(legal.len())).expect("it counts");
        record.push(pit).expect("it is legal");
    }
    record
}

#[test]
fn positions_of_random_games() {
    for model in Model::ALL {
        let mut seen = Seen::default();
        let mut machine = Fast::new(model);
        for number in 0..300 {
            let game = random_game(model, &mut Rng::child(7, number));
            let mut position = *game.start();
            for &pit in game.moves() {
                try_position(&mut machine, &position, &mut seen);
                position = position.step_legal(pit).after;
            }
        }
        assert!(seen.ends > 100, "{seen:?}");
    }
}

/// As a player the console has either side, and the whole game before it.
#[test]
fn as_players_they_choose_what_their_twins_choose() {
    for model in Model::ALL {
        let (mut console, mut twin) = (ConsolePlayer::new(model), twin(model));
        for number in 0..300 {
            let game = random_game(model, &mut Rng::child(11, number));
            let mut replay = Record::new(*game.start());
            for &pit in game.moves() {
                assert_eq!(
                    console.choose(&replay),
                    twin.choose(&replay),
                    "{model}: {replay:?}"
                );
                replay.push(pit).expect("it is legal");
            }
            assert!(console.choose(&replay).is_err());
        }
    }
}

/// Whole games from power-on, the human at random, the board compared after every single move.
#[test]
fn whole_games_from_power_on() {
    for model in Model::ALL {
        for number in 0..200 {
            let mut rng = Rng::child(13, number);
            let rules = rules(model, &mut rng);
            let first = match model.has_settings() {
                true => Side::BOTH[rng.below(2)],
                false => Side::South,
            };
            let mut console = Console::fast(model);
            set_up(&mut console, rules.seeds() as u8, first);
            let mut game = Record::new(Position::start(rules, first));
            while !game.position().is_over() {
                let context = format!("{model}, game {number}, {:?}", game.moves());
                assert_shows(&console.machine, game.position(), &context);
                let pit = next_move(&mut console.machine, model, &game, &mut rng);
                game.push(pit).expect("it is legal");
            }
            assert_shows(&console.machine, game.position(), "at the end");
            assert_eq!(console.settle(), consoles::Settled::Stopped);
        }
    }
}

/// Runs to the moment before the first move.
fn set_up(console: &mut Console, seeds: u8, first: Side) {
    console.settle();
    if console.panel().phase() == Phase::Settings {
        console.press(Button::Seeds(seeds));
        console.settle();
        console.press(Button::First(first));
    }
    let turn = |phase| matches!(phase, Phase::Human | Phase::Thinking);
    assert!(
        console
            .machine
            .run_until(10_000, |lights| turn(lights.phase()))
    );
}

fn next_move(machine: &mut Fast, model: Model, game: &Record, rng: &mut Rng) -> Pit {
    let legal = game.position().legal_moves();
    let pit = match game.position().to_move() {
        Side::South => {
            let pit = legal.nth_pit(rng.below(legal.len())).expect("it counts");
            machine.settle(10_000);
            machine.hold(&[Button::Pit(pit.into())]);
            machine.hold(&[]);
            pit
        }
        Side::North => twin(model).choose(game).expect("there is a move"),
    };
    machine.finish_move();
    pit
}
