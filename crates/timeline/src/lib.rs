//! Time for everything that lives in half-ticks: a circuit, a console, a bare processor.
//!
//! A [`Timeline`] owns its [`Subject`] and everything that was done to it. It goes forwards and backwards, to any moment
//! by number, and until something happens. The past is not a log: now and then the state is put aside as a checkpoint,
//! and a moment is reached from the checkpoint before it by running again, with the recorded inputs at their half-ticks.
//!
//! ```text
//! half-tick   0          4096        8192      now
//!             checkpoint  checkpoint  checkpoint->
//!                  ^ press 3   ^ back to 6000: load 4096, run 1904
//!                                \
//!                                 press 5 there: a new future; the old one stays
//! ```
//!
//! Nothing here reads a clock, does I/O or starts a thread: a [`Leash`] bounds the work of every call.

mod branch;
mod delta;
mod drawing;
mod futures;
mod goto;
mod hunt;
mod keep;
mod leash;
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

pub use branch::{BranchId, Mark, What};
pub use formats::wave::Bits;
pub use hunt::Hunt;
pub use leash::{Arrival, Leash};
pub use past::Limits;
pub use ring::{Probe, Ring};
pub use subject::{Pace, Reader, Subject, digest};
pub use timeline::Timeline;
pub use usage::Usage;
pub use watch::{Changes, Holds, Watch};
