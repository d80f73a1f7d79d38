//! Many games on one console, and their marks.

mod diagnosis;
mod game;
mod grading;
mod guess;
mod referee;
mod reply;
mod shrink;
mod sitting;
mod situation;
mod story;
mod strength;
mod tally;
mod told;
mod turn;
mod unfinished;
mod variant;

use kalah::{Rules, Side};
use results::Report;

use crate::driver::Driver;
use crate::panel::Panel;
use grading::Grading;
pub use sitting::Sitting;
pub use strength::{Strength, strength};
pub use variant::{Played, Reading, played};

/// More presses than any game has.
const MOST_PRESSES: usize = 400;

/// How a console is graded.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The rules, with the usual number of seeds.
    pub rules: Rules,
    /// Who begins, overriding the panel.
    pub first: Option<Side>,
    pub games: u32,
    pub seed: u64,
    /// Presses spent on finding the shortest game for each mistake.
    pub shrink: u32,
    /// Points of tests that did not come up are lost, instead of left out of the total.
    pub lose_untested: bool,
}

/// Called with the number of finished games and of all games; returns whether there is time for another.
pub type Progress<'a> = dyn FnMut(u32, u32) -> bool + 'a;

/// Plays games on a console and gives marks.
pub fn grade(
    name: &str,
    driver: &mut Driver<'_>,
    panel: &Panel,
    options: &Options,
    progress: &mut Progress<'_>,
) -> Report {
    let mut grading = Grading::new(panel, *options);
    while grading.has_games() {
        grading.play(driver);
        let (done, all) = grading.games();
        if !progress(done, all) {
            grading.give_up("time was up, or the run was stopped");
        }
    }
    grading.report(name, driver)
}
