//! What only some floors of the house do themselves: faces ask the floor below, so that they all get the same answer.

use syn::ExprMethodCall;
use syn::visit::{self, Visit};

use super::source::{Source, Tree};
use super::surroundings::paths;

/// Sources that leave something to others: where they are, the paths and methods they may not use, and who does it for them.
struct Floor {
    faces: &'static [&'static str],
    leave: &'static [&'static str],
    methods: &'static [&'static str],
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
        methods: &[],
        to: "bench",
    },
    Floor {
        faces: &[
            "crates/page/src/",
            "crates/tui/src/",
            "crates/mancala/src/verb/play/",
        ],
        leave: &["engine::search", "engine::study", "engine::table"],
        methods: &[],
        to: "play::advice",
    },
    Floor {
        faces: &[
            "crates/page/src/",
            "crates/tui/src/",
            "crates/mancala/src/verb/console/",
        ],
        leave: &["timeline::Hunt", "timeline::Changes"],
        methods: &[
            "back_until",
            "hunt",
            "hunt_on",
            "redo_here",
            "step_back",
            "step_forward",
        ],
        to: "bench::Journey",
    },
    Floor {
        faces: &["crates/ide/src/"],
        leave: &[
            "circuit::read::read",
            "consoles::firmware",
            "consoles::Fast",
            "consoles::Wired",
        ],
        methods: &[],
        to: "bench",
    },
];

/// One line for each place where a face does what is not its work.
pub fn faults(tree: &Tree) -> Vec<String> {
    let mut faults = Vec::new();
    for floor in FLOORS {
        let sources = tree.crates.iter().flat_map(|part| &part.sources);
        let faces = |path: &str| floor.faces.iter().any(|face| path.starts_with(face));
        for source in sources.filter(|source| faces(&source.path)) {
            let methods = methods(source, floor.methods);
            for (line, used) in paths(source, floor.leave).into_iter().chain(methods) {
                let (path, to) = (&source.path, floor.to);
                faults.push(format!("{path}:{line} uses {used}: leave that to {to}"));
            }
        }
    }
    faults
}

/// Where a source calls one of these methods.
fn methods(source: &Source, wanted: &'static [&'static str]) -> Vec<(usize, String)> {
    let mut calls = Calls {
        wanted,
        found: Vec::new(),
    };
    for item in &source.items {
        calls.visit_item(item);
    }
    calls.found
}

struct Calls {
    wanted: &'static [&'static str],
    found: Vec<(usize, String)>,
}

impl<'ast> Visit<'ast> for Calls {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let name = call.method.to_string();
        if self.wanted.contains(&name.as_str()) {
            let line = call.method.span().start().line;
            self.found.push((line, format!("the method {name}")));
        }
        visit::visit_expr_method_call(self, call);
    }
}
