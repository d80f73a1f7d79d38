//! What a person at the panel, or a script, can do.

use consoles::{Button, CodeAddress, Thing};
use expect::Mistake;
use kalah::Side;
use texts::{Texts, text};
use timeline::{Pace, words};

use super::Reader;
use super::condition::{Condition, thing};
use super::expectation::{Expectation, Parts, told};

/// A line of a script or of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing: an empty line or a comment.
    Nothing,
    /// Press and release, then wait until the machine waits.
    Press(Button),
    /// A bare number: a pit, or while settings are asked for, seeds.
    Number(u8),
    /// Hold down exactly these pits' buttons from now on.
    Hold(Vec<Button>),
    /// Run this many half-ticks.
    Run(u64),
    /// Run until the machine waits for a person.
    Settle,
    Show,
    Expect(Expectation),
    Travel(Travel),
    /// Add a breakpoint.
    Break(Condition, String),
    /// Add a breakpoint that is removed when it is met.
    BreakOnce(Condition, String),
    Points,
    /// Remove one breakpoint, or all.
    Delete(Option<usize>),
    /// Show the registers and the place in the firmware.
    Where,
    /// Print the values of these things.
    Print(Vec<(String, Thing)>),
    /// Display the value of this thing, now and after every command that moves time.
    Display(String),
    /// One display, or all.
    Undisplay(String),
    Displays,
    /// Show memory from an address on.
    Memory(u8, usize),
    /// Show this many lines of the program from a place on; by default those around the next instruction.
    Code(Option<CodeAddress>, usize),
    /// Record these values from now on.
    Record(Vec<(String, Thing)>),
    /// Draw this many half-ticks of the recorded values.
    Wave(Option<u64>),
    Help,
    Quit,
}

/// Time travel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Travel {
    /// Undo: to before the last input.
    Undo,
    /// Redo the next input.
    Redo,
    Goto(Moment),
    Step(Pace),
    /// One instruction, a call as a whole.
    Over,
    Back(Pace),
    /// To the next change of the panel.
    Change,
    BackChange,
    /// To the next move of the game.
    Move,
    BackMove,
    Until(Condition),
    BackUntil(Condition),
    /// Back to the last breakpoint.
    BackOn,
    /// To power-on, and from there until the machine waits.
    Again,
    Marks,
    Mark(String),
    Futures,
    Future(u32),
}

/// A half-tick: by number, or this many ahead or back.
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
    /// Parses a line; a mistake carries its place in the line.
    pub fn read(line: &str, reader: Reader<'_>) -> Result<Action, Mistake> {
        let start = line.len() - line.trim_start().len();
        let whole = |what: String| Mistake::new(start, line.trim_end().len().max(start), what);
        match words::expand(line) {
            Ok(full) if full == line.trim() => Action::read_in_full(line, reader),
            Ok(full) => {
                Action::read_in_full(&full, reader).map_err(|mistake| whole(mistake.message))
            }
            Err(what) => Err(whole(what)),
        }
    }

    fn read_in_full(line: &str, reader: Reader<'_>) -> Result<Action, Mistake> {
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
            return expect::expectation(line, from, &mut Parts { reader }).map(Action::Expect);
        }
        let goal = |from| Condition::read(line, from, reader);
        if let Some(from) = behind(&["until"]) {
            return Ok(Action::Travel(Travel::Until(goal(from)?)));
        }
        if let Some(from) = behind(&["back", "until"]).or_else(|| behind(&["reverse-until"])) {
            return Ok(Action::Travel(Travel::BackUntil(goal(from)?)));
        }
        let text = |from: usize| line[from..].split('#').next().unwrap_or_default().trim();
        if let Some(from) = behind(&["break"]) {
            return Ok(Action::Break(goal(from)?, text(from).to_owned()));
        }
        if let Some(from) = behind(&["tbreak"]) {
            return Ok(Action::BreakOnce(goal(from)?, text(from).to_owned()));
        }
        for (word, kind) in [("watch", "change"), ("writes", "write")] {
            if let Some(from) = behind(&[word]) {
                let text = format!("{kind} {}", text(from));
                let goal = Condition::read(&text, 0, reader);
                let goal = goal.map_err(|mistake| Mistake::new(start, line.len(), mistake.message));
                return Ok(Action::Break(goal?, text));
            }
        }
        if let Some(from) = behind(&["record"]) {
            return Action::things(line, from, reader).map(Action::Record);
        }
        if let Some(from) = behind(&["print"]) {
            return Action::things(line, from, reader).map(Action::Print);
        }
        if let Some(from) = behind(&["display"]) {
            return Ok(Action::Display(text(from).to_owned()));
        }
        if let Some(from) = behind(&["code"]).or_else(|| behind(&["list"])) {
            return Action::code(text(from), reader)
                .map_err(|what| Mistake::new(start, line.len(), what));
        }
        let code = line.split('#').next().unwrap_or_default();
        Action::deed(code, reader.texts)
            .map_err(|what| Mistake::new(start, code.trim_end().len().max(start), what))
    }

    /// `[MESSAGE], south 3, error`.
    fn things(
        line: &str,
        from: usize,
        reader: Reader<'_>,
    ) -> Result<Vec<(String, Thing)>, Mistake> {
        let text = line[from..].split('#').next().unwrap_or_default();
        let list = words::list(text, |name| thing(name, reader).is_ok());
        if list.is_empty() {
            let what = thing("", reader).err().unwrap_or_default();
            return Err(Mistake::new(from, line.len(), what));
        }
        let read = |name: String| match thing(&name, reader) {
            Ok(thing) => Ok((name, thing)),
            Err(what) => {
                let start = text.find(&name).map_or(from, |at| from + at);
                Err(Mistake::new(start, start + name.len(), what))
            }
        };
        list.into_iter().map(read).collect()
    }

    /// `PLACE`, `PLACE COUNT`, or nothing.
    fn code(text: &str, reader: Reader<'_>) -> Result<Action, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let count = |text: &str| text.parse().ok().filter(|&count| count <= MOST_LINES);
        let (place, lines) = match words[..] {
            [] => return Ok(Action::Code(None, LINES)),
            [place] => (place, Some(LINES)),
            [place, lines] => (place, count(lines)),
            _ => (text, None),
        };
        let lines = lines.ok_or_else(|| text!(reader.texts, "console.unknown", line = text))?;
        let places = reader.code.places(place);
        let places = places.map_err(|error| told(&error, reader.texts))?;
        Ok(Action::Code(places.first().copied(), lines))
    }

    /// All commands but those that name parts of the console.
    fn deed(line: &str, texts: &Texts) -> Result<Action, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (Some(&verb), rest) = (words.first(), words.get(1..).unwrap_or_default()) else {
            return Ok(Action::Nothing);
        };
        let verb = verb.to_lowercase();
        match (verb.as_str(), rest) {
            ("press", [pit]) => Ok(Action::Press(Button::Pit(number(pit, texts)?))),
            ("seeds", [seeds]) => Ok(Action::Press(Button::Seeds(number(seeds, texts)?))),
            ("first", [who]) => side(who, texts).map(first),
            ("human" | "you" | "user" | "computer" | "ai", []) => side(&verb, texts).map(first),
            ("hold", [_, ..]) => {
                let pits: Result<Vec<u8>, String> =
                    rest.iter().map(|pit| number(pit, texts)).collect();
                Ok(Action::Hold(pits?.into_iter().map(Button::Pit).collect()))
            }
            ("release", []) => Ok(Action::Hold(Vec::new())),
            ("run", []) => Ok(Action::Travel(Travel::Again)),
            ("start", []) => Ok(Action::Travel(Travel::Goto(Moment::At(0)))),
            ("run" | "tick", [count]) => half_ticks(count, 1, texts).map(Action::Run),
            ("tick", []) => Ok(Action::Run(1)),
            ("clock", []) => Ok(Action::Travel(Travel::Step(Pace::Clock))),
            ("clock", [count]) => half_ticks(count, 2, texts).map(Action::Run),
            ("btick", []) => Ok(Action::Travel(Travel::Back(Pace::HalfTick))),
            ("btick", [count]) => half_ticks(count, 1, texts).map(ago),
            ("bclock", []) => Ok(Action::Travel(Travel::Back(Pace::Clock))),
            ("bclock", [count]) => half_ticks(count, 2, texts).map(ago),
            ("settle" | "continue", []) => Ok(Action::Settle),
            ("reverse-continue", []) => Ok(Action::Travel(Travel::BackOn)),
            ("next" | "nexti", []) => Ok(Action::Travel(Travel::Over)),
            ("stepi", []) => Ok(Action::Travel(Travel::Step(Pace::Instruction))),
            ("backi", []) => Ok(Action::Travel(Travel::Back(Pace::Instruction))),
            ("undisplay", []) => Ok(Action::Undisplay(String::new())),
            ("undisplay", [which]) => Ok(Action::Undisplay((*which).to_owned())),
            ("displays", []) => Ok(Action::Displays),
            ("mem", []) => Ok(Action::Memory(0, 256)),
            ("mem", [from]) => cell(from, texts).map(|from| Action::Memory(from, 16)),
            ("mem", [from, count]) => match count.parse() {
                Ok(count) => cell(from, texts).map(|from| Action::Memory(from, count)),
                Err(_) => Err(text!(texts, "console.bad-number", answer = *count)),
            },
            ("goto", [moment]) => match Moment::read(moment) {
                Some(moment) => Ok(Action::Travel(Travel::Goto(moment))),
                None => Err(text!(texts, "console.bad-moment", answer = *moment)),
            },
            ("step", rest) if rest.len() < 2 => step(
                rest.first(),
                Travel::Step,
                [Travel::Change, Travel::Move],
                texts,
            ),
            ("undo", []) => Ok(Action::Travel(Travel::Undo)),
            ("back", []) => Ok(Action::Travel(Travel::Back(Pace::Instruction))),
            ("back", [what]) => step(
                Some(what),
                Travel::Back,
                [Travel::BackChange, Travel::BackMove],
                texts,
            ),
            ("again" | "redo", []) => Ok(Action::Travel(Travel::Redo)),
            ("marks", []) => Ok(Action::Travel(Travel::Marks)),
            ("mark", [_, ..]) => Ok(Action::Travel(Travel::Mark(rest.join(" ")))),
            ("futures", []) => Ok(Action::Travel(Travel::Futures)),
            ("future", [which]) => match which.parse() {
                Ok(number) => Ok(Action::Travel(Travel::Future(number))),
                Err(_) => Err(text!(texts, "console.no-future", number = *which)),
            },
            ("points", []) => Ok(Action::Points),
            ("delete", []) => Ok(Action::Delete(None)),
            ("delete", [which]) => match which.parse() {
                Ok(number) => Ok(Action::Delete(Some(number))),
                Err(_) => Err(text!(texts, "console.no-point", number = *which)),
            },
            ("where" | "regs", []) => Ok(Action::Where),
            ("wave", []) => Ok(Action::Wave(None)),
            ("wave", [count]) => match count.parse().ok().filter(|&count| count <= MOST_DRAWN) {
                Some(count) => Ok(Action::Wave(Some(count))),
                None => Err(text!(
                    texts,
                    "console.bad-half-ticks",
                    answer = *count,
                    most = MOST_DRAWN.to_string()
                )),
            },
            ("show" | "look", []) => Ok(Action::Show),
            ("help" | "h" | "?", []) => Ok(Action::Help),
            ("quit" | "q" | "exit", []) => Ok(Action::Quit),
            (digits, []) if digits.parse::<u8>().is_ok() => {
                number(digits, texts).map(Action::Number)
            }
            _ => Err(text!(texts, "console.unknown", line = line.trim())),
        }
    }
}

/// The command names, for completion.
pub const COMMANDS: [&str; 53] = [
    "again",
    "back",
    "backi",
    "bclock",
    "break",
    "btick",
    "clock",
    "code",
    "computer",
    "continue",
    "delete",
    "display",
    "displays",
    "expect",
    "first",
    "future",
    "futures",
    "goto",
    "help",
    "hold",
    "human",
    "info",
    "list",
    "mark",
    "marks",
    "mem",
    "next",
    "nexti",
    "points",
    "press",
    "print",
    "quit",
    "record",
    "redo",
    "release",
    "reverse-continue",
    "reverse-until",
    "run",
    "seeds",
    "settle",
    "show",
    "start",
    "step",
    "stepi",
    "tbreak",
    "tick",
    "undisplay",
    "undo",
    "until",
    "watch",
    "wave",
    "where",
    "writes",
];

/// Lines of the program shown by default, and at most.
const LINES: usize = 8;
const MOST_LINES: usize = 256;

/// Maximum number of half-ticks that can be drawn.
const MOST_DRAWN: u64 = 1000;

/// An hour at a megahertz or so.
const MOST_HALF_TICKS: u64 = 10_000_000_000;

/// A count of things that take this many half-ticks each.
fn half_ticks(count: &str, each: u64, texts: &Texts) -> Result<u64, String> {
    let half_ticks = count.parse().ok();
    let half_ticks = half_ticks.and_then(|count: u64| count.checked_mul(each));
    half_ticks
        .filter(|&all| all <= MOST_HALF_TICKS)
        .ok_or_else(|| {
            text!(
                texts,
                "console.bad-half-ticks",
                answer = count,
                most = MOST_HALF_TICKS.to_string()
            )
        })
}

fn ago(half_ticks: u64) -> Action {
    Action::Travel(Travel::Goto(Moment::Ago(half_ticks)))
}

/// An address: 12 or 0x0c.
fn cell(text: &str, texts: &Texts) -> Result<u8, String> {
    let found = match text.strip_prefix("0x") {
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    };
    found.ok_or_else(|| text!(texts, "expect.byte", found = text))
}

fn step(
    what: Option<&&str>,
    by: fn(Pace) -> Travel,
    [change, of_game]: [Travel; 2],
    texts: &Texts,
) -> Result<Action, String> {
    let travel = match what.copied() {
        None | Some("instruction") => by(Pace::Instruction),
        Some("clock") => by(Pace::Clock),
        Some("half-tick") => by(Pace::HalfTick),
        Some("change") => change,
        Some("move") => of_game,
        Some(other) => return Err(text!(texts, "console.bad-step", answer = other)),
    };
    Ok(Action::Travel(travel))
}

fn first(side: Side) -> Action {
    Action::Press(Button::First(side))
}

fn side(who: &str, texts: &Texts) -> Result<Side, String> {
    match who.to_lowercase().as_str() {
        "human" | "you" | "user" => Ok(Side::South),
        "computer" | "ai" => Ok(Side::North),
        _ => Err(text!(texts, "console.bad-side", answer = who)),
    }
}

fn number(text: &str, texts: &Texts) -> Result<u8, String> {
    text.parse()
        .map_err(|_| text!(texts, "console.bad-number", answer = text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use consoles::{Code, Model, Stop};

    #[test]
    fn lines_are_understood() {
        let (code, texts) = (Code::new(Model::Y2023), Texts::english());
        let reader = Reader {
            code: &code,
            texts: &texts,
        };
        let of = |line: &str| Action::read(line, reader).unwrap();
        let goal = |text: &str| Condition::read(text, 0, reader).unwrap();
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
        assert_eq!(of("undo"), Action::Travel(Travel::Undo));
        assert_eq!(of("back"), of("backi"));
        assert_eq!(of("s move"), Action::Travel(Travel::Move));
        assert_eq!(of("back move"), Action::Travel(Travel::BackMove));
        assert_eq!(of("b waits"), of("break waits"));
        assert_eq!(of("c"), Action::Settle);
        assert_eq!(of("info registers"), Action::Where);
        assert_eq!(of("record r0 pc"), of("record r0, pc"));
        assert_eq!(of("watch r0"), of("break change r0"));
        assert_eq!(of("x/8xb 0x10"), Action::Memory(16, 8));
        assert_eq!(of("bclock 3"), of("goto -6"));
        assert_eq!(of("n"), of("nexti"));
        assert_eq!(of("b ask"), Action::Break(goal("at ask"), "ask".to_owned()));
        assert_eq!(of("disassemble ask 3"), of("list ask 3"));
        assert!(matches!(of("x/3i ask"), Action::Code(Some(_), 3)));
        assert_eq!(of("l"), Action::Code(None, 8));
        let waits = Condition::Stop(Stop::Waits);
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
        let (code, texts) = (Code::new(Model::Y2023), Texts::english());
        let reader = Reader {
            code: &code,
            texts: &texts,
        };
        for line in [
            "jump",
            "press",
            "press x",
            "press 300",
            "run -1",
            "clock 9999999999",
            "tbreak",
            "watch moon",
            "info",
            "mem x",
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
            "break nowhere",
            "list nowhere",
            "list ask x",
            "code ask 300",
        ] {
            let mistake = Action::read(line, reader).unwrap_err();
            assert!(!mistake.message.is_empty(), "{line}");
        }
    }
}
