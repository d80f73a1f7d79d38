//! Runs scripts.

use super::bind::{Bound, Question, bind};
use super::report::{Failure, Mismatch, Report, TestReport, Why};
use std::sync::Arc;

use expect::{Expectation, Relation};
use timeline::{Budget, Standing, Timeline};

use super::{
    Command, Comparison, Condition, Form, Item, Operand, Pattern, Problem, Script, SpotId,
    Statement,
};
use crate::project::Image;
use crate::show;
use crate::sim::{Input, InputError, Simulator};
use crate::value::Value;

/// The environment of a running script.
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
    let mut timeline = Timeline::new(simulator.clone());
    let report = run_in(script, &mut timeline, stage, limits);
    *simulator = timeline.into_subject();
    report
}

/// Runs a script on a circuit's timeline: its actions are recorded, and `reset` and `test` go back.
pub fn run_in(
    script: &Script,
    timeline: &mut Timeline<Simulator>,
    stage: &mut dyn Stage,
    limits: Limits,
) -> Result<Report, Vec<Problem>> {
    let bound = bind(script, timeline.subject())?;
    let mut runner = Runner {
        origin: timeline.standing(),
        timeline,
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
    timeline: &'a mut Timeline<Simulator>,
    stage: &'a mut dyn Stage,
    bound: Bound,
    /// What `reset` and `test` go back to.
    origin: Standing,
    left: u64,
    limits: Limits,
    report: Report,
}

/// Why a test cannot continue.
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
                    break; // The common preparation of all tests failed.
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

    fn begin_test(&mut self, line: &Statement, name: &str, points: u32) {
        if self.report.tests.is_empty() {
            self.origin = self.timeline.standing();
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
        self.timeline
            .return_to(self.origin, &mut Budget::unlimited());
        self.stage.settled(self.timeline.subject_mut(), false);
    }

    fn line(&mut self, line: &Statement) -> Done {
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
                self.input(Input::Joystick(part, *x, *y))
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

    fn fail(&mut self, line: &Statement, why: Why, message: Option<String>) {
        let test = self.report.tests.len().checked_sub(1);
        if let Some(test) = self.report.tests.last_mut() {
            test.failures += 1;
        }
        let failure = Failure {
            line: line.number,
            text: line.text.clone(),
            half_tick: self.timeline.subject().ticks(),
            test,
            why,
            message,
        };
        self.stage.failed(&failure);
        self.report.failures.push(failure);
    }

    /// An action on the circuit.
    fn acted(&mut self) -> Done {
        self.stage.settled(self.timeline.subject_mut(), false);
        self.at_rest()
    }

    fn at_rest(&self) -> Done {
        match self.timeline.subject().oscillation() {
            None => Ok(()),
            Some(oscillation) => {
                let parts = oscillation.parts.iter().take(20);
                let design = self.timeline.subject().design();
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
        self.timeline.run(1, &mut Budget::unlimited());
        self.stage.settled(self.timeline.subject_mut(), true);
        self.at_rest()
    }

    fn advance(&mut self, half_ticks: u64) -> Done {
        (0..half_ticks).try_for_each(|_| self.half_tick())
    }

    fn button(&mut self, spot: SpotId, down: bool) -> Done {
        let part = self.bound.target(spot).part();
        self.input(match down {
            true => Input::Press(part),
            false => Input::Release(part),
        })
    }

    /// Performs an action, unless the circuit refuses it.
    fn input(&mut self, input: Input) -> Done {
        let accepted = self.timeline.subject().accepts(&input);
        accepted.map_err(|error| refused(&error))?;
        self.timeline.input(input);
        self.acted()
    }

    fn set(&mut self, spot: SpotId, pattern: Pattern) -> Done {
        let target = self.bound.target(spot);
        let input = Input::setting(self.timeline.subject(), target, pattern);
        self.input(input)
    }

    fn type_keys(&mut self, spot: SpotId, text: &str) -> Done {
        let part = self.bound.target(spot).part();
        let room = self.timeline.subject().keyboard_room(part, text);
        let taken = room.map_err(|error| refused(&error))?;
        self.input(Input::Type(part, text.to_owned()))?;
        if taken < text.len() {
            let path = self.timeline.subject().design().path(part);
            return Err(impossible(format!(
                "{path}: the buffer is full after {taken} of {}",
                diag::count(text.len(), "character")
            )));
        }
        Ok(())
    }

    fn load(&mut self, spot: SpotId, name: &str) -> Done {
        let part = self.bound.target(spot).part();
        let bytes = self
            .stage
            .file(name)
            .map_err(|error| impossible(format!("{name}: {error}")))?;
        let image = Image::parse(&String::from_utf8_lossy(&bytes))
            .map_err(|error| impossible(format!("{name}: {error}")))?;
        self.input(Input::Load(part, name.to_owned(), Arc::new(image)))
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

    fn expect(&mut self, line: &Statement, expectation: &Expectation<SpotId, Operand>) {
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
        shown(&self.bound, self.timeline.subject(), spot)
    }

    fn compare(&self, comparison: &Comparison) -> bool {
        compare(&self.bound, self.timeline.subject(), comparison)
    }

    fn mismatch(&self, comparison: &Comparison) -> Mismatch {
        let target = self.bound.target(comparison.subject);
        let value = target.value(self.timeline.subject());
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
                let right = show::value(other.value(self.timeline.subject()));
                let name = other.name(self.timeline.subject());
                (format!("{name}, which is {right}"), show::value(value))
            }
        };
        Mismatch {
            path: target.name(self.timeline.subject()),
            expected: format!("{sign}{expected}"),
            found,
        }
    }

    fn print(&mut self, items: &[Item]) {
        let texts: Vec<String> = items
            .iter()
            .map(|item| match item {
                Item::Text(text) => text.clone(),
                Item::Value(spot, form) => formed(
                    self.bound.target(*spot).value(self.timeline.subject()),
                    *form,
                ),
            })
            .collect();
        self.stage.print(&texts.join(" "));
    }

    fn show(&mut self, spots: &[SpotId]) {
        let text = match spots {
            [] => show::all(self.timeline.subject(), usize::MAX),
            _ => spots
                .iter()
                .map(|&spot| show::part(self.timeline.subject(), self.bound.target(spot).part()))
                .collect(),
        };
        for line in text.lines() {
            self.stage.print(line);
        }
    }
}

fn shown(bound: &Bound, simulator: &Simulator, spot: SpotId) -> String {
    let display = simulator.display(bound.target(spot).part());
    display
        .map(|display| show::brief(&display))
        .unwrap_or_default()
}

fn compare(bound: &Bound, simulator: &Simulator, comparison: &Comparison) -> bool {
    let left = || bound.target(comparison.subject).value(simulator);
    match &comparison.value {
        Operand::Text(text) => {
            let shown = shown(bound, simulator, comparison.subject);
            match comparison.relation {
                Relation::Contains => shown.contains(text),
                Relation::Differs => shown != *text,
                _ => shown == *text,
            }
        }
        Operand::Pattern(pattern) => compare_pattern(left(), comparison.relation, *pattern),
        Operand::Spot(spot) => {
            let right = bound.target(*spot).value(simulator);
            compare_values(left(), comparison.relation, right)
        }
    }
}

impl Question {
    pub fn holds(&self, simulator: &Simulator) -> bool {
        let compare = |comparison: &Comparison| compare(&self.bound, simulator, comparison);
        self.condition.holds(compare)
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
