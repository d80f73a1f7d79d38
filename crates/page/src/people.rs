//! How the sentences of a game refer to people.

use kalah::{BySide, Record, Side};
use play::{Seat, seat};
use serde::Deserialize;
use texts::wording::{self, People, Person};
use texts::{Texts, players, text};

/// The people at a table of a site: their names, and the one who uses this page.
#[derive(Deserialize)]
pub struct Guests {
    names: BySide<String>,
    you: Option<Side>,
}

impl Guests {
    pub fn seats(&self) -> BySide<Seat> {
        BySide::of(|side| match self.you == Some(side) {
            true => Seat::Person,
            false => Seat::Guest(self.names[side].clone()),
        })
    }
}

/// The names of both sides in a message; null is the person who is addressed.
pub type Names = BySide<Option<String>>;

/// The people of a message, for sentences; the sides where it has no names.
pub fn told(names: Option<&Names>) -> People {
    let Some(names) = names else {
        return People::sides();
    };
    let person = |side: Side| match &names[side] {
        Some(name) => Person::Named(name.clone()),
        None => Person::You,
    };
    People(Side::BOTH.map(person))
}

/// The same the other way round.
pub fn names(people: &People, texts: &Texts) -> Names {
    BySide::of(|side| match people.on(side) {
        Person::You => None,
        person => Some(person.name(texts)),
    })
}

/// Who plays a game: players by their names, a person who is alone by "you", two people as the record calls them.
pub fn of_game(record: &Record, seats: &BySide<Seat>, texts: &Texts) -> People {
    let people = seat::people(record, seats, texts);
    let same = seats.south == seats.north;
    People(Side::BOTH.map(|side| match seats[side].player() {
        Some(player) if same => Person::Named(numbered(&titled(texts, player), side)),
        Some(player) => Person::Named(titled(texts, player)),
        None => match people.on(side) {
            Person::Side(side) => Person::Named(person(texts, *side)),
            known => known.clone(),
        },
    }))
}

fn titled(texts: &Texts, player: &str) -> String {
    wording::title(texts, player).unwrap_or_else(|| players::title(texts, player))
}

fn numbered(name: &str, side: Side) -> String {
    format!("{name} {}", side.index() + 1)
}

/// One of two people without names.
fn person(texts: &Texts, side: Side) -> String {
    match side {
        Side::South => text!(texts, "page.player.first"),
        Side::North => text!(texts, "page.player.second"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kalah::{Position, Rules};

    fn names_of(south: &str, north: &str) -> Names {
        let record = Record::new(Position::start(Rules::default(), Side::South));
        let seats = BySide::new(Seat::named(south), Seat::named(north));
        let texts = Texts::english();
        names(&of_game(&record, &seats, &texts), &texts)
    }

    #[test]
    fn everybody_has_a_name_but_the_person_spoken_to() {
        let pair = |south: Option<&str>, north: Option<&str>| {
            BySide::new(south.map(str::to_owned), north.map(str::to_owned))
        };
        assert_eq!(names_of("human", "level:5"), pair(None, Some("Amber")));
        assert_eq!(names_of("mirror", "human"), pair(Some("the mirror"), None));
        assert_eq!(
            names_of("human", "human"),
            pair(Some("Player 1"), Some("Player 2"))
        );
        assert_eq!(
            names_of("level:1", "level:1"),
            pair(Some("Pip 1"), Some("Pip 2"))
        );
    }

    #[test]
    fn names_of_a_message_come_back() {
        let texts = Texts::english();
        let names = names_of("human", "level:10");
        assert_eq!(super::names(&told(Some(&names)), &texts), names);
        assert_eq!(told(None), People::sides());
    }
}
