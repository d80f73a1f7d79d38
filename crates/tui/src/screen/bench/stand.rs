//! What can lie on the bench: a console, a program, a circuit. The bench moves it through time, and asks here what it is
//! called, what can be done to it and how it looks.

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
    /// Where it stops.
    Stops,
    /// What was done to it, and when.
    Past,
    /// Whichever of the stand's panes the person has turned to.
    Turned,
}

/// Panes with their heights, from the top of a column down; 0 for what is left.
pub(super) type Column = Vec<(Pane, u16)>;

/// Why nothing happens by itself any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// For a person to do something.
    Waits,
    Halted,
    Oscillates,
}

/// What a person is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// Where to stop.
    Stop,
    /// A signal to draw.
    Signal,
    /// Something to be done.
    Deed,
    /// A half-tick to go to.
    Moment,
}

/// What came of a key.
pub(super) enum Deed<I> {
    /// It is not a key of this stand.
    None,
    Done,
    Input(I),
    /// Something else lies there now, at its first moment.
    Fresh,
    /// The same is to be done again by another engine, up to this moment.
    Again(u64),
    /// A question, with the beginning of an answer.
    Ask(Ask, String),
    /// Run to the next move; back to the last one.
    Move {
        back: bool,
    },
}

/// What to stop at.
pub(super) type Condition<S> = Box<dyn Watch<S>>;

pub(super) trait Stand: Sized {
    type Subject: Subject;
    /// What is seen of it from outside. Its changes can be run to.
    type Face: PartialEq;

    fn title(&self, time: &Timeline<Self::Subject>, texts: &Texts) -> String;

    fn topic(&self) -> Topic;

    /// What a stop is looked for at.
    fn pace(&self) -> Pace;

    /// About how many nanoseconds it takes to look at its face.
    fn glance(&self) -> u64;

    fn face(&self, subject: &Self::Subject) -> Self::Face;

    fn rest(&self, subject: &Self::Subject) -> Option<Rest>;

    /// Whether a move begins at this moment.
    fn moves(&self, _subject: &Self::Subject) -> bool {
        false
    }

    /// Whether no move comes by itself any more.
    fn rests(&self, _subject: &Self::Subject) -> bool {
        true
    }

    /// The memory that is shown, to see what changes in it.
    fn memory(&self, subject: &Self::Subject) -> Vec<u32>;

    /// A key that the bench itself has no use for.
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

    /// Names that answer a question, to complete what is typed.
    fn names(&self, ask: Ask, subject: &Self::Subject) -> Vec<String>;

    /// How one asks where to stop.
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

    /// The signals to begin with.
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

    /// Keys of its own for the line at the bottom.
    fn hints(&self, texts: &Texts) -> Vec<Hint>;
}
