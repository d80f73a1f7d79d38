//! Any circuit on the bench: its pins and buttons, its displays, its memories.

use bench::{Seen, Sight};
use circuit::Value;
use circuit::netlist::{InstanceId, PartId};
use circuit::project::Kind;
use circuit::reference::Reference;
use circuit::script::Question;
use circuit::show;
use circuit::sim::{Input, Simulator};
use formats::wave::Bits;
use ratatui::layout::Rect;
use texts::{Texts, text};
use timeline::{Holds, Pace, Probe, Timeline};

use super::Bench;
use super::memory::{self, Cells};
use super::stand::{Ask, Column, Condition, Deed, Pane, Rest, Stand};
use crate::canvas::{Canvas, Hint, Spot};
use crate::input::Key;
use crate::screen::{Topic, first_shown};

pub(super) struct Circuit {
    name: String,
    sight: Sight,
    /// Pins, buttons and probes: the parts that can be operated or read.
    pins: Vec<Pin>,
    /// The selected pin.
    at: usize,
    memories: Vec<PartId>,
    /// The memory shown.
    memory: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Pin {
    part: PartId,
    path: String,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Input,
    Button,
    Shown,
}

/// Maximum number of pins listed.
const MOST_PINS: usize = 400;
/// Number of memory cells checked for changes.
const MOST_CELLS: usize = 1 << 16;

impl Circuit {
    pub(super) fn new(name: String, simulator: &Simulator) -> Circuit {
        let design = simulator.design();
        let root = design.parts_of(InstanceId::ROOT);
        let buttons = design
            .part_ids()
            .filter(|part| is(simulator, *part, Kind::Button));
        let known = root
            .filter(|part| !is(simulator, *part, Kind::Button))
            .chain(buttons);
        let pins = known.filter_map(|part| {
            let value = simulator.value(part);
            let what = match design.component(part).kind()? {
                Kind::Pin if simulator.accepts(&Input::Set(part, value)).is_ok() => What::Input,
                Kind::Pin | Kind::Probe | Kind::Clock => What::Shown,
                Kind::Button => What::Button,
                _ => return None,
            };
            let path = design.path(part);
            Some(Pin { part, path, what })
        });
        let mut pins: Vec<Pin> = pins.take(MOST_PINS).collect();
        pins.sort_by_key(|pin| pin.what == What::Shown);
        let is_memory = |part: &PartId| simulator.cells(*part).is_some();
        let mut memories: Vec<PartId> = design.part_ids().filter(is_memory).collect();
        // Parts that can change are checked first.
        memories.sort_by_key(|part| is(simulator, *part, Kind::Rom));
        Circuit {
            name,
            sight: Sight::of(simulator),
            pins,
            at: 0,
            memories,
            memory: 0,
        }
    }

    /// The effect of Enter on the selected pin: a bit is toggled, a button goes down or up, wider pins ask for a value.
    fn touch(&self, simulator: &Simulator) -> Deed<Input> {
        let Some(pin) = self.pins.get(self.at) else {
            return Deed::None;
        };
        let value = simulator.value(pin.part);
        let on = value.number() == Some(1);
        match pin.what {
            What::Button if on => Deed::Input(Input::Release(pin.part)),
            What::Button => Deed::Input(Input::Press(pin.part)),
            What::Input if value.width == 1 => {
                let turned = Value::known(1, u32::from(!on));
                Deed::Input(Input::Set(pin.part, turned))
            }
            What::Input => Deed::Ask(Ask::Deed, format!("set {} = ", pin.path)),
            What::Shown => Deed::None,
        }
    }

    fn shown_memory(&self) -> Option<PartId> {
        self.memories.get(self.memory).copied()
    }
}

fn is(simulator: &Simulator, part: PartId, kind: Kind) -> bool {
    simulator.design().component(part).kind() == Some(kind)
}

/// Files are the command line's: `--load`.
fn no_file(_: &str) -> Result<Vec<u8>, String> {
    Err("load it with --load on the command line".to_owned())
}

impl Stand for Circuit {
    type Subject = Simulator;
    type Face = Seen;

    fn title(&self, _: &Timeline<Simulator>, _: &Texts) -> String {
        self.name.clone()
    }

    fn topic(&self) -> Topic {
        Topic::Bench
    }

    fn pace(&self) -> Pace {
        Pace::HalfTick
    }

    fn glance(&self) -> u64 {
        50 * self.sight.size() as u64
    }

    fn face(&self, simulator: &Simulator) -> Seen {
        self.sight.circuit(simulator)
    }

    fn rest(&self, simulator: &Simulator) -> Option<Rest> {
        simulator.is_oscillating().then_some(Rest::Oscillates)
    }

    fn memory(&self, simulator: &Simulator) -> Vec<u32> {
        let Some(part) = self.shown_memory() else {
            return Vec::new();
        };
        let count = simulator.cells(part).unwrap_or(0).min(MOST_CELLS) as u32;
        (0..count)
            .map(|address| simulator.cell(part, address).unwrap_or(0))
            .collect()
    }

    fn key(&mut self, key: Key, time: &mut Timeline<Simulator>, _: &Texts) -> Deed<Input> {
        let count = self.pins.len().max(1);
        match key {
            Key::Up => self.at = (self.at + count - 1) % count,
            Key::Down => self.at = (self.at + 1) % count,
            Key::Enter => return self.touch(time.subject()),
            Key::Char(']') => self.memory = (self.memory + 1) % self.memories.len().max(1),
            _ => return Deed::None,
        }
        Deed::Done
    }

    fn click(&mut self, line: usize, simulator: &Simulator) -> Deed<Input> {
        if line >= self.pins.len() {
            return Deed::None;
        }
        self.at = line;
        self.touch(simulator)
    }

    fn names(&self, ask: Ask, simulator: &Simulator) -> Vec<String> {
        let design = simulator.design();
        let labelled = || {
            let parts = design.part_ids();
            let named = parts.filter(|part| design.component(*part).label().is_some());
            named.take(MOST_PINS).map(|part| design.path(part))
        };
        match ask {
            Ask::Stop | Ask::Signal => {
                let pins = self.pins.iter().map(|pin| pin.path.clone());
                let mut names: Vec<String> = pins.chain(labelled()).collect();
                names.sort_unstable();
                names.dedup();
                names
            }
            Ask::Deed => (self.pins.iter())
                .filter_map(|pin| match pin.what {
                    What::Input => Some(format!("set {} = ", pin.path)),
                    What::Button => Some(format!("press {}", pin.path)),
                    What::Shown => None,
                })
                .collect(),
            Ask::Moment => Vec::new(),
        }
    }

    fn stop_question(&self, texts: &Texts) -> String {
        text!(texts, "tui.machine.ask-condition")
    }

    fn stop(
        &self,
        text: &str,
        simulator: &Simulator,
        _: &Texts,
    ) -> Result<Condition<Simulator>, String> {
        let question = Question::read(text, simulator)?;
        Ok(Box::new(Holds(move |simulator: &Simulator| {
            question.holds(simulator)
        })))
    }

    fn probe(
        &self,
        name: &str,
        simulator: &Simulator,
        _: &Texts,
    ) -> Result<Probe<Simulator>, String> {
        let found = Reference::parse(name).and_then(|name| name.find(simulator));
        let found = found.map_err(|error| error.to_string())?;
        let read = move |simulator: &Simulator| {
            let word = found.value(simulator).word;
            Bits {
                v: word.v,
                u: word.u,
            }
        };
        Ok(Probe {
            name: name.to_owned(),
            width: u32::from(found.value(simulator).width).max(1),
            read: Box::new(read),
        })
    }

    /// Clocks, pins, registers, buttons: the first few of them.
    fn usual_signals(&self, simulator: &Simulator) -> Vec<String> {
        const MOST: usize = 8;
        let of = |wanted: fn(&Pin, bool) -> bool| {
            let pins = self.pins.iter();
            let pins = pins.filter(move |pin| wanted(pin, is(simulator, pin.part, Kind::Clock)));
            pins.map(|pin| pin.path.clone())
        };
        let design = simulator.design();
        let remembers = design.part_ids().filter(|part| {
            let component = design.component(*part);
            let kinds = [Some(Kind::Register), Some(Kind::Counter)];
            kinds.contains(&component.kind()) && component.label().is_some()
        });
        of(|_, clock| clock)
            .chain(of(|pin, clock| pin.what != What::Button && !clock))
            .chain(remembers.map(|part| design.path(part)))
            .chain(of(|pin, _| pin.what == What::Button))
            .take(MOST)
            .collect()
    }

    fn input(&self, text: &str, simulator: &Simulator) -> Result<Input, String> {
        Input::read(text, simulator, &mut no_file)
    }

    fn told(&self, input: &Input, simulator: &Simulator) -> String {
        input.text(simulator)
    }

    fn turned(&self) -> &'static [Pane] {
        &[Pane::Displays, Pane::Memory, Pane::Stops, Pane::Past]
    }

    fn columns(&self, (_, height): (u16, u16)) -> [Column; 2] {
        let left = vec![(Pane::Pins, 0)];
        match height {
            ..36 => [left, vec![(Pane::Turned, 0)]],
            _ => [
                vec![(Pane::Pins, 0), (Pane::Stops, 6), (Pane::Past, 6)],
                vec![(Pane::Displays, 0), (Pane::Memory, 10)],
            ],
        }
    }

    fn heading(&self, pane: Pane, simulator: &Simulator, texts: &Texts) -> String {
        match (pane, self.shown_memory()) {
            (Pane::Pins, _) => text!(texts, "tui.machine.pins"),
            (Pane::Memory, Some(part)) => {
                let path = simulator.design().path(part);
                text!(texts, "tui.machine.memory-of", path = path)
            }
            (Pane::Memory, None) => text!(texts, "tui.machine.memory"),
            _ => text!(texts, "tui.machine.displays"),
        }
    }

    fn draw(&self, pane: Pane, bench: &Bench<Circuit>, canvas: &mut Canvas, area: Rect) {
        let simulator = bench.subject();
        match pane {
            Pane::Pins => self.draw_pins(simulator, canvas, area),
            Pane::Memory => self.draw_memory(simulator, bench, canvas, area),
            _ => draw_displays(simulator, canvas, area),
        }
    }

    fn hints(&self, texts: &Texts) -> Vec<Hint> {
        let key = |key, label, what| Hint::new(key, label, what);
        vec![
            key(Key::Enter, "Enter", text!(texts, "tui.key.touch")),
            key(Key::Char('e'), "e", text!(texts, "tui.key.go-on")),
        ]
    }
}

impl Circuit {
    fn draw_pins(&self, simulator: &Simulator, canvas: &mut Canvas, area: Rect) {
        let theme = canvas.look.theme;
        let high = usize::from(area.height);
        let first = first_shown(self.at, self.pins.len(), high);
        for (y, (number, pin)) in
            (area.y..area.bottom()).zip(self.pins.iter().enumerate().skip(first))
        {
            let row = Rect::new(area.x, y, area.width, 1);
            canvas.spot(row, Spot::Line(number));
            let chosen = number == self.at;
            if chosen {
                canvas.text((area.x, y), 1, canvas.look.glyphs.pointer, theme.chosen);
            }
            let style = match pin.what {
                _ if chosen => theme.chosen,
                What::Input | What::Button => theme.open,
                What::Shown => theme.text,
            };
            let value = show::value(simulator.value(pin.part));
            let wide = (value.chars().count() as u16).min(area.width / 2);
            let x = area.right() - wide;
            let room = area.width.saturating_sub(wide + 3);
            canvas.text((area.x + 2, y), room, &pin.path, style);
            canvas.text((x, y), wide, &value, theme.strong);
        }
        if self.pins.is_empty() {
            let words = text!(canvas.look.texts, "tui.machine.no-pins");
            canvas.paragraph(area, &words, theme.faint);
        }
    }

    fn draw_memory(
        &self,
        simulator: &Simulator,
        bench: &Bench<Circuit>,
        canvas: &mut Canvas,
        area: Rect,
    ) {
        let Some(part) = self.shown_memory() else {
            let words = text!(canvas.look.texts, "tui.machine.no-memory");
            canvas.paragraph(area, &words, canvas.look.theme.faint);
            return;
        };
        let width = u32::from(simulator.value(part).width);
        let cells = Cells {
            now: &self.memory(simulator),
            before: &bench.before,
            digits: width.div_ceil(4).clamp(1, 8) as usize,
            touched: None,
            marked: &[],
        };
        memory::draw(&cells, canvas, area);
    }
}

fn draw_displays(simulator: &Simulator, canvas: &mut Canvas, area: Rect) {
    let theme = canvas.look.theme;
    let text = show::all(simulator, area.width.into());
    if text.trim().is_empty() {
        let words = text!(canvas.look.texts, "tui.machine.no-displays");
        canvas.paragraph(area, &words, theme.faint);
        return;
    }
    for (y, line) in (area.y..area.bottom()).zip(text.lines()) {
        canvas.text((area.x, y), area.width, line, theme.chosen);
    }
}
