//! Resolves the names of a script in a circuit, and checks that its commands are possible there.

use std::collections::BTreeSet;

use super::{
    Amount, Command, Comparison, Condition, Operand, Pattern, Problem, Script, SpotId, Unit,
};
use crate::project::Kind;
use crate::reference::{At, Found};
use crate::sim::Simulator;
use crate::value::{Value, Word, mask};

/// The names of a script, resolved.
pub(super) struct Bound {
    targets: Vec<Found>,
    /// Half-ticks of a clock cycle.
    pub cycle: u64,
}

impl Bound {
    pub fn target(&self, spot: SpotId) -> Found {
        self.targets[spot.0]
    }

    pub fn half_ticks(&self, amount: Amount) -> u64 {
        match amount.unit {
            Unit::HalfTicks => amount.count,
            Unit::Cycles => amount.count.saturating_mul(self.cycle),
        }
    }
}

pub(super) fn bind(script: &Script, simulator: &Simulator) -> Result<Bound, Vec<Problem>> {
    let mut binder = Binder {
        script,
        simulator,
        targets: Vec::new(),
        periods: periods(simulator),
        problems: script.problems.clone(),
    };
    binder.find_all();
    for line in &script.lines {
        binder.command(line.number, &line.command);
    }
    let targets: Option<Vec<Found>> = binder.targets.iter().copied().collect();
    match (binder.problems.is_empty(), targets) {
        (true, Some(targets)) => Ok(Bound {
            targets,
            cycle: binder.periods.first().copied().unwrap_or(2),
        }),
        _ => {
            let mut problems = binder.problems;
            problems.sort_by_key(|problem| (problem.line, problem.column));
            Err(problems)
        }
    }
}

/// Resolves the names of a script in a circuit, if all its commands are possible there.
pub fn targets(script: &Script, simulator: &Simulator) -> Result<Vec<Found>, Vec<Problem>> {
    bind(script, simulator).map(|bound| bound.targets)
}

/// A condition on a circuit, ready to be asked.
pub struct Question {
    pub(super) bound: Bound,
    pub(super) condition: Condition,
}

impl Question {
    /// Reads a condition in the words of expectations.
    pub fn read(text: &str, simulator: &Simulator) -> Result<Question, String> {
        let first = |problems: Vec<Problem>| {
            let what = problems.into_iter().next().map(|problem| problem.what);
            what.unwrap_or_default()
        };
        let script = super::parse(&format!("expect {text}"));
        let bound = bind(&script, simulator).map_err(first)?;
        match script.lines.into_iter().next().map(|line| line.command) {
            Some(Command::Expect(expectation)) => Ok(Question {
                bound,
                condition: expectation.condition,
            }),
            _ => Err("a condition is missing, such as /counter = 5".to_owned()),
        }
    }
}

/// The lengths of the clocks' cycles.
fn periods(simulator: &Simulator) -> BTreeSet<u64> {
    let design = simulator.design();
    let mut periods = BTreeSet::new();
    let used: BTreeSet<_> = design.instances.iter().map(|i| i.circuit).collect();
    for circuit in used {
        for component in &design.project.circuit(circuit).components {
            if component.kind() == Some(Kind::Clock) {
                let attrs = component.attrs.of(Kind::Clock);
                let length = |name| u64::from(attrs.count(name));
                periods.insert(length("highDuration") + length("lowDuration"));
            }
        }
    }
    periods
}

struct Binder<'a> {
    script: &'a Script,
    simulator: &'a Simulator,
    /// `None` for names not found, which is a problem already.
    targets: Vec<Option<Found>>,
    periods: BTreeSet<u64>,
    problems: Vec<Problem>,
}

impl Binder<'_> {
    fn find_all(&mut self) {
        for spot in &self.script.spots {
            match spot.reference.find(self.simulator) {
                Ok(target) => self.targets.push(Some(target)),
                Err(error) => {
                    self.targets.push(None);
                    self.problems.push(Problem {
                        line: spot.line,
                        column: spot.column,
                        what: error.to_string(),
                    });
                }
            }
        }
    }

    fn object(&mut self, spot: SpotId, what: String) {
        let spot = &self.script.spots[spot.0];
        self.problems.push(Problem {
            line: spot.line,
            column: spot.column,
            what,
        });
    }

    fn kind(&self, target: Found) -> Option<Kind> {
        self.simulator.design().component(target.part()).kind()
    }

    fn describe(&self, target: Found) -> String {
        let info = self.simulator.design().info(target.part());
        format!("{} is a {}", info.path, info.name)
    }

    fn must_be(&mut self, spot: SpotId, kinds: &[Kind], wanted: &str) {
        let Some(target) = self.targets[spot.0] else {
            return;
        };
        let whole = self.script.spots[spot.0].reference.at == At::Main;
        let fits = self.kind(target).is_some_and(|kind| kinds.contains(&kind));
        if !fits || !whole {
            let what = format!("{}, not {wanted}", self.describe(target));
            self.object(spot, what);
        }
    }

    fn command(&mut self, line: usize, command: &Command) {
        match command {
            Command::Advance(amount) => self.amount(line, *amount),
            Command::Press(spot) | Command::Release(spot) => self.button(*spot),
            Command::Click(spot, held) => {
                self.button(*spot);
                if let Some(amount) = held {
                    self.amount(line, *amount);
                }
            }
            Command::Set(spot, pattern) => self.set(*spot, *pattern),
            Command::Type(spot, _) => self.must_be(*spot, &[Kind::Keyboard], "a keyboard"),
            Command::Joystick(spot, ..) => self.must_be(*spot, &[Kind::Joystick], "a joystick"),
            Command::Load(spot, _) => self.must_be(*spot, &[Kind::Ram, Kind::Rom], "a RAM or ROM"),
            Command::Wait(condition, limit) => {
                self.condition(condition);
                self.amount(line, *limit);
            }
            Command::Expect(expectation) => self.condition(&expectation.condition),
            Command::Show(spots) => spots.iter().for_each(|&spot| self.display(spot)),
            Command::Print(_) | Command::Reset | Command::Test { .. } => {}
        }
    }

    fn button(&mut self, spot: SpotId) {
        if let Some(target) = self.targets[spot.0]
            && self.kind(target) == Some(Kind::Pin)
        {
            let what = format!("{}; use 'set' for pins", self.describe(target));
            return self.object(spot, what);
        }
        self.must_be(spot, &[Kind::Button], "a button");
    }

    fn display(&mut self, spot: SpotId) {
        const DISPLAYS: [Kind; 5] = [
            Kind::Led,
            Kind::HexDigit,
            Kind::SevenSegment,
            Kind::DotMatrix,
            Kind::Tty,
        ];
        self.must_be(spot, &DISPLAYS, "a display (LED, digit, dot matrix or TTY)");
    }

    fn amount(&mut self, line: usize, amount: Amount) {
        if amount.unit == Unit::Cycles && self.periods.len() > 1 {
            let lengths: Vec<String> = self.periods.iter().map(u64::to_string).collect();
            self.problems.push(Problem {
                line,
                column: 1,
                what: format!(
                    "the clocks have cycles of different lengths ({} half-ticks): say half-ticks instead of cycles",
                    lengths.join(", ")
                ),
            });
        }
    }

    fn set(&mut self, spot: SpotId, pattern: Pattern) {
        let Some(target) = self.targets[spot.0] else {
            return;
        };
        let whole = self.script.spots[spot.0].reference.at == At::Main;
        let holds = whole && self.kind(target).is_some_and(Kind::holds);
        if holds && undefined(pattern) {
            return self.object(spot, "what it holds is 0s and 1s only".into());
        }
        if let (Found::Port(part, _), false) = (target, holds) {
            let design = self.simulator.design();
            let component = design.component(part);
            let input = component.kind() == Some(Kind::Pin)
                && !component.attrs.of(Kind::Pin).flag("output");
            if !input || design.place(part).0 != crate::netlist::InstanceId::ROOT {
                let inside = if input { " inside a sub-circuit" } else { "" };
                let what = format!(
                    "{}{inside}, not an input pin of the top circuit, a register, a counter or a flip-flop",
                    self.describe(target)
                );
                return self.object(spot, what);
            }
            let floats = component.attrs.of(Kind::Pin).flag("tristate");
            if !floats && undefined(pattern) {
                let what = format!(
                    "{} is not a three-state pin, so it is 0 or 1, never x",
                    design.path(part)
                );
                return self.object(spot, what);
            }
        } else if !holds && undefined(pattern) {
            return self.object(spot, "a memory cell holds 0s and 1s only".into());
        }
        self.fits(spot, pattern, "set");
    }

    /// The width of a named object; 0 if it takes any.
    fn width(&self, target: Found) -> u32 {
        let own = match target {
            Found::Port(part, port) => self.simulator.ports(part)[port].width,
            Found::Cell(..) => 0,
        };
        match own {
            0 => u32::from(target.value(self.simulator).width),
            _ => own,
        }
    }

    fn fits(&mut self, spot: SpotId, pattern: Pattern, doing: &str) {
        let Some(target) = self.targets[spot.0] else {
            return;
        };
        let width = self.width(target);
        if width > 0
            && let Some(why) = objection(pattern, width)
        {
            let name = target.name(self.simulator);
            let bits = diag::count(width, "bit");
            let what = format!("{name} has {bits}: {why} cannot be {doing} there");
            self.object(spot, what);
        }
    }

    fn condition(&mut self, condition: &Condition) {
        for comparison in condition.comparisons() {
            self.comparison(comparison);
        }
    }

    fn comparison(&mut self, comparison: &Comparison) {
        match &comparison.value {
            Operand::Text(_) => self.display(comparison.subject),
            Operand::Pattern(pattern) => self.fits(comparison.subject, *pattern, "expected"),
            Operand::Spot(_) => {}
        }
    }
}

fn undefined(pattern: Pattern) -> bool {
    match pattern {
        Pattern::Number(_) => false,
        Pattern::Bits { word, .. } => !word.is_known(),
        Pattern::AllFloating | Pattern::AllError => true,
    }
}

/// Why a pattern cannot be a value of this width.
fn objection(pattern: Pattern, width: u32) -> Option<String> {
    match pattern {
        Pattern::Number(number) => {
            let (low, high) = (-(1i64 << (width - 1)), (1i64 << width) - 1);
            (!(low..=high).contains(&number)).then(|| number.to_string())
        }
        Pattern::Bits { width: own, .. } => {
            (own != width).then(|| format!("a value of {}", diag::count(own, "bit")))
        }
        Pattern::AllFloating | Pattern::AllError => None,
    }
}

impl Pattern {
    /// The value at a width.
    pub fn value(self, width: u32) -> Value {
        let all = mask(width);
        let word = match self {
            Pattern::Number(number) => Word::known(number as u32 & all),
            Pattern::Bits { word, .. } => word.and_mask(all),
            Pattern::AllFloating => Word::floating(all),
            Pattern::AllError => Word::error(all),
        };
        word.with_width(width)
    }

    /// The bits that count.
    pub(crate) fn care(self) -> u32 {
        match self {
            Pattern::Bits { care, .. } => care,
            _ => u32::MAX,
        }
    }
}
