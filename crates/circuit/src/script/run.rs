//! Runs scripts.

use super::bind::{Bound, bind};
use super::report::{Failure, Mismatch, Report, TestReport, Why};
use expect::{Expectation, Relation};

use super::{
    Command, Comparison, Condition, Form, Item, Line, Operand, Pattern, Problem, Script, SpotId,
};
use crate::project::Image;
use crate::reference::Found;
use crate::show;
use crate::sim::{InputError, Simulator, Snapshot};
use crate::value::Value;

/// What surrounds a running script.
pub trait Stage {
    /// The circuit came to rest after a half-tick, or after something was done to it.
    fn settled(&mut self, simulator: &mut Simulator, half_tick: bool);
    /// A line the script prints.
    fn print(&mut self, text: &str);
    fn failed(&mut self, failure: &Failure);
    /// A file the script names.
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String>;
}

/// How long a script may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub half_ticks: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            half_ticks: 1_000_000_000_000,
        }
    }
}

/// Runs a script on a circuit; nothing runs if the script does not fit the circuit.
pub fn run(
    script: &Script,
    simulator: &mut Simulator,
    stage: &mut dyn Stage,
    limits: Limits,
) -> Result<Report, Vec<Problem>> {
    let bound = bind(script, simulator)?;
    let mut runner = Runner {
        origin: simulator.snapshot(),
        simulator,
        stage,
        bound,
        left: limits.half_ticks,
        limits,
        report: Report::default(),
    };
    runner.all(script);
    Ok(runner.report)
}

struct Runner<'a> {
    simulator: &'a mut Simulator,
    stage: &'a mut dyn Stage,
    bound: Bound,
    /// What `reset` and `test` go back to.
    origin: Snapshot,
    left: u64,
    limits: Limits,
    report: Report,
}

/// Why a test cannot go on.
struct GiveUp(Why);

type Done = Result<(), GiveUp>;

fn impossible(error: impl Into<String>) -> GiveUp {
    GiveUp(Why::Impossible(error.into()))
}

fn refused(error: &InputError) -> GiveUp {
    impossible(error.to_string())
}

impl Runner<'_> {
    fn all(&mut self, script: &Script) {
        let mut giving_up = false;
        for line in &script.lines {
            if let Command::Test { name, points } = &line.command {
                if giving_up && self.report.tests.is_empty() {
                    break; // what all tests build on failed
                }
                giving_up = false;
                self.begin_test(line, name, *points);
            } else if !giving_up && let Err(GiveUp(why)) = self.line(line) {
                let too_long = matches!(why, Why::TooLong { .. });
                self.fail(line, why, None);
                giving_up = true;
                if too_long {
                    break;
                }
            }
        }
        self.report.given_up = giving_up;
    }

    fn begin_test(&mut self, line: &Line, name: &str, points: u32) {
        if self.report.tests.is_empty() {
            self.origin = self.simulator.snapshot();
        } else {
            self.reset();
        }
        self.report.tests.push(TestReport {
            name: name.to_string(),
            line: line.number,
            points,
            expectations: 0,
            failures: 0,
            cost_own_points: 0,
        });
    }

    fn reset(&mut self) {
        self.simulator.restore(&self.origin);
        self.stage.settled(self.simulator, false);
    }

    fn line(&mut self, line: &Line) -> Done {
        match &line.command {
            Command::Advance(amount) => self.advance(self.bound.half_ticks(*amount)),
            Command::Press(spot) => self.button(*spot, true),
            Command::Release(spot) => self.button(*spot, false),
            Command::Click(spot, held) => {
                let held = held.map_or(self.bound.cycle, |held| self.bound.half_ticks(held));
                self.button(*spot, true)?;
                self.advance(held)?;
                self.button(*spot, false)
            }
            Command::Set(spot, pattern) => self.set(*spot, *pattern),
            Command::Type(spot, text) => self.type_keys(*spot, text),
            Command::Joystick(spot, x, y) => {
                let part = self.bound.target(*spot).part();
                let moved = self.simulator.move_joystick(part, *x, *y);
                moved.map_err(|error| refused(&error))?;
                self.acted()
            }
            Command::Load(spot, name) => self.load(*spot, name),
            Command::Wait(condition, limit) => self.wait(condition, self.bound.half_ticks(*limit)),
            Command::Print(items) => {
                self.print(items);
                Ok(())
            }
            Command::Show(spots) => {
                self.show(spots);
                Ok(())
            }
            Command::Expect(expectation) => {
                self.expect(line, expectation);
                Ok(())
            }
            Command::Reset => {
                self.reset();
                Ok(())
            }
            Command::Test { .. } => Ok(()),
        }
    }

    fn fail(&mut self, line: &Line, why: Why, message: Option<String>) {
        let test = self.report.tests.len().checked_sub(1);
        if let Some(test) = self.report.tests.last_mut() {
            test.failures += 1;
        }
        let failure = Failure {
            line: line.number,
            text: line.text.clone(),
            half_tick: self.simulator.ticks(),
            test,
            why,
            message,
        };
        self.stage.failed(&failure);
        self.report.failures.push(failure);
    }

    /// Something was done to the circuit.
    fn acted(&mut self) -> Done {
        self.stage.settled(self.simulator, false);
        self.at_rest()
    }

    fn at_rest(&self) -> Done {
        match self.simulator.oscillation() {
            None => Ok(()),
            Some(oscillation) => {
                let parts = oscillation.parts.iter().take(20);
                let design = self.simulator.design();
                let paths = parts.map(|&part| design.path(part)).collect();
                Err(GiveUp(Why::Oscillation(paths)))
            }
        }
    }

    fn half_tick(&mut self) -> Done {
        let limit = self.limits.half_ticks;
        self.left = self
            .left
            .checked_sub(1)
            .ok_or(GiveUp(Why::TooLong { limit }))?;
        self.simulator.half_tick();
        self.stage.settled(self.simulator, true);
        self.at_rest()
    }

    fn advance(&mut self, half_ticks: u64) -> Done {
        (0..half_ticks).try_for_each(|_| self.half_tick())
    }

    fn button(&mut self, spot: SpotId, down: bool) -> Done {
        let part = self.bound.target(spot).part();
        match down {
            true => self.simulator.press(part),
            false => self.simulator.release(part),
        }
        .map_err(|error| refused(&error))?;
        self.acted()
    }

    fn set(&mut self, spot: SpotId, pattern: Pattern) -> Done {
        let target = self.bound.target(spot);
        match target {
            Found::Cell(part, address) => {
                let word = pattern.value(32).word.v;
                self.simulator.set_cell(part, address, word)
            }
            Found::Port(part, port) => {
                let width = self.simulator.ports(part)[port].width;
                self.simulator.set_pin(part, pattern.value(width))
            }
        }
        .map_err(|error| refused(&error))?;
        self.acted()
    }

    fn type_keys(&mut self, spot: SpotId, text: &str) -> Done {
        let part = self.bound.target(spot).part();
        let taken = self
            .simulator
            .type_keys(part, text)
            .map_err(|error| refused(&error))?;
        if taken < text.len() {
            let path = self.simulator.design().path(part);
            return Err(impossible(format!(
                "{path}: the buffer is full after {taken} of {}",
                diag::count(text.len(), "character")
            )));
        }
        self.acted()
    }

    fn load(&mut self, spot: SpotId, name: &str) -> Done {
        let part = self.bound.target(spot).part();
        let bytes = self
            .stage
            .file(name)
            .map_err(|error| impossible(format!("{name}: {error}")))?;
        let image = Image::parse(&String::from_utf8_lossy(&bytes))
            .map_err(|error| impossible(format!("{name}: {error}")))?;
        self.simulator
            .load_memory(part, &image)
            .map_err(|error| refused(&error))?;
        self.acted()
    }

    fn wait(&mut self, condition: &Condition, limit: u64) -> Done {
        for _ in 0..limit {
            if self.holds(condition) {
                return Ok(());
            }
            self.half_tick()?;
        }
        match self.mismatches(condition) {
            missing if missing.is_empty() => Ok(()),
            missing => Err(GiveUp(Why::Timeout { limit, missing })),
        }
    }

    fn expect(&mut self, line: &Line, expectation: &Expectation<SpotId, Operand>) {
        self.report.expectations += 1;
        if let Some(test) = self.report.tests.last_mut() {
            test.expectations += 1;
        }
        let mismatches = self.mismatches(&expectation.condition);
        let holds = mismatches.is_empty();
        if let Some(points) = expectation.points {
            let (got, worth) = &mut self.report.own_points;
            *worth = worth.saturating_add(points);
            *got = got.saturating_add(if holds { points } else { 0 });
        }
        if !holds {
            if let Some(test) = self.report.tests.last_mut() {
                test.cost_own_points += usize::from(expectation.points.is_some());
            }
            let message = expectation.message.clone();
            self.fail(line, Why::Expectation(mismatches), message);
        }
    }

    fn holds(&self, condition: &Condition) -> bool {
        condition.holds(|comparison| self.compare(comparison))
    }

    /// Empty if the condition holds, otherwise every comparison that does not.
    fn mismatches(&self, condition: &Condition) -> Vec<Mismatch> {
        if self.holds(condition) {
            return Vec::new();
        }
        let all = condition.comparisons();
        all.filter(|one| !self.compare(one))
            .map(|one| self.mismatch(one))
            .collect()
    }

    fn shown(&self, spot: SpotId) -> String {
        let part = self.bound.target(spot).part();
        let display = self.simulator.display(part);
        display
            .map(|display| show::brief(&display))
            .unwrap_or_default()
    }

    fn compare(&self, comparison: &Comparison) -> bool {
        let left = || self.bound.target(comparison.subject).value(self.simulator);
        match &comparison.value {
            Operand::Text(text) => {
                let shown = self.shown(comparison.subject);
                match comparison.relation {
                    Relation::Contains => shown.contains(text),
                    Relation::Differs => shown != *text,
                    _ => shown == *text,
                }
            }
            Operand::Pattern(pattern) => compare_pattern(left(), comparison.relation, *pattern),
            Operand::Spot(spot) => {
                let right = self.bound.target(*spot).value(self.simulator);
                compare_values(left(), comparison.relation, right)
            }
        }
    }

    fn mismatch(&self, comparison: &Comparison) -> Mismatch {
        let target = self.bound.target(comparison.subject);
        let value = target.value(self.simulator);
        let sign = match comparison.relation {
            Relation::Equal => String::new(),
            other => format!("{} ", other.symbol()),
        };
        let (expected, found) = match &comparison.value {
            Operand::Text(text) => (
                format!("{text:?}"),
                format!("{:?}", self.shown(comparison.subject)),
            ),
            Operand::Pattern(pattern) => (
                pattern_text(*pattern, u32::from(value.width)),
                show::value(value),
            ),
            Operand::Spot(spot) => {
                let other = self.bound.target(*spot);
                let right = show::value(other.value(self.simulator));
                let name = other.name(self.simulator);
                (format!("{name}, which is {right}"), show::value(value))
            }
        };
        Mismatch {
            path: target.name(self.simulator),
            expected: format!("{sign}{expected}"),
            found,
        }
    }

    fn print(&mut self, items: &[Item]) {
        let texts: Vec<String> = items
            .iter()
            .map(|item| match item {
                Item::Text(text) => text.clone(),
                Item::Value(spot, form) => {
                    formed(self.bound.target(*spot).value(self.simulator), *form)
                }
            })
            .collect();
        self.stage.print(&texts.join(" "));
    }

    fn show(&mut self, spots: &[SpotId]) {
        let text = match spots {
            [] => show::all(self.simulator),
            _ => spots
                .iter()
                .map(|&spot| show::part(self.simulator, self.bound.target(spot).part()))
                .collect(),
        };
        for line in text.lines() {
            self.stage.print(line);
        }
    }
}

fn compare_pattern(value: Value, relation: Relation, pattern: Pattern) -> bool {
    let width = u32::from(value.width);
    let equal = value.word.differs(pattern.value(width).word) & pattern.care() == 0 && width > 0;
    match (relation, pattern) {
        (Relation::Equal, _) => equal,
        (Relation::Differs, _) => !equal,
        (_, Pattern::Number(number)) if number < 0 => {
            ordered(signed(value), relation, Some(number))
        }
        (_, pattern) => {
            let right = pattern.value(width).number().map(i64::from);
            ordered(value.number().map(i64::from), relation, right)
        }
    }
}

fn compare_values(left: Value, relation: Relation, right: Value) -> bool {
    match relation {
        Relation::Equal => left == right,
        Relation::Differs => left != right,
        _ => ordered(
            left.number().map(i64::from),
            relation,
            right.number().map(i64::from),
        ),
    }
}

/// Only known numbers have an order.
fn ordered(left: Option<i64>, relation: Relation, right: Option<i64>) -> bool {
    let (Some(left), Some(right)) = (left, right) else {
        return false;
    };
    relation.holds(&left, &right)
}

fn signed(value: Value) -> Option<i64> {
    let shift = 64 - u32::from(value.width);
    value
        .number()
        .map(|number| (i64::from(number) << shift) >> shift)
}

fn pattern_text(pattern: Pattern, width: u32) -> String {
    match pattern {
        Pattern::Bits { care, width, .. } if care != crate::value::mask(width) => {
            let bits = pattern.value(width).bits();
            let marked = bits.chars().zip((0..width).rev());
            let symbol =
                |(symbol, bit): (char, u32)| if care >> bit & 1 == 0 { '?' } else { symbol };
            format!("0b{}", marked.map(symbol).collect::<String>())
        }
        Pattern::Number(number) if number < 0 => number.to_string(),
        _ => show::value(pattern.value(width)),
    }
}

fn formed(value: Value, form: Form) -> String {
    let plain = || show::value(value);
    match form {
        Form::Plain => plain(),
        Form::Binary => value.bits(),
        Form::Hexadecimal => value.number().map_or_else(plain, |n| format!("{n:x}")),
        Form::Decimal => value.number().map_or_else(plain, |n| n.to_string()),
        Form::Signed => signed(value).map_or_else(plain, |n| n.to_string()),
        Form::Character => match value.number().and_then(char::from_u32) {
            Some(character) if !character.is_control() => character.to_string(),
            _ => plain(),
        },
    }
}
