//! The bench: a machine with a clock, moved through time in both directions, with its panes, its breakpoints and its
//! signals as waves. It holds a [`Stand`]: a console, a program or a circuit.
//!
//! Time passes in [`Bench::advance`], at the chosen clock rate, and never more at once than a
//! picture takes. A machine that waits for a person is idle, so nothing runs then.

mod circuit;
mod code;
mod console;
mod draw;
mod journey;
mod memory;
mod program;
mod question;
mod stand;
mod waves;

use std::time::Duration;

use bench::{Goal, Journey, PointList};
use ratatui::layout::Rect;
use texts::{Texts, text};
use timeline::{Pace, Standing, Timeline};

use super::{Cx, Go, Screen, Topic};
use crate::canvas::{Canvas, Spot};
use crate::input::Key;
use crate::settings::Settings;
use crate::work::Specimen;
use question::Asking;
pub(crate) use question::completed;
use stand::{Ask, Condition, Deed, Stand};
use waves::Waves;

struct Bench<T: Stand> {
    stand: T,
    time: Timeline<T::Subject>,
    /// The clock is running.
    running: bool,
    /// Index into [`RATES`].
    rate: usize,
    /// When the running clock last advanced.
    last: Option<Duration>,
    /// The fraction of a half-tick still due, in nanoseconds of the machine's clock.
    carried: u128,
    /// A journey in progress.
    journey: Option<Journey>,
    /// Nanoseconds of work per half-tick, as last measured.
    cost: u64,
    /// Breakpoints, by their names.
    stops: PointList<Condition<T::Subject>>,
    /// The numbers of the breakpoints that hold now.
    at: Vec<usize>,
    waves: Waves,
    /// The memory before the last step, to mark changes.
    before: Vec<u32>,
    /// The pane chosen with Tab.
    turned: usize,
    notice: Option<(String, bool)>,
    asking: Option<Asking>,
}

/// Half-ticks per second; the last is full speed.
const RATES: [u64; 8] = [2, 10, 100, 1_000, 10_000, 100_000, 1_000_000, u64::MAX];
const USUAL_RATE: usize = 4;
/// Time between two pictures.
const FRAME: Duration = Duration::from_millis(40);
/// The console of 2023 on the bench, running.
pub(crate) fn console() -> Box<dyn Screen> {
    let (stand, time) = console::Console::usual();
    let mut bench = Bench::new(stand, time);
    bench.running = true;
    Box::new(bench)
}

/// A program or a circuit on the bench.
pub(crate) fn lay(specimen: Specimen, texts: &Texts) -> Box<dyn Screen> {
    match specimen {
        Specimen::Program {
            name,
            time,
            symbols,
        } => {
            let stand = program::Program::new(name, symbols, time.subject());
            Box::new(Bench::new(stand, *time))
        }
        Specimen::Circuit { name, time } => {
            let stand = circuit::Circuit::new(name, time.subject());
            let mut bench = Bench::new(stand, *time);
            bench.show_waves(texts);
            Box::new(bench)
        }
    }
}

impl<T: Stand> Bench<T> {
    fn new(stand: T, time: Timeline<T::Subject>) -> Bench<T> {
        let mut bench = Bench {
            stand,
            time,
            running: false,
            rate: USUAL_RATE,
            last: None,
            carried: 0,
            journey: None,
            cost: 100,
            stops: PointList::default(),
            at: Vec::new(),
            waves: Waves::default(),
            before: Vec::new(),
            turned: 0,
            notice: None,
            asking: None,
        };
        bench.note();
        bench
    }

    fn subject(&self) -> &T::Subject {
        self.time.subject()
    }

    /// Stores the memory before it changes.
    fn note(&mut self) {
        self.before = self.stand.memory(self.time.subject());
    }

    fn goes(&self) -> bool {
        self.running && self.stand.rest(self.subject()).is_none()
    }

    /// Runs what is due of the time since the last call.
    fn pass(&mut self, now: Duration, texts: &Texts) {
        let since = self.last.replace(now);
        let passed = since
            .map_or(FRAME, |since| now.saturating_sub(since))
            .min(4 * FRAME);
        self.note();
        if RATES[self.rate] == u64::MAX {
            self.run(u64::MAX, texts);
            return;
        }
        self.carried += passed.as_nanos() * u128::from(RATES[self.rate]);
        let whole = (self.carried / 1_000_000_000) as u64;
        self.carried %= 1_000_000_000;
        self.run(whole, texts);
    }

    fn forward(&mut self, goal: Goal, pace: Pace, texts: &Texts) {
        self.running &= goal == Goal::Rest;
        self.note();
        self.set_out(goal, pace, false);
        self.travel(texts);
    }

    fn back(&mut self, goal: Goal, pace: Pace, texts: &Texts) {
        self.running = false;
        self.note();
        if self.time.now() == self.time.start() && self.time.inputs_done() == 0 {
            self.notice = Some((text!(texts, "tui.machine.start"), false));
            return;
        }
        self.set_out(goal, pace, true);
        self.travel(texts);
    }

    /// Undo: to before the last input.
    fn undo(&mut self, texts: &Texts) {
        self.running = false;
        self.note();
        self.journey = Some(Journey::undo(&self.time));
        self.travel(texts);
    }

    /// A key of the bench itself.
    fn command(&mut self, key: Key, texts: &Texts) -> Go {
        match key {
            Key::Char(' ') => self.running = !self.running,
            Key::Char('+' | '=') => self.rate = (self.rate + 1).min(RATES.len() - 1),
            Key::Char('-') => self.rate = self.rate.saturating_sub(1),
            Key::Right | Key::Char('i') => {
                self.forward(Goal::Step(Pace::Instruction), Pace::Instruction, texts);
            }
            Key::Left | Key::Char('I') => {
                self.back(Goal::Step(Pace::Instruction), Pace::Instruction, texts);
            }
            Key::Char('k') => self.forward(Goal::Step(Pace::Clock), Pace::Clock, texts),
            Key::Char('K') => self.back(Goal::Step(Pace::Clock), Pace::Clock, texts),
            Key::Char('t') => self.forward(Goal::Step(Pace::HalfTick), Pace::HalfTick, texts),
            Key::Char('T') => self.back(Goal::Step(Pace::HalfTick), Pace::HalfTick, texts),
            Key::Char('g') => self.forward(Goal::Face, Pace::HalfTick, texts),
            Key::Char('G') => self.back(Goal::Face, Pace::HalfTick, texts),
            Key::Char('e') | Key::Enter => {
                self.running = true;
                if self.stand.rest(self.subject()).is_none() {
                    self.forward(Goal::Rest, self.stand.pace(), texts);
                }
            }
            Key::Char('E') => self.back(Goal::Point, self.stand.pace(), texts),
            Key::Char('u') => self.undo(texts),
            Key::Char('b') => self.ask(Ask::Stop, String::new()),
            Key::Char('s') => self.ask(Ask::Signal, String::new()),
            Key::Char('x') => self.ask(Ask::Deed, String::new()),
            Key::Char('j') => self.ask(Ask::Moment, String::new()),
            Key::Char('w') if self.waves.on => self.hide_waves(),
            Key::Char('w') => self.show_waves(texts),
            Key::Char('<' | ',') => self.waves.zoom_out(),
            Key::Char('>' | '.') => self.waves.zoom_in(),
            Key::Tab => self.turned = (self.turned + 1) % self.stand.turned().len().max(1),
            Key::Escape if self.journey.is_some() => {
                self.running = false;
                self.give_up();
                self.travel(texts);
            }
            Key::Escape => return Go::Back,
            Key::Char('q') => return Go::Quit,
            _ => {}
        }
        Go::Stay
    }

    /// Carries out the result of the stand's key; false if it is none of its keys.
    fn perform(
        &mut self,
        deed: Deed<<T::Subject as timeline::Subject>::Input>,
        texts: &Texts,
    ) -> bool {
        match deed {
            Deed::None => return false,
            Deed::Done => {}
            Deed::Input(input) => {
                self.give_up();
                self.note();
                self.time.input(input);
            }
            Deed::Fresh => {
                self.journey = None;
                self.running = true;
                self.stops.clear();
                self.note();
                self.draw_signals_anew(texts);
            }
            Deed::Again(moment) => {
                let done = self.time.inputs().len();
                self.draw_signals_anew(texts);
                self.journey = Some(Journey::to(Standing { moment, done }));
                self.travel(texts);
                self.note();
            }
            Deed::Ask(ask, typed) => self.ask(ask, typed),
            Deed::Move { back: true } => self.back(Goal::Move, self.stand.pace(), texts),
            Deed::Move { back: false } => self.forward(Goal::Move, self.stand.pace(), texts),
        }
        true
    }

    fn turn_to(&mut self, pane: stand::Pane) {
        let panes = self.stand.turned();
        self.turned = panes
            .iter()
            .position(|one| *one == pane)
            .unwrap_or(self.turned);
    }
}

impl<T: Stand> Screen for Bench<T> {
    fn begin(&mut self, cx: &mut Cx) {
        self.last = Some(cx.now);
    }

    fn key(&mut self, key: Key, cx: &mut Cx) -> Go {
        self.notice = None;
        if let Some(asking) = self.asking.take() {
            self.answer(asking, key, cx.texts);
            self.at = self.stops.holding(self.time.subject());
            return Go::Stay;
        }
        let deed = self.stand.key(key, &mut self.time, cx.texts);
        let go = match self.perform(deed, cx.texts) {
            true => Go::Stay,
            false => self.command(key, cx.texts),
        };
        self.at = self.stops.holding(self.time.subject());
        self.last = Some(cx.now);
        go
    }

    fn click(&mut self, spot: Spot, cx: &mut Cx) -> Go {
        if let Spot::Line(line) = spot {
            let deed = self.stand.click(line, self.time.subject());
            self.perform(deed, cx.texts);
        }
        Go::Stay
    }

    fn advance(&mut self, cx: &mut Cx) {
        let due = self.last.is_none_or(|last| cx.now >= last + FRAME);
        if !due {
            return;
        }
        if self.journey.is_some() {
            self.last = Some(cx.now);
            self.travel(cx.texts);
        } else if self.goes() {
            self.pass(cx.now, cx.texts);
        }
        self.at = self.stops.holding(self.time.subject());
    }

    fn wake(&self) -> Option<Duration> {
        let last = self.last.unwrap_or_default();
        (self.journey.is_some() || self.goes()).then(|| last + FRAME)
    }

    fn typing(&self) -> bool {
        self.asking.is_some()
    }

    fn scrolls(&self) -> bool {
        false
    }

    /// Two columns of panes take more room than a game.
    fn least(&self) -> (u16, u16) {
        (80, 24)
    }

    fn leaves_unseen(&self) -> bool {
        true
    }

    fn topic(&self) -> Topic {
        self.stand.topic()
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect, _: &Settings) {
        draw::bench(self, canvas, area);
    }
}
