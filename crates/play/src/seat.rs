//! The seats of a game, as stored in its record.

use std::fmt;

use kalah::{BySide, Record, Side};
use texts::wording::{self, People, Person};
use texts::{Texts, text};

/// Record tags of the players: `human` or the name of a player.
pub const SOUTH_PLAYER: &str = "SouthPlayer";
pub const NORTH_PLAYER: &str = "NorthPlayer";
/// The tag with the seed of the players' random numbers.
pub const SEED: &str = "Seed";
/// The seat of a person.
pub const HUMAN: &str = "human";

/// The occupant of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// At this board.
    Person,
    /// A person elsewhere, by name. A record calls one a person too.
    Guest(String),
    /// A player by name.
    Player(String),
}

impl Seat {
    /// The seat of a name.
    #[must_use]
    pub fn named(name: &str) -> Seat {
        match name {
            HUMAN => Seat::Person,
            player => Seat::Player(player.to_owned()),
        }
    }

    /// The player's name, unless a person sits here.
    #[must_use]
    pub fn player(&self) -> Option<&str> {
        match self {
            Seat::Person | Seat::Guest(_) => None,
            Seat::Player(name) => Some(name),
        }
    }

    /// The name of the seat in a record.
    #[must_use]
    pub fn name(&self) -> &str {
        self.player().unwrap_or(HUMAN)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn tag(side: Side) -> &'static str {
    match side {
        Side::South => SOUTH_PLAYER,
        Side::North => NORTH_PLAYER,
    }
}

/// The seat of a side; a person if no one is named.
#[must_use]
pub fn of(record: &Record, side: Side) -> Seat {
    record.tag(tag(side)).map_or(Seat::Person, Seat::named)
}

#[must_use]
pub fn both(record: &Record) -> BySide<Seat> {
    BySide::of(|side| of(record, side))
}

/// The seats of a game that was written elsewhere. Our own tags decide; without one a side named as a player is that player, and
/// any other name is a person's. Between two players, or without a name, a person takes south; north without a name is `opponent`,
/// or a person if south is a player.
#[must_use]
pub fn continued(
    record: &Record,
    is_player: impl Fn(&str) -> bool,
    opponent: &str,
) -> BySide<Seat> {
    let tagged = BySide::of(|side| record.tag(tag(side)).map(Seat::named));
    let named = |side: Side| match record.players[side].as_str() {
        "" => None,
        name if is_player(name) => Some(Seat::named(name)),
        _ => Some(Seat::Person),
    };
    let by_name = BySide::of(named);
    let is_match = Side::BOTH
        .iter()
        .all(|&side| matches!(by_name[side], Some(Seat::Player(_))));
    let south = match (&tagged.south, &by_name.south) {
        (Some(seat), _) => seat.clone(),
        (None, Some(seat)) if !is_match => seat.clone(),
        _ => Seat::Person,
    };
    let north = match (&tagged.north, &by_name.north) {
        (Some(seat), _) | (None, Some(seat)) => seat.clone(),
        (None, None) if south == Seat::Person => Seat::named(opponent),
        (None, None) => Seat::Person,
    };
    BySide::new(south, north)
}

/// Stores the seats in a record.
pub fn set(record: &mut Record, seats: &BySide<Seat>) {
    for side in Side::BOTH {
        record.set_tag(tag(side), seats[side].name());
    }
}

/// The seed of the players' random numbers, if the record has one.
#[must_use]
pub fn seed(record: &Record) -> Option<u64> {
    record.tag(SEED)?.parse().ok()
}

/// What sentences call the two sides: guests by their names, the names in the record if two people sit at the board, otherwise
/// `you` and the players.
#[must_use]
pub fn people(record: &Record, seats: &BySide<Seat>, texts: &Texts) -> People {
    if seats.iter().any(|seat| matches!(seat, Seat::Guest(_))) {
        let person = |side: Side| match &seats[side] {
            Seat::Person => Person::You,
            Seat::Guest(name) | Seat::Player(name) => Person::Named(name.clone()),
        };
        return People(Side::BOTH.map(person));
    }
    if seats.iter().all(|seat| *seat == Seat::Person) {
        return People::of(&record.players);
    }
    People::seated(texts, BySide::of(|side| seats[side].player()))
}

/// The names beside the rows of a terminal's board: with the player's name where the title alone does not reveal it.
#[must_use]
pub fn label(seat: &Seat, side: Side, people: &People, texts: &Texts) -> String {
    let name = people.on(side).name(texts);
    match seat.player() {
        Some(player)
            if wording::title(texts, player).is_none() && !name.eq_ignore_ascii_case(player) =>
        {
            text!(texts, "play.label", name = name, player = player)
        }
        _ => name,
    }
}
