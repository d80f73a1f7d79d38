//! The game itself: turns, commands, saving the record.

use std::io;
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};
use engine::Library;
use engine::player::{Player, Resources};
use engine::rng::Rng;
use kalah::{Position, Side, Sowing};
use play::{Hinting, seat};

use super::command::Command;
use super::keeper::Keeper;
use super::setup::{Plan, stamp};
use super::talk::{Talk, is_quit, yes_or_no};
use super::thinking::Thinking;
use crate::board;
use crate::players;
use crate::screen;
use crate::storage::Storage;
use crate::wording::{self, People, Person, words};

/// A game being played.
pub struct PlayedGame {
    game: play::Game,
    /// South's player and north's; `None` is a person.
    players: [Option<Box<dyn Player>>; 2],
    people: People,
    keeper: Keeper,
    ask_to_save: bool,
    library: Library,
    /// The message when Ctrl-C ends the program.
    farewell: Arc<Mutex<String>>,
}

/// What happens after a turn.
enum Next {
    Turn,
    Leave,
}

impl PlayedGame {
    pub fn new(plan: Plan, storage: Storage, resources: &Resources) -> Result<PlayedGame> {
        let mut record = plan.record;
        let seed = stamp(&mut record);
        let mut players = [None, None];
        for side in Side::BOTH {
            let seat = seat::of(&record, side);
            if let Some(name) = seat.player() {
                let rng = Rng::child(seed, record.moves().len() as u64);
                players[side.index()] = Some(players::parse(name)?.player(rng, resources));
            }
        }
        let game = play::Game::new(record);
        let people = seat::people(game.whole(), game.seats(), wording::texts());
        let farewell = Arc::new(Mutex::new(String::new()));
        let game = PlayedGame {
            game,
            players,
            people,
            keeper: Keeper::new(storage, plan.claim),
            ask_to_save: plan.ask_to_save,
            library: resources.library.clone(),
            farewell,
        };
        game.update_farewell();
        Ok(game)
    }

    /// Plays to the end, or until the person leaves.
    pub fn play(mut self, talk: &mut Talk) -> Result<()> {
        self.leave_cleanly_on_interrupt()?;
        self.draw(talk)?;
        while let Some(side) = self.game.turn() {
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
        // The person's own move must be visible while the computer looks for its own.
        talk.flush()?;
        let thinking = self.thinking(side);
        let player = self.players[side.index()]
            .as_mut()
            .expect("a computer's turn has a player");
        let pit = player
            .choose(&self.game.record())
            .with_context(|| self.game.seats()[side].to_string())?;
        drop(thinking);
        let sowing = self.game.play(pit)?;
        self.show_move(&sowing, talk)?;
        Ok(Next::Turn)
    }

    /// On a terminal, a message about a player who takes long.
    fn thinking(&self, side: Side) -> Option<Thinking> {
        let name = self.people.on(side).name(wording::texts());
        let told = words!("play.thinking", name = name);
        Thinking::on_terminal(texts::wording::capitalised(&told))
    }

    fn human_turn(&mut self, side: Side, talk: &mut Talk) -> Result<Next> {
        let pits = self.game.position().rules().pits();
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
        let pit = self.game.position().legal(number);
        let sowing = match pit.and_then(|pit| self.game.play(pit)) {
            Ok(sowing) => sowing,
            Err(error) => return Ok(Err(wording::illegal(&error))),
        };
        self.show_move(&sowing, talk)?;
        self.offer_to_save(talk).map(Ok)
    }

    /// Executes the typed command; the inner error is a sentence for the person.
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
            Command::Rules => talk.say(&wording::rules(self.game.position().rules()))?,
            Command::Board => self.draw(talk)?,
            Command::Help => talk.say(&words!("play.help"))?,
            Command::Resign => {
                self.game.resign(side);
                let problem = self.keep();
                problem.map_or(Ok(()), |problem| talk.complain(&problem))?;
            }
            Command::Pit(_) | Command::Quit => {}
        }
        Ok(Ok(()))
    }

    /// Shows a move that has been made.
    fn show_move(&mut self, sowing: &Sowing, talk: &mut Talk) -> Result<()> {
        // Saved before it is shown: a move that has been seen is never lost.
        let problem = self.keep();
        talk.say(&format!("\n{}", wording::sowing(sowing, &self.people)))?;
        self.show_board(&sowing.after, talk)?;
        problem.map_or(Ok(()), |problem| talk.complain(&problem))?;
        Ok(())
    }

    /// Takes moves back up to and including the last one a person made.
    fn undo(&mut self, talk: &mut Talk) -> Result<Result<(), String>> {
        if !self.game.undo() {
            return Ok(Err(words!("play.nothing-to-undo")));
        }
        let problem = self.keep();
        self.draw(talk)?;
        Ok(problem.map_or(Ok(()), Err))
    }

    /// Makes moves again, up to the next turn of a person.
    fn redo(&mut self, talk: &mut Talk) -> Result<Result<(), String>> {
        let made = self.game.redo();
        if made.is_empty() {
            return Ok(Err(words!("play.nothing-to-redo")));
        }
        for sowing in &made {
            self.show_move(sowing, talk)?;
        }
        Ok(Ok(()))
    }

    fn hint(&mut self, talk: &mut Talk) -> Result<()> {
        talk.flush()?;
        let thinking = Thinking::on_terminal(words!("play.looking"));
        let hint = Hinting::finished(&self.game.position(), &self.library)?;
        drop(thinking);
        if let Some(hint) = hint {
            talk.say(&hint.sentence(wording::texts(), &self.people))?;
        }
        Ok(())
    }

    fn history(&mut self, talk: &mut Talk) -> Result<()> {
        if self.game.moves().is_empty() {
            talk.say(&words!("play.no-moves"))?;
            return Ok(());
        }
        let text = self.game.record().to_text();
        let (_, moves) = text.split_once("\n\n").unwrap_or_default();
        talk.say(moves.trim_end().trim_end_matches('*').trim_end())?;
        Ok(())
    }

    fn save_as(&mut self, name: &str, talk: &mut Talk) -> io::Result<Result<(), String>> {
        let saved = self.keeper.save_as(name, &self.game.record());
        self.update_farewell();
        match saved {
            Ok(words) => talk.say(&words).map(Ok),
            Err(problem) => Ok(Err(problem)),
        }
    }

    /// Asks whether to save, if that option is on. The question can be left, and switched off.
    fn offer_to_save(&mut self, talk: &mut Talk) -> Result<Next> {
        if !self.ask_to_save || self.game.is_over() {
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

    /// Saves the game as it stands. If that is not possible, returns a message about it, once; the game continues.
    fn keep(&mut self) -> Option<String> {
        let problem = self.keeper.keep(&self.game.record());
        self.update_farewell();
        problem
    }

    fn update_farewell(&self) {
        if let Ok(mut farewell) = self.farewell.lock() {
            *farewell = self.keeper.farewell();
        }
    }

    /// Ctrl-C: every move is on disk already, so a message is enough.
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
        self.show_board(&self.game.position(), talk)
    }

    fn show_board(&self, position: &Position, talk: &mut Talk) -> io::Result<()> {
        let [south, north] = self.labels();
        let lines = board::lines(position, [&south, &north], talk.paint);
        talk.say("")?;
        talk.show(&lines)?;
        talk.say("")
    }

    /// The names at the sides of the board.
    fn labels(&self) -> [String; 2] {
        let (seats, texts) = (self.game.seats(), wording::texts());
        Side::BOTH.map(|side| seat::label(&seats[side], side, &self.people, texts))
    }

    fn tell_result(&self, talk: &mut Talk) -> Result<()> {
        if let Some(result) = wording::result(self.game.result(), &self.people) {
            talk.say(&talk.paint.strong(&result))?;
        }
        if let Some(words) = self.keeper.found_at() {
            talk.say(&words)?;
        }
        Ok(())
    }
}
