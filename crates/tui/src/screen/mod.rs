//! The screens, one file each.

pub(crate) mod bench;
pub(crate) mod form;
pub(crate) mod games;
pub(crate) mod help;
pub(crate) mod open;
pub(crate) mod options;
pub(crate) mod play;
pub(crate) mod puzzle;
pub(crate) mod review;
pub(crate) mod start;

use std::time::Duration;

use engine::rng::Rng;
use ratatui::layout::Rect;
use texts::Texts;

use crate::canvas::{Canvas, Spot};
use crate::input::Key;
use crate::settings::Settings;
use crate::work::{Desk, Reply};

/// What a screen may use when something happens.
pub(crate) struct Cx<'a> {
    pub texts: &'a Texts,
    pub settings: &'a mut Settings,
    pub desk: &'a mut Desk,
    pub rng: &'a mut Rng,
    pub now: Duration,
}

/// Where to go from a screen.
pub(crate) enum Go {
    Stay,
    Back,
    Push(Box<dyn Screen>),
    Quit,
}

/// The topic the help begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    General,
    Game,
    Review,
    Puzzle,
    Machine,
    /// A program or a circuit.
    Bench,
}

/// A screen that fills the terminal.
pub(crate) trait Screen {
    /// It is on top, for the first time or again.
    fn begin(&mut self, _: &mut Cx) {}
    fn key(&mut self, key: Key, cx: &mut Cx) -> Go;
    fn click(&mut self, _: Spot, _: &mut Cx) -> Go {
        Go::Stay
    }
    fn reply(&mut self, _: &Reply, _: &mut Cx) -> Go {
        Go::Stay
    }
    fn advance(&mut self, _: &mut Cx) {}
    fn wake(&self) -> Option<Duration> {
        None
    }
    /// It is gone from the stack: its pending work is cancelled.
    fn leave(&mut self, _: &mut Cx) {}
    /// Letters are text, not commands.
    fn typing(&self) -> bool {
        false
    }
    /// The mouse wheel does what the arrows up and down do.
    fn scrolls(&self) -> bool {
        true
    }
    fn is_help(&self) -> bool {
        false
    }
    fn topic(&self) -> Topic {
        Topic::General
    }
    /// The minimum size.
    fn least(&self) -> (u16, u16) {
        (60, 20)
    }
    /// Esc also leaves it where it cannot be shown.
    fn leaves_unseen(&self) -> bool {
        false
    }
    fn draw(&self, canvas: &mut Canvas, area: Rect, settings: &Settings);
}

/// The line of a list after an arrow key; wraps around.
pub(crate) fn moved(at: usize, count: usize, key: Key) -> usize {
    let count = count.max(1);
    match key {
        Key::Up => (at + count - 1) % count,
        Key::Down | Key::Tab => (at + 1) % count,
        Key::Home | Key::PageUp => 0,
        Key::End | Key::PageDown => count - 1,
        _ => at,
    }
}

/// The first line to show of a list, so that the chosen one is seen.
pub(crate) fn first_shown(at: usize, count: usize, room: usize) -> usize {
    let half = room / 2;
    at.saturating_sub(half).min(count.saturating_sub(room))
}
