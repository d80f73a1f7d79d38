//! The game behind a panel: takes presses, shows boards, one after the other.

use std::hash::{Hash, Hasher};

use circuit::component::{Direction, Native, NativePins, PinInfo};
use circuit::{Value, Word, mask};
use kalah::{BySide, Pit, Position, Side};

use super::plan::{Fault, Plan};

/// The board at one moment: pits and store of each side.
type Frame = BySide<Vec<u16>>;

#[derive(Clone)]
pub(super) struct Game {
    plan: Plan,
    pins: Vec<PinInfo>,
    position: Position,
    frames: Vec<Frame>,
    shown: Frame,
    /// Clocks of silence before the frame of this index.
    pause: Option<usize>,
    /// Text not yet sent to a terminal.
    printing: Vec<u8>,
    clocks: u32,
    last: usize,
    moves: u32,
    is_on: bool,
    is_wrong: bool,
    high: bool,
    down: bool,
    /// Clocks until the next frame.
    wait: u32,
    cursor: usize,
}

fn frame(position: &Position) -> Frame {
    BySide::of(|side| {
        let pits = position.pits(side);
        pits.chain([position.store(side)]).collect()
    })
}

impl Game {
    pub(super) fn new(plan: Plan, pins: &[PinInfo]) -> Game {
        let position = Position::start(plan.rules, plan.first);
        let blank = frame(&position).map(|row| vec![0; row.len()]);
        let mut game = Game {
            pins: pins.to_vec(),
            shown: if plan.needs_start {
                blank
            } else {
                frame(&position)
            },
            position,
            frames: Vec::new(),
            pause: None,
            printing: Vec::new(),
            clocks: 0,
            last: 0,
            moves: 0,
            is_on: !plan.needs_start,
            plan,
            is_wrong: false,
            high: false,
            down: false,
            wait: 0,
            cursor: 0,
        };
        game.print();
        if game.position.to_move() == Side::North && !game.plan.people {
            game.let_computer_move();
        }
        game
    }

    fn has(&self, label: &str) -> bool {
        self.pins.iter().any(|pin| pin.label == label)
    }

    fn input(&self, pins: &NativePins<'_>, label: &str) -> u32 {
        let pin = self.pins.iter().position(|pin| pin.label == label);
        pin.map_or(0, |pin| {
            Value::number(pins.get(pin).with_width(self.pins[pin].width)).unwrap_or(0)
        })
    }

    /// The pit that is pressed, of which side.
    fn pressed(&mut self, pins: &NativePins<'_>) -> Option<(Side, usize)> {
        let pits = self.plan.rules.pits();
        if self.plan.fault == Fault::AddsButtons {
            let down = (1..=pits).filter(|number| self.input(pins, &format!("b{number}")) == 1);
            let down: Vec<usize> = down.collect();
            if down.len() > 1 {
                return Some((Side::South, down.iter().sum::<usize>() % pits + 1));
            }
        }
        if self.input(pins, "enter") == 1 {
            let bits = (0..3).map(|bit| self.input(pins, &format!("sw{bit}")) << bit);
            let chosen = (1..=pits).find(|number| self.input(pins, &format!("p{number}")) == 1);
            let code = self.input(pins, "code") + bits.sum::<u32>();
            return Some((Side::South, chosen.unwrap_or(code as usize)));
        }
        for number in 1..=pits {
            for (side, name) in [(Side::South, "b"), (Side::North, "n")] {
                if self.input(pins, &format!("{name}{number}")) == 1 {
                    let side = match self.plan.shares {
                        true => self.position.to_move(),
                        false => side,
                    };
                    return Some((side, number));
                }
            }
        }
        if self.input(pins, "avail") == 1 {
            let key = self.input(pins, "key");
            return char::from_u32(key)?
                .to_digit(10)
                .map(|key| (Side::South, key as usize));
        }
        (self.input(pins, "fire") == 1).then_some((Side::South, self.cursor + 1))
    }

    fn tick(&mut self, pins: &NativePins<'_>) {
        if self.plan.polls > 1 || self.has("blink") {
            self.clocks = (self.clocks + 1) % (40 * self.plan.polls);
        }
        if !self.printing.is_empty() {
            self.printing.remove(0);
        }
        self.show_next();
        if !self.clocks.is_multiple_of(self.plan.polls) {
            return;
        }
        match self.input(pins, "x") {
            _ if self.down => {}
            12.. => self.cursor = (self.cursor + 1).min(self.plan.rules.pits() - 1),
            0..4 if self.has("x") => {
                self.cursor = self.cursor.saturating_sub(1);
            }
            _ => {}
        }
        let tilted = self.has("x") && !(4..12).contains(&self.input(pins, "x"));
        let pressed = self.pressed(pins);
        if self.plan.is_asked && self.frames.is_empty() && self.input(pins, "cmove") == 1 {
            self.let_computer_move();
        }
        let resets = self.input(pins, "reset") == 1 && self.plan.fault != Fault::ResetDoesNothing;
        let begins = self.input(pins, "start") == 1 || resets;
        let was_down = std::mem::replace(&mut self.down, pressed.is_some() || begins || tilted);
        let stores = self.position.setup().stores;
        if begins {
            *self = Game {
                is_on: true,
                high: self.high,
                down: true,
                shown: frame(&Position::start(self.plan.rules, Side::South)),
                ..Game::new(self.plan.clone(), &self.pins)
            };
        }
        if begins && self.plan.fault == Fault::ResetKeepsStores {
            let mut setup = self.position.setup();
            setup.stores = stores;
            self.position = Position::new(self.plan.rules, &setup).expect("a position");
            self.shown = frame(&self.position);
        }
        if let (false, true, Some((side, number))) = (was_down, self.is_on, pressed) {
            self.play(side, number);
        }
    }

    fn show_next(&mut self) {
        if self.wait > 0 {
            self.wait -= 1;
        } else if !self.frames.is_empty() {
            self.shown = self.frames.remove(0);
            self.pause = self.pause.and_then(|frames| frames.checked_sub(1));
            let clocks = match (self.pause, self.frames.is_empty()) {
                _ if self.is_to_be_swept() => self.plan.sweeps_late,
                (Some(0), false) => self.plan.thinks,
                _ => 3,
            };
            self.wait = clocks * self.plan.slowness;
            if self.frames.is_empty() {
                self.print();
            }
        }
    }

    /// The board on a terminal: north above, from pit m to 1 after its store, and south below with its store last.
    fn print(&mut self) {
        if !self.has("char") {
            return;
        }
        let text = |row: &mut dyn Iterator<Item = &u16>| -> String {
            row.map(|seeds| format!(" {seeds}")).collect()
        };
        let Frame { south, north } = &self.shown;
        let (north, south) = (text(&mut north.iter().rev()), text(&mut south.iter()));
        self.printing = format!(" {north}\n{south}\nyour move: ").into_bytes();
    }

    fn play(&mut self, side: Side, number: usize) {
        let rests = self.frames.is_empty() || self.plan.fault == Fault::HearsAlways;
        if self.plan.fault == Fault::AnyTurn {
            self.position = self.position.with_to_move(side);
        }
        if !rests || self.position.is_over() || side != self.position.to_move() {
            return;
        }
        let Ok(pit) = self.position.legal(number) else {
            self.is_wrong = true;
            return;
        };
        self.is_wrong = false;
        self.last = number;
        self.make(pit);
        self.pause = Some(self.frames.len());
        if !self.plan.people && !self.plan.is_asked {
            self.let_computer_move();
        }
    }

    fn let_computer_move(&mut self) {
        while !self.position.is_over() && self.position.to_move() == Side::North {
            let pit = (self.plan.computer)(self.moves, self.position);
            self.make(pit);
            if self.plan.is_asked {
                return;
            }
        }
    }

    fn make(&mut self, pit: Pit) {
        let sowing = self.position.sow(pit).expect("a legal move");
        self.moves += 1;
        let mut now = frame(&self.position);
        now[sowing.mover][pit.index()] = 0;
        self.frames.push(now.clone());
        for house in sowing.path.iter().filter(|_| self.plan.is_slow) {
            match house {
                kalah::House::Pit { side, pit } => now[*side][pit.index()] += 1,
                kalah::House::Store { side } => *now[*side].last_mut().expect("a store") += 1,
            }
            self.frames.push(now.clone());
        }
        self.position = (self.plan.cheat)(self.moves, (self.plan.twist)(&sowing));
        if self.plan.sweeps_late > 0 && self.position.is_over() {
            let mut left = frame(&self.position);
            for (house, seeds) in &sowing.sweep {
                if let kalah::House::Pit { side, pit } = house {
                    left[*side][pit.index()] += seeds;
                    *left[*side].last_mut().expect("a store") -= seeds;
                }
            }
            self.frames.push(left);
        }
        self.frames.push(frame(&self.position));
    }

    /// Everything is shown but the last sweep, which comes later.
    fn is_to_be_swept(&self) -> bool {
        self.plan.sweeps_late > 0 && self.position.is_over() && self.frames.len() == 1
    }

    fn output(&self, label: &str) -> u32 {
        let is_shown = self.frames.is_empty() || self.is_to_be_swept();
        let over = self.position.is_over() && is_shown;
        let winner = self.position.outcome();
        let asks = self.is_on && self.frames.is_empty() && !over && self.moves < self.plan.moves;
        let is_wrong = self.plan.fault == Fault::WrongTurnLight && self.moves % 3 == 2;
        let sows = self.plan.people || self.pause.is_some_and(|frames| frames > 0);
        let asks = asks || self.plan.early_light && sows && !self.position.is_over();
        let turn = |side| asks && (self.position.to_move() == side) != is_wrong;
        let rules = self.plan.rules;
        let store = |side: Side| self.shown[side].last().copied().unwrap_or(0);
        match label {
            "turn" => turn(Side::South).into(),
            "nturn" => turn(Side::North).into(),
            "over" => over.into(),
            "ahead" => (store(Side::South) > store(Side::North)).into(),
            "seeds" => rules.seeds().into(),
            "moves" => self.moves,
            "last" => self.last as u32,
            "blink" => self.clocks / 20 % 2,
            "char" => self.printing.first().copied().unwrap_or(0).into(),
            "write" => (!self.printing.is_empty()).into(),
            "error" => self.is_wrong.into(),
            "win" => (over && winner == Some(Some(Side::South))).into(),
            "lose" => (over && winner == Some(Some(Side::North))).into(),
            "draw" => (over && winner == Some(None)).into(),
            _ => self.house(label),
        }
    }

    /// `KIND:HOUSE`, such as the tens of the person's pit 3, `t:s3`, or of the store, `t:s0`.
    fn house(&self, label: &str) -> u32 {
        let (kind, house) = label.split_once(':').expect("a house");
        let (side, number) = house.split_at(1);
        let row = &self.shown[if side == "s" {
            Side::South
        } else {
            Side::North
        }];
        let number: usize = number.parse().expect("a pit");
        let seeds = u32::from(row[(number + row.len() - 1) % row.len()]);
        let segments = |digit: u32| {
            [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x67][digit as usize]
        };
        match kind {
            "t" => seeds / 10,
            "u" => seeds % 10,
            "hi" => seeds / 16,
            "lo" => seeds % 16,
            "st" => segments(seeds / 10),
            "su" => segments(seeds % 10),
            "bcd" => seeds / 10 * 16 + seeds % 10,
            "bar" => mask(seeds.min(32)),
            _ => seeds,
        }
    }
}

impl Native for Game {
    fn evaluate(&mut self, pins: &mut NativePins<'_>) {
        let high = self.input(pins, "clock") == 1;
        if high && !self.high {
            self.tick(pins);
        }
        self.high = high;
        for (index, pin) in self.pins.iter().enumerate() {
            if pin.direction == Direction::Out {
                pins.set(
                    index,
                    Word::known(self.output(&pin.label) & mask(pin.width)),
                    1,
                );
            }
        }
    }

    fn boxed_clone(&self) -> Box<dyn Native> {
        Box::new(self.clone())
    }

    fn state(&self, mut state: &mut dyn Hasher) {
        self.position.hash(&mut state);
        self.frames.hash(&mut state);
        self.shown.hash(&mut state);
        (self.moves, self.is_on, self.is_wrong).hash(&mut state);
        (self.high, self.down, self.wait, self.cursor).hash(&mut state);
        (self.pause, &self.printing, self.clocks, self.last).hash(&mut state);
    }

    fn save(&self, _: &mut Vec<u8>) {}

    fn load(&mut self, _: u64, _: &mut timeline::Reader<'_>) {}
}
