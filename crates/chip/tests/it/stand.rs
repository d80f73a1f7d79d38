//! A specification in the place of a chip.

use std::sync::Arc;

use chip::draw::{StandIn, StandInError, is_missing};
use chip::{Effort, Verdict};
use circuit::project::{Kind, Project, What};

use crate::shelf;

fn spec(board: &str, name: &str) -> Arc<chip::Chip> {
    let (_, name, text) = shelf::specifications()
        .into_iter()
        .find(|(on, file, _)| on == board && file == name)
        .unwrap();
    shelf::chip_of(board, &name, &text)
}

/// Compares the parts with a name with the specification.
fn check(project: &Project, chip: &Arc<chip::Chip>) -> Verdict {
    let parts = project
        .circuits
        .iter()
        .flat_map(|circuit| &circuit.components);
    let mut used = parts.filter_map(|part| match part.what {
        What::Circuit(id) if project.circuit(id).name == chip.name => Some(id),
        _ => None,
    });
    let used = used.next_back().unwrap();
    let mut project = project.clone();
    project.circuits[used.0 as usize].name = "the used one".to_owned();
    let simulator = shelf::simulator(&Arc::new(project), "the used one");
    chip::check(chip, &simulator, &Effort::default()).unwrap()
}

/// Takes everything but the pins out of a circuit.
fn empty(project: &mut Project, name: &str) {
    let id = project.find(name).unwrap();
    let circuit = &mut project.circuits[id.0 as usize];
    circuit
        .components
        .retain(|part| part.kind() == Some(Kind::Pin));
    circuit.wires.clear();
}

#[test]
fn a_chip_with_nothing_inside_behaves_as_its_specification() {
    let mut project = (*shelf::project("2016")).clone();
    let chip = spec("2016", "Display driver.chip");
    empty(&mut project, "Display driver");
    assert!(matches!(check(&project, &chip), Verdict::Differs(_)));
    let stand_in = StandIn::new(&chip).unwrap();
    assert!(is_missing(&project, "Display driver"));
    assert_eq!(stand_in.put_into(&mut project).unwrap(), 0);
    let own = project.circuit(project.find("Display driver").unwrap());
    assert!(own.wires.is_empty(), "the student's circuit is not touched");
    assert!(matches!(check(&project, &chip), Verdict::Proven(_)));
}

#[test]
fn a_chip_that_is_built_stays_unless_it_is_to_be_replaced() {
    let mut project = (*shelf::project("2016")).clone();
    let parts = project.circuits.len();
    let chip = spec("2016", "Select.chip");
    let stand_in = StandIn::new(&chip).unwrap();
    assert!(!is_missing(&project, "Select"));
    stand_in.put_into(&mut project).unwrap();
    assert!(project.circuits.len() > parts);
    assert!(matches!(check(&project, &chip), Verdict::Proven(_)));
}

#[test]
fn a_chip_that_is_missing_altogether_gets_a_box() {
    let mut project = (*shelf::project("2016")).clone();
    let chip = spec("2016", "Select.chip");
    let id = project.find("Select").unwrap();
    let mut circuit = project.circuits[id.0 as usize].clone();
    circuit.appearance = None;
    for part in project
        .circuits
        .iter_mut()
        .flat_map(|circuit| &mut circuit.components)
    {
        if part.what == What::Circuit(id) {
            part.what = What::Unknown {
                library: String::new(),
                name: "Select".to_owned(),
            };
        }
    }
    for file in &mut project.files {
        file.circuits.retain(|&one| one != id);
    }
    assert!(project.find("Select").is_none());
    assert!(is_missing(&project, "Select"));
    let given = StandIn::new(&chip).unwrap().put_into(&mut project).unwrap();
    assert!(given > 0);
    let new = project.find("Select").unwrap();
    let used = project
        .circuits
        .iter()
        .flat_map(|circuit| &circuit.components);
    let used: Vec<_> = used
        .filter(|part| part.what == What::Circuit(new))
        .collect();
    assert_eq!(used.len(), given);
    // Its pins are where those of the built circuit would be in Logisim's own box, in the order of the specification.
    let ports = |circuit| circuit::component::subcircuit_ports(circuit, used[0]);
    let places = |circuit| -> Vec<(i32, i32)> {
        ports(circuit)
            .iter()
            .map(|port| (port.dx, port.dy))
            .collect()
    };
    let drawn = project.circuit(new);
    assert_eq!(places(drawn), places(&circuit));
    let names: Vec<_> = ports(drawn)
        .iter()
        .filter_map(|port| drawn.components[port.pin].label())
        .collect();
    assert_eq!(
        names,
        [
            "address",
            "mem",
            "data/ins'",
            "I/O",
            "RAM",
            "ROM",
            "I/Oaddr"
        ]
    );
}

#[test]
fn what_does_not_fit_is_refused_and_nothing_changes() {
    let mut project = (*shelf::project("2016")).clone();
    let circuits = project.circuits.len();
    let foreign = spec("2023", "Press.chip");
    let put =
        |project: &mut Project, chip| StandIn::new(chip).unwrap().put_into(project).unwrap_err();
    let error = put(&mut project, &foreign);
    assert!(matches!(error, StandInError::NotThere(_)), "{error}");
    let other = "Chip Specification\nName: Select\nInput: address(4), page\nOutput: mem\nmem = page\nEnd Chip Specification";
    let chip = shelf::chip_of("2016", "Select.chip", other);
    let error = put(&mut project, &chip).to_string();
    for part in [
        "`address` has 8 bits and should have 4",
        "no pin `page`",
        "`mem` should be an output",
        "no pin `RAM`",
    ] {
        assert!(error.contains(part), "{part}: {error}");
    }
    assert_eq!(project.circuits.len(), circuits);
}
