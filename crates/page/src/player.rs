//! Opponents: who they are, and their moves.

use consoles::{ConsolePlayer, Model};
use engine::Library;
use engine::level::Level;
use engine::player::{Clock, PlayerSpec, Resources};
use engine::rng::Rng;
use kalah::{Position, Record};
use play::HUMAN;
use serde::{Deserialize, Serialize};
use texts::{Texts, players};

use crate::reply::{Answer, Failure, json, read, reply};

/// How the names of the consoles begin.
const CONSOLE: &str = "console:";
/// Bytes of memory for positions.
const HASH: usize = 16 << 20;

/// The player in a seat that is not a person's.
enum Known {
    Engine(PlayerSpec),
    Console(Model),
}

/// The player of a seat; `None` for a person.
fn known(seat: &str) -> Answer<Option<Known>> {
    match (seat, seat.strip_prefix(CONSOLE)) {
        (HUMAN, _) => Ok(None),
        (_, Some(model)) => {
            let model = model.parse().map_err(Failure::refused)?;
            Ok(Some(Known::Console(model)))
        }
        _ => Ok(Some(Known::Engine(seat.parse().map_err(Failure::refused)?))),
    }
}

/// Whether a player of that name can continue from a position.
pub fn check(seat: &str, position: &Position) -> Answer<()> {
    match known(seat)? {
        Some(Known::Console(model)) => {
            ConsolePlayer::check(model, position).map_err(Failure::refused)
        }
        _ => Ok(()),
    }
}

/// A line of the list of opponents.
#[derive(Serialize)]
pub struct Opponent {
    name: String,
    group: &'static str,
    title: String,
    about: String,
    plays: bool,
    why: Option<String>,
}

const DOCUMENTS: [&str; 11] = [
    "random",
    "mirror",
    "reference",
    "opportunist",
    "deep-purple",
    "easy",
    "medium",
    "hard",
    "ain-shams:0",
    "ain-shams:1",
    "ain-shams:2",
];

/// Every opponent, and whether it can continue from a position.
pub fn opponents(texts: &Texts, position: &Position) -> Vec<Opponent> {
    let levels = (1..=Level::HIGHEST).map(|level| ("level", format!("level:{level}")));
    let perfect = [("search", "perfect".to_owned())];
    let documents = DOCUMENTS.map(|name| ("documents", name.to_owned()));
    let consoles = Model::ALL.map(|model| ("console", format!("{CONSOLE}{model}")));
    let all = levels.chain(perfect).chain(documents).chain(consoles);
    all.map(|(group, name)| {
        let why = check(&name, position).err();
        Opponent {
            group,
            title: players::title(texts, &name),
            about: players::about(texts, &name),
            plays: why.is_none(),
            why: why.map(|failure| failure.message().to_owned()),
            name,
        }
    })
    .collect()
}

/// Chooses the opponents' moves.
pub struct Player {
    resources: Resources,
}

#[derive(Deserialize)]
struct Choose {
    seat: String,
    record: String,
    seed: u64,
}

#[derive(Serialize)]
struct Chosen {
    pit: kalah::Pit,
}

impl Player {
    /// Without a clock, players that think for a time count positions instead.
    #[must_use]
    pub fn new(clock: Option<Clock>) -> Player {
        Player {
            resources: Resources {
                hash: HASH,
                threads: 1,
                clock,
                stop: None,
                library: Library::new(),
            },
        }
    }

    /// Answers a request.
    pub fn handle(&mut self, name: &str, request: &str) -> String {
        reply(match name {
            "choose" => self.choose(request),
            _ => Err(Failure::unknown(name)),
        })
    }

    fn choose(&mut self, request: &str) -> Answer {
        let Choose { seat, record, seed } = read(request)?;
        let record = Record::from_text(&record).map_err(Failure::refused)?;
        check(&seat, record.position())?;
        let rng = Rng::child(seed, record.moves().len() as u64);
        let mut player: Box<dyn engine::player::Player> = match known(&seat)? {
            None => return Err(Failure::failed("it is a person's turn")),
            Some(Known::Console(model)) => Box::new(ConsolePlayer::new(model)),
            Some(Known::Engine(spec)) => spec.player_with(rng, &self.resources),
        };
        let pit = player.choose(&record).map_err(Failure::refused)?;
        json(&Chosen { pit })
    }
}
