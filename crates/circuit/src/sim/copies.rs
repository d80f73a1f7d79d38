//! Many runs of one machine: a grader plays hundreds of games on the same board.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, scope};

/// Does `count` pieces of work, each on a separate copy of `machine` as it is now, on up to `threads` threads, the
/// caller's own among them, and returns the results, in order. With one, no thread is started.
///
/// Copies of a [`Simulator`](super::Simulator) share the design and its compiled form. They are made when their
/// turn comes, so that there are never more of them than threads.
pub fn on_copies<M, T>(
    machine: &M,
    count: usize,
    threads: usize,
    work: impl Fn(usize, &mut M) -> T + Sync,
) -> Vec<T>
where
    M: Clone + Sync,
    T: Send,
{
    let one = |number: usize| work(number, &mut machine.clone());
    let next = AtomicUsize::new(0);
    let share = || -> Vec<(usize, T)> {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let numbers = numbers.take_while(|&number| number < count);
        numbers.map(|number| (number, one(number))).collect()
    };
    if threads.min(count) <= 1 {
        return share().into_iter().map(|(_, given)| given).collect();
    }
    let mut done = scope(|scope| {
        // Where the system has no more threads to give, there are fewer.
        let spawn = |_| Builder::new().spawn_scoped(scope, share).ok();
        let helpers: Vec<_> = (1..threads.min(count)).filter_map(spawn).collect();
        let mut done = share();
        for helper in helpers {
            done.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, given)| given).collect()
}
