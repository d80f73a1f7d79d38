//! The game itself: turns, commands, keeping the record.

use std::io;
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};
use engine::lots::Lots;
use engine::player::{Pace, Player, Resources, Searcher};
use kalah::{Pit, Record, Side};

use super::command::{Command, HELP};
use super::setup::{Plan, seat};
use super::talk::{Talk, yes_or_no};
use crate::board;
use crate::players;
use crate::storage::{self, HUMAN, SEED, Storage};
use crate::wording::{self, People, Person};

/// How many positions a hint looks at: under a second, and the same hint every time.
const HINT_PACE: Pace = Pace::Nodes(500_000);

/// A game being played.
pub struct Game {
    record: Record,
    /// Moves taken back, the next to be made again last.
    undone: Vec<Pit>,
    /// South's player and north's; `None` is a person.
    players: [Option<Box<dyn Player>>; 2],
    people: People,
    storage: Storage,
    /// The name the game is kept under, once it is kept.
    name: Option<String>,
    ask_to_save: bool,
    /// Gives hints, once asked for one.
    adviser: Option<Searcher>,
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
        let seed = record
            .tag(SEED)
            .and_then(|seed| seed.parse().ok())
            .unwrap_or_else(seed_of_now);
        record.set_tag(SEED, &seed.to_string());
        let mut players = [None, None];
        for side in Side::BOTH {
            let name = seat(&record, side);
            if name != HUMAN {
                let lots = Lots::child(seed, record.moves().len() as u64);
                players[side.index()] = Some(players::parse(name)?.player(lots, resources));
            }
        }
        let people = people(&record);
        for side in Side::BOTH {
            if record.players[side.index()].is_empty() {
                record.players[side.index()] = seat(&record, side).to_owned();
            }
        }
        if record.date.is_empty() {
            record.date = jiff::Zoned::now().date().to_string();
        }
        let farewell = Arc::new(Mutex::new(String::new()));
        let game = Game {
            record,
            undone: Vec::new(),
            players,
            people,
            storage,
            name: plan.name,
            ask_to_save: plan.ask_to_save,
            adviser: None,
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
                talk.say(&self.kept_words())?;
                return Ok(());
            }
        }
        self.tell_result(talk)
    }

    fn computer_turn(&mut self, side: Side, talk: &mut Talk) -> Result<Next> {
        let player = self.players[side.index()]
            .as_mut()
            .expect("a computer's turn has a player");
        let pit = player
            .choose(&self.record)
            .with_context(|| seat(&self.record, side).to_owned())?;
        self.make_move(pit, talk)?;
        Ok(Next::Turn)
    }

    fn human_turn(&mut self, side: Side, talk: &mut Talk) -> Result<Next> {
        let pits = self.record.position().rules().pits();
        let whose = wording::turn(side, &self.people);
        let prompt = talk
            .paint
            .accent(&format!("{whose} (1 to {pits}, or help): "));
        let Some(line) = talk.hear(&prompt)? else {
            return Ok(Next::Leave);
        };
        let outcome = match Command::parse(&line) {
            Ok(Command::Quit) => return Ok(Next::Leave),
            Ok(command) => self.obey(command, side, talk)?,
            Err(problem) => Err(problem),
        };
        if let Err(problem) = outcome {
            let text = talk.paint.bad(&problem);
            talk.say(&text)?;
        }
        Ok(Next::Turn)
    }

    /// Does what was typed; the inner error is a sentence for the person.
    fn obey(
        &mut self,
        command: Command,
        side: Side,
        talk: &mut Talk,
    ) -> Result<Result<(), String>> {
        match command {
            Command::Pit(number) => match self.record.position().legal(number) {
                Ok(pit) => {
                    self.undone.clear();
                    self.make_move(pit, talk)?;
                    return self.offer_to_save(talk).map(Ok);
                }
                Err(error) => return Ok(Err(wording::illegal(&error, &self.people))),
            },
            Command::Undo => return self.undo(talk),
            Command::Redo => return self.redo(talk),
            Command::Hint => self.hint(talk)?,
            Command::Save(name) => return self.save_as(&name, talk),
            Command::History => self.history(talk)?,
            Command::Rules => talk.say(&wording::rules(self.record.position().rules()))?,
            Command::Board => self.draw(talk)?,
            Command::Help => talk.say(HELP)?,
            Command::Resign => {
                self.record.resigned = Some(side);
                self.keep()?;
            }
            Command::Quit => {}
        }
        Ok(Ok(()))
    }

    fn make_move(&mut self, pit: Pit, talk: &mut Talk) -> Result<()> {
        let sowing = self.record.position().sow(pit)?;
        self.record.push(pit)?;
        self.keep()?;
        talk.say(&format!("\n{}", wording::sowing(&sowing, &self.people)))?;
        self.draw(talk)?;
        Ok(())
    }

    /// Takes moves back to the last one a person made, that one included.
    fn undo(&mut self, talk: &mut Talk) -> Result<Result<(), String>> {
        let movers: Vec<Side> = self.record.sowings().map(|sowing| sowing.mover).collect();
        let Some(last) = movers
            .iter()
            .rposition(|mover| self.players[mover.index()].is_none())
        else {
            return Ok(Err("There is no move of yours to take back.".into()));
        };
        while self.record.moves().len() > last {
            self.undone.extend(self.record.pop());
        }
        self.keep()?;
        self.draw(talk)?;
        Ok(Ok(()))
    }

    /// Makes the moves taken back again, up to the next turn of a person.
    fn redo(&mut self, talk: &mut Talk) -> Result<Result<(), String>> {
        if self.undone.is_empty() {
            return Ok(Err("There is no move to make again.".into()));
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
        let adviser = || Searcher::with_book(HINT_PACE, Resources::default());
        let pit = self
            .adviser
            .get_or_insert_with(adviser)
            .choose(&self.record)?;
        let sowing = self.record.position().sow(pit)?;
        let text = format!(
            "Hint: pit {pit}. {}",
            wording::sowing(&sowing, &self.people)
        );
        talk.say(&text)?;
        Ok(())
    }

    fn history(&mut self, talk: &mut Talk) -> Result<()> {
        if self.record.moves().is_empty() {
            talk.say("No move has been made yet.")?;
            return Ok(());
        }
        let text = self.record.to_text();
        let (_, moves) = text.split_once("\n\n").unwrap_or_default();
        talk.say(moves.trim_end().trim_end_matches('*').trim_end())?;
        Ok(())
    }

    /// From now on the game is kept under this name.
    fn save_as(&mut self, name: &str, talk: &mut Talk) -> Result<Result<(), String>> {
        if let Err(problem) = storage::check_name(name) {
            return Ok(Err(sentence(&problem.to_string())));
        }
        let same = self.name.as_deref() == Some(name);
        if !same && self.storage.exists(name) {
            return Ok(Err(format!(
                "There is another game called '{name}' already; choose another name."
            )));
        }
        self.storage.save(name, &self.record)?;
        if let Some(old) = self.name.replace(name.to_owned()).filter(|old| old != name) {
            self.storage.delete(&old)?;
        }
        self.update_farewell();
        talk.say(&format!("Game saved as '{name}'."))?;
        Ok(Ok(()))
    }

    fn offer_to_save(&mut self, talk: &mut Talk) -> Result<()> {
        if !self.ask_to_save || self.record.position().is_over() {
            return Ok(());
        }
        if talk.ask("Save the game? yes or no", "no", yes_or_no)? != Some(true) {
            return Ok(());
        }
        loop {
            let default = self
                .name
                .clone()
                .unwrap_or_else(|| self.storage.free_name());
            let understand = |name: &str| Ok::<_, String>(name.to_owned());
            let Some(name) = talk.ask("Under which name?", &default, understand)? else {
                return Ok(());
            };
            match self.save_as(&name, talk)? {
                Ok(()) => return Ok(()),
                Err(problem) => talk.say(&problem)?,
            }
        }
    }

    /// Keeps the game as it stands. A game without a move is not worth keeping, unless it was kept before.
    fn keep(&mut self) -> Result<()> {
        if self.name.is_none() && self.record.moves().is_empty() && self.record.resigned.is_none() {
            return Ok(());
        }
        let name = self.name.get_or_insert_with(|| self.storage.free_name());
        self.storage.save(name, &self.record)?;
        self.update_farewell();
        Ok(())
    }

    fn kept_words(&self) -> String {
        match &self.name {
            Some(name) => {
                format!("The game is kept as '{name}'. Go on with: mancala play --load \"{name}\"")
            }
            None => "Good bye.".into(),
        }
    }

    fn update_farewell(&self) {
        if let Ok(mut farewell) = self.farewell.lock() {
            *farewell = self.kept_words();
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
            eprintln!("\n{words}");
            std::process::exit(INTERRUPTED);
        })?;
        Ok(())
    }

    fn draw(&self, talk: &mut Talk) -> io::Result<()> {
        let [south, north] = Side::BOTH.map(|side| self.label(side));
        let lines = board::lines(self.record.position(), [&south, &north], talk.paint);
        talk.say(&format!("\n{}\n", lines.join("\n")))
    }

    /// The name at a side of the board: with the player's name where the title alone does not tell it.
    fn label(&self, side: Side) -> String {
        let (title, player) = (self.people.on(side).name(), seat(&self.record, side));
        match title {
            "the computer" => format!("the computer ({player})"),
            _ => title.to_owned(),
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
        if let Some(name) = &self.name {
            talk.say(&format!(
                "The game is kept as '{name}'; see it with: mancala games show \"{name}\""
            ))?;
        }
        Ok(())
    }
}

fn people(record: &Record) -> People {
    let humans = Side::BOTH.map(|side| seat(record, side) == HUMAN);
    if humans == [true, true] {
        return People::sides();
    }
    let person = |side| match seat(record, side) {
        HUMAN => Person::You,
        player => Person::Named(players::title(player).to_owned()),
    };
    People(Side::BOTH.map(person))
}

/// A message as a sentence of its own.
fn sentence(message: &str) -> String {
    let mut chars = message.chars();
    let first: String = chars
        .next()
        .map(|c| c.to_uppercase().collect())
        .unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}

/// A seed nobody chose.
fn seed_of_now() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |passed| passed.as_nanos() as u64)
}
