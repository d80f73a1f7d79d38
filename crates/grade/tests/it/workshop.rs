//! Consoles of any build, put together part by part around a game that is written in Rust.
//!
//! The grader sees buttons, displays and lights only; what plays behind them may as well be a program. Nets are tunnels: every
//! port with a net gets a tunnel of that name.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use circuit::component::{Direction, Native, NativePins, PinInfo, subcircuit_ports};
use circuit::project::{
    Attrs, Circuit, CircuitId, Component, Kind, Location, Project, SourceFile, What,
};
use circuit::sim::{SimOptions, Simulator};
use circuit::{Value, Word, mask};
use kalah::{BySide, Pit, Position, Rules, Side};

/// How the game behaves. The usual one is as it should be.
#[derive(Clone)]
pub struct Plan {
    pub rules: Rules,
    pub people: bool,
    /// Nothing is shown before `start` was pressed.
    pub needs_start: bool,
    /// Each seed is shown.
    pub is_slow: bool,
    /// What the game does before it shows a position: number of moves so far, position.
    pub cheat: Arc<dyn Fn(u32, Position) -> Position + Send + Sync>,
    /// Plays the computer's turn.
    pub computer: fn(u32, Position) -> Pit,
    /// It answers so many moves, and then no more.
    pub moves: u32,
    pub fault: Fault,
}

/// What is wrong with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    None,
    /// A press is taken while the last move is still being shown.
    HearsAlways,
    /// Two buttons at once are the pit of their sum.
    AddsButtons,
    ResetDoesNothing,
    /// A reset leaves the stores as they were.
    ResetKeepsStores,
    /// Whoever presses plays.
    AnyTurn,
    /// The other person's light is on after an extra turn.
    WrongTurnLight,
}

impl Plan {
    pub fn new(rules: Rules) -> Plan {
        Plan {
            rules,
            people: false,
            needs_start: false,
            is_slow: true,
            cheat: Arc::new(|_, position| position),
            computer: |_, position| position.legal_moves().next_back().expect("a move"),
            moves: u32::MAX,
            fault: Fault::None,
        }
    }
}

/// What is shown at one moment: pits and store of each side.
type Frame = BySide<Vec<u16>>;

#[derive(Clone)]
struct Game {
    plan: Plan,
    pins: Vec<PinInfo>,
    position: Position,
    frames: Vec<Frame>,
    shown: Frame,
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
    fn new(plan: Plan, pins: &[PinInfo]) -> Game {
        let position = Position::start(plan.rules, Side::South);
        let blank = frame(&position).map(|row| vec![0; row.len()]);
        Game {
            pins: pins.to_vec(),
            shown: if plan.needs_start {
                blank
            } else {
                frame(&position)
            },
            position,
            frames: Vec::new(),
            moves: 0,
            is_on: !plan.needs_start,
            plan,
            is_wrong: false,
            high: false,
            down: false,
            wait: 0,
            cursor: 0,
        }
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
        for number in 1..=pits {
            for (side, name) in [(Side::South, "b"), (Side::North, "n")] {
                if self.input(pins, &format!("{name}{number}")) == 1 {
                    return Some((side, number));
                }
            }
        }
        if self.input(pins, "enter") == 1 {
            return Some((Side::South, self.input(pins, "code") as usize));
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
        if self.wait > 0 {
            self.wait -= 1;
        } else if !self.frames.is_empty() {
            self.shown = self.frames.remove(0);
            self.wait = 3;
        }
        match self.input(pins, "x") {
            _ if self.down => {}
            12.. => self.cursor = (self.cursor + 1).min(self.plan.rules.pits() - 1),
            0..4 if self.pins.iter().any(|pin| pin.label == "x") => {
                self.cursor = self.cursor.saturating_sub(1);
            }
            _ => {}
        }
        let tilted = self.pins.iter().any(|pin| pin.label == "x")
            && !(4..12).contains(&self.input(pins, "x"));
        let pressed = self.pressed(pins);
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
        self.make(pit);
        while !self.plan.people
            && !self.position.is_over()
            && self.position.to_move() == Side::North
        {
            let pit = (self.plan.computer)(self.moves, self.position);
            self.make(pit);
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
        self.position = (self.plan.cheat)(self.moves, sowing.after);
        self.frames.push(frame(&self.position));
    }

    fn output(&self, label: &str) -> u32 {
        let over = self.position.is_over() && self.frames.is_empty();
        let winner = self.position.outcome();
        let asks = self.is_on && self.frames.is_empty() && !over && self.moves < self.plan.moves;
        let is_wrong = self.plan.fault == Fault::WrongTurnLight && self.moves % 3 == 2;
        let turn = |side| asks && (self.position.to_move() == side) != is_wrong;
        match label {
            "turn" => turn(Side::South).into(),
            "nturn" => turn(Side::North).into(),
            "over" => over.into(),
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
    }

    fn save(&self, _: &mut Vec<u8>) {}

    fn load(&mut self, _: u64, _: &mut timeline::Reader<'_>) {}
}

/// A console being put together.
#[derive(Clone)]
pub struct Workshop {
    main: Circuit,
    game: Circuit,
    others: Vec<Circuit>,
}

impl Workshop {
    pub fn new() -> Workshop {
        let named = |name: &str| Circuit {
            name: name.to_owned(),
            ..Circuit::default()
        };
        let mut shop = Workshop {
            main: named("Console"),
            game: named("Game"),
            others: Vec::new(),
        };
        shop.takes("clock", 1);
        shop
    }

    fn pin(&mut self, label: &str, width: u32, output: bool) {
        let facing = if output { "west" } else { "east" };
        let output = output.to_string();
        let width = width.to_string();
        let row = 10 * (self.game.components.len() as i32 + 1);
        let attrs = [
            ("label", label),
            ("width", &width),
            ("output", &output),
            ("facing", facing),
            ("tristate", "false"),
        ];
        let at = (if facing == "west" { 400 } else { 100 }, row);
        self.game.components.push(component(Kind::Pin, at, &attrs));
    }

    /// The game has an input, which is the net of its name.
    pub fn takes(&mut self, label: &str, width: u32) {
        self.pin(label, width, false);
    }

    /// The game has an output, which is the net of its name.
    pub fn gives(&mut self, label: &str, width: u32) {
        self.pin(label, width, true);
    }

    /// A part with a net for each of its ports; an empty one leaves a port open.
    pub fn put(&mut self, kind: Kind, at: (i32, i32), attrs: &[(&str, &str)], nets: &[&str]) {
        let start = self.main.components.len();
        put(&mut self.main, kind, at, attrs, nets);
        let open = self.main.components[start..].iter_mut();
        for tunnel in open.filter(|one| one.attrs.explicit("width") == Some("0")) {
            let pins = self.game.components.iter();
            let pin = pins.rev().find(|pin| pin.label() == tunnel.label());
            let width = pin.and_then(|pin| pin.attrs.explicit("width"));
            tunnel.attrs.set("width", width.unwrap_or("1").to_owned());
        }
    }

    /// A chip around parts, so that they are on a sheet of their own; its pins are nets of the same names.
    pub fn inside(
        &mut self,
        name: &str,
        at: (i32, i32),
        pins: &[(&str, u32, bool)],
        fill: impl FnOnce(&mut Circuit),
    ) {
        let mut chip = Circuit {
            name: name.to_owned(),
            ..Circuit::default()
        };
        for (index, (label, width, output)) in pins.iter().enumerate() {
            let (width, output_text) = (width.to_string(), output.to_string());
            let facing = if *output { "west" } else { "east" };
            let attrs = [
                ("label", *label),
                ("width", width.as_str()),
                ("output", &output_text),
                ("facing", facing),
                ("tristate", "false"),
            ];
            put(
                &mut chip,
                Kind::Pin,
                (-500, 10 * index as i32),
                &attrs,
                &[label],
            );
        }
        fill(&mut chip);
        let id = CircuitId(2 + self.others.len() as u32);
        place(&mut self.main, &chip, id, at);
        self.others.push(chip);
    }

    /// The console, with a game that goes as planned.
    pub fn finish(mut self, plan: Plan) -> Simulator {
        let game = self.game;
        let own_clock = self.others.iter().any(|chip| chip.name == "Oscillator");
        if !own_clock {
            put(&mut self.main, Kind::Clock, (-900, -900), &[], &["clock"]);
        }
        place(&mut self.main, &game, CircuitId(0), (-1000, -2000));
        let mut circuits = vec![game, self.main];
        circuits.extend(self.others);
        let ids = (0..circuits.len() as u32).map(CircuitId).collect();
        let file = SourceFile {
            name: "console.circ".to_owned(),
            source: "2.7.1".to_owned(),
            main: Some(CircuitId(1)),
            circuits: ids,
        };
        let project = Project {
            files: vec![file],
            circuits,
            ..Project::default()
        };
        let mut options = SimOptions::default();
        let make =
            move |pins: &[PinInfo]| -> Box<dyn Native> { Box::new(Game::new(plan.clone(), pins)) };
        options
            .design
            .natives
            .push(("/Game@-1000,-2000".to_owned(), Arc::new(make)));
        Simulator::new(Arc::new(project), None, &options).expect("a console")
    }
}

fn component(kind: Kind, at: (i32, i32), attrs: &[(&str, &str)]) -> Component {
    Component {
        what: What::Builtin(kind),
        location: Location::new(at.0, at.1),
        attrs: Attrs::new(
            attrs
                .iter()
                .map(|(n, v)| ((*n).to_owned(), (*v).to_owned())),
        ),
        contents: None,
        from_library: false,
    }
}

/// A part on a sheet, with tunnels at its ports.
pub fn put(sheet: &mut Circuit, kind: Kind, at: (i32, i32), attrs: &[(&str, &str)], nets: &[&str]) {
    let part = component(kind, at, attrs);
    let ports = kind.ports(part.attrs.of(kind));
    assert!(
        nets.len() <= ports.len(),
        "{} has {} ports",
        kind.name(),
        ports.len()
    );
    let location = part.location;
    sheet.components.push(part);
    for (port, net) in ports.iter().zip(nets) {
        tunnel(sheet, location.offset(port.dx, port.dy), port.width, net);
    }
}

fn tunnel(sheet: &mut Circuit, at: Location, width: u32, net: &str) {
    if net.is_empty() {
        return;
    }
    let width = width.to_string();
    let attrs = [("label", net), ("width", width.as_str())];
    sheet
        .components
        .push(component(Kind::Tunnel, (at.x, at.y), &attrs));
}

fn place(sheet: &mut Circuit, chip: &Circuit, id: CircuitId, at: (i32, i32)) {
    let part = Component {
        what: What::Circuit(id),
        location: Location::new(at.0, at.1),
        attrs: Attrs::default(),
        contents: None,
        from_library: false,
    };
    for port in subcircuit_ports(chip, &part) {
        let label = chip.components[port.pin].label().unwrap_or_default();
        tunnel(
            sheet,
            part.location.offset(port.dx, port.dy),
            port.width,
            label,
        );
    }
    sheet.components.push(part);
}
