//! Grading for callers that have no thread to spare: a game at a time, owning everything it needs.

use circuit::sim::Simulator;
use diag::Diagnostic;
use results::Report;

use super::grading::Grading;
use super::{Options, Played, played};
use crate::driver::{Driver, Left};
use crate::panel::{Panel, Wiring};

/// A console with its panel, and the games played on it so far.
pub struct Sitting {
    panel: Panel,
    wiring: Wiring,
    options: Options,
    grading: Grading,
    /// The console between two games; gone only while one is played.
    left: Option<Left>,
}

impl Sitting {
    /// Takes a console at power-on; reports names of the panel that are missing in it.
    pub fn new(
        simulator: Simulator,
        panel: Panel,
        options: Options,
    ) -> Result<Sitting, Vec<Diagnostic>> {
        let wiring = Wiring::find(&panel, &simulator)?;
        let left = Driver::new(simulator, &wiring, panel.limits).leave();
        Ok(Sitting {
            grading: Grading::new(&panel, options),
            panel,
            wiring,
            options,
            left: Some(left),
        })
    }

    /// Whether there is another game to play.
    pub fn has_games(&self) -> bool {
        self.grading.has_games()
    }

    /// Games played, and games in all.
    pub fn games(&self) -> (u32, u32) {
        self.grading.games()
    }

    /// Plays a game.
    pub fn play(&mut self) {
        if let Some(left) = self.left.take() {
            let mut driver = Driver::again(left, &self.wiring);
            self.grading.play(&mut driver);
            self.left = Some(driver.leave());
        }
    }

    /// The tests that have failed so far.
    pub fn failed(&self) -> Vec<&'static str> {
        let lost = self.grading.lost().into_iter();
        lost.map(|(aspect, _)| aspect.id()).collect()
    }

    /// The marks; searches for the shortest game of each mistake first.
    pub fn report(&mut self, name: &str) -> Option<Report> {
        let mut driver = Driver::again(self.left.take()?, &self.wiring);
        let report = self.grading.report(name, &mut driver);
        self.left = Some(driver.leave());
        Some(report)
    }

    /// Finds out which rules the console plays by, while there is time.
    pub fn played(&mut self, has_time: &mut dyn FnMut() -> bool) -> Option<Played> {
        let mut driver = Driver::again(self.left.take()?, &self.wiring);
        let played = played(&mut driver, &self.panel, &self.options, has_time);
        self.left = Some(driver.leave());
        Some(played)
    }
}
