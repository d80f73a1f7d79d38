//! A program for the bare processor on the bench.

use cdm8::bus::Space;
use cdm8::cpu::Cpu;
use cdm8::debug::expr::Reader;
use cdm8::debug::{Computer, Input};
use cdm8::dis::{self, ByteKind};
use cdm8::isa::{Instruction, OPCODES};
use cdm8::memory::Memory;
use cdm8::symbols::Symbols;
use cdm8::view;
use formats::wave::Bits;
use ratatui::layout::Rect;
use texts::{Texts, text};
use timeline::{Holds, Pace, Probe, Subject, Timeline};

use super::Bench;
use super::code::{self, CodeLine, Registers};
use super::memory::{self, Cells};
use super::stand::{Ask, Column, Condition, Deed, Pane, Rest, Stand};
use crate::canvas::{Canvas, Hint};
use crate::input::Key;
use crate::screen::Topic;

pub(super) struct Program {
    name: String,
    symbols: Symbols,
    lines: Vec<CodeLine>,
}

impl Program {
    pub(super) fn new(name: String, symbols: Symbols, computer: &Computer) -> Program {
        let lines = match symbols.places.is_empty() {
            true => disassembled(computer, &symbols),
            false => from_source(computer, &symbols),
        };
        Program {
            name,
            symbols,
            lines,
        }
    }

    fn reader(&self) -> Reader<'_> {
        Reader {
            symbols: &self.symbols,
        }
    }

    /// The address of a label, a line or a number.
    fn address(&self, name: &str, computer: &Computer) -> Option<u8> {
        self.reader().location(name, computer).ok()
    }
}

/// The address of the next instruction; on a stopped processor, of the last one.
fn here(computer: &Computer) -> u8 {
    let stopped = computer.cpu.stopped().is_some();
    computer.cpu.pc.wrapping_sub(stopped.into())
}

fn instruction(memory: &Memory, address: u8) -> Instruction {
    let byte = |address: u8| memory.get(Space::Instruction, address);
    let opcode = byte(address);
    let long = OPCODES[usize::from(opcode)].size() == 2;
    let imm = long.then(|| byte(address.wrapping_add(1)));
    Instruction { opcode, imm }
}

/// The lines of the sources; where one makes several instructions, these from the second on.
fn from_source(computer: &Computer, symbols: &Symbols) -> Vec<CodeLine> {
    let memory = &computer.devices.memory;
    let mut last = None;
    let line = |(&address, &place): (&u8, &cdm8::symbols::SourceLine)| {
        let again = last.replace(place) == Some(place);
        let code = match symbols.line(place).filter(|_| !again) {
            Some(text) => code::bare(text),
            None => view::instruction(
                instruction(memory, address),
                symbols,
                computer.cpu.variant(),
            ),
        };
        let file = symbols.files.get(place.file);
        CodeLine {
            address,
            label: symbols.names(address).next().unwrap_or_default().to_owned(),
            code,
            place: file.map(|file| (file.name.clone(), place.line)),
        }
    };
    symbols.places.iter().map(line).collect()
}

fn disassembled(computer: &Computer, symbols: &Symbols) -> Vec<CodeLine> {
    let variant = computer.cpu.variant();
    let labels = symbols.labels.iter().rev();
    let options = dis::Options {
        variant,
        labels: labels
            .map(|(name, address)| (*address, name.clone()))
            .collect(),
        ..dis::Options::default()
    };
    let image = computer.devices.memory.space(Space::Instruction);
    let listing = dis::disassemble(image, &options);
    let line = |item: &dis::Item| CodeLine {
        address: item.address,
        label: item.labels.first().cloned().unwrap_or_default(),
        code: match &item.kind {
            ByteKind::Code(instruction) => view::instruction(*instruction, symbols, variant),
            ByteKind::Zeros(count) => format!("ds {count}"),
            ByteKind::Cut(_) | ByteKind::Data(_) => {
                let bytes = item.bytes();
                let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                format!("dc {}", bytes.join(" "))
            }
        },
        place: None,
    };
    listing.items.iter().map(line).collect()
}

impl Stand for Program {
    type Subject = Computer;
    /// The visible values of a program are its bytes of data.
    type Face = [u8; 256];

    fn title(&self, _: &Timeline<Computer>, _: &Texts) -> String {
        self.name.clone()
    }

    fn topic(&self) -> Topic {
        Topic::Bench
    }

    fn pace(&self) -> Pace {
        Pace::Instruction
    }

    fn glance(&self) -> u64 {
        60
    }

    fn face(&self, computer: &Computer) -> [u8; 256] {
        *computer.devices.memory.space(Space::Data)
    }

    fn rest(&self, computer: &Computer) -> Option<Rest> {
        computer.stopped().map(|_| Rest::Halted)
    }

    fn memory(&self, computer: &Computer) -> Vec<u32> {
        let data = computer.devices.memory.space(Space::Data);
        data.iter().map(|&byte| byte.into()).collect()
    }

    fn key(&mut self, _: Key, _: &mut Timeline<Computer>, _: &Texts) -> Deed<Input> {
        Deed::None
    }

    fn names(&self, ask: Ask, _: &Computer) -> Vec<String> {
        let mut names = Vec::new();
        match ask {
            Ask::Stop => {}
            Ask::Signal => {
                let usual = [
                    "clock", "pc", "sp", "ps", "r0", "r1", "r2", "r3", "c", "v", "z", "n",
                ];
                names.extend(usual.map(str::to_owned));
                let labels = self.symbols.labels.iter();
                names.extend(labels.map(|(name, _)| format!("[{name}]")));
                return names;
            }
            Ask::Deed => return ["set ", "irq "].map(str::to_owned).to_vec(),
            Ask::Moment => return names,
        }
        names.extend(self.symbols.labels.iter().map(|(name, _)| name.clone()));
        names.sort_unstable();
        names.dedup();
        names
    }

    fn stop_question(&self, texts: &Texts) -> String {
        text!(texts, "tui.machine.ask-stop")
    }

    fn stop(
        &self,
        text: &str,
        computer: &Computer,
        texts: &Texts,
    ) -> Result<Condition<Computer>, String> {
        if text.contains(['=', '<', '>']) {
            let condition = self.reader().condition(text)?;
            return Ok(Box::new(Holds(move |computer: &Computer| {
                condition.holds(computer)
            })));
        }
        let address = self.address(text, computer);
        let address = address.ok_or_else(|| text!(texts, "tui.machine.no-place", name = text))?;
        Ok(Box::new(Holds(move |computer: &Computer| {
            computer.cpu.pc == address && computer.cpu.at_boundary()
        })))
    }

    fn probe(&self, name: &str, _: &Computer, _: &Texts) -> Result<Probe<Computer>, String> {
        type Read = Box<dyn Fn(&Computer) -> Bits + Send>;
        let (width, read): (u32, Read) = match name {
            "clock" => (1, Box::new(|computer| (computer.moment() % 2 == 1).into())),
            name => {
                let value = self.reader().value(name)?;
                let width = if ["c", "v", "z", "n", "i"].contains(&name) {
                    1
                } else {
                    8
                };
                (width, Box::new(move |computer| value.read(computer).into()))
            }
        };
        Ok(Probe {
            name: name.to_owned(),
            width,
            read,
        })
    }

    fn usual_signals(&self, _: &Computer) -> Vec<String> {
        ["clock", "pc", "r0", "r1", "r2", "r3"]
            .map(str::to_owned)
            .to_vec()
    }

    fn input(&self, text: &str, _: &Computer) -> Result<Input, String> {
        Input::read(text)
    }

    fn told(&self, input: &Input, _: &Computer) -> String {
        input.to_string()
    }

    fn turned(&self) -> &'static [Pane] {
        &[Pane::Memory, Pane::Stops, Pane::Past]
    }

    fn columns(&self, (_, height): (u16, u16)) -> [Column; 2] {
        let mut left = vec![(Pane::Processor, 5), (Pane::Turned, 0)];
        let mut right = vec![(Pane::Program, 0)];
        if height >= 36 {
            left = vec![(Pane::Processor, 5), (Pane::Memory, 0)];
            right.extend([(Pane::Stops, 7), (Pane::Past, 7)]);
        }
        [left, right]
    }

    fn heading(&self, pane: Pane, computer: &Computer, texts: &Texts) -> String {
        match pane {
            Pane::Processor => text!(texts, "tui.machine.processor"),
            Pane::Memory => text!(texts, "tui.machine.memory"),
            _ => {
                let under = code::under(&self.lines, code::line_at(&self.lines, here(computer)));
                let under = under.or_else(|| self.symbols.near(here(computer)));
                let place = under.unwrap_or_else(|| format!("0x{:02x}", here(computer)));
                text!(texts, "tui.machine.listing", place = place)
            }
        }
    }

    fn draw(&self, pane: Pane, bench: &Bench<Program>, canvas: &mut Canvas, area: Rect) {
        let computer = bench.subject();
        let Cpu { pc, sp, ps, r, .. } = computer.cpu;
        let here = here(computer);
        match pane {
            Pane::Processor => {
                code::registers(&Registers { pc, sp, ps, r }, canvas, area);
                let words = match computer.stopped() {
                    Some(stop) => stop.to_string(),
                    None => {
                        let clocks = computer.cpu.clocks.to_string();
                        text!(canvas.look.texts, "tui.machine.clocks", clocks = clocks)
                    }
                };
                let style = canvas.look.theme.faint;
                canvas.text((area.x, area.y + 2), area.width, &words, style);
            }
            Pane::Memory => {
                let touched = computer.touched();
                let cells = Cells {
                    now: &self.memory(computer),
                    before: &bench.before,
                    digits: 2,
                    touched: touched.map(|(address, written)| (address.into(), written)),
                    marked: &[usize::from(sp)],
                };
                memory::draw(&cells, canvas, area);
            }
            _ => {
                let stops: Vec<u8> = (bench.stops.iter())
                    .filter_map(|stop| self.address(&stop.text, computer))
                    .collect();
                let stops = |line: &CodeLine| stops.contains(&line.address);
                code::listing(&self.lines, here, stops, canvas, area);
            }
        }
    }

    fn hints(&self, texts: &Texts) -> Vec<Hint> {
        vec![Hint::new(
            Key::Char('e'),
            "e",
            text!(texts, "tui.key.go-on"),
        )]
    }
}
