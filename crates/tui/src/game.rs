//! The game on the board: its record, who plays it, and the moves taken back.

use kalah::{BySide, House, Pit, Position, Record, Side, Sowing};
use texts::Texts;
use texts::wording::{self, People};

use crate::work::{Opened, Seat};

#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub record: Record,
    pub seats: BySide<Seat>,
    pub people: People,
    /// The name it is kept under, if it is known.
    pub name: Option<String>,
    /// Moves taken back, the next to be made again last.
    undone: Vec<Pit>,
}

impl Game {
    pub(crate) fn new(opened: Opened, texts: &Texts) -> Game {
        Game {
            people: people(&opened.seats, texts),
            record: opened.record,
            seats: opened.seats,
            name: opened.name,
            undone: Vec::new(),
        }
    }

    pub(crate) fn position(&self) -> &Position {
        self.record.position()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.position().is_over() || self.record.resigned.is_some()
    }

    /// The side to move; none when the game is over.
    pub(crate) fn turn(&self) -> Option<Side> {
        (!self.is_over()).then(|| self.position().to_move())
    }

    pub(crate) fn is_person(&self, side: Side) -> bool {
        self.seats[side] == Seat::Person
    }

    /// Nobody at this keyboard plays.
    pub(crate) fn is_watched(&self) -> bool {
        Side::BOTH.into_iter().all(|side| !self.is_person(side))
    }

    /// Makes a move and tells what happened.
    pub(crate) fn play(&mut self, pit: Pit) -> Option<Sowing> {
        let sowing = self.position().sow(pit).ok()?;
        self.record.push(pit).ok()?;
        Some(sowing)
    }

    /// A move of a person, after which nothing can be made again.
    pub(crate) fn play_new(&mut self, pit: Pit) -> Option<Sowing> {
        let sowing = self.play(pit)?;
        self.undone.clear();
        Some(sowing)
    }

    /// Takes moves back to the last one a person made, that one included; one move if nobody plays. False if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        if self.record.resigned.take().is_some() {
            return true;
        }
        let movers: Vec<Side> = self.record.sowings().map(|sowing| sowing.mover).collect();
        let watched = self.is_watched();
        let own = |side: &Side| watched || self.is_person(*side);
        let Some(last) = movers.iter().rposition(own) else {
            return false;
        };
        self.back_to(last);
        true
    }

    /// Takes moves back until so many are left.
    pub(crate) fn back_to(&mut self, moves: usize) {
        self.record.resigned = None;
        while self.record.moves().len() > moves {
            self.undone.extend(self.record.pop());
        }
    }

    /// The moves to be made again, up to the next turn of a person.
    pub(crate) fn redo(&mut self) -> Vec<Sowing> {
        let mut made = Vec::new();
        while let Some(pit) = self.undone.pop() {
            made.extend(self.play(pit));
            let of_a_person = |side| self.is_person(side);
            if self.is_watched() || self.turn().is_none_or(of_a_person) {
                break;
            }
        }
        made
    }

    /// The position after so many moves, and the move that led there.
    pub(crate) fn after(&self, moves: usize) -> (Position, Option<Sowing>) {
        let last = self.record.sowings().take(moves).last();
        let position = last
            .as_ref()
            .map_or(*self.record.start(), |last| last.after);
        (position, last)
    }

    /// What the names beside the board say: with the player's name where a title alone does not tell it.
    pub(crate) fn labels(&self, texts: &Texts) -> BySide<String> {
        BySide::of(|side| {
            let name = wording::capitalised(&self.people.on(side).name(texts));
            match self.seats[side].player() {
                Some(player)
                    if wording::title(texts, player).is_none()
                        && !name.eq_ignore_ascii_case(player) =>
                {
                    texts::text!(texts, "play.label", name = name, player = player)
                }
                _ => name,
            }
        })
    }
}

/// Who sits where, in the words of a language.
pub(crate) fn people(seats: &BySide<Seat>, texts: &Texts) -> People {
    let players = BySide::new(seats.south.player(), seats.north.player());
    People::seated(texts, players)
}

/// Houses a move began and ended in.
pub(crate) fn touched(sowing: &Sowing) -> Vec<House> {
    let from = House::Pit {
        side: sowing.mover,
        pit: sowing.pit,
    };
    [Some(from), sowing.path.last().copied()]
        .into_iter()
        .flatten()
        .collect()
}

/// Houses a capture emptied.
pub(crate) fn taken(sowing: &Sowing) -> Vec<House> {
    let capture = sowing.capture.into_iter();
    capture
        .flat_map(|capture| [capture.own, capture.opposite])
        .collect()
}

/// One word of the list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub text: String,
    /// Moves made with this one; none for what stands between moves.
    pub moves: Option<usize>,
    pub side: Side,
}

/// The moves as a record writes them, word by word: `1. 3+ 6 / 2`, with `+` for an extra turn and `x` for a capture.
pub(crate) fn words(record: &Record) -> Vec<Word> {
    let mut words = Vec::new();
    let mut last = None;
    let mut turn = 0;
    let first = record.start().to_move();
    for (moves, sowing) in (1..).zip(record.sowings()) {
        let side = sowing.mover;
        let between = match last {
            Some(last) if last == side => None,
            _ if side == first => {
                turn += 1;
                Some(format!("{turn}."))
            }
            _ => Some("/".to_owned()),
        };
        words.extend(between.map(|text| Word {
            text,
            moves: None,
            side,
        }));
        let mut text = sowing.pit.to_string();
        if sowing.extra_turn {
            text.push('+');
        }
        if sowing.capture.is_some() {
            text.push('x');
        }
        if sowing.over {
            text.push('#');
        }
        words.push(Word {
            text,
            moves: Some(moves),
            side,
        });
        last = Some(side);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use kalah::Rules;

    fn game(seats: [Seat; 2], moves: &[usize]) -> Game {
        let mut record = Record::new(Position::start(Rules::default(), Side::South));
        for &number in moves {
            let pit = record.position().legal(number).unwrap();
            record.push(pit).unwrap();
        }
        let [south, north] = seats;
        let opened = Opened {
            record,
            seats: BySide::new(south, north),
            name: None,
        };
        Game::new(opened, &Texts::english())
    }

    fn computer() -> Seat {
        Seat::Player("medium".into())
    }

    fn moves(game: &Game) -> Vec<usize> {
        game.record.moves().iter().map(|pit| pit.number()).collect()
    }

    #[test]
    fn undo_goes_back_to_the_persons_last_move_and_redo_forward_to_their_turn() {
        let mut game = game([Seat::Person, computer()], &[3, 6, 2, 1, 4]);
        assert!(game.undo());
        assert_eq!(moves(&game), [3, 6, 2, 1]);
        assert!(game.undo());
        assert_eq!(moves(&game), [3]);
        assert!(game.undo() && !game.undo());
        game.redo();
        assert_eq!(moves(&game), [3]);
        game.redo();
        assert_eq!(moves(&game), [3, 6, 2, 1]);
        game.play_new(Pit::new(5).unwrap());
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
    fn moves_are_listed_as_a_record_writes_them() {
        let game = game([Seat::Person, computer()], &[3, 6, 2, 1]);
        let texts: Vec<String> = words(&game.record)
            .into_iter()
            .map(|word| word.text)
            .collect();
        assert_eq!(texts.join(" "), "1. 3+ 6 / 2+ 1");
    }
}
