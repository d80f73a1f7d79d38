//! Games that are played, taken back and made again.

use kalah::{BySide, Pit, Position, Record, Rules, Side};
use play::{Game, Seat, list};
use proptest::prelude::*;

fn computer() -> Seat {
    Seat::Player("medium".into())
}

fn game(seats: [Seat; 2], moves: &[usize]) -> Game {
    let mut record = Record::new(Position::start(Rules::default(), Side::South));
    for &number in moves {
        let pit = record.position().legal(number).unwrap();
        record.push(pit).unwrap();
    }
    let [south, north] = seats;
    play::seat::set(&mut record, &BySide::new(south, north));
    Game::new(record)
}

fn moves(game: &Game) -> Vec<usize> {
    game.moves().iter().map(|pit| pit.number()).collect()
}

#[test]
fn undo_goes_back_to_the_persons_last_move_and_redo_forward_to_their_turn() {
    let mut game = game([Seat::Person, computer()], &[3, 6, 2, 1, 4]);
    assert!(game.undo());
    assert_eq!(moves(&game), [3, 6, 2, 1]);
    assert!(game.undo());
    assert_eq!(moves(&game), [3]);
    assert!(game.undo() && !game.undo() && !game.can_undo());
    assert_eq!(game.redo().len(), 1);
    assert_eq!(moves(&game), [3]);
    assert_eq!(game.redo().len(), 3);
    assert_eq!(moves(&game), [3, 6, 2, 1]);
    game.play(Pit::new(5).unwrap()).unwrap();
    assert!(game.redo().is_empty());
}

#[test]
fn two_computers_are_taken_back_move_by_move() {
    let mut game = game([computer(), computer()], &[3, 6]);
    assert!(game.undo());
    assert_eq!(moves(&game), [3]);
    game.redo();
    assert_eq!(moves(&game), [3, 6]);
}

#[test]
fn a_resignation_is_taken_back_before_any_move() {
    let mut game = game([Seat::Person, computer()], &[3, 6]);
    assert!(game.resign(Side::South) && game.is_over());
    assert_eq!(game.turn(), None);
    assert!(game.undo());
    assert_eq!((game.resigned(), moves(&game)), (None, vec![3, 6]));
    assert_eq!(game.turn(), Some(Side::North));
}

#[test]
fn a_move_after_a_resignation_in_the_past_forgets_it() {
    let mut game = game([Seat::Person, Seat::Person], &[3, 6]);
    game.resign(Side::North);
    game.go_to(1);
    assert_eq!((game.resigned(), game.is_over()), (None, false));
    game.play(Pit::new(5).unwrap()).unwrap();
    assert_eq!(game.whole().resigned, None);
    assert_eq!(moves(&game), [3, 5]);
}

#[test]
fn names_of_two_people_are_those_of_the_record() {
    let mut game = game([Seat::Person, Seat::Person], &[]);
    let texts = texts::Texts::english();
    let name = |game: &Game, side| {
        let people = play::seat::people(game.whole(), game.seats(), &texts);
        play::seat::label(&game.seats()[side], side, &people, &texts)
    };
    assert_eq!(name(&game, Side::South), "south");
    game.notes().players = BySide::new("Ann".into(), "Bob".into());
    assert_eq!(name(&game, Side::South), "Ann");
    game.set_seats(BySide::new(Seat::Person, Seat::Player("level:3".into())));
    assert_eq!(name(&game, Side::South), "you");
    assert_eq!(name(&game, Side::North), "the computer (level:3)");
}

proptest! {
    /// After any sequence of actions, the moves made are a beginning of the record, the position is theirs, and the list numbers them as
    /// the record does.
    #[test]
    fn a_game_is_always_its_record(
        first in 0..2usize,
        seats in prop::array::uniform2(any::<bool>()),
        acts in prop::collection::vec((0..10u8, 0..12usize), 0..60),
    ) {
        let start = Position::start(Rules::default(), Side::BOTH[first]);
        let mut game = Game::new(Record::new(start));
        let seat = |person| if person { Seat::Person } else { computer() };
        game.set_seats(BySide::new(seat(seats[0]), seat(seats[1])));
        for (act, number) in acts {
            match act {
                0 => { game.undo(); }
                1 => { game.redo(); }
                2 => game.go_to(number),
                3 if number < 2 => { game.resign(Side::BOTH[number]); }
                _ => {
                    let legal = game.position().legal_moves();
                    if let Some(pit) = legal.nth_pit(number % legal.len().max(1)) {
                        let before = game.ply();
                        prop_assert_eq!(game.play(pit).unwrap().after, game.position());
                        prop_assert_eq!(game.ply(), before + 1);
                        prop_assert!(game.is_at_end());
                    }
                }
            }
            let record = game.record();
            prop_assert_eq!(record.moves(), game.moves());
            prop_assert_eq!(*record.position(), game.position());
            prop_assert!(game.whole().moves().starts_with(game.moves()));
            prop_assert_eq!(game.sowing_at(game.ply()), record.sowings().last());
        }
        let record = game.record();
        let text = record.to_text();
        let turns = text.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
        let turns = turns.filter(|line| line.contains(". ")).count();
        prop_assert_eq!(list::moves(&record).last().map_or(0, |last| last.turn), turns);
    }
}

/// A record of another program names people, or players; our own has tags.
#[test]
fn a_game_from_elsewhere_is_continued_by_those_it_names() {
    let is_player = |name: &str| ["hard", "medium"].contains(&name);
    let seats = |south: &str, north: &str, tags: Option<[Seat; 2]>| {
        let mut record = Record::new(Position::start(Rules::default(), Side::South));
        record.players = BySide::new(south.to_owned(), north.to_owned());
        if let Some([south, north]) = tags {
            play::seat::set(&mut record, &BySide::new(south, north));
        }
        let seats = play::seat::continued(&record, is_player, "medium");
        [seats.south, seats.north]
    };
    let hard = || Seat::Player("hard".into());
    assert_eq!(seats("Ada", "Ben", None), [Seat::Person, Seat::Person]);
    assert_eq!(seats("", "", None), [Seat::Person, computer()]);
    assert_eq!(seats("Ada", "", None), [Seat::Person, computer()]);
    assert_eq!(seats("", "Ben", None), [Seat::Person, Seat::Person]);
    assert_eq!(seats("Ada", "hard", None), [Seat::Person, hard()]);
    assert_eq!(seats("hard", "Ben", None), [hard(), Seat::Person]);
    assert_eq!(seats("hard", "", None), [hard(), Seat::Person]);
    assert_eq!(seats("hard", "medium", None), [Seat::Person, computer()]);
    let tags = Some([computer(), hard()]);
    assert_eq!(seats("Ada", "Ben", tags), [computer(), hard()]);
}
