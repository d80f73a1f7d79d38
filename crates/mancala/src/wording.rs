//! A move in words. All English about moves and results is here, apart from any logic.

use kalah::{House, IllegalMove, Side, Sowing};

/// Who sits on a side: spoken to, or spoken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Person {
    You,
    Named(String),
}

impl Person {
    /// `you` or the name.
    pub fn name(&self) -> &str {
        match self {
            Person::You => "you",
            Person::Named(name) => name,
        }
    }

    /// `your` or `the-name's`.
    fn possessive(&self) -> String {
        match self {
            Person::You => "your".into(),
            Person::Named(name) => format!("{name}'s"),
        }
    }

    /// The verb as the person needs it: `you sow`, `north sows`.
    fn does(&self, verb: &str) -> String {
        match self {
            Person::You => format!("you {verb}"),
            Person::Named(name) => format!("{name} {verb}s"),
        }
    }
}

/// South, then north.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct People(pub [Person; 2]);

impl People {
    pub fn sides() -> People {
        People(Side::BOTH.map(|side| Person::Named(side.to_string())))
    }

    /// The names in a record, or the sides where those do not tell the two apart.
    pub fn of(names: &[String; 2]) -> People {
        match names[0] != names[1] && names.iter().all(|name| !name.is_empty()) {
            true => People(names.clone().map(Person::Named)),
            false => People::sides(),
        }
    }

    pub fn on(&self, side: Side) -> &Person {
        &self.0[side.index()]
    }

    fn house(&self, house: House) -> String {
        let owner = self.on(house.side()).possessive();
        match house {
            House::Pit { pit, .. } => format!("{owner} pit {pit}"),
            House::Store { .. } => format!("{owner} store"),
        }
    }
}

pub fn seeds(count: u16) -> String {
    match count {
        1 => "1 seed".into(),
        _ => format!("{count} seeds"),
    }
}

pub fn moves(count: usize) -> String {
    match count {
        1 => "1 move".into(),
        _ => format!("{count} moves"),
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// What happened in a move, a sentence or two.
pub fn sowing(sowing: &Sowing, people: &People) -> String {
    let mover = people.on(sowing.mover);
    let sown = format!(
        "{} {} from pit {}",
        mover.does("sow"),
        seeds(sowing.seeds),
        sowing.pit
    );
    let mut text = capitalised(&format!("{sown}; {}", last_seed(sowing, people)));
    if sowing.over {
        text.push(' ');
        text.push_str(&ending(sowing, people));
    }
    text
}

fn last_seed(sowing: &Sowing, people: &People) -> String {
    let mover = people.on(sowing.mover);
    let last = *sowing.path.last().expect("a move sows at least one seed");
    let house = people.house(last);
    match sowing.capture {
        Some(capture) if capture.from_opposite > 0 => {
            let captured = seeds(capture.from_opposite);
            format!(
                "the last falls into {house}, which was empty, and captures {captured} opposite."
            )
        }
        Some(_) => format!("the last falls into {house}, which was empty, and is captured alone."),
        None if sowing.extra_turn => {
            format!(
                "last seed in {}: {} again.",
                people.house(last),
                mover.does("move")
            )
        }
        None => format!("last seed in {house}."),
    }
}

fn ending(sowing: &Sowing, people: &People) -> String {
    let mut text = String::from("The game is over");
    for side in Side::BOTH {
        let left: u16 = sowing
            .sweep
            .iter()
            .filter(|(house, _)| house.side() == side)
            .map(|(_, seeds)| seeds)
            .sum();
        if left > 0 {
            text.push_str(&format!(
                "; {} the {} left",
                people.on(side).does("keep"),
                seeds(left)
            ));
        }
    }
    text.push('.');
    text
}

/// Who won, and how.
pub fn outcome(stores: [u16; 2], people: &People) -> String {
    let [south, north] = stores;
    let winner = match south.cmp(&north) {
        std::cmp::Ordering::Equal => return format!("A draw, {south} to {north}."),
        std::cmp::Ordering::Greater => Side::South,
        std::cmp::Ordering::Less => Side::North,
    };
    let (more, less) = (south.max(north), south.min(north));
    format!(
        "{} {more} to {less}.",
        capitalised(&people.on(winner).does("win"))
    )
}

/// Why a pit cannot be played, as a sentence.
pub fn illegal(error: &IllegalMove, people: &People) -> String {
    let text = match error {
        IllegalMove::EmptyPit { side, pit, legal } => {
            let person = people.on(*side);
            let (whose, name) = (person.possessive(), person.name());
            format!("{whose} pit {pit} is empty; {name} can play {legal}.")
        }
        other => format!("{other}."),
    };
    capitalised(&text)
}

/// Who gave up.
pub fn resigned(side: Side, people: &People) -> String {
    let winner = people.on(side.other()).does("win");
    format!(
        "{}; {winner}.",
        capitalised(&people.on(side).does("resign"))
    )
}

/// Whose turn it is.
pub fn turn(side: Side, people: &People) -> String {
    match people.on(side) {
        Person::You => "Your turn".into(),
        Person::Named(name) => capitalised(&format!("{name}'s turn")),
    }
}

/// The rules in words, as in the old documents.
pub fn rules(rules: kalah::Rules) -> String {
    let capture = match rules.capture() {
        kalah::Capture::Opposite => {
            "If the last seed falls into an empty pit of your own and there are seeds in the pit opposite, you capture it and them."
        }
        kalah::Capture::Always => {
            "If the last seed falls into an empty pit of your own, you capture it and all seeds in the pit opposite."
        }
        kalah::Capture::Off => "Nothing is ever captured.",
    };
    let lift = match (rules.lift(), rules.capture()) {
        (kalah::Lift::All, _) | (_, kalah::Capture::Off) => "",
        (kalah::Lift::Each, _) => {
            " A last seed that comes back to the pit it was lifted from captures nothing."
        }
    };
    let end = match rules.end() {
        kalah::End::Either => "The game ends as soon as either row is empty.",
        kalah::End::Mover => "The game ends when the side to move has no seeds in its row.",
    };
    format!(
        "Rules: {name}\n\
         Each side has {pits} pits with {seeds} at the start, and a store to its right.\n\
         Lift all seeds of one of your pits and sow them one by one counter-clockwise, into your own store too, past the other's.\n\
         If the last seed falls into your store, you move again.\n\
         {capture}{lift}\n\
         {end} What is left in a row goes to its owner. Most seeds in the store wins.",
        name = rules,
        pits = rules.pits(),
        seeds = seeds(rules.seeds()),
    )
}
