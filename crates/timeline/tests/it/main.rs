//! The timeline of a toy machine against plain running.

mod journeys;
mod machine;
mod runs;
