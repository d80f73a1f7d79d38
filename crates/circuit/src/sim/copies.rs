//! Many runs of one machine: a grader plays hundreds of games on the same board.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Does `count` pieces of work, each on a copy of its own of `machine` as it is now, on up to `threads` threads, and answers
/// what they gave, in order.
///
/// Copies of a [`Simulator`](super::Simulator) share the design and what the engines made of it. They are made when their
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
    if threads.min(count) <= 1 {
        return (0..count).map(one).collect();
    }
    let next = AtomicUsize::new(0);
    let share = || -> Vec<(usize, T)> {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let numbers = numbers.take_while(|&number| number < count);
        numbers.map(|number| (number, one(number))).collect()
    };
    let mut done = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(count))
            .map(|_| scope.spawn(share))
            .collect();
        let lists = workers.into_iter().map(|worker| match worker.join() {
            Ok(list) => list,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        lists.flatten().collect::<Vec<(usize, T)>>()
    });
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, given)| given).collect()
}
