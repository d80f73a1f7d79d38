//! Latches as registers and flip-flops.

use circuit::project::Kind;

use super::plan::{Part, Source, Val, What};
use super::synth::Synth;
use crate::chip::{Edge, Expr, ExprKind, Role};

/// A latch, or one bit of one.
struct Cell {
    latch: usize,
    /// The bit, if each has a separate flip-flop.
    bit: Option<u32>,
    /// One for each clock.
    parts: Vec<usize>,
}

/// The data and enable of a cell at one clock.
struct Clocked {
    clock: Source,
    edge: Edge,
    enable: Val,
    data: Val,
}

/// What holds a cell without a clock.
struct Held {
    clear: Val,
    set: Val,
}

impl Synth<'_> {
    /// Adds the memory and returns the connections to be made later.
    pub(super) fn memory(&mut self) -> Memory {
        let mut cells = Vec::new();
        for latch in self.chip.of(Role::Latch).collect::<Vec<_>>() {
            let width = self.chip.nets[latch].width;
            let bits: Vec<Option<u32>> = match width > 1 && self.is_set(latch) {
                true => (0..width).rev().map(Some).collect(),
                false => vec![None],
            };
            let mut vals = Vec::new();
            for bit in bits {
                let cell = self.cell(latch, bit);
                vals.push(self.cell_value(&cell));
                cells.push(cell);
            }
            self.nets[latch] = Some(self.plan.join(&vals));
        }
        Memory { cells }
    }

    /// Whether it is held at anything but 0.
    fn is_set(&self, latch: usize) -> bool {
        let held = self.chip.blocks.iter().filter(|block| block.edge.is_none());
        let mut values = held.flat_map(|block| &block.assignments);
        values.any(|(number, value)| *number == latch && !matches!(value.kind, ExprKind::Number(0)))
    }

    /// The clocks of a latch: blocks with the same trigger and edge share one.
    fn clocks(&self, latch: usize) -> Vec<Vec<usize>> {
        let mut clocks: Vec<Vec<usize>> = Vec::new();
        for (number, block) in self.chip.blocks.iter().enumerate() {
            let sets = block.assignments.iter().any(|(one, _)| *one == latch);
            if !sets || block.edge.is_none() {
                continue;
            }
            let same = |other: &Vec<usize>| {
                let other = &self.chip.blocks[other[0]];
                other.edge == block.edge && other.trigger == block.trigger
            };
            match clocks.iter_mut().find(|clock| same(clock)) {
                Some(clock) => clock.push(number),
                None => clocks.push(vec![number]),
            }
        }
        clocks
    }

    fn cell(&mut self, latch: usize, bit: Option<u32>) -> Cell {
        let net = &self.chip.nets[latch];
        let width = if bit.is_some() { 1 } else { net.width };
        let clocks = self.clocks(latch).len().max(1);
        let label = match bit {
            Some(bit) => format!("{}.{bit}", net.name),
            None => net.name.clone(),
        };
        let parts = (0..clocks).map(|_| {
            let (kind, mut attrs) = match width {
                1 => (Kind::DFlipFlop, Vec::new()),
                _ => (
                    Kind::Register,
                    vec![("width".to_owned(), width.to_string())],
                ),
            };
            attrs.push(("label".to_owned(), label.clone()));
            self.plan.add_memory(Part {
                what: What::Builtin(kind),
                attrs,
                inputs: Vec::new(),
                width,
            })
        });
        let parts = parts.collect();
        Cell { latch, bit, parts }
    }

    /// The value a cell holds: with several clocks, the sum of its parts without carry.
    fn cell_value(&mut self, cell: &Cell) -> Val {
        let vals: Vec<Val> = cell.parts.iter().map(|&part| self.held_by(part)).collect();
        self.parity(&vals)
    }

    fn parity(&mut self, vals: &[Val]) -> Val {
        let rest = vals[1..].iter();
        rest.fold(vals[0], |sum, &val| self.plan.xor(sum, val))
    }

    fn held_by(&self, part: usize) -> Val {
        let port = match self.plan.parts[part].what {
            What::Builtin(Kind::Register) => 0,
            _ => 2,
        };
        Val {
            source: Source::Port { part, port },
            width: self.plan.parts[part].width,
            inverted: false,
        }
    }

    /// Connects all memory.
    pub(super) fn connect(&mut self, memory: &Memory) {
        for cell in &memory.cells {
            let held = self.held(cell);
            let clocks = self.clocks(cell.latch);
            let clocked: Vec<Clocked> = clocks
                .iter()
                .map(|blocks| self.clocked(cell, blocks))
                .collect();
            for (number, &part) in cell.parts.iter().enumerate() {
                let first = number == 0;
                self.connect_part(cell, number, part, clocked.get(number), &held, first);
            }
        }
    }

    fn bit_of(&mut self, cell: &Cell, value: &Expr) -> Val {
        let value = self.value(value);
        match cell.bit {
            Some(bit) => self.plan.slice(value, bit, 1),
            None => value,
        }
    }

    fn clocked(&mut self, cell: &Cell, blocks: &[usize]) -> Clocked {
        let chip = self.chip;
        let (mut enable, mut data) = (Val::number(0, 1), None);
        for &number in blocks {
            let block = &chip.blocks[number];
            let enabled = match &block.enabled {
                Some(enabled) => self.value(enabled),
                None => Val::number(1, 1),
            };
            let values = block.assignments.iter();
            for (_, value) in values.filter(|(latch, _)| *latch == cell.latch) {
                let value = self.bit_of(cell, value);
                data = Some(match data {
                    Some(before) => self.choose(enabled, value, before),
                    None => value,
                });
            }
            enable = self.plan.gate(Kind::Or, vec![enable, enabled]);
        }
        let block = &chip.blocks[blocks[0]];
        let trigger = self.value(&block.trigger);
        let mut edge = block.edge.unwrap_or(Edge::Rising);
        let (mut clock, inverted) = (trigger, trigger.inverted);
        if inverted && trigger.constant().is_none() {
            clock = trigger.not();
            edge = match edge {
                Edge::Rising => Edge::Falling,
                Edge::Falling => Edge::Rising,
            };
        }
        Clocked {
            clock: self.plan.plain(clock),
            edge,
            enable,
            data: data.unwrap_or(Val::number(0, 1)),
        }
    }

    /// A later line wins over an earlier one, and the clear input of a flip-flop over its preset.
    fn held(&mut self, cell: &Cell) -> Held {
        let chip = self.chip;
        let (mut clears, mut sets) = (Vec::new(), Vec::new());
        let mut later_sets = Val::number(0, 1);
        for block in chip
            .blocks
            .iter()
            .rev()
            .filter(|block| block.edge.is_none())
        {
            let mut values = block.assignments.iter().rev();
            let Some((_, value)) = values.find(|(latch, _)| *latch == cell.latch) else {
                continue;
            };
            let mut conditions = vec![self.value(&block.trigger)];
            if let Some(enabled) = &block.enabled {
                conditions.push(self.value(enabled));
            }
            let condition = self.plan.gate(Kind::And, conditions);
            let value = self.bit_of(cell, value);
            if value.width > 1 {
                let clear = self.plan.gate(Kind::And, vec![condition, later_sets.not()]);
                clears.push(clear);
                continue;
            }
            let clear = self
                .plan
                .gate(Kind::And, vec![condition, value.not(), later_sets.not()]);
            let set = self.plan.gate(Kind::And, vec![condition, value]);
            clears.push(clear);
            sets.push(set);
            later_sets = self.plan.gate(Kind::Or, vec![later_sets, set]);
        }
        clears.reverse();
        sets.reverse();
        Held {
            clear: self.plan.gate(Kind::Or, or_nothing(clears)),
            set: self.plan.gate(Kind::Or, or_nothing(sets)),
        }
    }

    fn connect_part(
        &mut self,
        cell: &Cell,
        number: usize,
        part: usize,
        clocked: Option<&Clocked>,
        held: &Held,
        first: bool,
    ) {
        let zero = Val::number(0, 1).source;
        let is_register = self.plan.parts[part].what == What::Builtin(Kind::Register);
        let (d, clk, clr, pre, en) = match is_register {
            true => (1, 2, 3, usize::MAX, 4),
            false => (0, 1, 4, 5, 6),
        };
        let mut inputs = Vec::new();
        let mut edge = Edge::Rising;
        match clocked {
            Some(clocked) => {
                let others = cell.parts.iter().enumerate();
                let others: Vec<usize> = others
                    .filter(|(other, _)| *other != number)
                    .map(|(_, &part)| part)
                    .collect();
                let mut all = vec![clocked.data];
                for other in others {
                    all.push(self.held_by(other));
                }
                let data = self.parity(&all);
                inputs.push((d, self.plan.plain(data)));
                inputs.push((clk, clocked.clock));
                if clocked.enable.constant() != Some(1) {
                    inputs.push((en, self.plan.plain(clocked.enable)));
                }
                edge = clocked.edge;
            }
            None => {
                let width = self.plan.parts[part].width;
                inputs.push((d, Val::number(0, width).source));
                inputs.push((clk, zero));
            }
        }
        // Held at 1: the first part holds it and the others hold nothing.
        let (clear, set) = match first {
            true => (held.clear, held.set),
            false => (
                self.plan.gate(Kind::Or, vec![held.clear, held.set]),
                Val::number(0, 1),
            ),
        };
        if clear.constant() != Some(0) {
            inputs.push((clr, self.plan.plain(clear)));
        }
        if set.constant() != Some(0) && !is_register {
            inputs.push((pre, self.plan.plain(set)));
        }
        inputs.sort_by_key(|(port, _)| *port);
        let part = &mut self.plan.parts[part];
        part.inputs = inputs;
        part.attrs
            .push(("trigger".to_owned(), edge.name().to_owned()));
    }
}

/// All memory, to be connected when all nets are known.
pub(super) struct Memory {
    cells: Vec<Cell>,
}

fn or_nothing(vals: Vec<Val>) -> Vec<Val> {
    match vals.is_empty() {
        true => vec![Val::number(0, 1)],
        false => vals,
    }
}
