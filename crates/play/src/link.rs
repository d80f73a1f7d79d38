//! Games and positions as a few characters that need no escaping in a link.
//!
//! ```text
//! game.standard..36214         rules, start, moves; an empty start is the usual one with south to move, n with north
//! game.6x5oea.n.3a1.s          pits, seeds, capture (o a f), end (e m), lift (a e); moves 10 to 12 are a b c; south resigned
//! position.standard.4-4-4-4-4-4-0_4-4-4-4-4-4-0_s
//! ```

use kalah::{BySide, Capture, End, Lift, Pit, Position, Preset, Record, Rules, Setup, Side};

const GAME: &str = "game.";
const POSITION: &str = "position.";

/// Whether a text is meant to be a link.
pub(crate) fn is_link(text: &str) -> bool {
    text.starts_with(GAME) || text.starts_with(POSITION)
}

pub fn of_game(record: &Record) -> String {
    let start = record.start();
    let usual = |first| *start == Position::start(start.rules(), first);
    let start = match () {
        () if usual(Side::South) => String::new(),
        () if usual(Side::North) => "n".to_owned(),
        () => board(start),
    };
    let moves: String = record
        .moves()
        .iter()
        .filter_map(|&pit| digit(pit))
        .collect();
    let resigned = match record.resigned {
        Some(side) if !record.position().is_over() => format!(".{}", side.letter()),
        _ => String::new(),
    };
    format!(
        "{GAME}{}.{start}.{moves}{resigned}",
        rules(record.start().rules())
    )
}

pub fn of_position(position: &Position) -> String {
    format!("{POSITION}{}.{}", rules(position.rules()), board(position))
}

fn rules(rules: Rules) -> String {
    if let Some(preset) = rules.preset() {
        return preset.name().to_owned();
    }
    let capture = match rules.capture() {
        Capture::Opposite => 'o',
        Capture::Always => 'a',
        Capture::Off => 'f',
    };
    let end = match rules.end() {
        End::Either => 'e',
        End::Mover => 'm',
    };
    let lift = match rules.lift() {
        Lift::All => 'a',
        Lift::Each => 'e',
    };
    format!("{}x{}{capture}{end}{lift}", rules.pits(), rules.seeds())
}

fn board(position: &Position) -> String {
    let row = |side| {
        let seeds = position.pits(side).chain([position.store(side)]);
        let seeds: Vec<String> = seeds.map(|seeds| seeds.to_string()).collect();
        seeds.join("-")
    };
    let [south, north] = Side::BOTH.map(row);
    format!("{south}_{north}_{}", position.to_move().letter())
}

fn digit(pit: Pit) -> Option<char> {
    char::from_digit(pit.number() as u32, 13)
}

/// The game or position of a link, or what is wrong with it.
pub fn read(link: &str) -> Result<Record, String> {
    let (is_game, rest) = match (link.strip_prefix(GAME), link.strip_prefix(POSITION)) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return Err("it begins with neither game. nor position.".to_owned()),
    };
    let mut parts = rest.split('.');
    let mut part = || parts.next().unwrap_or_default();
    let rules = read_rules(part())?;
    let start = match part() {
        "" if is_game => Position::start(rules, Side::South),
        "n" if is_game => Position::start(rules, Side::North),
        text => read_board(rules, text)?,
    };
    let mut record = Record::new(start);
    for (number, c) in (1..).zip(part().chars()) {
        let pit = c.to_digit(13).and_then(|pit| Pit::new(pit as usize));
        let pit = pit.ok_or_else(|| format!("'{c}' is not a pit"))?;
        record
            .push(pit)
            .map_err(|error| format!("move {number}: {error}"))?;
    }
    record.resigned = match part() {
        "" => None,
        "s" => Some(Side::South),
        "n" => Some(Side::North),
        other => return Err(format!("'{other}' is not a side")),
    };
    match parts.next() {
        None => Ok(record),
        Some(_) => Err("there is something after its end".to_owned()),
    }
}

fn read_rules(text: &str) -> Result<Rules, String> {
    if let Ok(preset) = text.parse::<Preset>() {
        return Ok(preset.rules());
    }
    let wrong = || format!("unknown rules '{text}'");
    let (numbers, letters) = text
        .char_indices()
        .rev()
        .nth(2)
        .map(|(at, _)| text.split_at(at))
        .ok_or_else(wrong)?;
    let (pits, seeds) = numbers.split_once('x').ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    let letters: Vec<char> = letters.chars().collect();
    let capture = match letters[0] {
        'o' => Capture::Opposite,
        'a' => Capture::Always,
        'f' => Capture::Off,
        _ => return Err(wrong()),
    };
    let end = match letters[1] {
        'e' => End::Either,
        'm' => End::Mover,
        _ => return Err(wrong()),
    };
    let lift = match letters[2] {
        'a' => Lift::All,
        'e' => Lift::Each,
        _ => return Err(wrong()),
    };
    let rules = Rules::new(number(pits)?, number(seeds)?, capture, end);
    Ok(rules.map_err(|error| error.to_string())?.with_lift(lift))
}

fn read_board(rules: Rules, text: &str) -> Result<Position, String> {
    let wrong = || format!("'{text}' is not a position");
    let mut rows = text.split('_');
    let mut row = || -> Result<(Vec<u32>, u32), String> {
        let counts = rows.next().ok_or_else(wrong)?.split('-');
        let counts: Result<Vec<u32>, _> = counts
            .map(str::parse::<u16>)
            .map(|n| n.map(u32::from))
            .collect();
        let mut counts = counts.map_err(|_| wrong())?;
        let store = counts.pop().ok_or_else(wrong)?;
        Ok((counts, store))
    };
    let (south, north) = (row()?, row()?);
    let to_move = match (rows.next(), rows.next()) {
        (Some("s"), None) => Side::South,
        (Some("n"), None) => Side::North,
        _ => return Err(wrong()),
    };
    let setup = Setup {
        pits: BySide::new(south.0, north.0),
        stores: BySide::new(south.1, north.1),
        to_move,
    };
    Position::new(rules, &setup).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(record: &Record) {
        let link = of_game(record);
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        assert!(link.chars().all(plain), "{link}");
        assert_eq!(read(&link).as_ref(), Ok(record), "{link}");
        let position = *record.position();
        let opened = read(&of_position(&position)).unwrap();
        assert_eq!(*opened.position(), position);
    }

    #[test]
    fn links_read_back() {
        for rules in [
            "standard",
            "ain-shams-steal",
            "pits=12 seeds=5 capture=off end=mover lift=each",
        ] {
            let rules: Rules = rules.parse().unwrap();
            for first in Side::BOTH {
                let mut record = Record::new(Position::start(rules, first));
                while let Some(pit) = record.position().legal_moves().next_back() {
                    again(&record);
                    record.push(pit).unwrap();
                }
                again(&record);
                let mut later = Record::new(record.sowings().nth(3).unwrap().after);
                later.resigned = Some(first);
                again(&later);
            }
        }
    }

    #[test]
    fn broken_links_say_what_is_wrong() {
        let wrong = |link: &str| read(link).unwrap_err();
        assert_eq!(wrong("game.standerd..3"), "unknown rules 'standerd'");
        assert_eq!(
            wrong("game.standard..37"),
            "move 2: there is no pit 7: pits are numbered 1 to 6"
        );
        assert_eq!(wrong("game.standard..3z"), "'z' is not a pit");
        assert_eq!(wrong("position.standard.4-4"), "'4-4' is not a position");
        assert_eq!(
            wrong("game.standard..3..x"),
            "there is something after its end"
        );
        for link in [
            "game.",
            "game.é..",
            "position.6x4oea.",
            "game.99x9oea..",
            "position.standard.1-1_1-1_s",
        ] {
            wrong(link);
        }
    }
}
