//! What only some floors of the house do themselves: faces ask the floor below, so that they all get the same answer.

use super::source::Tree;
use super::surroundings::paths;

/// Sources that leave something to others: where they are, what they may not use, and who does it for them.
struct Floor {
    faces: &'static [&'static str],
    leave: &'static [&'static str],
    to: &'static str,
}

const FLOORS: &[Floor] = &[
    Floor {
        faces: &[
            "crates/page/src/",
            "crates/tui/src/",
            "crates/mancala/src/verb/",
        ],
        leave: &[
            "consoles::firmware::banks_with",
            "consoles::recognise",
            "consoles::stand_in",
        ],
        to: "bench",
    },
    Floor {
        faces: &[
            "crates/page/src/",
            "crates/tui/src/",
            "crates/mancala/src/verb/play/",
        ],
        leave: &["engine::search", "engine::study", "engine::table"],
        to: "play::advice",
    },
    Floor {
        faces: &[
            "crates/page/src/",
            "crates/tui/src/",
            "crates/mancala/src/verb/console/",
        ],
        leave: &["timeline::Hunt", "timeline::Changes"],
        to: "bench::Journey",
    },
];

/// One line for each place where a face does what is not its work.
pub fn faults(tree: &Tree) -> Vec<String> {
    let mut faults = Vec::new();
    for floor in FLOORS {
        let sources = tree.crates.iter().flat_map(|part| &part.sources);
        let faces = |path: &str| floor.faces.iter().any(|face| path.starts_with(face));
        for source in sources.filter(|source| faces(&source.path)) {
            for (line, used) in paths(source, floor.leave) {
                let (path, to) = (&source.path, floor.to);
                faults.push(format!("{path}:{line} uses {used}: leave that to {to}"));
            }
        }
    }
    faults
}
