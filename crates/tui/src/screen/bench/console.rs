//! One of the consoles on the bench, run by one of three engines: its panel, and beside it the processor that runs its
//! firmware.

mod draw;

use circuit::reference::Reference;
use console::{
    Button, Fast, Hand, Light, Machine, Model, Panel, Phase, Powered, Processor, Wired, firmware,
    listing, map,
};
use formats::wave::Bits;
use kalah::Side;
use ratatui::layout::Rect;
use texts::{Texts, text};
use timeline::{Pace, Probe, Subject, Timeline};

use super::Bench;
use super::code::{self, Line};
use super::stand::{Ask, Column, Condition, Deed, Pane, Rest, Stand};
use crate::canvas::{Canvas, Hint};
use crate::input::Key;
use crate::screen::Topic;

type Running = Powered<Box<dyn Machine>>;

/// What runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    /// The native machine.
    Fast,
    /// The circuits, with a native processor in the socket.
    Chips,
    /// The circuits alone.
    Gates,
}

impl Engine {
    fn next(self) -> Engine {
        match self {
            Engine::Fast => Engine::Chips,
            Engine::Chips => Engine::Gates,
            Engine::Gates => Engine::Fast,
        }
    }

    /// As `mancala console --engine` calls it.
    fn name(self) -> &'static str {
        match self {
            Engine::Fast => "fast",
            Engine::Chips => "chips",
            Engine::Gates => "gates",
        }
    }

    fn machine(self, model: Model) -> Running {
        Powered(match self {
            Engine::Fast => Box::new(Fast::new(model)),
            Engine::Chips => Box::new(Wired::new(model, Processor::Native)),
            Engine::Gates => Box::new(Wired::new(model, Processor::Gates)),
        })
    }
}

pub(super) struct Console {
    model: Model,
    engine: Engine,
    /// The lines of every bank.
    listings: Vec<Vec<Line>>,
}

impl Console {
    /// The console of 2023 at power-on.
    pub(super) fn usual() -> (Console, Timeline<Running>) {
        let console = Console::new(Model::Y2023, Engine::Fast);
        let time = console.power_on();
        (console, time)
    }

    fn new(model: Model, engine: Engine) -> Console {
        let line = |line: console::Line| Line {
            address: line.address,
            label: line.label.unwrap_or_default(),
            code: code::bare(line.text),
            place: Some((line.file.to_owned(), line.number)),
        };
        let banks = 0..firmware::sources(model).len();
        Console {
            model,
            engine,
            listings: banks
                .map(|bank| listing(model, bank).into_iter().map(line).collect())
                .collect(),
        }
    }

    fn power_on(&self) -> Timeline<Running> {
        Timeline::new(self.engine.machine(self.model))
    }

    fn lines(&self, machine: &dyn Machine) -> &[Line] {
        self.listings.get(machine.bank()).map_or(&[], Vec::as_slice)
    }

    /// The banks and addresses a name means.
    fn places(&self, name: &str) -> Vec<(usize, u8)> {
        let banks = self.listings.iter().enumerate();
        banks
            .flat_map(|(bank, lines)| {
                let found = code::addresses(lines, name);
                found.into_iter().map(move |address| (bank, address))
            })
            .collect()
    }

    fn press(&self, button: Button, machine: &dyn Machine) -> Deed<Hand> {
        match self.model.has_button(button) && !machine.is_stopped() {
            true => Deed::Input(Hand::Press(button)),
            false => Deed::Done,
        }
    }

    /// The button of a number: a setting while settings are asked for.
    fn press_number(&self, number: u8, machine: &dyn Machine) -> Deed<Hand> {
        let settings = machine.panel().phase() == Phase::Settings;
        let button = match settings {
            true => Button::Seeds(number),
            false => Button::Pit(number),
        };
        self.press(button, machine)
    }

    fn next_model(&mut self, time: &mut Timeline<Running>) -> Deed<Hand> {
        let at = Model::ALL.iter().position(|model| *model == self.model);
        let next = Model::ALL[(at.unwrap_or(0) + 1) % Model::ALL.len()];
        *self = Console::new(next, self.engine);
        *time = self.power_on();
        Deed::Fresh
    }

    /// The same game on the next engine: everything that was done is done again.
    fn next_engine(&mut self, time: &mut Timeline<Running>) -> Deed<Hand> {
        let run = time.to_run(Vec::new(), ToString::to_string);
        let now = time.now();
        self.engine = self.engine.next();
        let mut again = self.power_on();
        let machine = self.engine.machine(self.model);
        let planned = again.plan(&run, |text| Hand::read(text, &machine.0));
        debug_assert!(planned.is_ok(), "what was done once can be done again");
        *time = again;
        Deed::Again(now)
    }
}

/// The address of the next instruction; of a processor that has stopped, of the last one.
fn here(machine: &dyn Machine) -> u8 {
    let stopped = machine.is_stopped();
    machine.registers().pc.wrapping_sub(stopped.into())
}

/// A light by its name.
fn light(model: Model, name: &str) -> Option<Light> {
    let mut lights = model.lights().iter();
    lights.find(|light| light.name() == name).copied()
}

/// A register by its name, or the number in brackets or the name of a cell.
fn byte(model: Model, name: &str) -> Option<Box<dyn Fn(&Running) -> u8 + Send>> {
    let of = |read: fn(&console::Registers) -> u8| -> Option<Box<dyn Fn(&Running) -> u8 + Send>> {
        Some(Box::new(move |running| read(&running.0.registers())))
    };
    match name {
        "pc" => of(|registers| registers.pc),
        "sp" => of(|registers| registers.sp),
        "ps" => of(|registers| registers.ps),
        "r0" => of(|registers| registers.r[0]),
        "r1" => of(|registers| registers.r[1]),
        "r2" => of(|registers| registers.r[2]),
        "r3" => of(|registers| registers.r[3]),
        _ => {
            let number = name
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'));
            let number = number.map(|digits| digits.strip_prefix("0x").unwrap_or(digits));
            let number = number.and_then(|digits| u8::from_str_radix(digits, 16).ok());
            let mut cells = map::of(model).iter();
            let named = cells.find(|cell| cell.name == name && cell.first == cell.last);
            let address = number.or(named.map(|cell| cell.first))?;
            Some(Box::new(move |running| running.0.peek(address)))
        }
    }
}

impl Stand for Console {
    type Subject = Running;
    type Face = Panel;

    fn title(&self, _: &Timeline<Running>, texts: &Texts) -> String {
        text!(
            texts,
            "tui.machine.title",
            model = self.model.name(),
            engine = self.engine.name()
        )
    }

    fn topic(&self) -> Topic {
        Topic::Machine
    }

    fn pace(&self) -> Pace {
        Pace::Instruction
    }

    fn glance(&self) -> u64 {
        match self.engine {
            Engine::Fast => 250,
            Engine::Chips | Engine::Gates => 6000,
        }
    }

    fn face(&self, running: &Running) -> Panel {
        running.0.panel()
    }

    fn rest(&self, running: &Running) -> Option<Rest> {
        let machine = &running.0;
        if machine.is_stopped() {
            return Some(Rest::Halted);
        }
        (machine.is_waiting() && machine.panel().lights.ask()).then_some(Rest::Waits)
    }

    fn is_move(&self, before: &Panel, after: &Panel) -> bool {
        before.phase() == Phase::Busy && after.phase() != Phase::Busy
    }

    fn memory(&self, running: &Running) -> Vec<u32> {
        (0..=255)
            .map(|address| running.0.peek(address).into())
            .collect()
    }

    fn key(&mut self, key: Key, time: &mut Timeline<Running>, _: &Texts) -> Deed<Hand> {
        let machine = &time.subject().0;
        match key {
            Key::Char(digit @ '1'..='8') => self.press_number(digit as u8 - b'0', machine),
            Key::Char('h') => self.press(Button::First(Side::South), machine),
            Key::Char('a') => self.press(Button::First(Side::North), machine),
            Key::Char('n') => Deed::Move { back: false },
            Key::Char('N') => Deed::Move { back: true },
            Key::Char('c') => self.next_model(time),
            Key::Char('v') => self.next_engine(time),
            _ => Deed::None,
        }
    }

    fn names(&self, ask: Ask, running: &Running) -> Vec<String> {
        let mut names = Vec::new();
        match ask {
            Ask::Stop => {
                let lines = self.listings.iter().flatten();
                names.extend(lines.map(|line| line.label.clone()));
                names.retain(|name| !name.is_empty());
                names.sort_unstable();
                names.dedup();
            }
            Ask::Signal => {
                let usual = [
                    "clock", "fetch", "bank", "pc", "sp", "ps", "r0", "r1", "r2", "r3",
                ];
                names.extend(usual.map(str::to_owned));
                let cells = map::of(self.model).iter();
                let single = cells.filter(|cell| cell.first == cell.last);
                names.extend(single.map(|cell| cell.name.to_owned()));
                let lights = self.model.lights().iter();
                names.extend(lights.map(|light| light.name().to_owned()));
            }
            Ask::Deed => {
                let hands = Button::ALL.map(|button| Hand::Press(button).to_string());
                let known = hands.into_iter();
                names.extend(known.filter(|text| Hand::read(text, &running.0).is_ok()));
            }
            Ask::Moment => {}
        }
        names
    }

    fn stop(&self, name: &str, _: &Running, texts: &Texts) -> Result<Condition<Running>, String> {
        let places = self.places(name);
        match places.is_empty() {
            true => Err(text!(texts, "tui.machine.no-label", name = name)),
            false => Ok(Box::new(move |running| {
                let machine = &running.0;
                places.contains(&(machine.bank(), machine.registers().pc))
            })),
        }
    }

    fn probe(
        &self,
        name: &str,
        running: &Running,
        texts: &Texts,
    ) -> Result<Probe<Running>, String> {
        type Read = Box<dyn Fn(&Running) -> Bits + Send>;
        let (width, read): (u32, Read) = if name == "clock" {
            (1, Box::new(|running| (running.moment() % 2 == 1).into()))
        } else if name == "fetch" {
            (
                1,
                Box::new(|running| running.0.is_between_instructions().into()),
            )
        } else if name == "bank" {
            (2, Box::new(|running| (running.0.bank() as u8).into()))
        } else if let Some(light) = light(self.model, name) {
            let lit = move |running: &Running| running.0.panel().lights.is_on(light).into();
            (1, Box::new(lit))
        } else if let Some(byte) = byte(self.model, name) {
            (8, Box::new(move |running| byte(running).into()))
        } else if let Some(simulator) = running.0.simulator() {
            let found = Reference::parse(name).and_then(|name| name.find(simulator));
            let found = found.map_err(|error| error.to_string())?;
            let width = u32::from(found.value(simulator).width).max(1);
            let read = move |running: &Running| {
                let value = running
                    .0
                    .simulator()
                    .map(|simulator| found.value(simulator).word);
                value.map_or_else(Bits::default, |word| Bits {
                    v: word.v,
                    u: word.u,
                })
            };
            (width, Box::new(read))
        } else {
            return Err(text!(texts, "tui.machine.no-signal", name = name));
        };
        Ok(Probe {
            name: name.to_owned(),
            width,
            read,
        })
    }

    fn usual_signals(&self, _: &Running) -> Vec<String> {
        ["clock", "fetch", "bank", "pc", "r0", "r1", "r2"]
            .map(str::to_owned)
            .to_vec()
    }

    fn input(&self, text: &str, running: &Running) -> Result<Hand, String> {
        Hand::read(text, &running.0)
    }

    fn told(&self, hand: &Hand, _: &Running) -> String {
        hand.to_string()
    }

    fn turned(&self) -> &'static [Pane] {
        &[Pane::Memory, Pane::Stops, Pane::Past]
    }

    fn columns(&self, (_, height): (u16, u16)) -> [Column; 2] {
        let panel = draw::height(self.model, height);
        match height {
            ..36 => [
                vec![(Pane::Panel, panel), (Pane::Turned, 0)],
                vec![(Pane::Processor, 5), (Pane::Program, 0)],
            ],
            _ => [
                vec![(Pane::Panel, panel), (Pane::Memory, 0), (Pane::Past, 7)],
                vec![(Pane::Processor, 5), (Pane::Program, 0), (Pane::Stops, 7)],
            ],
        }
    }

    fn heading(&self, pane: Pane, running: &Running, texts: &Texts) -> String {
        let machine = &running.0;
        match pane {
            Pane::Panel => text!(texts, "tui.machine.panel"),
            Pane::Processor => text!(texts, "tui.machine.processor"),
            Pane::Memory => text!(texts, "tui.machine.memory"),
            _ => {
                let lines = self.lines(machine);
                let at = code::line_at(lines, here(machine));
                let name = firmware::sources(self.model).get(machine.bank());
                text!(
                    texts,
                    "tui.machine.program",
                    bank = name.map_or("", |(name, _)| name),
                    place = code::under(lines, at).unwrap_or_default()
                )
            }
        }
    }

    fn draw(&self, pane: Pane, bench: &Bench<Console>, canvas: &mut Canvas, area: Rect) {
        draw::pane(self, pane, bench, canvas, area);
    }

    fn hints(&self, texts: &Texts) -> Vec<Hint> {
        let key = |c: char, label, what| Hint::new(Key::Char(c), label, what);
        vec![
            key('e', "e", text!(texts, "tui.key.until-asked")),
            key('n', "n", text!(texts, "tui.key.move")),
            key('c', "c", text!(texts, "tui.key.console")),
            key('v', "v", text!(texts, "tui.key.engine")),
        ]
    }
}
