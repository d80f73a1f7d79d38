//! One game: its record, and the ply that is shown.

use engine::player::{AinShams, PlayerSpec};
use kalah::record::GameResult;
use kalah::record::ain_shams::AinShamsSave;
use kalah::{BySide, House, Pit, Position, Record, Rules, Side};
use serde::{Deserialize, Serialize};
use texts::wording::{self, People};
use texts::{Texts, players};

use crate::desk::Desk;
use crate::player::{self, HUMAN};
use crate::reply::{Answer, Failure, Nothing, json, read, reply};
use crate::view::{self, Story};
use crate::{link, read};

/// Tags in which a record remembers who plays, as the terminal writes them.
pub const SOUTH_PLAYER: &str = "SouthPlayer";
pub const NORTH_PLAYER: &str = "NorthPlayer";
/// The seed of the players' lots.
const SEED: &str = "Seed";
/// Who sits opposite a person if nobody is named.
const OPPONENT: &str = "level:3";

/// A game. The moves after the ply shown can be made again until another one is played.
pub struct Game {
    record: Record,
    ply: usize,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct New {
    rules: Option<String>,
    pits: Option<u32>,
    seeds: Option<u32>,
    first: Option<Side>,
    start: Option<String>,
    south: Option<String>,
    north: Option<String>,
    seed: u64,
    date: String,
}

#[derive(Deserialize)]
struct Open {
    text: String,
    seats: Option<BySide<String>>,
    game: Option<usize>,
}

#[derive(Deserialize)]
struct Play {
    pit: usize,
}

#[derive(Deserialize)]
struct GoTo {
    ply: usize,
}

#[derive(Deserialize)]
struct Resign {
    side: Side,
}

#[derive(Deserialize)]
struct Export {
    format: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Move {
    ply: usize,
    side: Side,
    pit: Pit,
    notation: String,
    turn: usize,
    extra_turn: bool,
    captured: u16,
}

#[derive(Serialize)]
struct Ended {
    kind: &'static str,
    winner: Option<Side>,
    stores: BySide<u16>,
    sentence: String,
}

#[derive(Serialize)]
struct Turn {
    side: Side,
    seat: String,
    human: bool,
    sentence: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct State {
    rules: view::Rules,
    seats: BySide<String>,
    names: BySide<String>,
    position: view::Position,
    ply: usize,
    moves: Vec<Move>,
    last: Option<Story>,
    result: Option<Ended>,
    turn: Option<Turn>,
    can_undo: bool,
    can_redo: bool,
    record: String,
    date: String,
}

#[derive(Serialize)]
struct ToChoose {
    seat: String,
    record: String,
    seed: u64,
}

#[derive(Serialize)]
struct Exported {
    text: String,
    file: &'static str,
    r#type: &'static str,
}

#[derive(Serialize)]
struct Links {
    game: String,
    position: String,
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl Game {
    #[must_use]
    pub fn new() -> Game {
        Game {
            record: Record::new(Position::start(Rules::default(), Side::South)),
            ply: 0,
        }
    }

    /// Answers a request.
    pub fn handle(&mut self, desk: &Desk, name: &str, request: &str) -> String {
        reply(self.answer(desk.texts(), name, request))
    }

    fn answer(&mut self, texts: &Texts, name: &str, request: &str) -> Answer {
        match name {
            "turn" => return json(&self.to_choose()),
            "links" => return json(&self.links()),
            "export" => return json(&self.export(&read::<Export>(request)?.format)?),
            "new" => self.begin(read(request)?)?,
            "open" => self.open(read(request)?)?,
            "state" => {
                read::<Nothing>(request)?;
            }
            "play" => self.play(texts, read::<Play>(request)?.pit)?,
            "undo" => self.undo(),
            "redo" => self.redo(),
            "goTo" => self.ply = read::<GoTo>(request)?.ply.min(self.record.moves().len()),
            "resign" => self.resign(read::<Resign>(request)?.side)?,
            "seats" => self.seat(&read::<BySide<String>>(request)?)?,
            _ => return Err(Failure::unknown(name)),
        }
        json(&self.state(texts))
    }

    fn begin(&mut self, new: New) -> Answer<()> {
        let rules = read::rules(new.rules.as_deref(), new.pits, new.seeds)?;
        let start = match new.start {
            Some(text) => read::position(rules, &text)?,
            None => Position::start(rules, new.first.unwrap_or(Side::South)),
        };
        let south = new.south.unwrap_or_else(|| HUMAN.to_owned());
        let north = new.north.unwrap_or_else(|| OPPONENT.to_owned());
        let mut game = Game {
            record: Record::new(start),
            ply: 0,
        };
        game.seat(&BySide::new(south, north))?;
        game.record.set_tag(SEED, &new.seed.to_string());
        game.record.date = new.date;
        *self = game;
        Ok(())
    }

    fn open(&mut self, open: Open) -> Answer<()> {
        let record = read::record(&open.text, open.game.unwrap_or(1))?;
        let ply = record.moves().len();
        let mut game = Game { record, ply };
        match open.seats {
            Some(seats) => game.seat(&seats)?,
            // Players this program does not have, or that cannot play on, are people here.
            None => {
                let kept = game.seats();
                let sits = |side| player::check(&kept[side], game.record.position()).is_ok();
                let human = |side| if sits(side) { &kept[side] } else { HUMAN }.to_owned();
                let seats = BySide::of(human);
                game.tag_seats(&seats);
            }
        }
        *self = game;
        Ok(())
    }

    fn play(&mut self, texts: &Texts, number: usize) -> Answer<()> {
        let shown = self.position();
        let pit = shown.legal(number);
        let pit = pit.map_err(|error| Failure::refused(wording::illegal(texts, &error)))?;
        self.forget_later();
        self.record.push(pit).map_err(Failure::refused)?;
        self.ply += 1;
        Ok(())
    }

    fn undo(&mut self) {
        if self.ply == self.record.moves().len() && self.record.resigned.take().is_some() {
            return;
        }
        if let Some(ply) = self.stop_before() {
            self.ply = ply;
        }
    }

    fn redo(&mut self) {
        let last = self.record.moves().len();
        let mut later = self.ply + 1..=last;
        if let Some(ply) = later.find(|&ply| ply == last || self.is_stop(ply)) {
            self.ply = ply;
        }
    }

    fn resign(&mut self, side: Side) -> Answer<()> {
        if self.position().is_over() {
            return Err(Failure::refused("the game is over"));
        }
        self.forget_later();
        self.record.resigned = Some(side);
        Ok(())
    }

    fn seat(&mut self, seats: &BySide<String>) -> Answer<()> {
        for seat in seats.iter() {
            player::check(seat, &self.position())?;
        }
        self.tag_seats(seats);
        Ok(())
    }

    fn tag_seats(&mut self, seats: &BySide<String>) {
        self.record.set_tag(SOUTH_PLAYER, &seats.south);
        self.record.set_tag(NORTH_PLAYER, &seats.north);
    }

    /// The record without what comes after the ply shown.
    fn forget_later(&mut self) {
        if self.ply < self.record.moves().len() || self.record.resigned.is_some() {
            self.record = self.shown();
        }
    }

    /// The record up to the ply shown.
    fn shown(&self) -> Record {
        let mut record = Record::new(*self.record.start());
        record.players = self.record.players.clone();
        record.date.clone_from(&self.record.date);
        record.tags.clone_from(&self.record.tags);
        for &pit in &self.record.moves()[..self.ply] {
            record.push(pit).expect("a record holds only legal moves");
        }
        record
    }

    fn position_at(&self, ply: usize) -> Position {
        let moves = &self.record.moves()[..ply];
        let start = *self.record.start();
        moves
            .iter()
            .fold(start, |position, &pit| position.step_legal(pit).after)
    }

    fn position(&self) -> Position {
        self.position_at(self.ply)
    }

    fn seats(&self) -> BySide<String> {
        let of = |tag| self.record.tag(tag).unwrap_or(HUMAN).to_owned();
        BySide::new(of(SOUTH_PLAYER), of(NORTH_PLAYER))
    }

    /// Whether taking back stops here: a person is to move, or no person plays.
    fn is_stop(&self, ply: usize) -> bool {
        let seats = self.seats();
        let nobody = seats.iter().all(|seat| seat != HUMAN);
        nobody || seats[self.position_at(ply).to_move()] == HUMAN
    }

    fn stop_before(&self) -> Option<usize> {
        (0..self.ply).rev().find(|&ply| self.is_stop(ply))
    }

    fn to_choose(&self) -> ToChoose {
        let shown = self.shown();
        ToChoose {
            seat: self.seats()[shown.position().to_move()].clone(),
            seed: self
                .record
                .tag(SEED)
                .and_then(|seed| seed.parse().ok())
                .unwrap_or(0),
            record: shown.to_text(),
        }
    }

    fn links(&self) -> Links {
        Links {
            game: link::of_game(&self.record),
            position: link::of_position(&self.position()),
        }
    }

    fn export(&self, format: &str) -> Answer<Exported> {
        let record = &self.record;
        let position = self.position();
        let (text, file, r#type) = match format {
            "record" => (record.to_text(), "game.mancala", "text/plain"),
            "json" => (record.to_json() + "\n", "game.json", "application/json"),
            "classic" => (self.classic()?, "game.json", "application/json"),
            "position" => (format!("{position}\n"), "position.txt", "text/plain"),
            "kgp" => {
                let turned = match position.to_move() {
                    Side::South => position,
                    Side::North => position.mirrored(),
                };
                let text = turned.setup().to_kgp() + "\n";
                (text, "position.txt", "text/plain")
            }
            "position-json" => {
                let text = position.to_json() + "\n";
                (text, "position.json", "application/json")
            }
            other => return Err(Failure::failed(format!("unknown format '{other}'"))),
        };
        Ok(Exported { text, file, r#type })
    }

    /// The game as a save file of the Python game, for its medium opponent unless north looks as far as another would.
    fn classic(&self) -> Answer {
        let levels = match self.seats().north.parse() {
            Ok(PlayerSpec::AlphaBeta(depth)) => depth,
            Ok(PlayerSpec::AinShams(level)) => AinShams::LEVELS[usize::from(level)],
            _ => AinShams::LEVELS[1],
        };
        let last = self.record.sowings().last();
        let again = last
            .is_some_and(|sowing| sowing.path.last() == Some(&House::Store { side: sowing.mover }));
        let save = AinShamsSave::new(self.record.position(), again, levels);
        Ok(save.map_err(Failure::refused)?.to_json())
    }

    /// Who sits where, for sentences.
    fn people(&self, texts: &Texts) -> People {
        let seats = self.seats();
        if seats.iter().all(|seat| seat == HUMAN) {
            return People::of(&self.record.players);
        }
        let computer = |side| Some(seats[side].as_str()).filter(|&seat| seat != HUMAN);
        People::seated(texts, BySide::of(computer))
    }

    /// Names to show beside the rows.
    fn names(&self, texts: &Texts, people: &People) -> BySide<String> {
        let seats = self.seats();
        BySide::of(|side| match seats[side].as_str() {
            HUMAN => wording::capitalised(&people.on(side).name(texts)),
            player => players::title(texts, player),
        })
    }

    fn moves(&self) -> Vec<Move> {
        let (mut turn, mut last) = (0, None);
        let numbered = (1..).zip(self.record.sowings());
        numbered
            .map(|(ply, sowing)| {
                let begins = match last {
                    None => true,
                    Some(side) => side == Side::North && sowing.mover == Side::South,
                };
                turn += usize::from(begins);
                last = Some(sowing.mover);
                Move {
                    ply,
                    side: sowing.mover,
                    pit: sowing.pit,
                    notation: view::notation(&sowing),
                    turn,
                    extra_turn: sowing.extra_turn,
                    captured: sowing.capture.map_or(0, kalah::Captured::seeds),
                }
            })
            .collect()
    }

    fn ended(&self, texts: &Texts, people: &People) -> Option<Ended> {
        if self.ply < self.record.moves().len() {
            return None;
        }
        let position = self.record.position();
        let stores = BySide::of(|side| position.store(side));
        let (kind, winner, sentence) = match self.record.result() {
            GameResult::Unfinished => return None,
            GameResult::Resigned(side) => {
                let sentence = wording::resigned(texts, side, people);
                ("resigned", Some(side.other()), sentence)
            }
            GameResult::Finished(BySide { south, north }) => {
                let sentence = wording::outcome(texts, [south, north], people);
                ("finished", position.outcome().flatten(), sentence)
            }
        };
        Some(Ended {
            kind,
            winner,
            stores,
            sentence,
        })
    }

    fn state(&self, texts: &Texts) -> State {
        let people = self.people(texts);
        let position = self.position();
        let seats = self.seats();
        let last = self.ply.checked_sub(1);
        let sowing = last.and_then(|ply| self.record.sowings().nth(ply));
        let again = sowing.as_ref().is_some_and(|sowing| sowing.extra_turn);
        let ended = self.ended(texts, &people);
        let goes_on = !position.is_over() && ended.is_none();
        let turn = goes_on.then(|| {
            let side = position.to_move();
            Turn {
                side,
                seat: seats[side].clone(),
                human: seats[side] == HUMAN,
                sentence: wording::turn(texts, side, again, &people),
            }
        });
        State {
            rules: position.rules().into(),
            names: self.names(texts, &people),
            seats,
            position: (&position).into(),
            ply: self.ply,
            moves: self.moves(),
            last: sowing.map(|sowing| Story::new(&sowing, texts, &people)),
            can_undo: self.record.resigned.is_some() || self.stop_before().is_some(),
            can_redo: self.ply < self.record.moves().len(),
            result: ended,
            turn,
            record: self.record.to_text(),
            date: self.record.date.clone(),
        }
    }
}
