//! Writes the board of 2023 drawn the way students draw, to measure the simulator with.
//!
//! ```text
//! cargo run -p boards --example lookalike -- FOLDER
//! ```

use std::path::Path;
use std::{env, fs, io};

use boards::{Habit, lookalike};

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).unwrap_or_else(|| ".".to_string());
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    fs::write(folder.join("plain.circ"), lookalike(&[]))?;
    for habit in Habit::ALL {
        let name = format!("{}.circ", habit.name());
        fs::write(folder.join(name), lookalike(&[habit]))?;
    }
    fs::write(folder.join("all.circ"), lookalike(&Habit::ALL))
}
