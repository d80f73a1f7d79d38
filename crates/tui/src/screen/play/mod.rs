//! A game on the board: played, watched, taken back, looked into.

mod advice;
mod draw;
pub(crate) mod study;

use std::time::Duration;

use kalah::{BySide, House, Pit, Position, Side, Sowing};
use texts::wording::{self, Person};
use texts::{Texts, text};

use super::form::Form;
use super::games::Games;
use super::review::Review;
use super::{Cx, Go, Screen, Topic};
use crate::animation::Animation;
use crate::canvas::{Canvas, Spot};
use crate::game::OpenGame;
use crate::input::{Key, edit};
use crate::settings::{Settings, Speed};
use crate::work::{Effect, Reply, Ticket};
use advice::Advice;
use study::Study;

pub(crate) struct Play {
    game: OpenGame,
    animation: Animation,
    /// The pit that Enter plays, by its index, for each side.
    cursor: BySide<usize>,
    /// How many moves are shown; `None` for all of them.
    view: Option<usize>,
    thinking: Option<Ticket>,
    /// When two players are watched: the time of the next move.
    due: Option<Duration>,
    paused: bool,
    study: Study,
    advice: Advice,
    notice: Option<Notice>,
    asking: Option<Asking>,
}

struct Notice {
    words: String,
    bad: bool,
}

/// A question that comes before everything else.
enum Asking {
    /// A name for the game, as typed so far.
    Name(String),
    Resign,
}

/// Longer names are refused anyway.
const LONGEST_NAME: usize = 60;

impl Play {
    pub(crate) fn new(game: OpenGame) -> Play {
        Play {
            game,
            animation: Animation::default(),
            cursor: BySide::new(0, 0),
            view: None,
            thinking: None,
            due: None,
            paused: false,
            study: Study::default(),
            advice: Advice::default(),
            notice: None,
            asking: None,
        }
    }

    /// The number of moves before the position shown.
    fn shown(&self) -> usize {
        let all = self.game.played.ply();
        self.view.map_or(all, |view| view.min(all))
    }

    fn position(&self) -> Position {
        self.game.played.position_at(self.shown())
    }

    /// The person who can move in the position shown.
    fn mover(&self) -> Option<Side> {
        let position = self.position();
        let resigned = self.view.is_none() && self.game.played.resigned().is_some();
        let side = position.to_move();
        (!position.is_over() && !resigned && self.game.played.is_person(side)).then_some(side)
    }

    fn say(&mut self, words: String) {
        self.notice = Some(Notice { words, bad: false });
    }

    fn complain(&mut self, words: String) {
        self.notice = Some(Notice { words, bad: true });
    }

    /// After any change: lets the computer think if it is its turn, and analyses the position shown.
    fn settle(&mut self, cx: &mut Cx) {
        let position = self.position();
        let looking = cx.settings.analysis;
        self.study.want(looking.then_some(&position), cx.desk);
        let computer = self
            .game
            .played
            .turn()
            .is_some_and(|side| !self.game.played.is_person(side));
        if !computer || self.paused || self.view.is_some() || self.thinking.is_some() {
            return;
        }
        if self.game.played.is_watched() {
            if self.animation.is_running() {
                return;
            }
            let first = self.game.played.moves().is_empty();
            let pause = if first {
                Duration::ZERO
            } else {
                cx.settings.speed.pause()
            };
            let due = *self.due.get_or_insert(cx.now + pause);
            if cx.now < due {
                return;
            }
            self.due = None;
        }
        let ticket = cx.desk.ticket();
        self.thinking = Some(ticket);
        cx.desk.ask(Effect::Think {
            ticket,
            record: Box::new(self.game.played.record()),
        });
    }

    /// The game has changed: it is saved, and the old analysis is dropped.
    fn changed(&mut self, cx: &mut Cx) {
        self.advice.drop(cx.desk);
        self.view = None;
        self.due = None;
        cx.desk
            .ask(Effect::Keep(Box::new(self.game.played.record())));
        self.settle(cx);
    }

    fn show(&mut self, sowing: Sowing, cx: &Cx) {
        self.animation
            .push(sowing, cx.now, cx.settings.speed.beat());
    }

    /// A person's move.
    fn sow(&mut self, number: usize, cx: &mut Cx) -> Go {
        let Some(_) = self.mover() else {
            self.not_your_turn(cx.texts);
            return Go::Stay;
        };
        let position = self.position();
        let pit = match position.legal(number) {
            Ok(pit) => pit,
            Err(error) => {
                self.complain(wording::illegal(cx.texts, &error));
                return Go::Stay;
            }
        };
        self.notice = None;
        if self.view.is_some() && self.game.played.is_over() {
            self.branch(self.shown(), Some(pit), cx);
            return Go::Stay;
        }
        cx.desk.cancel(&mut self.thinking);
        if self.view.is_some() {
            self.game.played.go_to(self.shown());
        }
        self.cursor[position.to_move()] = pit.index();
        if let Ok(sowing) = self.game.played.play(pit) {
            self.show(sowing, cx);
        }
        self.changed(cx);
        Go::Stay
    }

    /// Another game from some point of this one, which stays as it is.
    fn branch(&mut self, moves: usize, pit: Option<Pit>, cx: &mut Cx) {
        let before = self.game.played.moves().iter().take(moves).copied();
        cx.desk.ask(Effect::Begin {
            start: *self.game.played.whole().start(),
            moves: before.chain(pit).collect(),
            seats: self.game.played.seats().clone(),
        });
    }

    /// The same players again, the other one first.
    fn rematch(&mut self, cx: &mut Cx) {
        let start = self.game.played.whole().start();
        cx.desk.ask(Effect::Begin {
            start: Position::start(start.rules(), start.to_move().other()),
            moves: Vec::new(),
            seats: self.game.played.seats().clone(),
        });
    }

    fn not_your_turn(&mut self, texts: &Texts) {
        let words = match self.game.played.turn() {
            None => text!(texts, "move.after-the-end"),
            Some(side) => {
                let name = self.game.people.on(side).name(texts);
                wording::capitalised(&text!(texts, "tui.play.not-yours", name = name))
            }
        };
        self.complain(words);
    }

    fn undo(&mut self, cx: &mut Cx) {
        if !self.game.played.undo() {
            self.complain(text!(cx.texts, "play.nothing-to-undo"));
            return;
        }
        cx.desk.cancel(&mut self.thinking);
        self.paused |= self.game.played.is_watched();
        self.changed(cx);
    }

    fn redo(&mut self, cx: &mut Cx) {
        let made = self.game.played.redo();
        if made.is_empty() {
            self.complain(text!(cx.texts, "play.nothing-to-redo"));
            return;
        }
        cx.desk.cancel(&mut self.thinking);
        for sowing in made {
            self.show(sowing, cx);
        }
        self.changed(cx);
    }

    /// Shows the game after this many moves.
    fn look_at(&mut self, moves: usize, cx: &mut Cx) {
        let all = self.game.played.ply();
        self.view = (moves < all).then_some(moves);
        self.advice.drop(cx.desk);
        self.settle(cx);
    }

    /// Stops and starts two players that are watched.
    fn pause(&mut self, cx: &mut Cx) {
        self.paused = !self.paused;
        if self.paused {
            cx.desk.cancel(&mut self.thinking);
        }
        self.due = None;
        self.settle(cx);
    }

    /// One move of two paused players.
    fn step(&mut self, cx: &mut Cx) {
        self.paused = false;
        self.view = None;
        self.due = Some(cx.now);
        self.settle(cx);
        self.paused = true;
    }

    fn resign(&mut self, cx: &mut Cx) {
        let Some(side) = self.game.played.turn() else {
            return;
        };
        let sides = [side, side.other()];
        let person = sides
            .into_iter()
            .find(|&side| self.game.played.is_person(side));
        if let Some(person) = person {
            self.game.played.resign(person);
        }
        cx.desk.cancel(&mut self.thinking);
        self.changed(cx);
    }

    /// The pit the cursor is on, where a person can move.
    fn pointed(&self, side: Side) -> Option<Pit> {
        let mut legal = self.position().legal_moves();
        let here = Pit::new(self.cursor[side] + 1);
        here.filter(|&pit| legal.contains(pit))
            .or_else(|| legal.next_back())
    }

    /// Moves the cursor to the next pit that can be played, as it is seen on the screen.
    fn point(&mut self, right: bool) {
        let Some(side) = self.mover() else { return };
        let legal: Vec<Pit> = self.position().legal_moves().collect();
        let Some(now) = self.pointed(side) else {
            return;
        };
        let Some(at) = legal.iter().position(|&pit| pit == now) else {
            return;
        };
        let up = right == (side == Side::South);
        let step = if up { 1 } else { legal.len() - 1 };
        self.cursor[side] = legal[(at + step) % legal.len()].index();
    }

    fn enter(&mut self, cx: &mut Cx) -> Go {
        if self.game.played.is_watched() && !self.game.played.is_over() {
            self.step(cx);
            return Go::Stay;
        }
        match self.mover().and_then(|side| self.pointed(side)) {
            Some(pit) => self.sow(pit.number(), cx),
            None if self.game.played.is_over() => self.review(cx),
            None => {
                self.not_your_turn(cx.texts);
                Go::Stay
            }
        }
    }

    fn review(&mut self, cx: &mut Cx) -> Go {
        if self.game.played.moves().is_empty() {
            self.complain(text!(cx.texts, "play.no-moves"));
            return Go::Stay;
        }
        Go::Push(Box::new(Review::new(
            self.game.played.record(),
            self.game.played.seats().clone(),
            cx.texts,
        )))
    }

    /// A key while a question is open.
    fn answer(&mut self, asking: Asking, key: Key, cx: &mut Cx) {
        match asking {
            Asking::Resign => {
                if matches!(key.command(), Key::Char('y')) {
                    self.resign(cx);
                }
            }
            Asking::Name(mut name) => {
                match key {
                    Key::Escape => return,
                    Key::Enter if name.trim().is_empty() => return,
                    Key::Enter => {
                        cx.desk.ask(Effect::SaveAs {
                            name: name.trim().to_owned(),
                            record: Box::new(self.game.played.record()),
                        });
                        return;
                    }
                    key => _ = edit(&mut name, key, LONGEST_NAME),
                }
                self.asking = Some(Asking::Name(name));
            }
        }
    }

    /// A letter that does something to the game.
    fn letter(&mut self, letter: char, cx: &mut Cx) -> Go {
        match letter {
            ' ' => return self.enter(cx),
            'u' => self.undo(cx),
            'r' => self.redo(cx),
            'h' if self.mover().is_some() => {
                let position = self.position();
                self.advice.want(&position, cx.desk);
            }
            'a' => {
                cx.settings.analysis = !cx.settings.analysis;
                self.settle(cx);
            }
            '[' | ',' | '<' => self.look_at(self.shown().saturating_sub(1), cx),
            ']' | '.' | '>' => self.look_at(self.shown() + 1, cx),
            'b' => self.rematch(cx),
            'f' => {
                let at = Speed::ALL
                    .iter()
                    .position(|speed| *speed == cx.settings.speed);
                cx.settings.speed = Speed::ALL[(at.unwrap_or(0) + 1) % Speed::ALL.len()];
                let speed = super::options::speed(cx.settings.speed, cx.texts);
                self.say(text!(cx.texts, "tui.play.speed", speed = speed));
            }
            'g' if !self.game.played.is_over() && !self.game.played.is_watched() => {
                self.asking = Some(Asking::Resign);
            }
            'l' => return Go::Push(Box::<Games>::default()),
            'm' => cx.settings.mouse = !cx.settings.mouse,
            'n' => return Go::Push(Box::new(Form::game(cx.settings))),
            'o' => return Go::Push(Box::<super::options::Options>::default()),
            'p' if self.game.played.is_watched() => self.pause(cx),
            'q' => return Go::Quit,
            's' => self.asking = Some(Asking::Name(String::new())),
            'v' => return self.review(cx),
            _ => {}
        }
        Go::Stay
    }
}

impl Screen for Play {
    fn begin(&mut self, cx: &mut Cx) {
        // The language may have changed on another screen.
        self.game.speak(cx.texts);
        // A game that begins in the middle of another one is kept from there on.
        if self.game.name.is_none() && !self.game.played.moves().is_empty() {
            cx.desk
                .ask(Effect::Keep(Box::new(self.game.played.record())));
        }
        self.settle(cx);
    }

    fn key(&mut self, key: Key, cx: &mut Cx) -> Go {
        // A key press skips the rest of the animation.
        self.animation.skip();
        self.notice = None;
        if let Some(asking) = self.asking.take() {
            self.answer(asking, key, cx);
            return Go::Stay;
        }
        if let Some(number) = key.pit() {
            return self.sow(number, cx);
        }
        match key {
            Key::Left => self.point(false),
            Key::Right => self.point(true),
            Key::Up | Key::PageUp => self.look_at(self.shown().saturating_sub(1), cx),
            Key::Down | Key::PageDown => self.look_at(self.shown() + 1, cx),
            Key::Home => self.look_at(0, cx),
            Key::End => self.look_at(usize::MAX, cx),
            Key::Enter => return self.enter(cx),
            Key::Escape if self.view.is_some() => self.look_at(usize::MAX, cx),
            Key::Escape => {
                cx.desk.ask(Effect::Leave);
                return Go::Back;
            }
            Key::Char(letter) => return self.letter(letter, cx),
            _ => {}
        }
        // What waited for the animation continues.
        self.settle(cx);
        Go::Stay
    }

    fn click(&mut self, spot: Spot, cx: &mut Cx) -> Go {
        self.animation.skip();
        self.notice = None;
        self.asking = None;
        match spot {
            Spot::House(House::Pit { side, pit }) if self.mover() == Some(side) => {
                return self.sow(pit.number(), cx);
            }
            Spot::House(House::Pit { .. }) => self.not_your_turn(cx.texts),
            Spot::Move(moves) => self.look_at(moves, cx),
            _ => {}
        }
        Go::Stay
    }

    fn reply(&mut self, reply: &Reply, cx: &mut Cx) -> Go {
        self.study.hear(reply);
        self.advice.hear(reply);
        match reply {
            Reply::Moved { ticket, pit } if self.thinking == Some(*ticket) => {
                self.thinking = None;
                let sowing = match pit {
                    Ok(pit) => self.game.played.play(*pit).ok(),
                    Err(problem) => {
                        self.complain(problem.clone());
                        self.paused = true;
                        None
                    }
                };
                if let Some(sowing) = sowing {
                    self.show(sowing, cx);
                    let view = self.view;
                    self.changed(cx);
                    self.view = view;
                }
            }
            Reply::Kept(name) => self.game.name = Some(name.clone()),
            Reply::Saved(Ok((words, name))) => {
                self.game.name = Some(name.clone());
                self.say(words.clone());
            }
            Reply::Saved(Err(problem)) | Reply::Trouble(problem) => self.complain(problem.clone()),
            _ => {}
        }
        Go::Stay
    }

    fn advance(&mut self, cx: &mut Cx) {
        self.animation.advance(cx.now, cx.settings.speed.beat());
        if self.game.played.is_watched() {
            self.settle(cx);
        }
    }

    fn wake(&self) -> Option<Duration> {
        let due = self.due.filter(|_| !self.paused && self.view.is_none());
        self.animation.wake().into_iter().chain(due).min()
    }

    fn leave(&mut self, cx: &mut Cx) {
        cx.desk.cancel(&mut self.thinking);
        self.study.want(None, cx.desk);
        self.advice.drop(cx.desk);
    }

    fn typing(&self) -> bool {
        matches!(self.asking, Some(Asking::Name(_)))
    }

    fn topic(&self) -> Topic {
        Topic::Game
    }

    fn draw(&self, canvas: &mut Canvas, area: ratatui::layout::Rect, settings: &Settings) {
        draw::play(self, canvas, area, settings);
    }
}

/// Whether a person is addressed.
fn is_you(person: &Person) -> bool {
    *person == Person::You
}
