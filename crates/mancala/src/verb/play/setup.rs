//! What to play: from the flags, and from answers to questions about the rest.
//!
//! One question comes before a board, the opponent, and Enter answers it. The rest is behind `more`.

use anyhow::{Context, Result, bail};
use kalah::{BySide, Capture, Position, Record, Side};
use play::{HUMAN, NORTH_PLAYER, SEED, SOUTH_PLAYER, Seat, seat};

use super::talk::{Talk, is_quit, yes_or_no};
use super::{Args, First, as_path};
use crate::args::RuleArgs;
use crate::complaint;
use crate::players;
use crate::storage::{self, Claim, Storage};
use crate::wording::words;

/// A game to play: its record so far, with the tags for the players, and the lock on its name if it is saved already.
pub struct Plan {
    pub record: Record,
    pub claim: Option<Claim>,
    /// Ask after every move whether to save.
    pub ask_to_save: bool,
}

const DEFAULT_OPPONENT: &str = "medium";

type Loaded = (Record, Option<Claim>);

/// Decides what to play; `None` if the person leaves before that.
pub fn plan(args: &Args, storage: &Storage, asking: bool, talk: &mut Talk) -> Result<Option<Plan>> {
    let mut wishes = Wishes::of(args)?;
    if let Some(wanted) = &args.load {
        let first = args.first.map(|_| "--first");
        if let Some(flag) = args.rules.first_given().or(first) {
            bail!("a loaded game continues as it began: leave out {flag}");
        }
        let game = load(wanted, storage)?;
        return wishes.go_on(args.seed, game).map(Some);
    }
    if asking && wishes.opponent.is_none() {
        talk.say(&words!("play.welcome"))?;
        match ask(&mut wishes, storage, talk)? {
            Start::New => {}
            Start::Load(game) => return wishes.go_on(args.seed, *game).map(Some),
            Start::Leave => {
                talk.say(&words!("goodbye"))?;
                return Ok(None);
            }
        }
    }
    wishes.new_game(args).map(Some)
}

/// A saved game to continue, as it was.
pub fn reopened(name: &str, storage: &Storage) -> Result<Plan> {
    Wishes::default().go_on(None, load(name, storage)?)
}

/// The choices made so far.
#[derive(Default)]
struct Wishes {
    opponent: Option<String>,
    rules: RuleArgs,
    first: Option<First>,
    ask_to_save: bool,
}

impl Wishes {
    fn of(args: &Args) -> Result<Wishes> {
        let wishes = Wishes {
            opponent: match args.two_players {
                true => Some(HUMAN.to_owned()),
                false => args.opponent.clone(),
            },
            rules: args.rules.clone(),
            first: args.first,
            ask_to_save: args.ask_to_save,
        };
        wishes.rules.rules()?;
        if let Some(opponent) = &wishes.opponent
            && args.load.is_none()
        {
            wishes.check(opponent)?;
        }
        Ok(wishes)
    }

    fn first(&self) -> Side {
        self.first.map_or(Side::South, First::side)
    }

    /// Whether this opponent can play the chosen game.
    fn check(&self, opponent: &str) -> Result<()> {
        if opponent == HUMAN {
            if self.first == Some(First::Computer) {
                bail!(
                    "two people play, so there is no computer to move first: --first south or --first north"
                );
            }
            return Ok(());
        }
        let start = Position::start(self.rules.rules()?, self.first());
        players::parse(opponent)?.check(&start)
    }

    fn new_game(self, args: &Args) -> Result<Plan> {
        let start = Position::start(self.rules.rules()?, self.first());
        let mut record = Record::new(start);
        let opponent = self.opponent.as_deref().unwrap_or(DEFAULT_OPPONENT);
        let seats = BySide::new(Seat::Person, Seat::named(opponent));
        seat::set(&mut record, &seats);
        set_seed(args.seed, &mut record);
        Ok(Plan {
            record,
            claim: None,
            ask_to_save: self.ask_to_save,
        })
    }

    /// A loaded game keeps its players, unless the flags name others.
    fn go_on(self, seed: Option<u64>, (mut record, claim): Loaded) -> Result<Plan> {
        match &self.opponent {
            Some(opponent) => {
                if record.tag(SOUTH_PLAYER).is_none() {
                    record.set_tag(SOUTH_PLAYER, HUMAN);
                }
                record.set_tag(NORTH_PLAYER, opponent);
            }
            None => {
                let is_player = |name: &str| players::parse(name).is_ok();
                let seats = seat::continued(&record, is_player, DEFAULT_OPPONENT);
                seat::set(&mut record, &seats);
            }
        }
        for tag in [SOUTH_PLAYER, NORTH_PLAYER] {
            let player = record.tag(tag).unwrap_or(HUMAN);
            if player != HUMAN {
                let known = players::parse(player);
                let known = match self.opponent.is_some() {
                    true => known,
                    false => known.with_context(|| format!("the tag {tag} of the record")),
                };
                known?.check(record.position())?;
            }
        }
        set_seed(seed, &mut record);
        Ok(Plan {
            record,
            claim,
            ask_to_save: self.ask_to_save,
        })
    }
}

fn set_seed(seed: Option<u64>, record: &mut Record) {
    if let Some(seed) = seed {
        record.set_tag(SEED, &seed.to_string());
    }
}

/// The game of a saved name or of a file. A saved game is read once its lock is held, so that no write comes in between.
fn load(wanted: &str, storage: &Storage) -> Result<Loaded> {
    if storage::check_name(wanted).is_ok() && storage.exists(wanted) {
        let claim = storage.claim(wanted)?;
        return Ok((storage.load(wanted)?, Some(claim)));
    }
    match as_path(wanted) {
        Some(path) => Ok((storage::read_record(&path)?, None)),
        None => Ok((storage.load(wanted)?, None)),
    }
}

/// How the questions ended.
enum Start {
    New,
    Load(Box<Loaded>),
    Leave,
}

/// The one question: the opponent.
fn ask(wishes: &mut Wishes, storage: &Storage, talk: &mut Talk) -> Result<Start> {
    let unfinished = unfinished(storage);
    if let Some(latest) = unfinished.first() {
        let count = unfinished.len();
        talk.say(&words!("play.unfinished", count = count, latest = latest))?;
    }
    talk.say(&words!("play.opponents"))?;
    loop {
        let prompt = talk.prompt(&words!("play.ask-opponent"), DEFAULT_OPPONENT);
        let Some(answer) = talk.hear(&prompt)? else {
            return Ok(Start::Leave);
        };
        match answer.to_lowercase().as_str() {
            quit if is_quit(quit) => return Ok(Start::Leave),
            "list" => list(talk)?,
            "help" | "?" => talk.say(&words!("play.opponents"))?,
            "more" => {
                if !more(wishes, talk)? {
                    return Ok(Start::Leave);
                }
            }
            "load" => match which_to_load(&unfinished, storage, talk)? {
                None => return Ok(Start::Leave),
                Some(None) => {}
                Some(Some(game)) => return Ok(Start::Load(Box::new(game))),
            },
            _ => match wishes.opponent_called(&answer) {
                Ok(opponent) => {
                    wishes.opponent = Some(opponent);
                    return Ok(Start::New);
                }
                Err(problem) => talk.complain(&problem)?,
            },
        }
    }
}

impl Wishes {
    /// The opponent named in an answer; the error is a sentence for the person.
    fn opponent_called(&self, answer: &str) -> Result<String, String> {
        let name = match answer.to_lowercase().as_str() {
            "" => DEFAULT_OPPONENT.to_owned(),
            "two" | "two players" => HUMAN.to_owned(),
            "0" => "easy".to_owned(),
            "1" => "medium".to_owned(),
            "2" => "hard".to_owned(),
            name => name.to_owned(),
        };
        if name != HUMAN && players::parse(&name).is_err() {
            return Err(words!("play.no-such-player", answer = answer));
        }
        let problem = |error: anyhow::Error| {
            let problem = texts::wording::capitalised(&complaint::causes(&error));
            format!("{problem}.")
        };
        self.check(&name).map_err(problem)?;
        Ok(name)
    }
}

/// Every opponent with a description.
fn list(talk: &mut Talk) -> Result<()> {
    let entries = players::entries();
    let width = entries.iter().map(|(name, _)| name.len()).max();
    let width = width.unwrap_or(0);
    for (name, what) in &entries {
        talk.say(&format!("{name:width$}  {what}"))?;
    }
    talk.say(&format!("{:width$}  {}", "two", words!("play.two-people")))?;
    Ok(())
}

/// Asks for everything else that the flags leave open; false if the person leaves.
fn more(wishes: &mut Wishes, talk: &mut Talk) -> Result<bool> {
    let rules = &mut wishes.rules;
    if rules.rules.is_none() && rules.capture.is_none() {
        let Some(capture) = talk.ask(&words!("play.ask-capture"), "opposite", capture)? else {
            return Ok(false);
        };
        rules.capture = Some(capture);
    }
    for (wanted, question, default) in [
        (&mut rules.pits, words!("play.ask-pits"), "6"),
        (&mut rules.seeds, words!("play.ask-seeds"), "4"),
    ] {
        if wanted.is_none() {
            let Some(number) = talk.ask(&question, default, one_to_twelve)? else {
                return Ok(false);
            };
            *wanted = Some(number);
        }
    }
    if wishes.first.is_none() {
        let Some(first) = talk.ask(&words!("play.ask-first"), "yes", who_starts)? else {
            return Ok(false);
        };
        wishes.first = Some(first);
    }
    if !wishes.ask_to_save {
        let Some(ask) = talk.ask(&words!("play.ask-ask-to-save"), "no", yes_or_no)? else {
            return Ok(false);
        };
        wishes.ask_to_save = ask;
    }
    Ok(true)
}

/// Yes is the default of the Python game, which asks this question.
fn capture(answer: &str) -> Result<Capture, String> {
    match answer.to_lowercase().as_str() {
        "steal" | "yes" | "y" | "1" => Ok(Capture::Always),
        "no steal" | "no" | "n" | "0" => Ok(Capture::Off),
        rule => rule
            .parse()
            .map_err(|_| words!("play.no-such-capture", answer = answer)),
    }
}

fn one_to_twelve(answer: &str) -> Result<u32, String> {
    match answer.parse() {
        Ok(number @ 1..=12) => Ok(number),
        _ => Err(words!("ask.one-to-twelve", answer = answer)),
    }
}

fn who_starts(answer: &str) -> Result<First, String> {
    match answer.to_lowercase().as_str() {
        "you" | "me" | "i" | "human" | "yes" | "y" | "1" | "south" => Ok(First::South),
        "computer" | "no" | "n" | "0" | "north" => Ok(First::North),
        _ => Err(words!("ask.yes-or-no", answer = answer)),
    }
}

/// Names of games that can be continued, the latest first.
fn unfinished(storage: &Storage) -> Vec<String> {
    let going_on = |kept: &storage::Kept| {
        let open = |record: &Record| !record.position().is_over() && record.resigned.is_none();
        kept.record.as_ref().is_ok_and(open)
    };
    // A folder that cannot be read has no games to offer; that is reported when a game is to be saved there.
    let mut games = storage.list().unwrap_or_default();
    games.retain(going_on);
    games.reverse();
    games.sort_by_key(|kept| std::cmp::Reverse(kept.written));
    games.into_iter().map(|kept| kept.name).collect()
}

/// The game to continue. The outer `None` is for leaving, the inner for a new game instead.
fn which_to_load(
    unfinished: &[String],
    storage: &Storage,
    talk: &mut Talk,
) -> Result<Option<Option<Loaded>>> {
    match unfinished.is_empty() {
        true => talk.say(&words!("play.no-unfinished"))?,
        false => talk.say(&words!(
            "play.which-unfinished",
            names = unfinished.join(", ")
        ))?,
    }
    let default = unfinished.first().map_or("new", String::as_str);
    let understand = |answer: &str| match answer {
        "new" => Ok(None),
        _ => load(answer, storage).map(Some).map_err(|error| {
            let problem = texts::wording::capitalised(&complaint::causes(&error));
            words!("play.cannot-load", problem = problem)
        }),
    };
    Ok(talk.ask(&words!("play.ask-game"), default, understand)?)
}

/// Whether the flags say what to play, so that nothing need be asked.
pub fn is_settled(args: &Args) -> bool {
    let named = args.opponent.is_some() || args.two_players || args.load.is_some();
    named || args.first.is_some() || args.seed.is_some() || args.rules.first_given().is_some()
}

/// Completes the tags of a record: players, date, and the seed of their random numbers, which is returned.
pub fn stamp(record: &mut Record) -> u64 {
    let seed = seat::seed(record).unwrap_or_else(seed_of_now);
    record.set_tag(SEED, &seed.to_string());
    for side in Side::BOTH {
        if record.players[side].is_empty() {
            record.players[side] = seat::of(record, side).to_string();
        }
    }
    if record.date.is_empty() {
        record.date = jiff::Zoned::now().date().to_string();
    }
    seed
}

/// A new random seed.
pub fn seed_of_now() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |passed| passed.as_nanos() as u64)
}
