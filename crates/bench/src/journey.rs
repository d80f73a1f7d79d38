//! Moves through time that may take long. Each advances in steps, so that a face stays responsive, and can be cancelled.

use timeline::{Arrival, Budget, Hunt, Pace, Standing, Subject, Timeline, Watch};

/// The target of a journey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The next or previous step at a pace.
    Step(Pace),
    /// A visible change.
    Face,
    /// A move by either side; forwards also the place where no further move will come without input.
    Move,
    /// One of the breakpoints.
    Point,
    /// A breakpoint, or the place where nothing more happens without input.
    Rest,
}

/// The questions a journey asks about a machine on the way.
pub trait Specimen {
    type Subject: Subject;
    /// What is visible from outside.
    type Face: PartialEq;

    fn face(&self, subject: &Self::Subject) -> Self::Face;

    /// Nothing more happens without input.
    fn is_at_rest(&self, subject: &Self::Subject) -> bool;

    /// Whether a move begins at this moment.
    fn moves(&self, _subject: &Self::Subject) -> bool {
        false
    }

    /// Whether no move will come without input.
    fn rests(&self, _subject: &Self::Subject) -> bool {
        true
    }
}

/// Breakpoints that are checked on every journey.
pub trait Points<S: ?Sized>: Watch<S> {
    /// The number of the breakpoint that was met last.
    fn met(&self) -> Option<usize>;
}

/// No breakpoints.
pub struct NoPoints;

impl<S: ?Sized> Watch<S> for NoPoints {}

impl<S: ?Sized> Points<S> for NoPoints {
    fn met(&self) -> Option<usize> {
        None
    }
}

/// A journey in progress.
#[derive(Debug)]
pub struct Journey {
    goal: Goal,
    way: Way,
    /// The breakpoint that was met, perhaps some steps ago.
    met: Option<usize>,
}

#[derive(Debug)]
enum Way {
    Ahead(Pace),
    Back(Hunt),
    To(Standing),
    /// To the first moment.
    Home,
}

/// How a step of a journey ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub arrival: Arrival,
    /// A breakpoint was met.
    pub met: Option<usize>,
    /// Number of states that were examined.
    pub looks: u64,
}

impl Journey {
    pub fn ahead(goal: Goal, pace: Pace) -> Journey {
        Journey::by(goal, Way::Ahead(pace))
    }

    /// Starts a journey back from the present. Targets known without a search are reached at once.
    pub fn back<S: Subject>(goal: Goal, pace: Pace, time: &Timeline<S>) -> Journey {
        let way = match goal {
            Goal::Step(Pace::HalfTick) => Way::before(time, 1),
            Goal::Step(Pace::Clock) => Way::before(time, time.subject().cycle()),
            _ => Way::Back(time.hunt(pace)),
        };
        Journey::by(goal, way)
    }

    /// To a position in time.
    pub fn to(standing: Standing) -> Journey {
        Journey::by(Goal::Step(Pace::HalfTick), Way::To(standing))
    }

    /// Undo: to before the last input; to the start if there is none.
    pub fn undo<S: Subject>(time: &Timeline<S>) -> Journey {
        match time.inputs_done() {
            0 => Journey::by(Goal::Step(Pace::HalfTick), Way::Home),
            _ => Journey::to(time.before_last()),
        }
    }

    /// Redo: through the next input of this future and the others of its moment; `None` if there is none.
    pub fn redo<S: Subject>(time: &Timeline<S>) -> Option<Journey> {
        time.after_next().map(Journey::to)
    }

    fn by(goal: Goal, way: Way) -> Journey {
        let met = None;
        Journey { goal, way, met }
    }

    /// Where a backward search began, to return to if it is cancelled.
    pub fn origin(&self) -> Option<u64> {
        match &self.way {
            Way::Back(hunt) => Some(hunt.origin()),
            _ => None,
        }
    }

    /// Continues until the budget is spent. A backward search that finds nothing ends at the first moment.
    pub fn go<P: Specimen>(
        &mut self,
        time: &mut Timeline<P::Subject>,
        specimen: &P,
        points: &mut dyn Points<P::Subject>,
        budget: &mut Budget<'_>,
    ) -> Stretch {
        let back = matches!(self.way, Way::Back(_));
        let mut lookout = Lookout {
            specimen,
            goal: self.goal,
            back,
            points,
            was: None,
            rested: true,
            met: self.met,
            looks: 0,
        };
        let arrival = match &mut self.way {
            Way::Ahead(pace) => time.until(*pace, &mut lookout, budget),
            Way::Back(hunt) => time.hunt_on(hunt, &mut lookout, budget),
            Way::To(standing) => time.return_to(*standing, budget),
            Way::Home => match time.goto(time.start(), budget) {
                Arrival::There => Arrival::Start,
                other => other,
            },
        };
        self.met = lookout.met;
        Stretch {
            arrival,
            met: self.met.filter(|_| arrival == Arrival::There),
            looks: lookout.looks,
        }
    }
}

impl Way {
    /// The moment before this one that is a whole number of units.
    fn before<S: Subject>(time: &Timeline<S>, unit: u64) -> Way {
        // An input at this very moment lies between it and the same moment without it.
        let done = time.inputs()[..time.inputs_done()].last();
        let acted = done.is_some_and(|(at, _)| *at == time.now());
        let after = time.now() + u64::from(acted);
        match after > time.start() {
            true => Way::To(Standing {
                moment: ((after - 1) / unit * unit).max(time.start()),
                done: 0,
            }),
            false => Way::Home,
        }
    }
}

/// Watches for the target and for breakpoints, and counts the states examined.
struct Lookout<'a, P: Specimen> {
    specimen: &'a P,
    goal: Goal,
    back: bool,
    points: &'a mut dyn Points<P::Subject>,
    was: Option<P::Face>,
    /// Before the last step, no move would have come without input.
    rested: bool,
    met: Option<usize>,
    looks: u64,
}

impl<P: Specimen> Lookout<'_, P> {
    /// A single step passes nothing on its way; a search back for a move or a visible change ignores breakpoints.
    fn heeds_points(&self) -> bool {
        match self.goal {
            Goal::Step(_) => false,
            Goal::Face | Goal::Move => !self.back,
            Goal::Point | Goal::Rest => true,
        }
    }

    fn noted(&mut self, met: bool) -> bool {
        if met {
            self.met = self.points.met();
        }
        met
    }
}

impl<P: Specimen> Watch<P::Subject> for Lookout<'_, P> {
    fn holds(&mut self, subject: &P::Subject) -> bool {
        let there = match self.goal {
            Goal::Step(_) => true,
            Goal::Move => self.specimen.moves(subject),
            Goal::Face | Goal::Point => false,
            Goal::Rest => self.specimen.is_at_rest(subject),
        };
        let met = self.heeds_points() && self.points.holds(subject);
        self.noted(met) || there
    }

    fn before(&mut self, subject: &P::Subject) {
        self.looks += 1;
        match self.goal {
            Goal::Face => self.was = Some(self.specimen.face(subject)),
            Goal::Move => self.rested = self.specimen.rests(subject),
            _ => {}
        }
        if self.heeds_points() {
            self.points.before(subject);
        }
    }

    fn happened(&mut self, after: &P::Subject) -> bool {
        let there = match (self.goal, &self.was) {
            (Goal::Face, Some(was)) => *was != self.specimen.face(after),
            (Goal::Move, _) => !self.back && !self.rested && self.specimen.rests(after),
            _ => false,
        };
        let met = self.heeds_points() && self.points.happened(after);
        self.noted(met) || there
    }
}
