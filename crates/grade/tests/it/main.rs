//! Our own consoles get full marks, and consoles with something broken lose the right ones.

mod bench;
mod builds;
mod consoles;
mod faults;
mod hostile;
mod likeness;
mod mutants;
mod reports;
mod strength;
mod traits;
mod workshop;
