//! The game itself: turns, commands, keeping the record.

use std::io;
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};
use engine::lots::Lots;
use engine::player::{Player, Resources};
use kalah::{BySide, Pit, Record, Side};
use texts::judging;

use super::adviser::{Advice, Adviser};
use super::command::Command;
use super::keeper::Keeper;
use super::setup::{Plan, seat, stamp};
use super::talk::{Talk, is_quit, yes_or_no};
use super::thinking::Thinking;
use crate::board;
use crate::players;
use crate::screen;
use crate::storage::{HUMAN, Storage};
use crate::wording::{self, People, Person, words};

/// A game being played.
pub struct Game {
    record: Record,
    /// Moves taken back, the next to be made again last.
    undone: Vec<Pit>,
    /// South's player and north's; `None` is a person.
    players: [Option<Box<dyn Player>>; 2],
    people: People,
    keeper: Keeper,
    ask_to_save: bool,
    adviser: Adviser,
    /// What to say when Ctrl-C ends the program.
    farewell: Arc<Mutex<String>>,
}

/// What follows a turn.
enum Next {
    Turn,
    Leave,
}

impl Game {
    pub fn new(plan: Plan, storage: Storage, resources: &Resources) -> Result<Game> {
        let mut record = plan.record;
        let seed = stamp(&mut record);
        let mut players = [None, None];
        for side in Side::BOTH {
            let name = seat(&record, side);
            if name != HUMAN {
                let lots = Lots::child(seed, record.moves().len() as u64);
                players[side.index()] = Some(players::parse(name)?.player(lots, resources));
            }
        }
        let people = people(&record);
        let farewell = Arc::new(Mutex::new(String::new()));
        let game = Game {
            record,
            undone: Vec::new(),
            players,
            people,
            keeper: Keeper::new(storage, plan.claim),
            ask_to_save: plan.ask_to_save,
            adviser: Adviser::new(resources.library.clone()),
            farewell,
        };
        game.update_farewell();
        Ok(game)
    }

    /// Plays to the end, or until the person leaves.
    pub fn play(mut self, talk: &mut Talk) -> Result<()> {
        self.leave_cleanly_on_interrupt()?;
        self.draw(talk)?;
        while !self.record.position().is_over() && self.record.resigned.is_none() {
            let side = self.record.position().to_move();
            let next = match self.players[side.index()].is_some() {
                true => self.computer_turn(side, talk)?,
                false => self.human_turn(side, talk)?,
            };
            if let Next::Leave = next {
                talk.say(&self.keeper.farewell())?;
                return Ok(());
            }
        }
        self.tell_result(talk)
    }

    fn computer_turn(&mut self, side: Side, talk: &mut Talk) -> Result<Next> {
        // The person's own move is to be seen while the computer looks for its own.
        talk.flush()?;
        let thinking = self.thinking(side);
        let player = self.players[side.index()]
            .as_mut()
            .expect("a computer's turn has a player");
        let pit = player
            .choose(&self.record)
            .with_context(|| seat(&self.record, side).to_owned())?;
        drop(thinking);
        self.make_move(pit, talk)?;
        Ok(Next::Turn)
    }

    /// On a terminal, words about a player who takes long.
    fn thinking(&self, side: Side) -> Option<Thinking> {
        let name = self.people.on(side).name(wording::texts());
        let told = words!("play.thinking", name = name);
        Thinking::on_terminal(texts::wording::capitalised(&told))
    }

    fn human_turn(&mut self, side: Side, talk: &mut Talk) -> Result<Next> {
        let pits = self.record.position().rules().pits();
        let prompt = match self.people.on(side) {
            Person::You => words!("play.your-turn", pits = pits),
            person => {
                let name = person.name(wording::texts());
                texts::wording::capitalised(&words!("play.their-turn", name = name, pits = pits))
            }
        };
        let prompt = talk.paint.accent(&prompt);
        let Some(line) = talk.hear(&format!("{prompt} "))? else {
            return Ok(Next::Leave);
        };
        let next = match Command::parse(&line) {
            Ok(Command::Quit) => return Ok(Next::Leave),
            Ok(Command::Pit(number)) => self.sow(number, talk)?,
            Ok(command) => self.obey(command, side, talk)?.map(|()| Next::Turn),
            Err(problem) => Err(problem),
        };
        match next {
            Ok(next) => Ok(next),
            Err(problem) => {
                talk.complain(&problem)?;
                Ok(Next::Turn)
            }
        }
    }

    /// The person's move; the inner error is a sentence for them.
    fn sow(&mut self, number: usize, talk: &mut Talk) -> Result<Result<Next, String>> {
        let pit = match self.record.position().legal(number) {
            Ok(pit) => pit,
            Err(error) => return Ok(Err(wording::illegal(&error))),
        };
        self.undone.clear();
        self.make_move(pit, talk)?;
        self.offer_to_save(talk).map(Ok)
    }

    /// Does what was typed; the inner error is a sentence for the person.
    fn obey(
        &mut self,
        command: Command,
        side: Side,
        talk: &mut Talk,
    ) -> Result<Result<(), String>> {
        match command {
            Command::Undo => return self.undo(talk),
            Command::Redo => return self.redo(talk),
            Command::Hint => self.hint(talk)?,
            Command::Save(name) => return Ok(self.save_as(&name, talk)?),
            Command::History => self.history(talk)?,
            Command::Rules => talk.say(&wording::rules(self.record.position().rules()))?,
            Command::Board => self.draw(talk)?,
            Command::Help => talk.say(&words!("play.help"))?,
            Command::Resign => {
                self.record.resigned = Some(side);
                let problem = self.keep();
                problem.map_or(Ok(()), |problem| talk.complain(&problem))?;
            }
            Command::Pit(_) | Command::Quit => {}
        }
        Ok(Ok(()))
    }

    fn make_move(&mut self, pit: Pit, talk: &mut Talk) -> Result<()> {
        let sowing = self.record.position().sow(pit)?;
        self.record.push(pit)?;
        // Kept before it is shown: a move somebody has seen is never lost.
        let problem = self.keep();
        talk.say(&format!("\n{}", wording::sowing(&sowing, &self.people)))?;
        self.draw(talk)?;
        problem.map_or(Ok(()), |problem| talk.complain(&problem))?;
        Ok(())
    }

    /// Takes moves back to the last one a person made, that one included.
    fn undo(&mut self, talk: &mut Talk) -> Result<Result<(), String>> {
        let movers: Vec<Side> = self.record.sowings().map(|sowing| sowing.mover).collect();
        let Some(last) = movers
            .iter()
            .rposition(|mover| self.players[mover.index()].is_none())
        else {
            return Ok(Err(words!("play.nothing-to-undo")));
        };
        while self.record.moves().len() > last {
            self.undone.extend(self.record.pop());
        }
        let problem = self.keep();
        self.draw(talk)?;
        Ok(problem.map_or(Ok(()), Err))
    }

    /// Makes the moves taken back again, up to the next turn of a person.
    fn redo(&mut self, talk: &mut Talk) -> Result<Result<(), String>> {
        if self.undone.is_empty() {
            return Ok(Err(words!("play.nothing-to-redo")));
        }
        while let Some(pit) = self.undone.pop() {
            self.make_move(pit, talk)?;
            let position = self.record.position();
            if position.is_over() || self.players[position.to_move().index()].is_none() {
                break;
            }
        }
        Ok(Ok(()))
    }

    fn hint(&mut self, talk: &mut Talk) -> Result<()> {
        talk.flush()?;
        let thinking = Thinking::on_terminal(words!("play.looking"));
        let advice = self.adviser.advise(self.record.position())?;
        drop(thinking);
        let sowing = self.record.position().sow(advice.pit)?;
        let told = wording::sowing(&sowing, &self.people);
        let why = reason(&advice);
        let pit = advice.pit.to_string();
        talk.say(&words!("play.hint", pit = pit, told = told, why = why))?;
        Ok(())
    }

    fn history(&mut self, talk: &mut Talk) -> Result<()> {
        if self.record.moves().is_empty() {
            talk.say(&words!("play.no-moves"))?;
            return Ok(());
        }
        let text = self.record.to_text();
        let (_, moves) = text.split_once("\n\n").unwrap_or_default();
        talk.say(moves.trim_end().trim_end_matches('*').trim_end())?;
        Ok(())
    }

    fn save_as(&mut self, name: &str, talk: &mut Talk) -> io::Result<Result<(), String>> {
        let saved = self.keeper.save_as(name, &self.record);
        self.update_farewell();
        match saved {
            Ok(words) => talk.say(&words).map(Ok),
            Err(problem) => Ok(Err(problem)),
        }
    }

    /// Asks whether to save, if that is wished for. The question can be left, and switched off.
    fn offer_to_save(&mut self, talk: &mut Talk) -> Result<Next> {
        if !self.ask_to_save || self.record.position().is_over() {
            return Ok(Next::Turn);
        }
        let understand = |answer: &str| match answer.to_lowercase().as_str() {
            "never" => Ok(None),
            _ => yes_or_no(answer).map(Some),
        };
        match talk.ask(&words!("play.ask-save"), "no", understand)? {
            None => return Ok(Next::Leave),
            Some(Some(false)) => return Ok(Next::Turn),
            Some(None) => {
                self.ask_to_save = false;
                return Ok(Next::Turn);
            }
            Some(Some(true)) => {}
        }
        loop {
            let default = self.keeper.suggestion();
            let prompt = talk.prompt(&words!("play.ask-name"), &default);
            let Some(answer) = talk.hear(&prompt)?.filter(|answer| !is_quit(answer)) else {
                return Ok(Next::Leave);
            };
            let name = if answer.is_empty() { default } else { answer };
            match self.save_as(&name, talk)? {
                Ok(()) => return Ok(Next::Turn),
                Err(problem) => talk.complain(&problem)?,
            }
        }
    }

    /// Keeps the game as it stands. If that is not possible, what to say about it, once; the game goes on.
    fn keep(&mut self) -> Option<String> {
        let problem = self.keeper.keep(&self.record);
        self.update_farewell();
        problem
    }

    fn update_farewell(&self) {
        if let Ok(mut farewell) = self.farewell.lock() {
            *farewell = self.keeper.farewell();
        }
    }

    /// Ctrl-C: every move is on disk already, so saying so is all there is to do.
    fn leave_cleanly_on_interrupt(&self) -> Result<()> {
        const INTERRUPTED: i32 = 130;
        let farewell = Arc::clone(&self.farewell);
        ctrlc::set_handler(move || {
            let words = farewell
                .lock()
                .map(|words| words.clone())
                .unwrap_or_default();
            eprintln!("\n{}", screen::wrap(&words, screen::wrap_width()));
            std::process::exit(INTERRUPTED);
        })?;
        Ok(())
    }

    fn draw(&self, talk: &mut Talk) -> io::Result<()> {
        let [south, north] = Side::BOTH.map(|side| self.label(side));
        let lines = board::lines(self.record.position(), [&south, &north], talk.paint);
        talk.say("")?;
        talk.show(&lines)?;
        talk.say("")
    }

    /// The name at a side of the board: with the player's name where the title alone does not tell it.
    fn label(&self, side: Side) -> String {
        let player = seat(&self.record, side);
        let name = self.people.on(side).name(wording::texts());
        match player != HUMAN && wording::title(player).is_none() {
            true => words!("play.label", name = name, player = player),
            false => name,
        }
    }

    fn tell_result(&self, talk: &mut Talk) -> Result<()> {
        let stores = Side::BOTH.map(|side| self.record.position().store(side));
        let text = match self.record.resigned {
            Some(side) => wording::resigned(side, &self.people),
            None => wording::outcome(stores, &self.people),
        };
        let text = talk.paint.strong(&text);
        talk.say(&text)?;
        if let Some(words) = self.keeper.found_at() {
            talk.say(&words)?;
        }
        Ok(())
    }
}

/// What an advised move is worth, and what the next best one loses.
fn reason(advice: &Advice) -> String {
    let texts = wording::texts();
    let worth = judging::advice(texts, advice.margin, advice.proved);
    match advice.second {
        Some((pit, worse)) => {
            let second = judging::second_best(texts, pit, worse);
            format!("{worth} {second}")
        }
        None => worth,
    }
}

fn people(record: &Record) -> People {
    let computer = |side| Some(seat(record, side)).filter(|&name| name != HUMAN);
    People::seated(wording::texts(), BySide::of(computer))
}
