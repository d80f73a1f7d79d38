//! What to play: from the flags, and from answers to what they leave open.

use anyhow::{Context, Result};
use kalah::{Capture, Position, Record, Side};

use super::talk::{Talk, yes_or_no};
use super::{Args, as_path};
use crate::args::RuleArgs;
use crate::players;
use crate::storage::{self, HUMAN, NORTH_PLAYER, SEED, SOUTH_PLAYER, Storage};
use crate::verb::play::First;

/// A game to play: its record so far, with the tags that say who plays, and its name if it is kept already.
pub struct Plan {
    pub record: Record,
    pub name: Option<String>,
    /// Ask after every move whether to save.
    pub ask_to_save: bool,
}

const DEFAULT_OPPONENT: &str = "medium";

/// Settles what to play; `None` if the input ended before that.
pub fn plan(args: &Args, storage: &Storage, asking: bool, talk: &mut Talk) -> Result<Option<Plan>> {
    if asking {
        talk.say("Welcome to Mancala!\n")?;
    }
    let Some(load) = what_to_load(args, storage, asking, talk)? else {
        return Ok(None);
    };
    let game = match load {
        Some((record, name)) => loaded(args, record, name),
        None => new_game(args, asking, talk),
    };
    let Some((record, name)) = game? else {
        return Ok(None);
    };
    let mut ask_to_save = Some(false);
    if asking {
        ask_to_save = talk.ask(
            "Ask to save the game every turn? It is kept by itself too. yes or no",
            "no",
            yes_or_no,
        )?;
    }
    Ok(ask_to_save.map(|ask_to_save| Plan {
        record,
        name,
        ask_to_save,
    }))
}

type Loaded = (Record, Option<String>);

/// The game to go on with, if one is wanted. The outer `None` is the end of input.
fn what_to_load(
    args: &Args,
    storage: &Storage,
    asking: bool,
    talk: &mut Talk,
) -> Result<Option<Option<Loaded>>> {
    if let Some(wanted) = &args.load {
        return Ok(Some(Some(load(wanted, storage)?)));
    }
    let new_game_flags = args.opponent.is_some() || args.two_players || args.first.is_some();
    if !asking || new_game_flags {
        return Ok(Some(None));
    }
    let new_or_load = |answer: &str| match answer.to_lowercase().as_str() {
        "new" | "n" | "1" => Ok(true),
        "load" | "l" | "0" => Ok(false),
        _ => Err(format!("'{answer}' is neither new nor load.")),
    };
    let is_new = talk.ask(
        "A new game, or load a previous one? new or load",
        "new",
        new_or_load,
    )?;
    match is_new {
        None => Ok(None),
        Some(true) => Ok(Some(None)),
        Some(false) => which_to_load(storage, talk),
    }
}

fn which_to_load(storage: &Storage, talk: &mut Talk) -> Result<Option<Option<Loaded>>> {
    let going_on = |kept: &storage::Kept| {
        kept.record
            .as_ref()
            .is_ok_and(|record| !record.position().is_over())
    };
    let names: Vec<String> = storage
        .list()?
        .into_iter()
        .filter(going_on)
        .map(|kept| kept.name)
        .collect();
    match names.is_empty() {
        true => talk.say("No unfinished game is kept; you can still name a file.")?,
        false => talk.say(&format!("Unfinished games: {}", names.join(", ")))?,
    }
    let default = names.last().cloned().unwrap_or_else(|| "new".into());
    let understand = |answer: &str| match answer {
        "new" => Ok(None),
        _ => load(answer, storage)
            .map(Some)
            .map_err(|error| format!("{error:#} (or answer new)")),
    };
    Ok(talk.ask("Which game? A name, a file, or new", &default, understand)?)
}

fn load(wanted: &str, storage: &Storage) -> Result<Loaded> {
    if storage::check_name(wanted).is_ok() && storage.exists(wanted) {
        return Ok((storage.load(wanted)?, Some(wanted.to_owned())));
    }
    match as_path(wanted) {
        Some(path) => Ok((storage::read_record(&path)?, None)),
        None => Ok((storage.load(wanted)?, None)),
    }
}

/// A loaded game keeps its players, unless the flags name others.
fn loaded(args: &Args, mut record: Record, name: Option<String>) -> Result<Option<Loaded>> {
    let opponent = opponent_flag(args)?;
    if record.tag(SOUTH_PLAYER).is_none() {
        record.set_tag(SOUTH_PLAYER, HUMAN);
    }
    if let Some(opponent) = opponent {
        record.set_tag(NORTH_PLAYER, &opponent);
    } else if record.tag(NORTH_PLAYER).is_none() {
        record.set_tag(NORTH_PLAYER, DEFAULT_OPPONENT);
    }
    for tag in [SOUTH_PLAYER, NORTH_PLAYER] {
        let player = record.tag(tag).unwrap_or(HUMAN);
        if player != HUMAN {
            players::parse(player).with_context(|| format!("the tag {tag} of the record"))?;
        }
    }
    set_seed(args, &mut record);
    Ok(Some((record, name)))
}

fn opponent_flag(args: &Args) -> Result<Option<String>> {
    if args.two_players {
        return Ok(Some(HUMAN.to_owned()));
    }
    if let Some(name) = &args.opponent {
        players::parse(name)?;
    }
    Ok(args.opponent.clone())
}

fn new_game(args: &Args, asking: bool, talk: &mut Talk) -> Result<Option<Loaded>> {
    let mut questions = Questions {
        asking,
        talk,
        ended: false,
    };
    args.rules.rules()?;
    let opponent = match opponent_flag(args)? {
        Some(opponent) => opponent,
        None => questions.opponent()?,
    };
    let mut rules = args.rules.clone();
    questions.rules(&mut rules)?;
    let first = match args.first {
        Some(first) => first,
        None => questions.first(&opponent)?,
    };
    if questions.ended {
        return Ok(None);
    }
    let mut record = Record::new(Position::start(rules.rules()?, first.side()));
    record.set_tag(SOUTH_PLAYER, HUMAN);
    record.set_tag(NORTH_PLAYER, &opponent);
    set_seed(args, &mut record);
    Ok(Some((record, None)))
}

fn set_seed(args: &Args, record: &mut Record) {
    if let Some(seed) = args.seed {
        record.set_tag(SEED, &seed.to_string());
    }
}

/// Asks for what is not settled yet; once the input has ended, everything is its default.
struct Questions<'a, 'b> {
    asking: bool,
    talk: &'a mut Talk<'b>,
    ended: bool,
}

impl Questions<'_, '_> {
    fn ask<T>(
        &mut self,
        question: &str,
        default: &str,
        understand: impl Fn(&str) -> Result<T, String>,
    ) -> Result<T> {
        if self.asking && !self.ended {
            if let Some(value) = self.talk.ask(question, default, &understand)? {
                return Ok(value);
            }
            self.ended = true;
        }
        understand(default).map_err(anyhow::Error::msg)
    }

    fn opponent(&mut self) -> Result<String> {
        let understand = |answer: &str| {
            match answer.to_lowercase().as_str() {
            "two" | "two players" => Ok(HUMAN.to_owned()),
            "0" => Ok("easy".to_owned()),
            "1" => Ok("medium".to_owned()),
            "2" => Ok("hard".to_owned()),
            name => players::parse(name).map(|_| name.to_owned()).map_err(|_| {
                format!("There is no player '{answer}'. Answer easy, medium, hard, random, mirror, reference, opportunist, deep-purple, alpha-beta:DEPTH, or two for two people.")
            }),
        }
        };
        self.ask(
            "Your opponent? easy, medium, hard, deep-purple, ... or two",
            DEFAULT_OPPONENT,
            understand,
        )
    }

    fn rules(&mut self, rules: &mut RuleArgs) -> Result<()> {
        if rules.rules.is_none() && rules.capture.is_none() {
            let understand = |answer: &str| {
                match answer.to_lowercase().as_str() {
                "steal" | "yes" | "1" => Ok(Capture::Always),
                "no steal" | "no" | "0" => Ok(Capture::Off),
                rule => rule.parse().map_err(|_| {
                    format!("'{answer}' is no capture rule. Answer opposite (steal when seeds lie opposite), always (steal the last seed alone too) or off (no steal).")
                }),
            }
            };
            let question = "Steal seeds? always (or yes), opposite, or off (or no)";
            rules.capture = Some(self.ask(question, "opposite", understand)?);
        }
        if rules.seeds.is_none() {
            let understand = |answer: &str| match answer.parse() {
                Ok(seeds @ 1..=12) => Ok(seeds),
                _ => Err(format!("'{answer}' is no number from 1 to 12.")),
            };
            rules.seeds = Some(self.ask("How many seeds a pit? 1 to 12", "4", understand)?);
        }
        Ok(())
    }

    fn first(&mut self, opponent: &str) -> Result<First> {
        let understand = |answer: &str| match answer.to_lowercase().as_str() {
            "you" | "me" | "i" | "human" | "yes" | "south" => Ok(First::Human),
            "computer" | "no" | "north" => Ok(First::Computer),
            _ => Err(format!("'{answer}' is nobody here. Answer yes or no.")),
        };
        let question = match opponent {
            HUMAN => "Does south start? yes or no",
            _ => "Do you start? yes or no",
        };
        self.ask(question, "yes", understand)
    }
}

/// Who sits where, by the record's tags.
pub fn seat(record: &Record, side: Side) -> &str {
    let tag = match side {
        Side::South => SOUTH_PLAYER,
        Side::North => NORTH_PLAYER,
    };
    record.tag(tag).unwrap_or(HUMAN)
}
