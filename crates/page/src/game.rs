//! One game: its record, and the ply that is shown.

use kalah::record::GameResult;
use kalah::{BySide, Pit, Position, Record, Rules, Side};
use play::export::{Format, export};
use play::{SEED, Seat, link, list, seat};
use serde::{Deserialize, Serialize};
use texts::wording::{self, People};
use texts::{Texts, players};

use crate::desk::Desk;
use crate::failures;
use crate::people;
use crate::player;
use crate::read;
use crate::reply::{Answer, Failure, Nothing, json, read, reply};
use crate::view::{self, Story};

/// The default opponent of a person.
const OPPONENT: &str = "level:3";

/// The game on the board.
pub struct Game(play::Game);

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

/// A game as a site sends it.
#[derive(Deserialize)]
struct Table {
    rules: Rules,
    moves: Vec<usize>,
    people: people::Guests,
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
    stores: BySide<u16>,
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
    people: people::Names,
    position: view::Position,
    ply: usize,
    began: BySide<u16>,
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
        let start = Position::start(Rules::default(), Side::South);
        Game(play::Game::new(Record::new(start)))
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
            "table" => self.sit_down(texts, &read(request)?)?,
            "people" => self.0.set_seats(read::<people::Guests>(request)?.seats()),
            "state" => {
                read::<Nothing>(request)?;
            }
            "play" => self.play(texts, read::<Play>(request)?.pit)?,
            "undo" => {
                self.0.undo();
            }
            "redo" => {
                self.0.redo();
            }
            "goTo" => self.0.go_to(read::<GoTo>(request)?.ply),
            "resign" => {
                if !self.0.resign(read::<Resign>(request)?.side) {
                    return Err(failures::GAME_OVER.refuses());
                }
            }
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
        let south = new.south.unwrap_or_else(|| play::HUMAN.to_owned());
        let north = new.north.unwrap_or_else(|| OPPONENT.to_owned());
        let mut game = Game(play::Game::new(Record::new(start)));
        game.seat(&BySide::new(south, north))?;
        let record = game.0.notes();
        record.set_tag(SEED, &new.seed.to_string());
        record.date = new.date;
        *self = game;
        Ok(())
    }

    fn open(&mut self, open: Open) -> Answer<()> {
        let record = read::record(&open.text, open.game.unwrap_or(1))?;
        let mut game = Game(play::Game::new(record));
        match open.seats {
            Some(seats) => game.seat(&seats)?,
            // Players this program does not have, or that cannot continue here, count as people.
            None => {
                let kept = game.0.seats().clone();
                let position = game.0.position();
                let sits = |side| player::check(kept[side].name(), &position).is_ok();
                let seat = |side| match sits(side) {
                    true => kept[side].clone(),
                    false => Seat::Person,
                };
                game.0.set_seats(BySide::of(seat));
            }
        }
        *self = game;
        Ok(())
    }

    /// The game of a site, between two people.
    fn sit_down(&mut self, texts: &Texts, table: &Table) -> Answer<()> {
        let start = Position::start(table.rules, Side::South);
        let mut game = Game(play::Game::new(Record::new(start)));
        for &pit in &table.moves {
            game.play(texts, pit)?;
        }
        game.0.set_seats(table.people.seats());
        *self = game;
        Ok(())
    }

    fn play(&mut self, texts: &Texts, number: usize) -> Answer<()> {
        let pit = self.0.position().legal(number);
        let played = pit.and_then(|pit| self.0.play(pit));
        played.map_err(|error| Failure::refused(wording::illegal(texts, &error)))?;
        Ok(())
    }

    fn seat(&mut self, seats: &BySide<String>) -> Answer<()> {
        for seat in seats.iter() {
            player::check(seat, &self.0.position())?;
        }
        self.0
            .set_seats(BySide::of(|side| Seat::named(&seats[side])));
        Ok(())
    }

    fn to_choose(&self) -> ToChoose {
        let shown = self.0.record();
        ToChoose {
            seat: self.0.seats()[shown.position().to_move()].to_string(),
            seed: seat::seed(&shown).unwrap_or(0),
            record: shown.to_text(),
        }
    }

    fn links(&self) -> Links {
        Links {
            game: link::of_game(self.0.whole()),
            position: link::of_position(&self.0.position()),
        }
    }

    fn export(&self, format: &str) -> Answer<Exported> {
        let unknown = || Failure::failed(format!("unknown format '{format}'"));
        let format = Format::named(format).ok_or_else(unknown)?;
        let text = export(self.0.whole(), &self.0.position(), format).map_err(Failure::refused)?;
        let (file, r#type) = format.file();
        Ok(Exported { text, file, r#type })
    }

    fn people(&self, texts: &Texts) -> People {
        people::of_game(self.0.whole(), self.0.seats(), texts)
    }

    /// Names to show beside the rows.
    fn names(&self, texts: &Texts, people: &People) -> BySide<String> {
        let seats = self.0.seats();
        BySide::of(|side| match &seats[side] {
            Seat::Player(player) if seats.south != seats.north => players::title(texts, player),
            Seat::Guest(name) => name.clone(),
            _ => wording::capitalised(&people.on(side).name(texts)),
        })
    }

    fn moves(&self) -> Vec<Move> {
        let listed = list::moves(self.0.whole());
        listed
            .map(|listed| Move {
                ply: listed.ply,
                side: listed.sowing.mover,
                pit: listed.sowing.pit,
                notation: listed.sowing.notation(),
                turn: listed.turn,
                extra_turn: listed.sowing.extra_turn,
                captured: listed.sowing.capture.map_or(0, kalah::Captured::seeds),
                stores: BySide::of(|side| listed.sowing.after.store(side)),
            })
            .collect()
    }

    fn ended(&self, texts: &Texts, people: &People) -> Option<Ended> {
        let result = self.0.result();
        let position = self.0.position();
        Some(Ended {
            kind: match result {
                GameResult::Resigned(_) => "resigned",
                _ => "finished",
            },
            winner: result.winner(),
            stores: BySide::of(|side| position.store(side)),
            sentence: wording::result(texts, result, people)?,
        })
    }

    fn state(&self, texts: &Texts) -> State {
        let game = &self.0;
        let people = self.people(texts);
        let position = game.position();
        let sowing = game.sowing_at(game.ply());
        let again = sowing.as_ref().is_some_and(|sowing| sowing.extra_turn);
        let turn = game.turn().map(|side| Turn {
            side,
            seat: seat_name(&game.seats()[side]),
            human: game.is_person(side),
            sentence: wording::turn(texts, side, again, &people),
        });
        State {
            rules: position.rules().into(),
            names: self.names(texts, &people),
            people: people::names(&people, texts),
            seats: BySide::of(|side| seat_name(&game.seats()[side])),
            position: (&position).into(),
            ply: game.ply(),
            began: BySide::of(|side| game.whole().start().store(side)),
            moves: self.moves(),
            last: sowing.map(|sowing| Story::new(&sowing, texts, &people)),
            can_undo: game.can_undo(),
            can_redo: !game.is_at_end(),
            result: self.ended(texts, &people),
            turn,
            record: game.whole().to_text(),
            date: game.whole().date.clone(),
        }
    }
}

/// What the page calls a seat.
fn seat_name(seat: &Seat) -> String {
    match seat {
        Seat::Guest(_) => "online".to_owned(),
        seat => seat.to_string(),
    }
}
