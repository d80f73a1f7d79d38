//! A course: tasks with a text, a starter, checks, hints and a solution, read from named files.
//!
//! ```text
//!   files ── Course, Task ──┬── check: a student's file ──► Outcome of each check, with the moment to look at
//!                           ├── prove: the solution passes, the starter fails, hints name what exists
//!                           └── progress: what a student exported, every solution checked again
//! ```
//!
//! Nothing here reads a file or a clock; docs/course.md describes the files of a course.

mod bench;
mod check;
mod files;
mod lines;
mod names;
mod outcome;
mod outline;
mod program;
mod progress;
mod prove;
mod task;
mod text;
mod words;

pub use check::{check, check_chip};
pub use files::Files;
pub use outcome::{Failure, Moment, Outcome, SENTENCES, Said};
pub use outline::{Course, Part};
pub use progress::{Done, Progress, Verdict, Verified};
pub use prove::prove;
pub use task::{Check, Kind, Task, Work};
pub use text::{Section, Text};
pub use words::Words;
