//! One of the consoles on the bench, run by one of three engines: its panel, and beside it the processor that runs its
//! firmware.

mod draw;
mod signals;

use bench::command::{Condition, Reader};
use bench::{Engine, Firmware, Running, Story};
use consoles::{
    Button, Code, CodeAddress, Hand, Machine, Model, Panel, Phase, Stop, firmware, listing, map,
};
use kalah::Side;
use ratatui::layout::Rect;
use texts::{Texts, text};
use timeline::{Pace, Probe, Timeline};

use super::Bench;
use super::code::{self, CodeLine};
use super::stand::{self, Ask, Column, Deed, Pane, Rest, Stand};
use crate::canvas::{Canvas, Hint};
use crate::input::Key;
use crate::screen::Topic;

pub(super) struct Console {
    model: Model,
    engine: Engine,
    firmware: Firmware,
    /// The symbols of its program.
    code: Code,
    /// The places at which it shows its events.
    story: Story,
    /// The lines of every bank.
    listings: Vec<Vec<CodeLine>>,
}

impl Console {
    /// The console of 2023 at power-on.
    pub(super) fn usual() -> (Console, Timeline<Running>) {
        let console = Console::new(Model::Y2023, Engine::Fast);
        let time = console.power_on();
        (console, time)
    }

    fn new(model: Model, engine: Engine) -> Console {
        let line = |line: consoles::ListedLine| CodeLine {
            address: line.address,
            label: line.label.unwrap_or_default(),
            code: code::bare(line.text),
            place: Some((line.file.to_owned(), line.number)),
        };
        let banks = 0..firmware::sources(model).len();
        let firmware = Firmware::own(model);
        Console {
            model,
            engine,
            code: firmware.code(),
            story: Story::new(&firmware),
            firmware,
            listings: banks
                .map(|bank| listing(model, bank).into_iter().map(line).collect())
                .collect(),
        }
    }

    fn power_on(&self) -> Timeline<Running> {
        Timeline::new(self.engine.power_on(&self.firmware))
    }

    fn lines(&self, machine: &dyn Machine) -> &[CodeLine] {
        self.listings.get(machine.bank()).map_or(&[], Vec::as_slice)
    }

    /// The places a name refers to: a label, a line, an address, also in the form of the listing.
    fn places(&self, name: &str) -> Vec<CodeAddress> {
        let places = self.code.places(name);
        let places = places.or_else(|_| self.code.places(&format!("0x{name}")));
        places.unwrap_or_default()
    }

    fn press(&self, button: Button, machine: &dyn Machine) -> Deed<Hand> {
        match self.model.has_button(button) && !machine.is_stopped() {
            true => Deed::Input(Hand::Press(button)),
            false => Deed::Done,
        }
    }

    /// The button with a number: a setting while settings are asked for.
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

    /// The same game on the next engine: all inputs are replayed.
    fn next_engine(&mut self, time: &mut Timeline<Running>) -> Deed<Hand> {
        let run = time.to_run(Vec::new(), ToString::to_string);
        let now = time.now();
        self.engine = self.engine.next();
        let mut again = self.power_on();
        let machine = self.engine.power_on(&self.firmware);
        let planned = again.plan(&run, |text| Hand::read(text, &machine.0));
        debug_assert!(planned.is_ok(), "what was done once can be done again");
        *time = again;
        Deed::Again(now)
    }
}

/// The address of the next instruction; on a stopped processor, of the last one.
fn here(machine: &dyn Machine) -> u8 {
    let stopped = machine.is_stopped();
    machine.registers().pc.wrapping_sub(stopped.into())
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
        (machine.is_waiting() && machine.panel().lights.ask(machine.model())).then_some(Rest::Waits)
    }

    fn moves(&self, running: &Running) -> bool {
        self.story.moves(&running.0)
    }

    fn rests(&self, running: &Running) -> bool {
        bench::rests(&running.0)
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
                names.extend(self.code.labels().map(str::to_owned));
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

    fn stop_question(&self, texts: &Texts) -> String {
        text!(texts, "tui.machine.ask-stop")
    }

    fn stop(
        &self,
        name: &str,
        _: &Running,
        texts: &Texts,
    ) -> Result<stand::Condition<Running>, String> {
        let places = self.places(name);
        if !places.is_empty() {
            return Ok(Box::new(Condition::Stop(Stop::At(places)).lookout()));
        }
        let code = &self.code;
        match Condition::read(name, 0, Reader { code, texts }) {
            Ok(condition) => Ok(Box::new(condition.lookout())),
            // One word alone is an unknown place.
            Err(_) if !name.contains(char::is_whitespace) => {
                Err(text!(texts, "tui.machine.no-label", name = name))
            }
            Err(mistake) => Err(mistake.message),
        }
    }

    fn probe(
        &self,
        name: &str,
        running: &Running,
        texts: &Texts,
    ) -> Result<Probe<Running>, String> {
        signals::probe((self.model, &self.code), name, running, texts)
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

    fn columns(&self, (width, height): (u16, u16)) -> [Column; 2] {
        let panel = draw::height(self.model, (width, height));
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
                    place = code::under(lines, at)
                        .unwrap_or_else(|| format!("0x{:02x}", here(machine)))
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
