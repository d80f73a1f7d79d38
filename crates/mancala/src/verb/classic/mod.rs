//! `mancala classic`: the Python game of the Ain Shams document, with the conversation its screenshots show.
//!
//! `wording` holds its texts and its board, `saved` its save files. docs/classic.md says what is exact and what was decided.

mod saved;
mod wording;

use std::fmt;

use anyhow::{Context, Result};
use engine::player::AinShams;
use kalah::record::ain_shams::AinShamsSave;
use kalah::{House, Pit, Position, Preset, Side};

use super::play::talk::Talk;
use crate::paint::Paint;
use crate::prompt::{Piped, Prompt};
use crate::ui::{Answer, Ui};

/// The user's side and the AI's.
const USER: Side = Side::South;
const AI: Side = Side::North;

#[derive(Debug, clap::Args)]
pub struct Args {}

pub fn run(_args: &Args, ui: &mut Ui) -> Result<Answer> {
    let input = Prompt::stdin(Piped::Echo);
    let mut talk = Talk::new(input, &mut ui.out, Paint::new(false));
    match play(&mut talk) {
        Err(error) if error.is::<InputEnded>() => Ok(Answer::Yes),
        played => played.map(|()| Answer::Yes),
    }
}

/// The input ended in the middle of the conversation. That ends the game, and is not a mistake.
#[derive(Debug)]
struct InputEnded;

impl fmt::Display for InputEnded {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad("the input has ended")
    }
}

impl std::error::Error for InputEnded {}

/// The document's state tuple and settings.
struct Game {
    position: Position,
    /// The last stone of the last move fell into the mover's mancala.
    another_turn: bool,
    levels: u32,
    asks_to_save: bool,
}

fn play(talk: &mut Talk) -> Result<()> {
    talk.say(wording::WELCOME)?;
    talk.say("")?;
    let mut game = begin(talk)?;
    talk.say(&wording::board(&game.position))?;
    while !game.position.is_over() {
        talk.say(&wording::turn(game.position.to_move()))?;
        let pit = match game.position.to_move() {
            USER => ask_bin(talk, &game.position)?,
            AI => game.answer(talk)?,
        };
        game.make_a_move(pit)?;
        talk.say(&wording::board(&game.position))?;
        if game.asks_to_save {
            ask_to_save(talk, &game)?;
        }
    }
    talk.say(&wording::finished(&game.position))?;
    Ok(())
}

impl Game {
    /// The AI's move.
    fn answer(&self, talk: &mut Talk) -> Result<Pit> {
        talk.flush()?;
        AinShams::new(self.levels)
            .answer(&self.position, self.another_turn)
            .context("the AI has no move")
    }

    fn make_a_move(&mut self, pit: Pit) -> Result<()> {
        let mover = self.position.to_move();
        let step = self.position.step(pit)?;
        self.another_turn = step.last == House::Store { side: mover };
        self.position = step.after;
        Ok(())
    }

    fn save(&self) -> Result<AinShamsSave> {
        let Game {
            position,
            another_turn,
            levels,
            ..
        } = self;
        Ok(AinShamsSave::new(position, *another_turn, *levels)?)
    }
}

/// Asks what to play.
fn begin(talk: &mut Talk) -> Result<Game> {
    loop {
        if ask(talk, wording::NEW_OR_LOAD, wording::ONE_OR_ZERO)? == 1 {
            return new_game(talk);
        }
        if let Some(game) = load_game(talk)? {
            return Ok(game);
        }
    }
}

fn new_game(talk: &mut Talk) -> Result<Game> {
    let difficulty = ask(talk, wording::DIFFICULTY, wording::DIFFICULTIES)?;
    let preset = match ask(talk, wording::STEAL, wording::ONE_OR_ZERO)? {
        1 => Preset::AinShamsSteal,
        _ => Preset::AinShamsNoSteal,
    };
    let first = match ask(talk, wording::START, wording::YES_OR_NO)? {
        0 => USER,
        _ => AI,
    };
    Ok(Game {
        position: Position::start(preset.rules(), first),
        another_turn: false,
        levels: AinShams::LEVELS[difficulty],
        asks_to_save: ask(talk, wording::ASK_TO_SAVE, wording::YES_OR_NO)? == 0,
    })
}

/// Asks for a save file until there is one; an empty answer leads back to the first question.
fn load_game(talk: &mut Talk) -> Result<Option<Game>> {
    loop {
        talk.say(wording::LOAD)?;
        let name = hear(talk, "")?;
        if name.is_empty() {
            return Ok(None);
        }
        match saved::load(&name) {
            Ok((save, position)) => {
                talk.say(wording::LOADED)?;
                return Ok(Some(Game {
                    position,
                    another_turn: save.another_turn,
                    levels: save.max_levels,
                    asks_to_save: ask(talk, wording::ASK_TO_SAVE, wording::YES_OR_NO)? == 0,
                }));
            }
            Err(error) => talk.say(&wording::not_loaded(&error))?,
        }
    }
}

/// Asks a question with a few answers until it gets one of them; returns its index.
fn ask(talk: &mut Talk, question: &str, answers: &[&str]) -> Result<usize> {
    loop {
        talk.say(question)?;
        let answer = hear(talk, "")?;
        let chosen = answers
            .iter()
            .position(|known| answer.eq_ignore_ascii_case(known));
        match chosen {
            Some(chosen) => return Ok(chosen),
            None => talk.say(&wording::not_an_answer(&answer, answers))?,
        }
    }
}

fn ask_bin(talk: &mut Talk, position: &Position) -> Result<Pit> {
    talk.say("")?;
    loop {
        let answer = hear(talk, wording::BIN)?;
        match answer.parse::<usize>().map(|number| position.legal(number)) {
            Ok(Ok(pit)) => return Ok(pit),
            _ => talk.say(&wording::no_such_bin(&answer, position))?,
        }
    }
}

/// Asks whether to save, and saves. A save that fails is explained, and the question is asked again.
fn ask_to_save(talk: &mut Talk, game: &Game) -> Result<()> {
    talk.say("")?;
    loop {
        if ask(talk, wording::SAVE, wording::ONE_OR_ZERO)? == 0 {
            if !game.position.is_over() {
                talk.say(&wording::banner(wording::CONTINUE))?;
            }
            return Ok(());
        }
        let name = hear(talk, wording::SAVE_NAME)?;
        match saved::save(&name, &game.save()?) {
            Ok(()) => {
                talk.say(&wording::banner(wording::SAVED))?;
                return Ok(());
            }
            Err(error) => talk.say(&wording::not_saved(&error))?,
        }
    }
}

fn hear(talk: &mut Talk, prompt: &str) -> Result<String> {
    talk.hear(prompt)?.ok_or_else(|| InputEnded.into())
}
