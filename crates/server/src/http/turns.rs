//! A queue that is fair to visitors: each gets a turn after the others who wait, however many requests they have sent.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::limits::Visitor;

pub(crate) struct Turns {
    /// Maximum number waiting.
    most: usize,
    inside: Mutex<Inside>,
}

struct Inside {
    free: usize,
    /// In the order of their turns; each visitor occurs once.
    visitors: VecDeque<Waiting>,
}

struct Waiting {
    visitor: Visitor,
    requests: VecDeque<oneshot::Sender<Turn>>,
}

/// Being served, until this is dropped.
pub(crate) struct Turn(Arc<Turns>);

/// The queue is full.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Turns {
    /// This many are served at once, and this many may wait.
    pub(crate) fn new(at_once: usize, most: usize) -> Arc<Turns> {
        Arc::new(Turns {
            most,
            inside: Mutex::new(Inside {
                free: at_once,
                visitors: VecDeque::new(),
            }),
        })
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) async fn wait(self: &Arc<Self>, visitor: Visitor) -> Result<Turn, Full> {
        let turn = {
            let mut inside = self.inside();
            if inside.free > 0 {
                inside.free -= 1;
                return Ok(Turn(Arc::clone(self)));
            }
            inside.enqueue(visitor, self.most)?
        };
        turn.await.map_err(|_| Full)
    }

    /// The next one, or a free slot.
    fn pass_on(self: &Arc<Self>) {
        let next = {
            let mut inside = self.inside();
            let next = inside.next();
            inside.free += usize::from(next.is_none());
            next
        };
        if let Some(next) = next {
            // A client that has just left passes it on by dropping it.
            drop(next.send(Turn(Arc::clone(self))));
        }
    }
}

impl Inside {
    fn enqueue(&mut self, visitor: Visitor, most: usize) -> Result<oneshot::Receiver<Turn>, Full> {
        self.forget_the_gone();
        let waiting: usize = self.visitors.iter().map(|one| one.requests.len()).sum();
        if waiting >= most {
            self.make_space_for(visitor)?;
        }
        let (sender, turn) = oneshot::channel();
        let mut visitors = self.visitors.iter_mut();
        match visitors.find(|one| one.visitor == visitor) {
            Some(own) => own.requests.push_back(sender),
            None => self.visitors.push_back(Waiting {
                visitor,
                requests: VecDeque::from([sender]),
            }),
        }
        Ok(turn)
    }

    /// Rejects the last request of the greediest visitor, if that one has more waiting than this one would have.
    fn make_space_for(&mut self, visitor: Visitor) -> Result<(), Full> {
        let own = self.visitors.iter().find(|one| one.visitor == visitor);
        let own = own.map_or(0, |own| own.requests.len());
        let greediest = self
            .visitors
            .iter_mut()
            .max_by_key(|one| one.requests.len());
        let greediest = greediest.filter(|one| one.requests.len() > own + 1);
        greediest.ok_or(Full)?.requests.pop_back();
        Ok(())
    }

    fn forget_the_gone(&mut self) {
        for one in &mut self.visitors {
            one.requests.retain(|request| !request.is_closed());
        }
        self.visitors.retain(|one| !one.requests.is_empty());
    }

    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        self.forget_the_gone();
        let mut first = self.visitors.pop_front()?;
        let request = first.requests.pop_front();
        if !first.requests.is_empty() {
            self.visitors.push_back(first);
        }
        request
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.pass_on();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;
    use tokio::sync::mpsc;

    fn visitor(number: u8) -> Visitor {
        Visitor::from(IpAddr::from([192, 0, 2, number]))
    }

    /// A visitor who reports when their turn has come.
    fn asks(
        turns: &Arc<Turns>,
        number: u8,
        served: &mpsc::UnboundedSender<(u8, bool)>,
    ) -> tokio::task::JoinHandle<()> {
        let (turns, served) = (Arc::clone(turns), served.clone());
        tokio::spawn(async move {
            let turn = turns.wait(visitor(number)).await;
            let _ = served.send((number, turn.is_ok()));
        })
    }

    #[tokio::test]
    async fn each_gets_a_turn_after_the_others() {
        let turns = Turns::new(1, 8);
        let (told, mut served) = mpsc::unbounded_channel();
        let busy = turns.wait(visitor(9)).await.unwrap();
        for number in [1, 1, 1, 2, 3, 2] {
            asks(&turns, number, &told);
            tokio::task::yield_now().await;
        }
        let gone = asks(&turns, 3, &told);
        tokio::task::yield_now().await;
        gone.abort();
        let _ = gone.await;
        drop(busy);
        drop(told);
        let mut order = Vec::new();
        while let Some((number, true)) = served.recv().await {
            order.push(number);
        }
        assert_eq!(order, [1, 2, 3, 1, 2, 1]);
        assert_eq!(turns.inside().free, 1);
    }

    #[tokio::test]
    async fn a_full_queue_sends_the_greediest_away() {
        let turns = Turns::new(1, 3);
        let (told, mut served) = mpsc::unbounded_channel();
        let _busy = turns.wait(visitor(9)).await.unwrap();
        for _ in 0..4 {
            asks(&turns, 1, &told);
            tokio::task::yield_now().await;
        }
        assert_eq!(served.recv().await, Some((1, false)), "a fourth of one");
        asks(&turns, 2, &told);
        assert_eq!(served.recv().await, Some((1, false)), "the third of one");
        assert_eq!(turns.wait(visitor(1)).await.err(), Some(Full));
        let none = Turns::new(0, 0);
        assert_eq!(none.wait(visitor(1)).await.err(), Some(Full));
    }
}
