//! Is this circuit that chip?
//!
//! ```text
//!   without memory     all inputs at once                                   proven or a difference
//!   with memory        matched: one step proven for all states              proven
//!                      else: from the start, run by run, all inputs at once a shortest difference
//!                      else: every reachable state                          proven or a difference
//!                      else: long random runs                               a difference, or nothing found
//! ```
//!
//! Proofs are of the circuit without delays. Random runs of the real simulator go with each of them, and every difference is
//! shown on the real simulator before it is reported.

mod bench;
mod induction;
mod pair;
mod search;
mod states;

use std::sync::Arc;

use circuit::Value;
use circuit::network::{Network, Unsupported};
use circuit::sim::Simulator;

use crate::chip::Chip;
use crate::machine::Mismatch;
use bench::Bench;
pub(crate) use bench::Random;
use pair::Pair;

/// Limits of the effort.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Maximum number of nodes in decision diagrams.
    pub nodes: usize,
    /// Maximum number of states and inputs explored one by one.
    pub states: usize,
    /// Rows of random runs when there is no proof.
    pub rows: usize,
    /// Rows of random runs beside a proof.
    pub beside: usize,
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            nodes: 4_000_000,
            states: 100_000,
            rows: 5_000,
            beside: 300,
            seed: 2016,
        }
    }
}

/// The method of the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// No memory: all values of this many input bits.
    AllInputs { bits: u32 },
    /// Latches matched with registers, and one step proven from every state; where it depends on them, with the delays
    /// of the parts.
    OneStep {
        latches: usize,
        matched: usize,
        delays: bool,
    },
    /// Every reachable state, with all inputs.
    AllStates { states: usize },
}

/// A run that shows a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The inputs at each step, in the order of the specification.
    pub rows: Vec<Vec<Value>>,
    /// The differences after the last step.
    pub wrong: Vec<Wrong>,
    /// No shorter run shows a difference.
    pub shortest: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub output: String,
    /// Undefined bits are E.
    pub expected: Value,
    pub found: Value,
}

#[derive(Clone, Debug)]
pub enum Verdict {
    Proven(Proof),
    Differs(Difference),
    /// No difference found, but no proof either.
    Unproven {
        rows: usize,
        why: String,
    },
}

#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    #[error("{}", list(.0))]
    Pins(Vec<Mismatch>),
}

fn list(problems: &[Mismatch]) -> String {
    let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
    texts.join("\n")
}

/// Compares the circuit of a simulator, in its initial state, with a specification.
pub fn check(
    chip: &Arc<Chip>,
    simulator: &Simulator,
    effort: &Effort,
) -> Result<Verdict, CheckError> {
    let mut bench = Bench::new(chip, simulator).map_err(CheckError::Pins)?;
    let why = match Network::of(simulator.design()) {
        Ok(network) => match prove(chip, network, &mut bench, effort) {
            Outcome::Verdict(verdict) => return Ok(verdict),
            Outcome::Open(why) => why,
        },
        Err(unsupported) => told(&unsupported),
    };
    if let Some(verdict) = states::explore(&mut bench, effort) {
        return Ok(verdict);
    }
    Ok(match bench.random(effort.rows, effort.seed) {
        Some(difference) => Verdict::Differs(difference),
        None => Verdict::Unproven {
            rows: effort.rows,
            why,
        },
    })
}

fn told(unsupported: &Unsupported) -> String {
    format!("{unsupported}, so that its values cannot be followed without running it")
}

enum Outcome {
    Verdict(Verdict),
    /// Neither proven nor refuted, with the reason.
    Open(String),
}

fn prove(chip: &Arc<Chip>, network: Network, bench: &mut Bench, effort: &Effort) -> Outcome {
    let mut pair = Pair::new(chip, network, bench, effort.nodes);
    let proof = pair.prove();
    let full = pair.ran_out();
    if let Some(proof) = proof
        && !full
    {
        return match bench.random(effort.beside, effort.seed) {
            None => Outcome::Verdict(Verdict::Proven(proof)),
            // Only delays can be the cause.
            Some(difference) => {
                let mut pair = Pair::with_delays(pair, effort.nodes);
                let shortest = pair.shortest_difference();
                let shortest = shortest.and_then(|rows| bench.replay(&rows, true));
                Outcome::Verdict(Verdict::Differs(shortest.unwrap_or(difference)))
            }
        };
    }
    let mut pair = Pair::again(pair, effort.nodes);
    match pair.shortest_difference() {
        Some(rows) => match bench.replay(&rows, true) {
            Some(difference) => Outcome::Verdict(Verdict::Differs(difference)),
            None => prove_with_delays(pair, bench, effort),
        },
        None if full => Outcome::Open("the proof grew too large".to_owned()),
        None => Outcome::Open(
            "its registers do not match the latches, and no short run shows a difference"
                .to_owned(),
        ),
    }
}

/// Without delays there is a difference, and on the simulator there is none.
fn prove_with_delays(pair: Pair, bench: &mut Bench, effort: &Effort) -> Outcome {
    let mut pair = Pair::with_delays(pair, effort.nodes);
    if let Some(proof) = pair.prove()
        && !pair.ran_out()
    {
        return Outcome::Verdict(match bench.random(effort.beside, effort.seed) {
            None => Verdict::Proven(proof),
            Some(difference) => Verdict::Differs(difference),
        });
    }
    let mut pair = Pair::with_delays(pair, effort.nodes);
    let found = pair.shortest_difference();
    match found.and_then(|rows| bench.replay(&rows, true)) {
        Some(difference) => Outcome::Verdict(Verdict::Differs(difference)),
        None => Outcome::Open(
            "it depends on the delays of its parts, and no proof with them was found".to_owned(),
        ),
    }
}
