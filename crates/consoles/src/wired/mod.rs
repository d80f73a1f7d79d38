//! A console as its circuits say: the board of `hardware/`, run by the simulator.
//!
//! ```text
//!   gates   board ── CdM-8 of gates      everything comes from the circuits
//!   chips   board ── CdM-8 of `cdm8`     the native processor in the same socket
//! ```

mod socket;

pub(crate) use socket::ROLES;
pub use socket::{BusPins, PinNames, REGISTERS as REGISTER_CELLS, Unfit, stand_in};

use std::sync::Arc;

use cdm8::debug::expr::Thing;
use cdm8::variant::Variant;
use circuit::netlist::{Child, DesignOptions, PartId};
use circuit::project::{Image, Kind, Location};
use circuit::read::{Libraries, read};
use circuit::sim::{Display, Input, SimOptions, Simulator, Snapshot};

use timeline::{Reader, Subject};

use crate::datapath::BusNow;
use crate::firmware::{self, Bank};
use crate::hardware::{self, Places};
use crate::machine::{Machine, Registers, Touch};
use crate::model::Model;
use crate::panel::{Button, Light, Lights, Panel};

/// The processor in the socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processor {
    /// The circuit of `hardware/cdm8`.
    Gates,
    /// The native one.
    Native,
}

/// A console run from its circuits. Copies share what does not change: hundreds of games can be played at once.
#[derive(Clone)]
pub struct Wired {
    model: Model,
    processor: Processor,
    sim: Simulator,
    places: Places,
    parts: Parts,
    held: Vec<Button>,
    waiting: bool,
    touched: Option<Touch>,
    /// Number of data accesses, over all moments.
    touches: u64,
    /// The return value of [`Machine::wrote`].
    wrote: Option<u8>,
}

/// A moment to return to.
#[derive(Clone)]
pub struct WiredState {
    snapshot: Snapshot,
    held: Vec<Button>,
    waiting: bool,
}

/// The parts of the places.
#[derive(Clone)]
struct Parts {
    digits: [[[PartId; 2]; 7]; 2],
    buttons: Vec<(Button, PartId)>,
    lights: Vec<(Light, PartId)>,
    lamps: Vec<PartId>,
    processor: PartId,
    pins: Bus,
    /// pc, sp, ps, r0 to r3.
    registers: [usize; 7],
    /// The register that chooses the ROM bank, where there is more than one.
    bank: Option<PartId>,
    /// Probes inside the processor of gates.
    fetch: Option<PartId>,
    stopped: Option<PartId>,
    /// Its instruction register.
    opcode: Option<PartId>,
}

/// The processor's pins an observer needs.
#[derive(Clone)]
struct Bus {
    address: usize,
    input: usize,
    output: usize,
    mem: usize,
    read: usize,
    data: usize,
}

/// Circuit files that refer to each other, as `hardware/` has them.
struct Shelf;

impl Libraries for Shelf {
    fn read(&mut self, _: &str, path: &str) -> Result<(String, Vec<u8>), String> {
        let name = path.trim_start_matches("../");
        let file = hardware::FILES.iter().find(|file| file.path == name);
        match file {
            Some(file) => Ok((file.path.to_string(), file.text.as_bytes().to_vec())),
            None => Err(format!("there is no {name}")),
        }
    }
}

impl Wired {
    /// A console at power-on.
    pub fn new(model: Model, processor: Processor) -> Wired {
        let places = hardware::places(model);
        let file = hardware::FILES.iter().find(|file| file.path == places.file);
        let file = file.expect("the board's file is in the list");
        let reading = read(file.path, file.text.as_bytes(), &mut Shelf);
        let mut options = SimOptions {
            design: DesignOptions::default(),
            ..SimOptions::default()
        };
        if processor == Processor::Native {
            let native = (
                hardware::cdm8::CHIP.to_string(),
                socket::factory(Variant::Ideal),
            );
            options.design.natives.push(native);
        }
        let sim = Simulator::new(Arc::new(reading.project), None, &options);
        let sim = sim.unwrap_or_else(|error| panic!("{}: {error}", places.file));
        let parts = Parts::find(&sim, &places, processor);
        Wired {
            model,
            processor,
            sim,
            places,
            parts,
            held: Vec::new(),
            waiting: false,
            touched: None,
            touches: 0,
            wrote: None,
        }
    }

    /// A console at power-on with other firmware, a program for each of its banks.
    pub fn with_banks(model: Model, processor: Processor, banks: &[Bank]) -> Wired {
        let mut wired = Wired::new(model, processor);
        for (own, other) in firmware::banks(model).iter().zip(banks) {
            let words = |bank: &Bank| bank.image().map(u32::from);
            let rom = wired.rom_with(&words(own));
            let image = Image {
                words: words(other).to_vec(),
            };
            let loaded = wired.sim.load_memory(rom, &image);
            debug_assert!(loaded.is_ok(), "{rom:?} is a ROM of 256 bytes");
        }
        wired
    }

    /// The ROM that holds these words.
    fn rom_with(&self, words: &[u32]) -> PartId {
        let design = self.sim.design();
        let is_it = |&part: &PartId| {
            let component = design.component(part);
            component.kind() == Some(Kind::Rom)
                && (0..words.len()).all(|i| self.sim.cell(part, i as u32) == Ok(words[i]))
        };
        let found = design.part_ids().find(is_it);
        found.expect("every bank of the firmware is in a ROM of the board")
    }

    pub fn simulator(&self) -> &Simulator {
        &self.sim
    }

    /// For code that writes a waveform or loads a memory.
    pub fn simulator_mut(&mut self) -> &mut Simulator {
        &mut self.sim
    }

    pub fn processor(&self) -> Processor {
        self.processor
    }

    /// The buttons and the parts they are.
    pub fn buttons(&self) -> &[(Button, PartId)] {
        &self.parts.buttons
    }

    /// The digits of the displays, tens and units: south's pits from 1 to 6 and store, then north's.
    pub fn digits(&self) -> &[[[PartId; 2]; 7]; 2] {
        &self.parts.digits
    }

    /// The part that is the processor.
    pub fn socket(&self) -> PartId {
        self.parts.processor
    }

    /// The units of the processor of gates: the name and the part of each.
    pub fn units(&self) -> Vec<(&str, PartId)> {
        let design = self.sim.design();
        let Some(Child::Instance(inside)) = design.inside(self.parts.processor) else {
            return Vec::new();
        };
        let unit = |part: PartId| match design.inside(part) {
            Some(Child::Instance(unit)) => {
                let circuit = design.project.circuit(design.circuit(unit));
                Some((circuit.name.as_str(), part))
            }
            _ => None,
        };
        design.parts_of(inside).filter_map(unit).collect()
    }

    /// The instruction that is being executed, or was executed last.
    pub fn opcode(&self) -> u8 {
        let word = match self.parts.opcode {
            Some(register) => self.sim.value(register).number(),
            None => self.sim.cell(self.parts.processor, socket::OPCODE).ok(),
        };
        word.unwrap_or(0) as u8
    }

    /// Whether this clock fetches an instruction.
    pub fn is_fetching(&self) -> bool {
        self.inside(self.parts.fetch, socket::FETCH)
    }

    /// The bus pins now.
    pub fn bus(&self) -> BusNow {
        let bus = &self.parts.pins;
        BusNow {
            address: self.pin(bus.address) as u8,
            input: self.pin(bus.input) as u8,
            output: self.pin(bus.output) as u8,
            mem: self.pin(bus.mem) == 1,
            read: self.pin(bus.read) == 1,
            data: self.pin(bus.data) == 1,
        }
    }

    /// Number of data accesses, over all moments: it never decreases.
    pub fn touches(&self) -> u64 {
        self.touches
    }

    pub fn snapshot(&self) -> WiredState {
        WiredState {
            snapshot: self.sim.snapshot(),
            held: self.held.clone(),
            waiting: self.waiting,
        }
    }

    /// Returns to a saved moment of this console.
    pub fn restore(&mut self, state: &WiredState) {
        self.sim.restore(&state.snapshot);
        self.held.clone_from(&state.held);
        self.waiting = state.waiting;
        (self.touched, self.wrote) = (None, None);
    }

    /// The acts that set a register of the processor, by its number among pc, sp, ps, r0 to r3.
    fn showing(&self, number: usize, value: u8) -> Vec<Input> {
        let (part, pin) = (self.parts.processor, self.parts.registers[number]);
        match self.processor {
            Processor::Native => {
                let cell = socket::REGISTERS + number as u32;
                vec![Input::SetCell(part, cell, value.into())]
            }
            Processor::Gates => {
                let acts = self.sim.showing(part, pin, value.into());
                acts.unwrap_or_else(|error| panic!("{error}"))
            }
        }
    }

    /// Whether the clock is between a rising and a falling edge.
    fn is_high(&self) -> bool {
        self.sim.ticks() % 2 == 1
    }

    /// Whether the clock is low and the next clock fetches an instruction.
    fn is_low_in_fetch(&self) -> bool {
        !self.is_high() && self.inside(self.parts.fetch, socket::FETCH)
    }

    fn inside(&self, probe: Option<PartId>, native: u32) -> bool {
        match probe {
            Some(probe) => self.sim.port(probe, 0).number() == Some(1),
            None => self.sim.cell(self.parts.processor, native) == Ok(1),
        }
    }

    fn pin(&self, pin: usize) -> u32 {
        let value = self.sim.port(self.parts.processor, pin);
        value.number().unwrap_or(0)
    }

    /// Records the data cell accessed in the clock that is about to end, and whether it holds a missing
    /// answer of a person.
    fn watch_bus(&mut self) {
        let bus = &self.parts.pins;
        let [mem, read, data] = [bus.mem, bus.read, bus.data].map(|pin| self.pin(pin) == 1);
        if !(mem && data) {
            return;
        }
        let address = self.pin(bus.address) as u8;
        let asks = read && self.places.asks.contains(&address);
        self.waiting |= asks && self.pin(bus.input) == 0 && self.lights().ask(self.model);
        self.touches += 1;
        self.wrote = (!read).then_some(address);
        self.touched = Some(Touch {
            address,
            written: !read,
        });
    }

    fn lights(&self) -> Lights {
        let on = |part| self.sim.display(part) == Some(Display::Led(true));
        let lights = self.parts.lights.iter();
        lights.fold(Lights::default(), |lights, &(light, part)| {
            lights.with(light, on(part))
        })
    }

    fn number(&self, [tens, units]: [PartId; 2]) -> u8 {
        let digit = |part| match self.sim.display(part) {
            Some(Display::HexDigit(digit, _)) => digit.to_digit(16).unwrap_or(0) as u8,
            _ => 0,
        };
        digit(tens).wrapping_mul(10).wrapping_add(digit(units))
    }

    fn is_lit(&self, lamp: PartId) -> bool {
        let dots = self.sim.display(lamp);
        matches!(dots, Some(Display::Dots(rows)) if rows.iter().any(|row| row.contains('#')))
    }
}

impl Parts {
    fn find(sim: &Simulator, places: &Places, processor: Processor) -> Parts {
        let found = |path: &str| sim.find(path).unwrap_or_else(|error| panic!("{error}"));
        let at = |place: &Location| found(&format!("/@{},{}", place.x, place.y));
        let cpu = found(places.processor);
        let pins = sim.design().pins_of(cpu);
        let pin = |label: &str| {
            let at = pins.iter().position(|pin| pin.label == label);
            at.unwrap_or_else(|| panic!("the processor has a pin {label}"))
        };
        let probe = |name: &str| {
            (processor == Processor::Gates).then(|| found(&format!("{}/{name}", places.processor)))
        };
        let design = sim.design();
        let is_bank = |&part: &PartId| {
            let component = design.component(part);
            let label = component.label().unwrap_or_default();
            component.kind() == Some(Kind::Register) && label.eq_ignore_ascii_case("bank")
        };
        let is_opcode = |&part: &PartId| {
            let component = design.component(part);
            component.kind() == Some(Kind::Register) && component.label() == Some("IR")
        };
        Parts {
            bank: design.part_ids().find(is_bank),
            digits: places
                .digits
                .map(|row| row.map(|pair| [at(&pair[0]), at(&pair[1])])),
            buttons: places
                .buttons
                .iter()
                .map(|(button, place)| (*button, at(place)))
                .collect(),
            lights: places
                .lights
                .iter()
                .map(|(light, place)| (*light, at(place)))
                .collect(),
            lamps: places.lamps.iter().map(at).collect(),
            processor: cpu,
            registers: ["pc", "sp", "ps", "r0", "r1", "r2", "r3"].map(pin),
            pins: Bus {
                address: pin("address"),
                input: pin("data in"),
                output: pin("data out"),
                mem: pin("mem"),
                read: pin("rd/wr'"),
                data: pin("data/ins'"),
            },
            fetch: probe("fetch"),
            stopped: probe("stopped"),
            opcode: (processor == Processor::Gates)
                .then(|| design.part_ids().find(is_opcode))
                .flatten(),
        }
    }
}

impl Machine for Wired {
    fn model(&self) -> Model {
        self.model
    }

    fn hold(&mut self, buttons: &[Button]) {
        let mut wanted: Vec<Button> = buttons.to_vec();
        wanted.retain(|&button| self.model.has_button(button));
        wanted.sort_unstable();
        wanted.dedup();
        let mut touched = Vec::new();
        for &(button, part) in &self.parts.buttons {
            let (was, is) = (self.held.contains(&button), wanted.contains(&button));
            if was != is {
                touched.push((part, is));
            }
            self.waiting &= was || !is;
        }
        if !touched.is_empty() {
            let pressed = self.sim.set_buttons(&touched);
            debug_assert!(pressed.is_ok(), "{touched:?} are buttons");
        }
        self.held = wanted;
    }

    fn half_tick(&mut self) {
        self.wrote = None;
        if self.is_high() {
            self.watch_bus();
        }
        self.sim.half_tick();
    }

    fn run(&mut self, half_ticks: u64) {
        let end = self.half_ticks() + half_ticks;
        while !self.waiting && self.half_ticks() < end {
            self.half_tick();
        }
        // A waiting machine polls for a button: the simulator skips that.
        self.sim.run(end - self.half_ticks());
    }

    fn half_ticks(&self) -> u64 {
        self.sim.ticks()
    }

    fn step(&mut self) {
        loop {
            self.half_tick();
            if self.is_low_in_fetch() || self.is_stopped() {
                return;
            }
        }
    }

    fn panel(&self) -> Panel {
        let seeds = self
            .parts
            .digits
            .map(|row| row.map(|pair| self.number(pair)));
        Panel {
            model: self.model,
            pits: seeds.map(|row| std::array::from_fn(|i| row[i])),
            stores: seeds.map(|row| row[6]),
            lights: self.lights(),
            lamps: std::array::from_fn(|i| {
                self.parts
                    .lamps
                    .get(i)
                    .is_some_and(|&lamp| self.is_lit(lamp))
            }),
        }
    }

    fn peek(&self, address: u8) -> u8 {
        (self.places.peek)(&self.sim, address)
    }

    fn is_stopped(&self) -> bool {
        self.inside(self.parts.stopped, socket::HELD)
    }

    fn is_waiting(&self) -> bool {
        self.waiting
    }

    fn bank(&self) -> usize {
        let number = |part| self.sim.value(part).number();
        self.parts.bank.and_then(number).unwrap_or(0) as usize
    }

    fn touched(&self) -> Option<Touch> {
        self.touched
    }

    fn wrote(&self) -> Option<u8> {
        self.wrote
    }

    fn simulator(&self) -> Option<&Simulator> {
        Some(&self.sim)
    }

    fn registers(&self) -> Registers {
        let pin = |pin: usize| self.pin(pin) as u8;
        let [pc, sp, ps, r @ ..] = self.parts.registers.map(pin);
        Registers { pc, sp, ps, r }
    }

    fn is_between_instructions(&self) -> bool {
        self.is_low_in_fetch() || !self.is_high() && self.is_stopped()
    }

    fn save_state(&self, state: &mut Vec<u8>) {
        let held = |button: &Button| u8::from(self.held.contains(button));
        state.extend(Button::ALL.iter().map(held));
        state.push(self.waiting.into());
        Subject::save(&self.sim, state);
    }

    fn load_state(&mut self, half_ticks: u64, state: &[u8]) {
        let mut state = Reader(state);
        let mut buttons = Button::ALL.to_vec();
        buttons.retain(|_| state.u8() != 0);
        buttons.sort_unstable();
        self.held = buttons;
        self.waiting = state.u8() != 0;
        (self.touched, self.wrote) = (None, None);
        Subject::load(&mut self.sim, half_ticks, state.0);
    }

    fn set(&mut self, thing: &Thing, value: u8) {
        self.waiting = false;
        let acts = match self.registers().with(thing, value) {
            Some((number, value)) => self.showing(number, value),
            None => match self.model.can_set(thing) {
                Ok(Some(address)) => {
                    let (ram, cell) = (self.places.ram)(&self.sim, address);
                    vec![Input::SetCell(ram, cell, value.into())]
                }
                _ => Vec::new(),
            },
        };
        for act in acts {
            let done = self.sim.act(&act);
            debug_assert!(done.is_ok(), "{act:?}: {done:?}");
        }
    }

    fn effort(&self) -> u64 {
        Subject::effort(&self.sim).unwrap_or(0)
    }
}
