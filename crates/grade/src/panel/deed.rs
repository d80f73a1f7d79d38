//! How a person chooses something: presses a button, sets pins, types, moves a joystick, one after the other.

use circuit::Value;
use circuit::netlist::PartId;
use circuit::project::Kind;
use circuit::reference::Reference;
use circuit::script::{self, Command, Pattern};
use circuit::sim::{Input, Simulator};

use super::reading::quoted;

/// Steps, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    pub(crate) steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A button, pressed and released.
    Button(PartId),
    /// An input pin of one bit, 1 and 0 again.
    Switch(PartId),
    /// An input pin that stays as it is set.
    Set(PartId, Value),
    Type(PartId, String),
    /// A joystick, there and back.
    Tilt(PartId, i8, i8),
}

impl Step {
    /// Reads a step: a name alone, `PIN = VALUE`, `type KEYBOARD "text"` or `joystick STICK X Y`.
    pub(crate) fn read(text: &str, simulator: &Simulator) -> Result<Step, String> {
        let alone = Reference::parse(text).ok();
        if let Some(part) = alone.and_then(|one| simulator.find(&one.path).ok()) {
            return Step::press(part, simulator);
        }
        let verb = text.split_whitespace().next().unwrap_or_default();
        let line = match verb {
            "type" | "joystick" => text.to_owned(),
            _ => format!("set {text}"),
        };
        let script = script::parse(&line);
        let told = |problems: Vec<script::Problem>| {
            let first = problems.into_iter().next();
            first.map_or_else(String::new, |problem| problem.what)
        };
        let found = script::targets(&script, simulator).map_err(told)?;
        let part = |spot: script::SpotId| found[spot.0].part();
        match script.lines.into_iter().next().map(|line| line.command) {
            Some(Command::Set(spot, pattern)) => Step::set(part(spot), pattern, simulator),
            Some(Command::Type(spot, text)) => Ok(Step::Type(part(spot), text)),
            Some(Command::Joystick(spot, x, y)) => Ok(Step::Tilt(part(spot), x, y)),
            _ => Err("expected a button, or PIN = VALUE".to_owned()),
        }
    }

    pub(crate) fn press(part: PartId, simulator: &Simulator) -> Result<Step, String> {
        let pin = Input::Set(part, Value::known(1, 1));
        let is_pin = simulator.design().component(part).kind() == Some(Kind::Pin);
        let asked = match is_pin {
            true => simulator.accepts(&pin).map(|()| Step::Switch(part)),
            false => simulator
                .accepts(&Input::Press(part))
                .map(|()| Step::Button(part)),
        };
        asked.map_err(|error| error.to_string())
    }

    fn set(part: PartId, pattern: Pattern, simulator: &Simulator) -> Result<Step, String> {
        let width = u32::from(simulator.value(part).width);
        let value = match pattern {
            Pattern::Number(number) => Value::known(width, number as u32),
            Pattern::Bits { word, .. } => word.with_width(width),
            Pattern::AllFloating => Value::floating(width),
            Pattern::AllError => return Err("a pin cannot be set to an error".to_owned()),
        };
        let asked = simulator.accepts(&Input::Set(part, value));
        asked.map_err(|error| error.to_string())?;
        Ok(Step::Set(part, value))
    }

    fn part(&self) -> PartId {
        match self {
            Step::Button(part)
            | Step::Switch(part)
            | Step::Set(part, _)
            | Step::Type(part, _)
            | Step::Tilt(part, ..) => *part,
        }
    }

    /// Begins it, and records it for a script.
    pub(crate) fn begin(&self, simulator: &mut Simulator) -> String {
        let path = quoted(&simulator.design().path(self.part()), "");
        let (done, line) = match self {
            Step::Button(part) => (simulator.press(*part), format!("press {path}")),
            Step::Switch(part) => {
                let done = simulator.set_pin(*part, Value::known(1, 1));
                (done, format!("set {path} = 1"))
            }
            Step::Set(part, value) => {
                let line = match value.number() {
                    Some(number) => format!("set {path} = {number}"),
                    None => format!("set {path} = 0b{}", value.bits()),
                };
                (simulator.set_pin(*part, *value), line)
            }
            Step::Type(part, text) => {
                let typed = simulator.type_keys(*part, text).map(|_| ());
                (typed, format!("type {path} {text:?}"))
            }
            Step::Tilt(part, x, y) => {
                let done = simulator.move_joystick(*part, *x, *y);
                (done, format!("joystick {path} {x} {y}"))
            }
        };
        debug_assert!(done.is_ok(), "the wiring was checked");
        line
    }

    /// Ends it, if it has an end.
    pub(crate) fn end(&self, simulator: &mut Simulator) -> Option<String> {
        let path = quoted(&simulator.design().path(self.part()), "");
        let (done, line) = match self {
            Step::Button(part) => (simulator.release(*part), format!("release {path}")),
            Step::Switch(part) => {
                let done = simulator.set_pin(*part, Value::known(1, 0));
                (done, format!("set {path} = 0"))
            }
            Step::Tilt(part, ..) => {
                let done = simulator.move_joystick(*part, 0, 0);
                (done, format!("joystick {path} 0 0"))
            }
            Step::Set(..) | Step::Type(..) => return None,
        };
        debug_assert!(done.is_ok(), "the wiring was checked");
        Some(line)
    }
}

impl Deed {
    /// Whether it presses or sets a part.
    pub(crate) fn uses(&self, part: PartId) -> bool {
        self.steps.iter().any(|step| step.part() == part)
    }

    /// How long it takes if each step is held this long.
    pub(crate) fn half_ticks(&self, hold: u64) -> u64 {
        (2 * self.steps.len() as u64).saturating_sub(1) * hold
    }

    /// Whether both can be done at once: they use different parts, and each is one press.
    pub(crate) fn goes_with(&self, other: &Deed) -> bool {
        let single = |deed: &Deed| match &deed.steps[..] {
            [step @ (Step::Button(_) | Step::Switch(_))] => Some(step.part()),
            _ => None,
        };
        matches!((single(self), single(other)), (Some(one), Some(two)) if one != two)
    }
}
