//! Time travel for deterministic machines: a circuit, a console, a bare processor.
//!
//! A [`Timeline`] owns its [`Subject`] and all inputs to it. It goes forwards and backwards, to any moment
//! by number, and until something happens. The past is not a log: now and then the state is saved as a checkpoint,
//! and a moment is reached by replaying from the checkpoint before it, with the recorded inputs at their half-ticks.
//!
//! ```text
//! half-tick   0          4096        8192      now
//!             checkpoint  checkpoint  checkpoint->
//!                  ^ press 3   ^ back to 6000: load 4096, run 1904
//!                                \
//!                                 press 5 there: a new future; the old one stays
//! ```
//!
//! A counter that is pushed, taken back and pushed differently:
//!
//! ```
//! use timeline::{Budget, Holds, Pace, Subject, Timeline};
//!
//! struct Counter {
//!     moment: u64,
//!     count: u64,
//! }
//!
//! impl Subject for Counter {
//!     type Input = u64;
//!
//!     fn moment(&self) -> u64 {
//!         self.moment
//!     }
//!
//!     fn half_tick(&mut self) {
//!         self.moment += 1;
//!         self.count += 1;
//!     }
//!
//!     fn take(&mut self, push: &u64) {
//!         self.count += push;
//!     }
//!
//!     fn save(&self, state: &mut Vec<u8>) {
//!         state.extend(self.count.to_le_bytes());
//!     }
//!
//!     fn load(&mut self, moment: u64, state: &[u8]) {
//!         self.moment = moment;
//!         self.count = u64::from_le_bytes(state.try_into().unwrap());
//!     }
//!
//!     fn values(&self, values: &mut Vec<u8>) {
//!         self.save(values);
//!     }
//! }
//!
//! let free = &mut Budget::unlimited();
//! let mut time = Timeline::new(Counter { moment: 0, count: 0 });
//! time.run(50, free);
//! time.input(1000);
//! time.run(50, free);
//! assert_eq!(time.subject().count, 1100);
//! // Back to before the push, and to the last moment at which a condition held.
//! time.goto(50, free);
//! assert_eq!(time.subject().count, 50);
//! time.back_until(Pace::HalfTick, &mut Holds(|counter: &Counter| counter.count % 7 == 0), free);
//! assert_eq!(time.now(), 49);
//! // A different input there starts a new future. The old one stays.
//! time.input(5);
//! time.goto(100, free);
//! assert_eq!(time.subject().count, 105);
//! assert_eq!(time.futures().count(), 2);
//! ```
//!
//! Nothing here reads a clock, does I/O or starts a thread: a [`Budget`] bounds the work of every call.

mod branch;
mod budget;
mod delta;
mod drawing;
mod futures;
mod goto;
mod hunt;
mod keep;
mod past;
mod recording;
mod repeats;
mod replay;
mod ring;
pub mod run;
mod seen;
mod subject;
pub mod talk;
mod timeline;
mod usage;
mod walk;
mod watch;
pub mod words;

pub use branch::{BranchId, Mark, What};
pub use budget::{Arrival, Budget};
pub use formats::wave::Bits;
pub use hunt::Hunt;
pub use past::Limits;
pub use ring::{Probe, Ring};
pub use subject::{Pace, Reader, Subject, digest};
pub use timeline::{Standing, Timeline};
pub use usage::Usage;
pub use watch::{Changes, Holds, Watch};
