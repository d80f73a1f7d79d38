//! Findings with their repairs.

use circuit::edit::{Repair, repairs};
use circuit::project::{CircuitId, Location};

use super::Editing;
use super::protocol::{Xy, place};
use crate::finding::Finding;
use crate::reply::{Answer, Failure};

/// Maximum number of problems of a circuit that get buttons.
const MOST: usize = 20;

impl Editing {
    /// The findings about the circuits of the file, each with the names of its repairs.
    pub(super) fn with_repairs(&self, mut findings: Vec<Finding>) -> Vec<Finding> {
        for &circuit in self.document.circuits() {
            let name = &self.document.project().circuit(circuit).name;
            let of_it = findings.iter_mut().filter_map(|finding| {
                let (at, code, (x, y)) = finding.problem()?;
                let problem = (code, Location::new(x, y));
                (at == name).then_some((problem, finding))
            });
            let (problems, mut of_it): (Vec<_>, Vec<_>) = of_it.take(MOST).unzip();
            if problems.is_empty() {
                continue;
            }
            let found = repairs(&self.document, circuit, &problems);
            for (finding, repairs) in of_it.iter_mut().zip(found) {
                finding.repairs = repairs.into_iter().map(|repair| repair.name).collect();
            }
        }
        findings
    }

    /// A repair of a finding: its name in the history and the edit.
    pub(super) fn repair(
        &self,
        circuit: CircuitId,
        (code, point, number): (&str, Xy, usize),
    ) -> Answer<Repair> {
        let found = repairs(&self.document, circuit, &[(code, place(point))]);
        let repair = found.into_iter().flatten().nth(number);
        repair.ok_or_else(|| Failure::refused("there is nothing to repair here any more"))
    }
}
