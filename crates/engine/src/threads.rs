//! Threads, as many as the caller asked for. With one, none is started.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::{Builder, scope};

/// Runs the work on this many threads at once, the caller's own among them, and returns all results. Where the system has no
/// more threads to give, there are fewer.
pub(crate) fn together<R: Send>(threads: usize, work: impl Fn() -> R + Sync) -> Vec<R> {
    if threads <= 1 {
        return vec![work()];
    }
    scope(|scope| {
        let spawn = |_| Builder::new().spawn_scoped(scope, &work).ok();
        let helpers: Vec<_> = (1..threads).filter_map(spawn).collect();
        let mut said = vec![work()];
        for helper in helpers {
            let answer = helper.join();
            said.push(answer.unwrap_or_else(|panic| resume_unwind(panic)));
        }
        said
    })
}

/// Runs two functions at once, the second in a separate thread.
pub(crate) fn beside<A, B: Send>(
    one: impl FnOnce() -> A,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    scope(|scope| {
        let other = scope.spawn(other);
        let one = one();
        let other = other.join();
        (one, other.unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// The results of tasks 0 to `count`, in order, computed on this many threads. `task` returns none to have no further one begun.
pub(crate) fn share_out<T: Send>(
    threads: usize,
    count: usize,
    task: impl Fn(usize) -> Option<T> + Sync,
) -> Vec<Option<T>> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    together(threads.min(count), || {
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some(result) = results.get(number) else {
                break;
            };
            let done = task(number);
            if done.is_none() {
                next.store(count, Relaxed);
            }
            *result.lock().expect("no task panics") = done;
        }
    });
    let results = results.into_iter();
    results
        .map(|result| result.into_inner().expect("no task panics"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_one_thread_none_is_started() {
        let caller = std::thread::current().id();
        assert_eq!(together(1, || std::thread::current().id()), [caller]);
        let others = together(3, || std::thread::current().id());
        assert_eq!(others.iter().filter(|&&id| id == caller).count(), 1);
        assert_eq!(others.len(), 3);
    }

    #[test]
    fn results_come_in_order_until_a_task_ends_it() {
        let squares = share_out(3, 100, |n| Some(n * n));
        assert!(squares.iter().enumerate().all(|(n, &s)| s == Some(n * n)));
        let some = share_out(1, 100, |n| (n < 7).then_some(n));
        assert_eq!(some.iter().flatten().count(), 7);
        assert!(share_out(2, 0, Some).is_empty());
    }
}
