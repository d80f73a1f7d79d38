//! The program around the screens, for tests: it stores games in memory and thinks only when it is told to.

use std::collections::VecDeque;
use std::time::Duration;

use std::sync::Arc;

use cdm8::asm::{Options, Source, assemble};
use cdm8::cpu::Cpu;
use cdm8::debug::Computer;
use cdm8::devices::Devices;
use cdm8::memory::Memory;
use cdm8::symbols::Symbols;
use cdm8::variant::Variant;
use circuit::read::{Libraries, read};
use circuit::sim::{SimOptions, Simulator};
use engine::Library;
use engine::player::PlayerSpec;
use engine::rng::Rng;
use kalah::Record;
use play::{Adviser, Analysing, Hinting, Means, Posing, Reviewing};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use timeline::Timeline;
use tui::{App, Effect, Input, KeptGame, Key, Opened, Reply, Settings, Specimen, Speed};

pub struct Host {
    pub app: App,
    pub now: Duration,
    pub games: Vec<KeptGame>,
    /// Every record that was to be saved, in order.
    pub kept: Vec<Record>,
    /// Pending thought.
    pub waiting: VecDeque<Effect>,
    pub remembered: Vec<Settings>,
    pub quit: bool,
    library: Library,
}

/// Settings without animation.
pub fn still() -> Settings {
    Settings {
        speed: Speed::Off,
        ..Settings::default()
    }
}

impl Host {
    pub fn new(settings: Settings) -> Host {
        Host::with_games(settings, Vec::new())
    }

    pub fn with_games(settings: Settings, games: Vec<KeptGame>) -> Host {
        let mut host = Host {
            app: App::new(settings, 1),
            now: Duration::ZERO,
            games,
            kept: Vec::new(),
            waiting: VecDeque::new(),
            remembered: Vec::new(),
            quit: false,
            library: Library::new(),
        };
        host.work();
        host
    }

    /// Does immediate work at once, and queues thought.
    pub fn work(&mut self) {
        loop {
            let effects = self.app.effects();
            if effects.is_empty() {
                return;
            }
            for effect in effects {
                if let Some(reply) = self.perform(effect) {
                    self.app.reply(&reply);
                }
            }
        }
    }

    fn perform(&mut self, effect: Effect) -> Option<Reply> {
        match effect {
            Effect::Begin {
                start,
                moves,
                seats,
            } => {
                let mut record = Record::new(start);
                for pit in moves {
                    record.push(pit).expect("only legal moves are asked for");
                }
                let name = |side| seats[side].player().unwrap_or("human").to_owned();
                record.players = kalah::BySide::of(name);
                play::seat::set(&mut record, &seats);
                Some(Reply::Opened(Box::new(Ok(Opened { record, name: None }))))
            }
            Effect::Open(name) => {
                let game = self.games.iter().find(|game| game.name == name).unwrap();
                let opened = game.record.clone().map(|mut record| {
                    play::seat::set(&mut record, &game.seats);
                    Opened {
                        record,
                        name: Some(name),
                    }
                });
                Some(Reply::Opened(Box::new(opened)))
            }
            Effect::Keep(record) => {
                self.kept.push(*record);
                Some(Reply::Kept("game-7".into()))
            }
            Effect::SaveAs { name, .. } => {
                let words = format!("Game saved as '{name}'.");
                Some(Reply::Saved(Ok((words, name))))
            }
            Effect::List => Some(Reply::Listed(self.games.clone())),
            Effect::Delete(name) => {
                self.games.retain(|game| game.name != name);
                Some(Reply::Listed(self.games.clone()))
            }
            Effect::Cancel(ticket) => {
                self.waiting
                    .retain(|effect| ticket_of(effect) != Some(ticket));
                None
            }
            Effect::Remember(settings) => {
                self.remembered.push(*settings);
                None
            }
            Effect::Quit => {
                self.quit = true;
                None
            }
            Effect::Leave => None,
            Effect::Load(name) => match specimen(&name) {
                Some(specimen) => {
                    self.app.lay(specimen, name);
                    None
                }
                None => Some(Reply::Unread(format!("cannot read {name}"))),
            },
            Effect::Complete(typed) => {
                let names = ["sums/", "sum.asm", "counter.circ"].map(str::to_owned);
                let names = names.into_iter().filter(|name| name.starts_with(&typed));
                let names = names.collect();
                Some(Reply::Completed { typed, names })
            }
            thought => {
                self.waiting.push_back(thought);
                None
            }
        }
    }

    /// Does the next queued piece of thought; false if there is none.
    pub fn think_once(&mut self) -> bool {
        let Some(effect) = self.waiting.pop_front() else {
            return false;
        };
        for reply in self.thought(effect) {
            self.app.reply(&reply);
        }
        self.work();
        true
    }

    /// Until nobody waits for an answer.
    pub fn think(&mut self) {
        while self.think_once() {}
    }

    pub fn thought(&self, effect: Effect) -> Vec<Reply> {
        match effect {
            Effect::Think { ticket, record } => {
                let side = record.position().to_move();
                let name = record.players[side].clone();
                let spec: PlayerSpec = name.parse().expect("an engine player");
                let pit = spec.player(Rng::new(1)).choose(&record);
                let pit = pit.map_err(|error| error.to_string());
                vec![Reply::Moved { ticket, pit }]
            }
            Effect::Analyse { ticket, position } => {
                let mut adviser = Adviser::new(&self.library, Means::SMALL);
                let mut analysing = Analysing::new(&position, &self.library);
                while analysing.analysis().nodes < 200_000
                    && !analysing.step(&mut adviser, 20_000).unwrap()
                {}
                vec![Reply::Analysed {
                    ticket,
                    analysis: Box::new(analysing.analysis()),
                    last: true,
                }]
            }
            Effect::Hint { ticket, position } => {
                let hint = Hinting::finished(&position, &self.library);
                let hint = hint.expect("there is memory").map(Box::new);
                hint.map(|hint| Reply::Hinted { ticket, hint })
                    .into_iter()
                    .collect()
            }
            Effect::Review { ticket, record } => {
                let mut reviewing = Reviewing::new(*record, &self.library).unwrap();
                let mut replies = Vec::new();
                while !reviewing.is_done() {
                    if let Some(reviewed) = reviewing.step().unwrap().cloned().map(Box::new) {
                        let last = reviewing.is_done();
                        replies.push(Reply::Reviewed {
                            ticket,
                            reviewed,
                            last,
                        });
                    }
                }
                replies
            }
            Effect::Pose {
                ticket,
                rules,
                difficulty,
                seed,
            } => {
                let mut posing = Posing::new(rules, difficulty, seed, &self.library);
                while !posing.step(1_000_000).unwrap() {}
                let puzzle = posing.found().map(Box::new).ok_or("none".to_owned());
                vec![Reply::Posed { ticket, puzzle }]
            }
            _ => Vec::new(),
        }
    }

    pub fn key(&mut self, key: Key) {
        self.app.handle(Input::Key(key));
        self.work();
    }

    /// Types characters, one key each.
    pub fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.key(Key::Char(key));
        }
    }

    pub fn pass(&mut self, time: Duration) {
        self.now += time;
        self.app.advance(self.now);
        self.work();
    }

    /// Lets time pass until no journey is in progress on the bench.
    pub fn arrive(&mut self) {
        for _ in 0..2000 {
            if !self.text(80, 24).contains("on the way") {
                return;
            }
            self.pass(Duration::from_millis(40));
        }
        panic!("it does not arrive:\n{}", self.text(80, 24));
    }

    pub fn screen(&mut self, width: u16, height: u16) -> Buffer {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        self.app.render(area, &mut buffer);
        buffer
    }

    /// The lines of the screen, without the blanks at their ends.
    pub fn text(&mut self, width: u16, height: u16) -> String {
        lines(&self.screen(width, height)).join("\n")
    }

    /// Clicks on the first place where these words stand.
    pub fn click(&mut self, words: &str) {
        let (column, row) = self.find(words);
        self.app.handle(Input::Click { column, row });
        self.work();
    }

    fn find(&mut self, words: &str) -> (u16, u16) {
        let lines = lines(&self.screen(80, 24));
        let found = lines.iter().enumerate().find_map(|(row, line)| {
            let at = line.find(words)?;
            Some((line[..at].chars().count() as u16, row as u16))
        });
        found.unwrap_or_else(|| panic!("'{words}' is not on the screen:\n{}", lines.join("\n")))
    }
}

const SUM: &str = include_str!("../data/sum.asm");
const COUNTER: &str = include_str!("../data/counter.circ");

/// The machines for the bench.
pub fn specimen(name: &str) -> Option<Specimen> {
    let shown = name.to_owned();
    match name {
        "sum.asm" => {
            let sources = [Source::new(name, SUM)];
            let assembly = assemble(&sources, &Options::default());
            let memory = Memory::von_neumann(assembly.image().expect("it has no mistakes"));
            let computer = Computer::new(Cpu::new(Variant::Mark5), Devices::new(memory));
            Some(Specimen::Program {
                name: shown,
                time: Box::new(Timeline::new(computer)),
                symbols: Symbols::of(&assembly.program, &sources),
            })
        }
        "counter.circ" => {
            let project = Arc::new(read(name, COUNTER.as_bytes(), &mut NoLibraries).project);
            let simulator = Simulator::new(project, None, &SimOptions::default());
            Some(Specimen::Circuit {
                name: shown,
                time: Box::new(Timeline::new(simulator.expect("it is a circuit"))),
            })
        }
        _ => None,
    }
}

struct NoLibraries;

impl Libraries for NoLibraries {
    fn read(&mut self, _: &str, path: &str) -> Result<(String, Vec<u8>), String> {
        Err(format!("there is no {path}"))
    }
}

pub fn ticket_of(effect: &Effect) -> Option<tui::Ticket> {
    match effect {
        Effect::Think { ticket, .. }
        | Effect::Analyse { ticket, .. }
        | Effect::Hint { ticket, .. }
        | Effect::Review { ticket, .. }
        | Effect::Pose { ticket, .. } => Some(*ticket),
        _ => None,
    }
}

pub fn lines(buffer: &Buffer) -> Vec<String> {
    let line = |row: u16| {
        let cells = (0..buffer.area.width).map(|column| buffer[(column, row)].symbol());
        let line: String = cells.collect();
        line.trim_end().to_owned()
    };
    (0..buffer.area.height).map(line).collect()
}
