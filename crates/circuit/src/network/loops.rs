//! Whether every wire can be computed from others, or a loop prevents it.

use super::Network;

/// A wire of a loop, if there is one.
pub(super) fn find_loop(network: &Network) -> Option<usize> {
    let mut marks = vec![Mark::New; network.wires.len()];
    for root in 0..network.wires.len() {
        let mut path = vec![root];
        while let Some(&wire) = path.last() {
            match marks[wire] {
                Mark::New => {
                    marks[wire] = Mark::Open;
                    for before in network.before(wire) {
                        match marks[before] {
                            Mark::New => path.push(before),
                            Mark::Open => return Some(before),
                            Mark::Done => {}
                        }
                    }
                }
                Mark::Open => {
                    marks[wire] = Mark::Done;
                    path.pop();
                }
                Mark::Done => {
                    path.pop();
                }
            }
        }
    }
    None
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}
