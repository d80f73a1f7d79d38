//! Which rules a console plays, if not those it is graded by: the end of the game, captures, how seeds are lifted and who begins can
//! be read in more than one way. Some games are played by each reading, and the one that explains most is reported.

use kalah::{Capture, End, Lift, Rules, Side};

use super::{Grading, Options};
use crate::aspect::Aspect;
use crate::driver::Driver;
use crate::panel::Panel;

/// Games that distinguish one reading from another.
const GAMES: u32 = 6;

/// A way to read the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    pub rules: Rules,
    /// Who begins, on a console without a setting for that.
    pub first: Side,
}

/// The rules a console plays by.
#[derive(Clone, Debug)]
pub struct Played {
    pub reading: Reading,
    /// The points it would lose by this reading, and by the requested one.
    lost: Vec<(Aspect, u32)>,
    lost_as_asked: Vec<(Aspect, u32)>,
    asked: Reading,
}

/// Plays games by every reading that differs in one thing from the best so far; returns false when time is up.
pub fn played(
    driver: &mut Driver<'_>,
    panel: &Panel,
    options: &Options,
    has_time: &mut dyn FnMut() -> bool,
) -> Played {
    let asked = Reading {
        rules: options.rules,
        first: options.first.unwrap_or(panel.starts),
    };
    let mut trial = Trial {
        panel,
        options: *options,
        has_time,
    };
    let lost_as_asked = trial.lost(driver, asked);
    let mut best = (asked, lost_as_asked.clone());
    let has_setting = driver.wiring().first.iter().all(Option::is_some);
    for change in CHANGES {
        if has_setting && matches!(change, Change::First(_)) {
            continue;
        }
        let reading = change.of(best.0);
        if points(&best.1) == 0 || reading == best.0 || !(trial.has_time)() {
            continue;
        }
        let lost = trial.lost(driver, reading);
        if points(&lost) < points(&best.1) {
            best = (reading, lost);
        }
    }
    let (reading, lost) = best;
    Played {
        reading,
        lost,
        lost_as_asked,
        asked,
    }
}

/// Changes one thing of the reading.
#[derive(Clone, Copy)]
enum Change {
    First(Side),
    End(End),
    Capture(Capture),
    Lift(Lift),
}

const CHANGES: [Change; 9] = [
    Change::First(Side::North),
    Change::First(Side::South),
    Change::End(End::Mover),
    Change::End(End::Either),
    Change::Capture(Capture::Opposite),
    Change::Capture(Capture::Always),
    Change::Capture(Capture::Off),
    Change::Lift(Lift::Each),
    Change::Lift(Lift::All),
];

impl Change {
    fn of(self, reading: Reading) -> Reading {
        let rules = reading.rules;
        let (mut end, mut capture, mut lift) = (rules.end(), rules.capture(), rules.lift());
        let mut first = reading.first;
        match self {
            Change::First(side) => first = side,
            Change::End(other) => end = other,
            Change::Capture(other) => capture = other,
            Change::Lift(other) => lift = other,
        }
        let changed = Rules::new(rules.pits() as u32, rules.seeds().into(), capture, end);
        Reading {
            rules: changed.map_or(rules, |changed| changed.with_lift(lift)),
            first,
        }
    }
}

struct Trial<'a> {
    panel: &'a Panel,
    options: Options,
    has_time: &'a mut dyn FnMut() -> bool,
}

impl Trial<'_> {
    /// The tests a console fails by a reading.
    fn lost(&mut self, driver: &mut Driver<'_>, reading: Reading) -> Vec<(Aspect, u32)> {
        let options = Options {
            rules: reading.rules,
            first: Some(reading.first),
            games: self.options.games.min(GAMES),
            ..self.options
        };
        let mut grading = Grading::new(self.panel, options);
        while grading.has_games() {
            grading.play(driver);
            if !(self.has_time)() {
                grading.give_up("");
            }
        }
        grading.lost()
    }
}

fn points(lost: &[(Aspect, u32)]) -> u32 {
    lost.iter().map(|(_, points)| points).sum()
}

impl Played {
    /// Whether another reading explains more than the requested one.
    pub fn is_another(&self) -> bool {
        self.reading != self.asked
    }

    /// The rules it plays by, and the effect on its marks.
    pub fn told(&self) -> String {
        let own = differences(self.asked, self.reading).join(" and ");
        let asked = differences(self.reading, self.asked).join(" and ");
        let loses = |lost: &[(Aspect, u32)]| match points(lost) {
            0 => "loses nothing".to_owned(),
            points => {
                let ids: Vec<&str> = lost.iter().map(|(aspect, _)| aspect.id()).collect();
                let points = diag::count(points, "point");
                format!("loses {points} ({})", ids.join(", "))
            }
        };
        format!(
            "it plays {own}: with that it {} in {}, with {asked} it {}",
            loses(&self.lost),
            diag::count(GAMES, "game"),
            loses(&self.lost_as_asked)
        )
    }
}

/// How the second reading differs from the first, as options and panel files write it.
fn differences(from: Reading, to: Reading) -> Vec<String> {
    let (one, other) = (from.rules, to.rules);
    let side = |side: Side| match side {
        Side::South => "south",
        Side::North => "north",
    };
    let all = [
        (
            from.first != to.first,
            format!("[computer] first = \"{}\"", side(to.first)),
        ),
        (one.end() != other.end(), format!("--end {}", other.end())),
        (
            one.capture() != other.capture(),
            format!("--capture {}", other.capture()),
        ),
        (
            one.lift() != other.lift(),
            format!("--lift {}", other.lift()),
        ),
    ];
    let all = all.into_iter().filter(|(differs, _)| *differs);
    all.map(|(_, text)| text).collect()
}
