//! Breakpoints: where a person wants time to stop on any journey.

use timeline::Watch;

use crate::journey::Points;

/// The breakpoints in the order they were made.
#[derive(Debug)]
pub struct PointList<W> {
    list: Vec<Point<W>>,
    made: usize,
    met: Option<usize>,
}

/// The condition.
#[derive(Debug)]
pub struct Point<W> {
    /// From 1; numbers are not reused.
    pub number: usize,
    /// As typed.
    pub text: String,
    watch: W,
    /// Removed when it is met.
    once: bool,
}

impl<W> Default for PointList<W> {
    fn default() -> PointList<W> {
        PointList {
            list: Vec::new(),
            made: 0,
            met: None,
        }
    }
}

impl<W> PointList<W> {
    /// Adds a breakpoint and returns its number.
    pub fn add(&mut self, watch: W, text: &str, once: bool) -> usize {
        self.made += 1;
        self.list.push(Point {
            number: self.made,
            text: text.to_owned(),
            watch,
            once,
        });
        self.made
    }

    pub fn iter(&self) -> impl Iterator<Item = &Point<W>> {
        self.list.iter()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Removes a breakpoint; false if the number is unknown.
    pub fn remove(&mut self, number: usize) -> bool {
        self.forget(|point| point.number == number)
    }

    /// Removes the breakpoints with this text; false if there are none.
    pub fn remove_text(&mut self, text: &str) -> bool {
        self.forget(|point| point.text == text)
    }

    /// The numbers of the breakpoints that hold at the present moment.
    pub fn holding<S: ?Sized>(&mut self, subject: &S) -> Vec<usize>
    where
        W: Watch<S>,
    {
        let points = self.list.iter_mut();
        let holding = points.filter_map(|point| point.watch.holds(subject).then_some(point.number));
        holding.collect()
    }

    fn forget(&mut self, is_meant: impl Fn(&Point<W>) -> bool) -> bool {
        let before = self.list.len();
        self.list.retain(|point| !is_meant(point));
        self.list.len() < before
    }

    /// The text of a breakpoint that was met; a temporary one is removed.
    pub fn take(&mut self, number: usize) -> Option<String> {
        let met = self.list.iter().find(|point| point.number == number)?;
        let text = met.text.clone();
        self.forget(|point| point.once && point.number == number);
        Some(text)
    }

    fn noted(&mut self, met: Option<usize>) -> bool {
        self.met = met.or(self.met);
        met.is_some()
    }
}

impl<S: ?Sized, W: Watch<S>> Watch<S> for PointList<W> {
    fn holds(&mut self, subject: &S) -> bool {
        let mut points = self.list.iter_mut();
        let met = points.find_map(|point| point.watch.holds(subject).then_some(point.number));
        self.noted(met)
    }

    fn before(&mut self, subject: &S) {
        for point in &mut self.list {
            point.watch.before(subject);
        }
    }

    fn happened(&mut self, after: &S) -> bool {
        let mut points = self.list.iter_mut();
        let met = points.find_map(|point| point.watch.happened(after).then_some(point.number));
        self.noted(met)
    }
}

impl<S: ?Sized, W: Watch<S>> Points<S> for PointList<W> {
    fn met(&self) -> Option<usize> {
        self.met
    }
}
