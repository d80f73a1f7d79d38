//! What a person at the panel, or a script, can do.

use console::{Button, Code, Thing};
use expect::Mistake;
use kalah::Side;
use timeline::Pace;

use super::expectation::{Expectation, Parts};
use super::goal::{Goal, thing};
use crate::wording::words;

/// A line of a script or of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing: an empty line or a comment.
    Nothing,
    /// Press and let go, then wait until the machine waits.
    Press(Button),
    /// A bare number: a pit, or while settings are asked for, seeds.
    Number(u8),
    /// From now on exactly these pits' buttons are down.
    Hold(Vec<Button>),
    /// Let so many half-ticks pass.
    Run(u64),
    /// Wait until the machine waits for a person.
    Settle,
    Show,
    Expect(Expectation),
    Travel(Travel),
    /// Stop there whenever time passes.
    Break(Goal, String),
    Points,
    /// One point, or all.
    Delete(Option<usize>),
    /// The processor and its place in the firmware.
    Where,
    /// From now on note these values.
    Record(Vec<(String, Thing)>),
    /// Draw so many half-ticks of them.
    Wave(Option<u64>),
    Help,
    Quit,
}

/// A journey in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Travel {
    /// To before the last thing done.
    Undo,
    /// The next thing done, again.
    Redo,
    Goto(Moment),
    Step(Pace),
    Back(Pace),
    /// To the next change of the panel.
    Change,
    BackChange,
    Until(Goal),
    BackUntil(Goal),
    Marks,
    Mark(String),
    Futures,
    Future(u32),
}

/// A half-tick: by number, or so many ahead or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    At(u64),
    Ahead(u64),
    Ago(u64),
}

impl Moment {
    pub fn from(self, now: u64) -> u64 {
        match self {
            Moment::At(moment) => moment,
            Moment::Ahead(count) => now.saturating_add(count),
            Moment::Ago(count) => now.saturating_sub(count),
        }
    }

    /// `120`, `+3` or `-1`.
    pub fn read(text: &str) -> Option<Moment> {
        let ahead = text.strip_prefix('+').map(|rest| rest.parse().ok());
        let ago = text.strip_prefix('-').map(|rest| rest.parse().ok());
        match (ahead, ago) {
            (Some(count), _) => count.map(Moment::Ahead),
            (_, Some(count)) => count.map(Moment::Ago),
            _ => text.parse().ok().map(Moment::At),
        }
    }
}

impl Action {
    /// Reads a line; a mistake has its place in it.
    pub fn read(line: &str, names: &Code) -> Result<Action, Mistake> {
        let start = line.len() - line.trim_start().len();
        let behind = |words: &[&str]| {
            let mut rest = &line[start..];
            for word in words {
                rest = rest.trim_start().strip_prefix(word)?;
                let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
                ends.then_some(())?;
            }
            Some(line.len() - rest.len())
        };
        if let Some(from) = behind(&["expect"]) {
            return expect::expectation(line, from, &mut Parts { code: names }).map(Action::Expect);
        }
        let goal = |from| Goal::read(line, from, names);
        if let Some(from) = behind(&["until"]) {
            return Ok(Action::Travel(Travel::Until(goal(from)?)));
        }
        if let Some(from) = behind(&["back", "until"]) {
            return Ok(Action::Travel(Travel::BackUntil(goal(from)?)));
        }
        if let Some(from) = behind(&["break"]) {
            let text = line[from..].split('#').next().unwrap_or_default().trim();
            return Ok(Action::Break(goal(from)?, text.to_owned()));
        }
        if let Some(from) = behind(&["record"]) {
            return Action::record(line, from, names);
        }
        let code = line.split('#').next().unwrap_or_default();
        Action::deed(code)
            .map_err(|what| Mistake::new(start, code.trim_end().len().max(start), what))
    }

    /// `record [MESSAGE], south 3, error`.
    fn record(line: &str, from: usize, names: &Code) -> Result<Action, Mistake> {
        let text = line[from..].split('#').next().unwrap_or_default();
        let mut things = Vec::new();
        let mut at = from;
        for name in text.split(',') {
            let (start, end) = (at + name.len() - name.trim_start().len(), at + name.len());
            at = end + 1;
            let name = name.trim();
            let thing = thing(name, names).map_err(|what| Mistake::new(start, end, what))?;
            things.push((name.to_owned(), thing));
        }
        Ok(Action::Record(things))
    }

    /// Everything but what speaks of the console's parts.
    fn deed(line: &str) -> Result<Action, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (Some(&verb), rest) = (words.first(), words.get(1..).unwrap_or_default()) else {
            return Ok(Action::Nothing);
        };
        let verb = verb.to_lowercase();
        match (verb.as_str(), rest) {
            ("press", [pit]) => Ok(Action::Press(Button::Pit(number(pit)?))),
            ("seeds", [seeds]) => Ok(Action::Press(Button::Seeds(number(seeds)?))),
            ("first", [who]) => side(who).map(first),
            ("human" | "you" | "user" | "computer" | "ai", []) => side(&verb).map(first),
            ("hold", [_, ..]) => {
                let pits: Result<Vec<u8>, String> = rest.iter().map(|pit| number(pit)).collect();
                Ok(Action::Hold(pits?.into_iter().map(Button::Pit).collect()))
            }
            ("release", []) => Ok(Action::Hold(Vec::new())),
            ("run", [half_ticks]) => match half_ticks.parse() {
                Ok(count) if count <= MOST_HALF_TICKS => Ok(Action::Run(count)),
                _ => Err(words!(
                    "console.bad-half-ticks",
                    answer = *half_ticks,
                    most = MOST_HALF_TICKS.to_string()
                )),
            },
            ("settle", []) => Ok(Action::Settle),
            ("goto", [moment]) => match Moment::read(moment) {
                Some(moment) => Ok(Action::Travel(Travel::Goto(moment))),
                None => Err(words!("console.bad-moment", answer = *moment)),
            },
            ("step", rest) if rest.len() < 2 => step(rest.first(), Travel::Step, Travel::Change),
            ("back", []) => Ok(Action::Travel(Travel::Undo)),
            ("back", [what]) => step(Some(what), Travel::Back, Travel::BackChange),
            ("again", []) => Ok(Action::Travel(Travel::Redo)),
            ("marks", []) => Ok(Action::Travel(Travel::Marks)),
            ("mark", [_, ..]) => Ok(Action::Travel(Travel::Mark(rest.join(" ")))),
            ("futures", []) => Ok(Action::Travel(Travel::Futures)),
            ("future", [which]) => match which.parse() {
                Ok(number) => Ok(Action::Travel(Travel::Future(number))),
                Err(_) => Err(words!("console.no-future", number = *which)),
            },
            ("points", []) => Ok(Action::Points),
            ("delete", []) => Ok(Action::Delete(None)),
            ("delete", [which]) => match which.parse() {
                Ok(number) => Ok(Action::Delete(Some(number))),
                Err(_) => Err(words!("console.no-point", number = *which)),
            },
            ("where", []) => Ok(Action::Where),
            ("wave", []) => Ok(Action::Wave(None)),
            ("wave", [count]) => match count.parse().ok().filter(|&count| count <= MOST_DRAWN) {
                Some(count) => Ok(Action::Wave(Some(count))),
                None => Err(words!(
                    "console.bad-half-ticks",
                    answer = *count,
                    most = MOST_DRAWN.to_string()
                )),
            },
            ("show" | "look", []) => Ok(Action::Show),
            ("help" | "h" | "?", []) => Ok(Action::Help),
            ("quit" | "q" | "exit", []) => Ok(Action::Quit),
            (digits, []) if digits.parse::<u8>().is_ok() => number(digits).map(Action::Number),
            _ => Err(words!("console.unknown", line = line.trim())),
        }
    }
}

/// The commands, for whoever types them.
pub const COMMANDS: [&str; 28] = [
    "again", "back", "break", "computer", "delete", "expect", "first", "future", "futures", "goto",
    "help", "hold", "human", "mark", "marks", "points", "press", "quit", "record", "release",
    "run", "seeds", "settle", "show", "step", "until", "wave", "where",
];

/// The most half-ticks that are drawn.
const MOST_DRAWN: u64 = 1000;

/// An hour at a megahertz or so.
const MOST_HALF_TICKS: u64 = 10_000_000_000;

fn step(what: Option<&&str>, by: fn(Pace) -> Travel, change: Travel) -> Result<Action, String> {
    let travel = match what.copied() {
        None | Some("instruction") => by(Pace::Instruction),
        Some("clock") => by(Pace::Clock),
        Some("half-tick") => by(Pace::HalfTick),
        Some("change") => change,
        Some(other) => return Err(words!("console.bad-step", answer = other)),
    };
    Ok(Action::Travel(travel))
}

fn first(side: Side) -> Action {
    Action::Press(Button::First(side))
}

fn side(who: &str) -> Result<Side, String> {
    match who.to_lowercase().as_str() {
        "human" | "you" | "user" => Ok(Side::South),
        "computer" | "ai" => Ok(Side::North),
        _ => Err(words!("console.bad-side", answer = who)),
    }
}

fn number(text: &str) -> Result<u8, String> {
    text.parse()
        .map_err(|_| words!("console.bad-number", answer = text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use console::{Model, Stop};

    #[test]
    fn lines_are_understood() {
        let code = Code::new(Model::Y2023);
        let of = |line: &str| Action::read(line, &code).unwrap();
        assert_eq!(of("  # all quiet"), Action::Nothing);
        assert_eq!(of("3"), Action::Number(3));
        assert_eq!(of("press 3 # the third"), Action::Press(Button::Pit(3)));
        assert_eq!(of("first computer"), of("computer"));
        assert_eq!(of("AI"), of("first computer"));
        for word in ["you", "user", "human"] {
            assert_eq!(of(word), Action::Press(Button::First(Side::South)));
        }
        assert_eq!(
            of("hold 1 2"),
            Action::Hold(vec![Button::Pit(1), Button::Pit(2)])
        );
        assert_eq!(of("back"), Action::Travel(Travel::Undo));
        let waits = Goal::Stop(Stop::Waits);
        assert_eq!(
            of(" back  until waits"),
            Action::Travel(Travel::BackUntil(waits.clone()))
        );
        assert_eq!(
            of("break waits # for me"),
            Action::Break(waits, "waits".to_owned())
        );
        assert_eq!(of("delete 2"), Action::Delete(Some(2)));
        let things = [("[MESSAGE]", Thing::Cell(0x12)), ("r0", Thing::Register(0))];
        let things = things.map(|(name, thing)| (name.to_owned(), thing));
        assert_eq!(
            of("record [MESSAGE], r0 # two"),
            Action::Record(things.to_vec())
        );
    }

    #[test]
    fn nonsense_is_named() {
        for line in [
            "jump",
            "press",
            "press x",
            "press 300",
            "run -1",
            "run 99999999999",
            "hold",
            "expect",
            "first nobody",
            "3 4",
            "until",
            "break",
            "back until at nowhere",
            "delete x",
            "record",
            "record r0, moon",
            "wave 5000",
        ] {
            let mistake = Action::read(line, &Code::new(Model::Y2023)).unwrap_err();
            assert!(!mistake.message.is_empty(), "{line}");
        }
    }
}
