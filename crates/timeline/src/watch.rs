//! What a journey looks for.

/// A stop condition. It is asked about every state on the way and every step between two of them.
pub trait Watch<S: ?Sized> {
    /// Whether it holds at this moment.
    fn holds(&mut self, _subject: &S) -> bool {
        false
    }

    /// Remembers what matters before a step.
    fn before(&mut self, _subject: &S) {}

    /// Whether it happened in the step since [`Watch::before`].
    fn happened(&mut self, _after: &S) -> bool {
        false
    }
}

impl<S: ?Sized, W: Watch<S> + ?Sized> Watch<S> for Box<W> {
    fn holds(&mut self, subject: &S) -> bool {
        (**self).holds(subject)
    }

    fn before(&mut self, subject: &S) {
        (**self).before(subject);
    }

    fn happened(&mut self, after: &S) -> bool {
        (**self).happened(after)
    }
}

/// A condition on a state. Forwards it leads to the next moment at which it holds, backwards to the last one.
pub struct Holds<F>(pub F);

impl<S, F: FnMut(&S) -> bool> Watch<S> for Holds<F> {
    fn holds(&mut self, subject: &S) -> bool {
        (self.0)(subject)
    }
}

/// A value that changes. Forwards it leads to just after a change, backwards to just before one.
pub struct Changes<F, T> {
    value: F,
    was: Option<T>,
}

impl<F, T> Changes<F, T> {
    pub fn of(value: F) -> Changes<F, T> {
        Changes { value, was: None }
    }
}

impl<S, T: PartialEq, F: FnMut(&S) -> T> Watch<S> for Changes<F, T> {
    fn before(&mut self, subject: &S) {
        self.was = Some((self.value)(subject));
    }

    fn happened(&mut self, after: &S) -> bool {
        let is = Some((self.value)(after));
        is != self.was
    }
}
