//! A console on the bench: its panel, and beside it the processor that runs its firmware, in any direction of time.
//!
//! Time passes in [`Bench::advance`], as much of it as the clock that is set asks for. A console that waits for a person
//! changes nothing more, so nothing runs then.

mod draw;

use std::time::Duration;

use console::{Button, Fast, Hand, Line, Machine, Model, Panel, Phase, Powered, firmware, listing};
use kalah::Side;
use ratatui::layout::Rect;
use texts::text;
use timeline::{Arrival, Changes, Holds, Leash, Pace, Timeline};

use super::{Cx, Go, Screen, Topic};
use crate::canvas::Canvas;
use crate::input::Key;
use crate::settings::Settings;

type Console = Powered<Fast>;

pub(crate) struct Bench {
    model: Model,
    time: Timeline<Console>,
    /// The lines of every bank.
    listings: Vec<Vec<Line>>,
    /// Time passes by itself.
    running: bool,
    /// Which of [`RATES`].
    rate: usize,
    /// When time last passed by itself.
    last: Option<Duration>,
    /// Half-ticks that are due but were not whole yet, in nanoseconds of the machine's clock.
    carried: u128,
    breakpoint: Option<Breakpoint>,
    /// The data memory before the last step, to see what it changed.
    before: Vec<u8>,
    notice: Option<(String, bool)>,
    /// The name of a breakpoint, as far as it is typed.
    asking: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Breakpoint {
    name: String,
    /// Banks and addresses.
    at: Vec<(usize, u8)>,
}

/// Half-ticks a second; the last is as fast as it goes.
const RATES: [u64; 8] = [2, 10, 100, 1_000, 10_000, 100_000, 1_000_000, u64::MAX];
const USUAL_RATE: usize = 4;
/// Between two pictures.
const FRAME: Duration = Duration::from_millis(40);
/// Work for one picture at full speed, in the machine's own nanoseconds.
const WORK: u64 = 12_000_000;
/// Half-ticks that looking for something may take: longer than any console goes between two questions.
const FAR: u64 = 20_000_000;

impl Default for Bench {
    fn default() -> Bench {
        Bench::new(Model::Y2023)
    }
}

impl Bench {
    fn new(model: Model) -> Bench {
        let banks = firmware::sources(model).len();
        let mut bench = Bench {
            model,
            time: Timeline::new(Powered(Fast::new(model))),
            listings: (0..banks).map(|bank| listing(model, bank)).collect(),
            running: true,
            rate: USUAL_RATE,
            last: None,
            carried: 0,
            breakpoint: None,
            before: Vec::new(),
            notice: None,
            asking: None,
        };
        bench.note();
        bench
    }

    fn machine(&self) -> &Fast {
        &self.time.subject().0
    }

    fn memory(&self) -> Vec<u8> {
        (0..=255)
            .map(|address| self.machine().peek(address))
            .collect()
    }

    /// Notes the memory as it is, before it changes.
    fn note(&mut self) {
        self.before = self.memory();
    }

    /// It changes nothing more by itself.
    fn rests(&self) -> bool {
        rests(self.machine())
    }

    fn goes(&self) -> bool {
        self.running && !self.rests()
    }

    /// So many half-ticks, or up to the breakpoint.
    fn run(&mut self, half_ticks: u64) {
        match self.breakpoint.is_some() {
            true => self.run_until(|_| false, half_ticks),
            false => {
                self.time.run(half_ticks, &mut Leash::none());
            }
        }
    }

    /// Until something holds between two instructions, or at the breakpoint, which stops the clock.
    fn run_until(&mut self, holds: impl Fn(&Fast) -> bool, half_ticks: u64) {
        let at = self
            .breakpoint
            .as_ref()
            .map(|breakpoint| breakpoint.at.clone());
        let at = at.unwrap_or_default();
        let stops = |machine: &Fast| at.contains(&(machine.bank(), machine.registers().pc));
        let watch = |console: &Console| stops(&console.0) || holds(&console.0);
        let leash = &mut Leash::half_ticks(half_ticks);
        let arrival = self.time.until(Pace::Instruction, &mut Holds(watch), leash);
        if arrival == Arrival::There && stops(self.machine()) {
            self.running = false;
        }
    }

    /// Lets pass what is due of the time since the last call.
    fn pass(&mut self, now: Duration) {
        let since = self.last.replace(now);
        if !self.goes() {
            self.last = None;
            return;
        }
        let passed = since
            .map_or(FRAME, |since| now.saturating_sub(since))
            .min(4 * FRAME);
        self.note();
        if RATES[self.rate] == u64::MAX {
            let end = self.machine().effort() + WORK;
            while self.goes() && self.machine().effort() < end {
                self.run(20_000);
            }
            return;
        }
        self.carried += passed.as_nanos() * u128::from(RATES[self.rate]);
        let whole = (self.carried / 1_000_000_000) as u64;
        self.carried %= 1_000_000_000;
        if whole > 0 {
            self.run(whole);
        }
    }

    fn forward(&mut self, pace: Pace) {
        self.running = false;
        self.note();
        self.time.step_forward(pace, &mut Leash::half_ticks(FAR));
    }

    fn back(&mut self, pace: Pace, cx: &Cx) {
        self.running = false;
        self.note();
        if self.time.now() == self.time.start() {
            self.notice = Some((text!(cx.texts, "tui.machine.start"), false));
            return;
        }
        self.time.step_back(pace, &mut Leash::half_ticks(FAR));
    }

    /// The next change of the panel, or the one before.
    fn change(&mut self, forward: bool, cx: &Cx) {
        self.running = false;
        self.note();
        let mut watch = Changes::of(|console: &Console| console.0.panel());
        let leash = &mut Leash::half_ticks(FAR);
        if forward {
            self.time.until(Pace::HalfTick, &mut watch, leash);
            return;
        }
        let origin = self.time.now();
        if self.time.back_until(Pace::HalfTick, &mut watch, leash) != Arrival::There {
            self.time.goto(origin, &mut Leash::none());
            self.notice = Some((text!(cx.texts, "tui.machine.start"), false));
        }
    }

    /// Until it waits for a person, or has halted.
    fn until_question(&mut self) {
        self.note();
        self.running = true;
        if !self.rests() {
            self.run_until(rests, FAR);
        }
    }

    fn press(&mut self, button: Button) {
        if self.model.has_button(button) && !self.machine().is_stopped() {
            self.note();
            self.time.input(Hand::Press(button));
        }
    }

    /// The button of a number: a setting while settings are asked for.
    fn press_number(&mut self, number: u8) {
        let settings = self.machine().panel().phase() == Phase::Settings;
        self.press(match settings {
            true => Button::Seeds(number),
            false => Button::Pit(number),
        });
    }

    fn next_model(&mut self) {
        let at = Model::ALL.iter().position(|model| *model == self.model);
        let next = Model::ALL[(at.unwrap_or(0) + 1) % Model::ALL.len()];
        let rate = self.rate;
        *self = Bench::new(next);
        self.rate = rate;
    }

    fn set_breakpoint(&mut self, name: &str, cx: &Cx) {
        let mut at = Vec::new();
        for (bank, lines) in self.listings.iter().enumerate() {
            let named = lines
                .iter()
                .filter(|line| line.label.as_deref() == Some(name));
            at.extend(named.map(|line| (bank, line.address)));
            if let Ok(address) = u8::from_str_radix(name, 16)
                && lines.iter().any(|line| line.address == address)
            {
                at.push((bank, address));
            }
        }
        at.dedup();
        let name = name.to_owned();
        self.notice = Some(match at.is_empty() {
            true => (text!(cx.texts, "tui.machine.no-label", name = &name), true),
            false => (
                text!(cx.texts, "tui.machine.breaks-at", name = &name),
                false,
            ),
        });
        if !at.is_empty() {
            self.breakpoint = Some(Breakpoint { name, at });
        }
    }

    /// A key while a breakpoint is typed.
    fn answer(&mut self, mut name: String, key: Key, cx: &Cx) {
        match key {
            Key::Escape => return,
            Key::Enter if name.trim().is_empty() => {
                self.breakpoint = None;
                return;
            }
            Key::Enter => {
                self.set_breakpoint(name.trim(), cx);
                return;
            }
            Key::Backspace => {
                name.pop();
            }
            Key::Char(c) if name.len() < 40 => name.push(c),
            _ => {}
        }
        self.asking = Some(name);
    }
}

impl Screen for Bench {
    fn begin(&mut self, cx: &mut Cx) {
        self.last = Some(cx.now);
    }

    fn key(&mut self, key: Key, cx: &mut Cx) -> Go {
        self.notice = None;
        if let Some(name) = self.asking.take() {
            self.answer(name, key, cx);
            return Go::Stay;
        }
        match key {
            Key::Char(digit @ '1'..='8') => self.press_number(digit as u8 - b'0'),
            Key::Char('h') => self.press(Button::First(Side::South)),
            Key::Char('a') => self.press(Button::First(Side::North)),
            Key::Char(' ') => self.running = !self.running,
            Key::Char('+' | '=') => self.rate = (self.rate + 1).min(RATES.len() - 1),
            Key::Char('-') => self.rate = self.rate.saturating_sub(1),
            Key::Right | Key::Char('i') => self.forward(Pace::Instruction),
            Key::Left | Key::Char('I') => self.back(Pace::Instruction, cx),
            Key::Char('k') => self.forward(Pace::Clock),
            Key::Char('K') => self.back(Pace::Clock, cx),
            Key::Char('t') => self.forward(Pace::HalfTick),
            Key::Char('T') => self.back(Pace::HalfTick, cx),
            Key::Char('g') => self.change(true, cx),
            Key::Char('G') => self.change(false, cx),
            Key::Char('e') | Key::Enter => self.until_question(),
            Key::Char('b') => self.asking = Some(String::new()),
            Key::Char('c') => self.next_model(),
            Key::Escape | Key::Char('q') => return Go::Back,
            _ => {}
        }
        self.last = Some(cx.now);
        Go::Stay
    }

    fn advance(&mut self, cx: &mut Cx) {
        let due = self.last.is_none_or(|last| cx.now >= last + FRAME);
        if self.goes() && due {
            self.pass(cx.now);
        }
    }

    fn wake(&self) -> Option<Duration> {
        let last = self.last.unwrap_or_default();
        self.goes().then(|| last + FRAME)
    }

    fn typing(&self) -> bool {
        self.asking.is_some()
    }

    fn scrolls(&self) -> bool {
        false
    }

    fn topic(&self) -> Topic {
        Topic::Machine
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect, _: &Settings) {
        draw::bench(self, canvas, area);
    }
}

/// A machine that changes nothing more by itself.
fn rests(machine: &Fast) -> bool {
    machine.is_stopped() || machine.is_waiting() && machine.panel().lights.ask()
}

/// The line the processor is in: the last that begins at or before the address.
fn line_at(lines: &[Line], pc: u8) -> usize {
    lines
        .partition_point(|line| line.address <= pc)
        .saturating_sub(1)
}

/// Who a panel shows to have won is left to its lights; this is what it is at.
fn is_over(panel: &Panel) -> bool {
    panel.phase() == Phase::Over
}
