//! A specification as a machine.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Force, Load, Machine, Scene, Taken};
use crate::chip::{Block, Chip, Edge, Expr, ExprKind, Extension, Op, Role};
use crate::logic::{Bit, Bits, Logic, Node};

pub struct SpecMachine {
    chip: Arc<Chip>,
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    /// By net: the first remembered bit, for latches.
    first: Vec<usize>,
    bits: usize,
    loads: Vec<Load>,
    /// By load: its block and its index in it.
    places: Vec<(usize, usize)>,
    functions: Vec<SpecMachine>,
    /// Results of calls.
    calls: HashMap<(usize, Vec<Bits>), Vec<Bits>>,
    /// By net: the nets its drivers read.
    reads: Vec<Vec<usize>>,
}

/// The cache is cleared beyond this many results of calls.
const MOST_CALLS: usize = 100_000;

impl SpecMachine {
    pub fn new(chip: Arc<Chip>) -> SpecMachine {
        let mut first = vec![0; chip.nets.len()];
        let mut bits = 0;
        for latch in chip.of(Role::Latch) {
            first[latch] = bits;
            bits += chip.nets[latch].width as usize;
        }
        let mut places = Vec::new();
        let mut loads = Vec::new();
        for (number, block) in chip.blocks.iter().enumerate() {
            let Some(edge) = block.edge else { continue };
            for (place, (latch, _)) in block.assignments.iter().enumerate() {
                places.push((number, place));
                let width = chip.nets[*latch].width as usize;
                let bits = first[*latch]..first[*latch] + width;
                loads.push(Load { edge, bits });
            }
        }
        let reads = chip.nets.iter().map(|net| {
            let mut found = Vec::new();
            let drivers = net.drivers.iter();
            drivers.for_each(|driver| crate::lang::names(driver, &mut found));
            found
        });
        SpecMachine {
            inputs: chip.of(Role::Input).collect(),
            outputs: chip.of(Role::Output).collect(),
            first,
            bits,
            loads,
            places,
            functions: chip
                .functions
                .iter()
                .cloned()
                .map(SpecMachine::new)
                .collect(),
            calls: HashMap::new(),
            reads: reads.collect(),
            chip,
        }
    }

    pub fn chip(&self) -> &Arc<Chip> {
        &self.chip
    }

    /// Evaluates the nets that an expression reads, and their dependencies.
    fn prepare(&mut self, logic: &mut Logic, scene: &mut Scene, roots: &[usize]) {
        let mut needed = vec![false; self.chip.nets.len()];
        let mut todo = roots.to_vec();
        while let Some(net) = todo.pop() {
            if scene.values[net].is_none() && !std::mem::replace(&mut needed[net], true) {
                todo.extend(&self.reads[net]);
            }
        }
        let chip = self.chip.clone();
        for &net in chip.order.iter().filter(|&&net| needed[net]) {
            let mut value = vec![Bit::FLOAT; chip.nets[net].width as usize];
            for driver in &chip.nets[net].drivers {
                let driven = self.value(logic, scene, driver);
                value = logic.join_words(&value, &driven);
            }
            scene.values[net] = Some(value);
        }
    }

    /// The value of an expression, after the nets it reads.
    fn look(&mut self, logic: &mut Logic, scene: &mut Scene, expr: &Expr) -> Bits {
        let mut roots = Vec::new();
        crate::lang::names(expr, &mut roots);
        self.prepare(logic, scene, &roots);
        self.value(logic, scene, expr)
    }

    fn value(&mut self, logic: &mut Logic, scene: &Scene, expr: &Expr) -> Bits {
        let width = expr.width as usize;
        match &expr.kind {
            ExprKind::Number(value) => Logic::number(*value, expr.width),
            ExprKind::Float => vec![Bit::FLOAT; width],
            ExprKind::Any => vec![Bit::UNDEFINED; width],
            ExprKind::Net(net) => match &scene.values[*net] {
                Some(value) => value.clone(),
                None => vec![Bit::UNDEFINED; width],
            },
            ExprKind::Not(a) => {
                let a = self.value(logic, scene, a);
                a.into_iter().map(|bit| logic.not(bit)).collect()
            }
            ExprKind::Binary(op, a, b) => {
                let a = self.value(logic, scene, a);
                let b = self.value(logic, scene, b);
                binary(logic, *op, &a, &b)
            }
            ExprKind::If(condition, yes, no) => {
                let condition = self.value(logic, scene, condition)[0];
                let yes = self.value(logic, scene, yes);
                let no = self.value(logic, scene, no);
                logic.choose_word(condition, &yes, &no)
            }
            ExprKind::Select(a, low) => {
                let a = self.value(logic, scene, a);
                a[*low as usize..][..width].to_vec()
            }
            ExprKind::Extend(a, extension) => {
                let mut a = self.value(logic, scene, a);
                let top = match extension {
                    Extension::Zero => Bit::ZERO,
                    Extension::One => Bit::ONE,
                    Extension::Sign => a.last().copied().unwrap_or(Bit::ZERO),
                };
                a.resize(width, top);
                a
            }
            ExprKind::Join(parts) => {
                let mut joined = Vec::new();
                for part in parts.iter().rev() {
                    joined.extend(self.value(logic, scene, part));
                }
                joined
            }
            ExprKind::Call(function, arguments, output) => {
                let arguments: Vec<Bits> = arguments
                    .iter()
                    .map(|argument| self.value(logic, scene, argument))
                    .collect();
                self.call(logic, *function, arguments, *output)
            }
        }
    }

    fn call(
        &mut self,
        logic: &mut Logic,
        function: usize,
        arguments: Vec<Bits>,
        output: usize,
    ) -> Bits {
        let key = (function, arguments);
        if let Some(results) = self.calls.get(&key) {
            return results[output].clone();
        }
        let callee = &mut self.functions[function];
        let mut scene = callee.scene(&[], &key.1);
        let results = callee.outputs(logic, &mut scene);
        let result = results[output].clone();
        if self.calls.len() >= MOST_CALLS {
            self.calls.clear();
        }
        self.calls.insert(key, results);
        result
    }

    /// Whether a block acts, and where that is undefined.
    fn condition(
        &mut self,
        logic: &mut Logic,
        scene: &mut Scene,
        condition: Option<&Expr>,
    ) -> (Node, Node) {
        match condition {
            None => (Node::TRUE, Node::FALSE),
            Some(condition) => {
                let bit = self.look(logic, scene, condition)[0];
                (logic.is_one(bit), bit.u)
            }
        }
    }

    /// The data a block gives a latch, and where it is defined.
    fn assign(
        &mut self,
        logic: &mut Logic,
        scene: &mut Scene,
        block: &Block,
        place: usize,
    ) -> Taken {
        let (enabled, unsaid) = self.condition(logic, scene, block.enabled.as_ref());
        let value = self.look(logic, scene, &block.assignments[place].1);
        let unknown = logic.some_unknown(&[&value]);
        let lost = logic.bdd.and(enabled, unknown);
        Taken {
            enabled,
            data: value.into_iter().map(|bit| bit.v).collect(),
            undefined: logic.bdd.or(unsaid, lost),
        }
    }

    /// The latch of a block's assignment, as bits.
    fn latch_bits(&self, block: &Block, place: usize) -> std::ops::Range<usize> {
        let latch = block.assignments[place].0;
        self.first[latch]..self.first[latch] + self.chip.nets[latch].width as usize
    }
}

fn binary(logic: &mut Logic, op: Op, a: &[Bit], b: &[Bit]) -> Bits {
    let mut each = |join: fn(&mut Logic, Bit, Bit) -> Bit| -> Bits {
        a.iter().zip(b).map(|(&a, &b)| join(logic, a, b)).collect()
    };
    match op {
        Op::And => each(Logic::and),
        Op::Or => each(Logic::or),
        Op::Xor => each(Logic::xor),
        Op::Equal => vec![logic.equal(a, b)],
        Op::Unequal => {
            let equal = logic.equal(a, b);
            vec![logic.not(equal)]
        }
        Op::Less => vec![logic.less(a, b)],
        Op::Greater => vec![logic.less(b, a)],
        Op::LessOrEqual => {
            let greater = logic.less(b, a);
            vec![logic.not(greater)]
        }
        Op::GreaterOrEqual => {
            let less = logic.less(a, b);
            vec![logic.not(less)]
        }
        Op::Add => logic.add(a, b),
        Op::Subtract => logic.subtract(a, b),
        Op::Multiply => logic.multiply(a, b),
        Op::Divide => logic.divide(a, b).0,
        Op::Remainder => logic.divide(a, b).1,
    }
}

impl Machine for SpecMachine {
    fn bits(&self) -> usize {
        self.bits
    }

    fn loads(&self) -> &[Load] {
        &self.loads
    }

    fn scene(&self, state: &[Node], inputs: &[Bits]) -> Scene {
        let mut values = vec![None; self.chip.nets.len()];
        for (&net, value) in self.inputs.iter().zip(inputs) {
            values[net] = Some(value.clone());
        }
        for latch in self.chip.of(Role::Latch) {
            let bits = &state[self.first[latch]..][..self.chip.nets[latch].width as usize];
            values[latch] = Some(bits.iter().copied().map(Bit::known).collect());
        }
        Scene {
            state: state.to_vec(),
            inputs: inputs.to_vec(),
            values,
        }
    }

    fn outputs(&mut self, logic: &mut Logic, scene: &mut Scene) -> Vec<Bits> {
        let outputs = self.outputs.clone();
        self.prepare(logic, scene, &outputs);
        let values = outputs.iter().map(|&net| scene.values[net].clone());
        values.map(Option::unwrap_or_default).collect()
    }

    fn triggers(&mut self, logic: &mut Logic, scene: &mut Scene) -> Vec<Bit> {
        let chip = self.chip.clone();
        let blocks: Vec<Bit> = chip
            .blocks
            .iter()
            .map(|block| match block.edge {
                Some(_) => self.look(logic, scene, &block.trigger)[0],
                None => Bit::ZERO,
            })
            .collect();
        self.places
            .iter()
            .map(|&(block, _)| blocks[block])
            .collect()
    }

    fn take(&mut self, logic: &mut Logic, scene: &mut Scene, load: usize) -> Taken {
        let (block, place) = self.places[load];
        let chip = self.chip.clone();
        self.assign(logic, scene, &chip.blocks[block], place)
    }

    fn forces(&mut self, logic: &mut Logic, scene: &mut Scene) -> Vec<Force> {
        let chip = self.chip.clone();
        let mut forces = Vec::new();
        for block in chip.blocks.iter().filter(|block| block.edge.is_none()) {
            let trigger = Some(&block.trigger);
            let (holds, unsaid) = self.condition(logic, scene, trigger);
            for place in 0..block.assignments.len() {
                let taken = self.assign(logic, scene, block, place);
                let lost = logic.bdd.and(holds, taken.undefined);
                forces.push(Force {
                    condition: logic.bdd.and(holds, taken.enabled),
                    bits: self.latch_bits(block, place),
                    data: taken.data,
                    undefined: logic.bdd.or(unsaid, lost),
                });
            }
        }
        forces
    }
}

/// The names of a specification's edges.
impl Edge {
    pub fn name(self) -> &'static str {
        match self {
            Edge::Rising => "rising",
            Edge::Falling => "falling",
        }
    }
}
