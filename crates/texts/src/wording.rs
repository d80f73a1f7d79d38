//! Sentences about moves, turns and results.

use kalah::record::GameResult;
use kalah::{BySide, Capture, End, House, IllegalMove, Lift, Pit, Rules, Side, Sowing};

use crate::{Texts, text};

/// How sentences refer to the player of a side: addressed, or named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Person {
    You,
    /// Someone without a name: south or north.
    Side(Side),
    Named(String),
}

impl Person {
    /// `you`, `south` or the name.
    pub fn name(&self, texts: &Texts) -> String {
        match self {
            Person::You => text!(texts, "person.you"),
            Person::Side(Side::South) => text!(texts, "person.south"),
            Person::Side(Side::North) => text!(texts, "person.north"),
            Person::Named(name) => name.clone(),
        }
    }

    pub(crate) fn is_you(&self) -> bool {
        *self == Person::You
    }
}

/// South, then north.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct People(pub [Person; 2]);

impl People {
    pub fn sides() -> People {
        People(Side::BOTH.map(Person::Side))
    }

    /// The names in a record, or the sides where the two names are the same.
    pub fn of(names: &BySide<String>) -> People {
        match names.south != names.north && names.iter().all(|name| !name.is_empty()) {
            true => People([&names.south, &names.north].map(|name| Person::Named(name.clone()))),
            false => People::sides(),
        }
    }

    /// The people of a game, by the names of the players that are computers. A person against a computer is addressed.
    pub fn seated(texts: &Texts, players: BySide<Option<&str>>) -> People {
        let computers = players.iter().flatten().count();
        if computers == 0 || players.south == players.north {
            return People::sides();
        }
        let person = |side| match players[side] {
            None => Person::You,
            Some(player) => {
                Person::Named(title(texts, player).unwrap_or_else(|| match computers {
                    1 => text!(texts, "person.computer"),
                    _ => player.to_owned(),
                }))
            }
        };
        People(Side::BOTH.map(person))
    }

    pub fn on(&self, side: Side) -> &Person {
        &self.0[side.index()]
    }
}

/// The name of a player in sentences, if it has one.
pub fn title(texts: &Texts, player: &str) -> Option<String> {
    match player {
        "deep-purple" => Some(text!(texts, "person.deep-purple")),
        "mirror" => Some(text!(texts, "person.mirror")),
        "reference" => Some(text!(texts, "person.reference")),
        "opportunist" => Some(text!(texts, "person.opportunist")),
        _ if player.starts_with("console:") => Some(text!(texts, "person.console")),
        _ => None,
    }
}

pub(crate) fn seeds(texts: &Texts, count: u16) -> String {
    text!(texts, "seeds", count = count)
}

pub fn moves(texts: &Texts, count: usize) -> String {
    text!(texts, "moves", count = count)
}

/// The text with a capital at its start.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// `1, 3 and 6`
pub(crate) fn list(texts: &Texts, pits: impl IntoIterator<Item = Pit>) -> String {
    let mut numbers: Vec<String> = pits.into_iter().map(|pit| pit.to_string()).collect();
    match numbers.pop() {
        None => String::new(),
        Some(only) if numbers.is_empty() => only,
        Some(last) => text!(texts, "list", others = numbers.join(", "), last = last),
    }
}

pub(crate) fn house(texts: &Texts, house: House, people: &People) -> String {
    let owner = people.on(house.side());
    let name = owner.name(texts);
    match house {
        House::Pit { pit, .. } => {
            let pit = pit.to_string();
            match owner.is_you() {
                true => text!(texts, "house.pit.yours", pit = pit),
                false => text!(texts, "house.pit.theirs", name = name, pit = pit),
            }
        }
        House::Store { .. } if owner.is_you() => text!(texts, "house.store.yours"),
        House::Store { .. } => text!(texts, "house.store.theirs", name = name),
    }
}

/// A description of a move, in a sentence or two.
pub fn sowing(texts: &Texts, sowing: &Sowing, people: &People) -> String {
    let mover = people.on(sowing.mover);
    let (lifted, pit) = (seeds(texts, sowing.seeds), sowing.pit.to_string());
    let last = last_seed(texts, sowing, people);
    let mut text = match mover.is_you() {
        true => text!(texts, "move.you", seeds = lifted, pit = pit, last = last),
        false => {
            let name = mover.name(texts);
            text!(
                texts,
                "move.they",
                name = name,
                seeds = lifted,
                pit = pit,
                last = last
            )
        }
    };
    if sowing.over {
        text.push(' ');
        text.push_str(&ending(texts, sowing, people));
    }
    capitalised(&text)
}

fn last_seed(texts: &Texts, sowing: &Sowing, people: &People) -> String {
    let mover = people.on(sowing.mover);
    let last = *sowing.path.last().expect("a move sows at least one seed");
    let house = house(texts, last, people);
    match sowing.capture {
        Some(capture) if capture.from_opposite > 0 => {
            let captured = seeds(texts, capture.from_opposite);
            text!(texts, "move.last.captures", house = house, seeds = captured)
        }
        Some(_) => text!(texts, "move.last.alone", house = house),
        None if sowing.extra_turn && mover.is_you() => {
            text!(texts, "move.last.you-again", house = house)
        }
        None if sowing.extra_turn => {
            let name = mover.name(texts);
            text!(texts, "move.last.they-again", house = house, name = name)
        }
        None => text!(texts, "move.last.plain", house = house),
    }
}

fn ending(texts: &Texts, sowing: &Sowing, people: &People) -> String {
    for side in Side::BOTH {
        let swept = sowing.sweep.iter();
        let swept = swept.filter(|(house, _)| house.side() == side);
        let left: u16 = swept.map(|(_, seeds)| seeds).sum();
        if left == 0 {
            continue;
        }
        let (owner, left) = (people.on(side), seeds(texts, left));
        return match owner.is_you() {
            true => text!(texts, "move.over.you-keep", seeds = left),
            false => {
                let name = owner.name(texts);
                text!(texts, "move.over.they-keep", name = name, seeds = left)
            }
        };
    }
    text!(texts, "move.over")
}

/// Who won, and how; empty while the game is in progress.
pub fn result(texts: &Texts, result: GameResult, people: &People) -> Option<String> {
    match result {
        GameResult::Finished(stores) => Some(outcome(texts, stores, people)),
        GameResult::Resigned(side) => Some(resigned(texts, side, people)),
        GameResult::Unfinished => None,
    }
}

fn outcome(texts: &Texts, stores: BySide<u16>, people: &People) -> String {
    let BySide { south, north } = stores;
    let winner = match south.cmp(&north) {
        std::cmp::Ordering::Equal => {
            return text!(texts, "result.draw", south = south, north = north);
        }
        std::cmp::Ordering::Greater => people.on(Side::South),
        std::cmp::Ordering::Less => people.on(Side::North),
    };
    let (more, less) = (south.max(north), south.min(north));
    let text = match winner.is_you() {
        true => text!(texts, "result.you-win", more = more, less = less),
        false => {
            let name = winner.name(texts);
            text!(
                texts,
                "result.they-win",
                name = name,
                more = more,
                less = less
            )
        }
    };
    capitalised(&text)
}

fn resigned(texts: &Texts, side: Side, people: &People) -> String {
    let (loser, winner) = (people.on(side), people.on(side.other()));
    let text = if loser.is_you() {
        text!(texts, "result.you-resign", winner = winner.name(texts))
    } else if winner.is_you() {
        text!(texts, "result.they-resign", name = loser.name(texts))
    } else {
        let (name, winner) = (loser.name(texts), winner.name(texts));
        text!(texts, "result.one-resigns", name = name, winner = winner)
    };
    capitalised(&text)
}

/// Why a pit cannot be played, addressed to the player who tried.
pub fn illegal(texts: &Texts, error: &IllegalMove) -> String {
    match error {
        IllegalMove::NoSuchPit { pit, pits } => {
            text!(texts, "move.no-such-pit", pit = *pit, pits = *pits)
        }
        IllegalMove::EmptyPit { pit, legal, .. } => {
            let playable = list(texts, *legal);
            text!(
                texts,
                "move.empty-pit",
                pit = pit.to_string(),
                playable = playable
            )
        }
        IllegalMove::GameOver => text!(texts, "move.after-the-end"),
    }
}

/// Whose turn it is; `again` after an extra turn.
pub fn turn(texts: &Texts, side: Side, again: bool, people: &People) -> String {
    let person = people.on(side);
    let name = person.name(texts);
    let text = match (person.is_you(), again) {
        (true, false) => text!(texts, "turn.yours"),
        (true, true) => text!(texts, "turn.yours-again"),
        (false, false) => text!(texts, "turn.theirs", name = name),
        (false, true) => text!(texts, "turn.theirs-again", name = name),
    };
    capitalised(&text)
}

/// The mistake in a typed number of seeds.
pub fn not_a_count(texts: &Texts, typed: &str, most: u32) -> String {
    text!(texts, "edit.not-a-count", typed = typed, most = most)
}

/// There are too many seeds on the board.
pub fn too_many_seeds(texts: &Texts, count: u64, most: u32) -> String {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    text!(texts, "edit.too-many", count = count, most = most)
}

/// The position of an editor in which nobody can move.
pub fn over_in_editor(texts: &Texts, swept: bool) -> String {
    match swept {
        true => text!(texts, "edit.swept"),
        false => text!(texts, "edit.over"),
    }
}

/// The rules in words.
pub fn rules(texts: &Texts, rules: Rules) -> String {
    let capture = match rules.capture() {
        Capture::Opposite => text!(texts, "rules.capture.opposite"),
        Capture::Always => text!(texts, "rules.capture.always"),
        Capture::Off => text!(texts, "rules.capture.off"),
    };
    let capture = match (rules.lift(), rules.capture()) {
        (Lift::All, _) | (_, Capture::Off) => capture,
        (Lift::Each, _) => text!(texts, "rules.capture.lifted-each", capture = capture),
    };
    let end = match rules.end() {
        End::Either => text!(texts, "rules.end.either"),
        End::Mover => text!(texts, "rules.end.mover"),
    };
    let (pits, start) = (rules.pits(), seeds(texts, rules.seeds()));
    [
        text!(texts, "rules.name", name = rules.to_string()),
        text!(texts, "rules.board", count = pits, seeds = start),
        text!(texts, "rules.sow"),
        text!(texts, "rules.again"),
        capture,
        text!(texts, "rules.end", end = end),
    ]
    .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kalah::Position;

    fn told(position: &str, pit: usize, people: &People) -> String {
        let position = Position::new(Rules::default(), &position.parse().unwrap()).unwrap();
        let pit = position.legal(pit).unwrap();
        sowing(&Texts::english(), &position.sow(pit).unwrap(), people)
    }

    #[test]
    fn moves_in_words() {
        let people = People([Person::You, Person::Named("the mirror".into())]);
        let start = "4,4,4,4,4,4,0/4,4,4,4,4,4,0";
        assert_eq!(
            told(&format!("{start} s"), 3, &people),
            "You sow 4 seeds from pit 3; last seed in your store: you move again."
        );
        assert_eq!(
            told(&format!("{start} n"), 4, &people),
            "The mirror sows 4 seeds from pit 4; last seed in your pit 1."
        );
        assert_eq!(
            told(&format!("{start} n"), 3, &People::sides()),
            "North sows 4 seeds from pit 3; last seed in north's store: north moves again."
        );
        assert_eq!(
            told("1,0,0,0,0,1,0/4,0,0,0,3,0,0 s", 1, &people),
            "You sow 1 seed from pit 1; the last falls into your pit 2, which was empty, and captures 3 seeds opposite."
        );
        assert_eq!(
            told("0,0,0,0,0,1,0/4,0,0,0,3,0,0 s", 6, &people),
            "You sow 1 seed from pit 6; last seed in your store. The game is over; the mirror keeps the 7 seeds left."
        );
    }

    #[test]
    fn results_in_words() {
        let texts = Texts::english();
        let people = People([Person::You, Person::Named("the mirror".into())]);
        assert_eq!(
            outcome(&texts, BySide::new(25, 23), &people),
            "You win 25 to 23."
        );
        assert_eq!(
            outcome(&texts, BySide::new(24, 24), &people),
            "A draw, 24 to 24."
        );
        assert_eq!(
            resigned(&texts, Side::South, &people),
            "You resign; the mirror wins."
        );
        assert_eq!(
            resigned(&texts, Side::North, &people),
            "The mirror resigns; you win."
        );
        let sides = People::sides();
        assert_eq!(
            resigned(&texts, Side::North, &sides),
            "North resigns; south wins."
        );
        assert_eq!(
            outcome(&texts, BySide::new(20, 28), &sides),
            "North wins 28 to 20."
        );
    }

    #[test]
    fn people_are_called_by_what_they_are() {
        let texts = Texts::english();
        let names = |south, north| {
            let people = People::seated(&texts, BySide::new(south, north));
            people.0.map(|person| person.name(&texts))
        };
        assert_eq!(names(None, None), ["south", "north"]);
        assert_eq!(names(None, Some("medium")), ["you", "the computer"]);
        assert_eq!(names(Some("mirror"), None), ["the mirror", "you"]);
        assert_eq!(names(Some("hard"), Some("mirror")), ["hard", "the mirror"]);
        assert_eq!(names(Some("hard"), Some("hard")), ["south", "north"]);
    }

    #[test]
    fn a_wrong_pit_is_explained_to_its_owner() {
        let position = Position::new(
            Rules::default(),
            &"0,4,0,4,4,4,0/4,4,4,4,4,4,0 s".parse().unwrap(),
        );
        let position = position.unwrap();
        let why = |pit| illegal(&Texts::english(), &position.legal(pit).unwrap_err());
        assert_eq!(why(3), "Your pit 3 is empty; you can play 2, 4, 5 and 6.");
        assert_eq!(why(7), "There is no pit 7: pits are numbered 1 to 6.");
    }
}
