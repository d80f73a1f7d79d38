//! A game, or the position shown, as a file for other programs.

use engine::player::{AinShams, PlayerSpec};
use kalah::record::ain_shams::{AinShamsError, AinShamsSave};
use kalah::{House, Position, Record, Side};

use crate::seat;

/// The file formats of a game or a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Record,
    Json,
    /// A save file of the Python game: the last position without the moves that led to it.
    Classic,
    Position,
    /// A board of the Kalah Game Protocol, seen by the side to move.
    Kgp,
    PositionJson,
}

impl Format {
    const ALL: [(&str, Format); 6] = [
        ("record", Format::Record),
        ("json", Format::Json),
        ("classic", Format::Classic),
        ("position", Format::Position),
        ("kgp", Format::Kgp),
        ("position-json", Format::PositionJson),
    ];

    /// The format of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Format> {
        let known = Format::ALL.iter().find(|(known, _)| *known == name);
        known.map(|(_, format)| *format)
    }

    /// The usual extension of such a file, and its media type.
    #[must_use]
    pub fn file(self) -> (&'static str, &'static str) {
        match self {
            Format::Record => ("game.mancala", "text/plain"),
            Format::Json | Format::Classic => ("game.json", "application/json"),
            Format::Position | Format::Kgp => ("position.txt", "text/plain"),
            Format::PositionJson => ("position.json", "application/json"),
        }
    }
}

/// A game in a format; `shown` is the position of those formats that hold one.
pub fn export(record: &Record, shown: &Position, format: Format) -> Result<String, AinShamsError> {
    Ok(match format {
        Format::Record => record.to_text(),
        Format::Json => record.to_json() + "\n",
        Format::Classic => classic(record)?,
        Format::Position => format!("{shown}\n"),
        Format::Kgp => kgp(shown),
        Format::PositionJson => shown.to_json() + "\n",
    })
}

fn kgp(position: &Position) -> String {
    let turned = match position.to_move() {
        Side::South => *position,
        Side::North => position.mirrored(),
    };
    turned.setup().to_kgp() + "\n"
}

/// For the medium computer of the Python game, unless north looks ahead by another number of moves.
fn classic(record: &Record) -> Result<String, AinShamsError> {
    let levels = match seat::of(record, Side::North).name().parse() {
        Ok(PlayerSpec::AlphaBeta(depth)) => depth,
        Ok(PlayerSpec::AinShams(level)) => AinShams::LEVELS[usize::from(level)],
        _ => AinShams::LEVELS[1],
    };
    let last = record.sowings().last();
    let again =
        last.is_some_and(|sowing| sowing.path.last() == Some(&House::Store { side: sowing.mover }));
    Ok(AinShamsSave::new(record.position(), again, levels)?.to_json())
}
