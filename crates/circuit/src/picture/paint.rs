//! Resolving the references of a drawing in a running circuit.

use std::borrow::Cow;

use super::{
    CellPlace, Change, Colour, Drawing, Ink, Item, Owner, PortPlace, SIGNED, Shape, Text, When,
};
use crate::component::memory::Window;
use crate::component::{Light, State};
use crate::netlist::{ComponentId, InstanceId, PartId};
use crate::sim::Simulator;
use crate::value::{Value, mask};

/// A running circuit to take values from: one of its instances.
#[derive(Clone, Copy)]
pub struct Live<'a> {
    pub simulator: &'a Simulator,
    pub instance: InstanceId,
}

/// An item as it is to be painted now.
#[derive(Clone, Debug, PartialEq)]
pub struct Painted<'a> {
    pub item: &'a Item,
    pub stroke: Option<(Colour, f64)>,
    pub fill: Option<Colour>,
    /// The content of a text.
    pub text: Option<Cow<'a, str>>,
    /// How far a lever leans, and a knob with it.
    pub lean: (i32, i32),
}

impl Drawing {
    /// The visible items, from the bottom to the top; with the values of a circuit if it is running.
    pub fn paint<'a>(&'a self, live: Option<Live<'a>>) -> impl Iterator<Item = Painted<'a>> {
        self.items.iter().filter_map(move |item| {
            let eye = Eye { live, item };
            eye.sees().then(|| eye.paint()).flatten()
        })
    }
}

/// How the characters a keyboard holds are shown: as many as fit.
const TYPED: usize = 18;

/// One item, and the circuit if it is running.
struct Eye<'a> {
    live: Option<Live<'a>>,
    item: &'a Item,
}

impl<'a> Eye<'a> {
    fn sees(&self) -> bool {
        match self.item.when {
            When::Always => true,
            When::Idle => self.live.is_none(),
            When::Running => self.live.is_some(),
            When::High(port) => self.is_high(port),
            When::NotHigh(port) => !self.is_high(port),
            When::Read(cell) => self.is_read(cell),
        }
    }

    fn paint(&self) -> Option<Painted<'a>> {
        let text = match &self.item.shape {
            Shape::Text { text, .. } => Some(self.text(text)?),
            _ => None,
        };
        let lean = self.lean();
        let stroke = self.item.stroke;
        Some(Painted {
            item: self.item,
            stroke: stroke.map(|(ink, width)| (self.colour(ink), width)),
            fill: self.item.fill.map(|ink| self.colour(ink)),
            text,
            lean,
        })
    }

    fn lean(&self) -> (i32, i32) {
        match (&self.item.shape, self.state()) {
            (Shape::Lever(_) | Shape::Knob { .. }, Some(State::Stick { x, y })) => {
                (i32::from(*x) / 2, i32::from(*y) / 2)
            }
            _ => (0, 0),
        }
    }

    fn colour(&self, ink: Ink) -> Colour {
        match (ink, self.live) {
            (Ink::Fixed(colour), _) => colour,
            (Ink::Running(colour), Some(_)) => colour,
            (Ink::Value(port), Some(live)) => Colour::of(live.value(port)),
            (Ink::Running(_) | Ink::Value(_), None) => Colour::BLACK,
            (Ink::Light { light, on, off }, _) => match self.light(light) {
                Light::On => on,
                Light::Off => off,
                Light::Unknown => Colour::RED,
            },
            (Ink::Cell(cell), _) if self.is_read(cell) => Colour::WHITE,
            (Ink::Cell(_), _) => Colour::BLACK,
        }
    }

    fn part(&self) -> Option<(&'a Simulator, PartId)> {
        match (self.live, self.item.owner) {
            (Some(live), Owner::Part(component)) => Some((live.simulator, live.part(component))),
            _ => None,
        }
    }

    fn state(&self) -> Option<&'a State> {
        self.part().map(|(simulator, part)| simulator.state(part))
    }

    fn value(&self, port: u16) -> Value {
        let value = |(simulator, part): (&Simulator, PartId)| simulator.port(part, port.into());
        self.part().map_or(Value::NIL, value)
    }

    fn is_high(&self, port: u16) -> bool {
        self.live.is_some() && self.value(port).number() == Some(1)
    }

    fn light(&self, light: u16) -> Light {
        let lit = |(simulator, part): (&Simulator, PartId)| simulator.light(part, light.into());
        self.part().map_or(Light::Off, lit)
    }

    fn window(&self) -> Option<Window> {
        let (simulator, part) = self.part()?;
        window(simulator, part)
    }

    fn is_read(&self, cell: CellPlace) -> bool {
        self.window()
            .is_some_and(|window| window.address == Some(window.cell(cell)))
    }

    fn text(&self, text: &'a Text) -> Option<Cow<'a, str>> {
        let shown = match text {
            Text::Fixed(text) => return Some(text.into()),
            Text::Bit { port, bit } => self.value(*port).symbol(u32::from(*bit)).to_string(),
            Text::Number { port, base } => number(self.value(*port), *base),
            Text::Remembered { from, to } => self.remembered(*from, *to),
            Text::Stage(stage) => self.stage(*stage)?,
            Text::Address { row } => self.window()?.row(*row),
            Text::Cell(cell) => {
                let ((simulator, part), window) = (self.part()?, self.window()?);
                let word = simulator.cell(part, window.cell(*cell)).ok()?;
                window.word(word)
            }
            Text::Typed => match self.state() {
                Some(State::Keyboard(keyboard)) => keyboard.waiting().take(TYPED).collect(),
                Some(_) => String::new(),
                None => return Some("(keyboard)".into()),
            },
            Text::Line(line) => match self.state() {
                Some(State::Tty(tty)) => tty.lines().nth(usize::from(*line))?.to_string(),
                _ if *line == 0 => return Some("(terminal)".into()),
                _ => return None,
            },
        };
        Some(shown.into())
    }

    /// Hexadecimal digits of a register's contents; empty if the circuit is not running.
    fn remembered(&self, from: u8, to: u8) -> String {
        let Some(State::Clocked { value, .. } | State::Random { value, .. }) = self.state() else {
            return String::new();
        };
        let output = self.value(0);
        let shown = output.number().unwrap_or(*value);
        let width = match self.part() {
            Some((simulator, part)) => simulator.attribute(part, "width"),
            None => 0,
        };
        let digits = format!("{shown:0digits$x}", digits = width.div_ceil(4) as usize);
        let (from, to) = (usize::from(from), usize::from(to).min(digits.len()));
        digits.get(from..to).unwrap_or("").to_string()
    }

    fn stage(&self, stage: u8) -> Option<String> {
        let Some(State::Shift { stages, .. }) = self.state() else {
            return None;
        };
        let word = stages.get(usize::from(stage))?;
        Some(match word.is_known() {
            true => format!("{:x}", word.v),
            false => "x".to_string(),
        })
    }
}

impl<'a> Live<'a> {
    /// The present look of an object: a number whose meaning depends on the object, and that is the same as
    /// long as it looks the same.
    pub fn look(&self, at: Change) -> u8 {
        match at {
            Change::Value(place) => match self.value(place) {
                value if value.word.has_error() => 3,
                Value { width: 0, .. } => 5,
                value if value.width > 1 => 4,
                value => value.number().map_or(2, |bit| bit as u8),
            },
            Change::Light(component, light) => {
                match self.simulator.light(self.part(component), light.into()) {
                    Light::Off => 0,
                    Light::On => 1,
                    Light::Unknown => 2,
                }
            }
            Change::High(place) => (self.value(place).number() == Some(1)).into(),
            Change::Read(component, cell) => {
                let window = window(self.simulator, self.part(component));
                window
                    .is_some_and(|window| window.address == Some(window.cell(cell)))
                    .into()
            }
        }
    }

    /// The present content of a text; `None` if it is not there.
    pub fn says(&self, item: &'a Item) -> Option<Cow<'a, str>> {
        let live = Some(*self);
        match &item.shape {
            Shape::Text { text, .. } => Eye { live, item }.text(text),
            _ => None,
        }
    }

    /// How far a lever leans, and a knob with it.
    pub fn lean(&self, item: &Item) -> (i32, i32) {
        let live = Some(*self);
        Eye { live, item }.lean()
    }

    /// A number for the wires at a port: ports of the sheet that are joined have the same.
    pub fn wires(&self, place: PortPlace) -> u32 {
        let sheet = self.simulator.design().sheet(self.instance);
        let ports = sheet.ports_of(place.component);
        ports[usize::from(place.port)].bundle.0
    }

    /// A component of the sheet as a part of the running circuit.
    pub fn part(&self, component: ComponentId) -> PartId {
        self.simulator.design().instances[self.instance].part(component)
    }

    pub fn value(&self, place: PortPlace) -> Value {
        self.simulator
            .port(self.part(place.component), place.port.into())
    }
}

/// The window of a memory that is shown.
fn window(simulator: &Simulator, part: PartId) -> Option<Window> {
    let component = simulator.design().component(part);
    let attrs = component.attrs.of(component.kind()?);
    // A memory that is not selected reads nothing.
    let selected = simulator.port(part, 2).number() != Some(0);
    let address = simulator.port(part, 1).number().filter(|_| selected);
    Some(Window::new(attrs, address))
}

/// A value in a base; digits with undefined bits are x or E.
fn number(value: Value, base: u8) -> String {
    let bits = match base {
        2 => 1,
        8 => 3,
        16 => 4,
        _ => 0,
    };
    match (value.number(), bits) {
        (Some(number), 0) if base == SIGNED => {
            let unused = 32 - u32::from(value.width);
            ((number << unused) as i32 >> unused).to_string()
        }
        (Some(number), 0) => number.to_string(),
        (None, 0) if value.word.has_error() => "E".into(),
        (None, 0) => "x".into(),
        _ => {
            let digits = u32::from(value.width).div_ceil(bits);
            (0..digits).rev().map(|at| digit(value, at, bits)).collect()
        }
    }
}

/// A digit of this many bits.
fn digit(value: Value, at: u32, bits: u32) -> char {
    let word = value.word.shr(bits * at).and_mask(mask(bits));
    if word.has_error() {
        'E'
    } else if word.is_known() {
        char::from_digit(word.v, 16).unwrap_or('?')
    } else {
        'x'
    }
}
