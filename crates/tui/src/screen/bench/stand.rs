//! The machines for the bench: a console, a program, a circuit. The bench moves one through time, and asks here for its
//! name, its actions and its looks.

use ratatui::layout::Rect;
use texts::Texts;
use timeline::{Pace, Probe, Subject, Timeline, Watch};

use super::Bench;
use crate::canvas::{Canvas, Hint};
use crate::input::Key;
use crate::screen::Topic;

/// A part of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pane {
    /// A console's panel.
    Panel,
    Processor,
    Program,
    Memory,
    /// The pins and buttons of a circuit.
    Pins,
    Displays,
    /// Its breakpoints.
    Stops,
    /// Its inputs, and when.
    Past,
    /// The stand's pane that the person has chosen.
    Turned,
}

/// Panes with their heights, from the top of a column down; 0 for the rest.
pub(super) type Column = Vec<(Pane, u16)>;

/// Why nothing happens without input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// For a person to do something.
    Waits,
    Halted,
    Oscillates,
}

/// The questions a person can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// Where to stop.
    Stop,
    /// A signal to draw.
    Signal,
    /// An action.
    Deed,
    /// A half-tick to go to.
    Moment,
}

/// The result of a key.
pub(super) enum Deed<I> {
    /// It is not a key of this stand.
    None,
    Done,
    Input(I),
    /// Another machine is there now, at its first moment.
    Fresh,
    /// Replay all inputs with another engine, up to this moment.
    Again(u64),
    /// A question, with the beginning of an answer.
    Ask(Ask, String),
    /// Run to the next move, or back to the last one.
    Move {
        back: bool,
    },
}

/// The stop conditions.
pub(super) type Condition<S> = Box<dyn Watch<S>>;

pub(super) trait Stand: Sized {
    type Subject: Subject;
    /// The visible values. Their changes can be run to.
    type Face: PartialEq;

    fn title(&self, time: &Timeline<Self::Subject>, texts: &Texts) -> String;

    fn topic(&self) -> Topic;

    /// The pace at which a stop condition is checked.
    fn pace(&self) -> Pace;

    /// Estimated nanoseconds of a look at its visible values.
    fn glance(&self) -> u64;

    fn face(&self, subject: &Self::Subject) -> Self::Face;

    fn rest(&self, subject: &Self::Subject) -> Option<Rest>;

    /// Whether a move begins at this moment.
    fn moves(&self, _subject: &Self::Subject) -> bool {
        false
    }

    /// Whether no move will come without input.
    fn rests(&self, _subject: &Self::Subject) -> bool {
        true
    }

    /// The memory that is shown, to mark its changes.
    fn memory(&self, subject: &Self::Subject) -> Vec<u32>;

    /// A key that the bench itself does not use.
    fn key(
        &mut self,
        key: Key,
        time: &mut Timeline<Self::Subject>,
        texts: &Texts,
    ) -> Deed<<Self::Subject as Subject>::Input>;

    /// A click on a line of one of its panes.
    fn click(
        &mut self,
        _line: usize,
        _subject: &Self::Subject,
    ) -> Deed<<Self::Subject as Subject>::Input> {
        Deed::None
    }

    /// Names that answer a question, for completion.
    fn names(&self, ask: Ask, subject: &Self::Subject) -> Vec<String>;

    /// The question for a breakpoint.
    fn stop_question(&self, texts: &Texts) -> String;

    fn stop(
        &self,
        text: &str,
        subject: &Self::Subject,
        texts: &Texts,
    ) -> Result<Condition<Self::Subject>, String>;

    fn probe(
        &self,
        name: &str,
        subject: &Self::Subject,
        texts: &Texts,
    ) -> Result<Probe<Self::Subject>, String>;

    /// The initial signals.
    fn usual_signals(&self, subject: &Self::Subject) -> Vec<String>;

    fn input(
        &self,
        text: &str,
        subject: &Self::Subject,
    ) -> Result<<Self::Subject as Subject>::Input, String>;

    fn told(&self, input: &<Self::Subject as Subject>::Input, subject: &Self::Subject) -> String;

    /// The panes a person can turn to.
    fn turned(&self) -> &'static [Pane];

    /// The left and the right column of a window of this size.
    fn columns(&self, size: (u16, u16)) -> [Column; 2];

    /// The heading of one of its own panes.
    fn heading(&self, pane: Pane, subject: &Self::Subject, texts: &Texts) -> String;

    fn draw(&self, pane: Pane, bench: &Bench<Self>, canvas: &mut Canvas, area: Rect);

    /// Additional keys for the line at the bottom.
    fn hints(&self, texts: &Texts) -> Vec<Hint>;
}
