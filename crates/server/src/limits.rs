//! How much one visitor may have of everything. Each kind of thing has its own measure, so that who asks for too many games or
//! analyses can still move, and so can everybody else.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What the operator of a site can set.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Open connections and open sockets, of everybody together and of one visitor.
    pub connections: usize,
    pub connections_each: usize,
    pub sockets: usize,
    pub sockets_each: usize,
    /// Games somebody is in.
    pub rooms: usize,
    /// Of one visitor: requests that read, requests that do something, games made, positions analysed.
    pub reads_per_second: u32,
    pub actions_per_second: u32,
    pub games_per_hour: u32,
    pub analyses_per_minute: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 10_000,
            connections_each: 256,
            sockets: 5_000,
            sockets_each: 128,
            rooms: 20_000,
            reads_per_second: 100,
            actions_per_second: 50,
            games_per_hour: 120,
            analyses_per_minute: 60,
        }
    }
}

/// What a request takes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Read,
    Action,
    Game,
    Analysis,
}

impl Kind {
    pub(crate) fn what(self) -> &'static str {
        match self {
            Kind::Read | Kind::Action => "requests",
            Kind::Game => "new games",
            Kind::Analysis => "positions to analyse",
        }
    }

    /// How many at once, and how many come back per second.
    fn measure(self, limits: &Limits) -> (f64, f64) {
        let of = |count: u32, seconds: f64, at_once: f64| {
            let count = f64::from(count);
            (count * at_once, count / seconds)
        };
        match self {
            Kind::Read => of(limits.reads_per_second, 1.0, 4.0),
            Kind::Action => of(limits.actions_per_second, 1.0, 4.0),
            Kind::Game => of(limits.games_per_hour, 3600.0, 0.25),
            Kind::Analysis => of(limits.analyses_per_minute, 60.0, 0.5),
        }
    }
}

/// A visitor: an address, or for IPv6 the network that one customer gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Visitor(IpAddr);

impl From<IpAddr> for Visitor {
    fn from(address: IpAddr) -> Visitor {
        Visitor(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) & !u128::from(u64::MAX);
                IpAddr::V6(Ipv6Addr::from(network))
            }
            address => address,
        })
    }
}

/// Visitors that are remembered; of more, those who have asked for nothing lately are forgotten.
const REMEMBERED: usize = 50_000;
const KINDS: usize = 4;

pub(crate) struct Gate {
    limits: Limits,
    visitors: Mutex<HashMap<Visitor, Account>>,
}

#[derive(Clone, Copy)]
struct Account {
    /// What is left of each kind, as of a time.
    left: [f64; KINDS],
    at: Instant,
    connections: usize,
    sockets: usize,
}

impl Account {
    fn refill(&mut self, limits: &Limits, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        for kind in [Kind::Read, Kind::Action, Kind::Game, Kind::Analysis] {
            let (most, rate) = kind.measure(limits);
            let left = &mut self.left[kind as usize];
            *left = (*left + passed * rate).min(most.max(1.0));
        }
        self.at = now;
    }

    /// Forgetting it changes nothing for the visitor.
    fn is_idle(&mut self, limits: &Limits, now: Instant) -> bool {
        self.refill(limits, now);
        let full = [Kind::Read, Kind::Action, Kind::Game, Kind::Analysis]
            .into_iter()
            .all(|kind| self.left[kind as usize] >= kind.measure(limits).0);
        full && self.connections == 0 && self.sockets == 0
    }
}

/// What one visitor holds while it is open.
#[derive(Clone, Copy)]
pub(crate) enum Held {
    Connection,
    Socket,
}

impl Gate {
    pub(crate) fn new(limits: Limits) -> Arc<Gate> {
        Arc::new(Gate {
            limits,
            visitors: Mutex::default(),
        })
    }

    fn visitors(&self) -> MutexGuard<'_, HashMap<Visitor, Account>> {
        self.visitors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The account of a visitor; `None` if there are too many visitors to know them all.
    fn account<'a>(
        &self,
        visitors: &'a mut HashMap<Visitor, Account>,
        visitor: Visitor,
        now: Instant,
    ) -> Option<&'a mut Account> {
        if visitors.len() >= REMEMBERED && !visitors.contains_key(&visitor) {
            visitors.retain(|_, account| !account.is_idle(&self.limits, now));
            if visitors.len() >= REMEMBERED {
                return None;
            }
        }
        let account = visitors.entry(visitor).or_insert_with(|| Account {
            left: [f64::MAX; KINDS],
            at: now,
            connections: 0,
            sockets: 0,
        });
        account.refill(&self.limits, now);
        Some(account)
    }

    /// Takes one of a kind, or says how long to wait for it.
    pub(crate) fn take(&self, visitor: Visitor, kind: Kind) -> Result<(), Duration> {
        self.take_at(visitor, kind, Instant::now())
    }

    fn take_at(&self, visitor: Visitor, kind: Kind, now: Instant) -> Result<(), Duration> {
        let mut visitors = self.visitors();
        let account = self
            .account(&mut visitors, visitor, now)
            .ok_or(Duration::from_secs(1))?;
        let left = &mut account.left[kind as usize];
        if *left >= 1.0 {
            *left -= 1.0;
            return Ok(());
        }
        let (_, rate) = kind.measure(&self.limits);
        let wait = (1.0 - *left) / rate.max(1e-6);
        Err(Duration::from_secs_f64(wait.min(3600.0)))
    }

    /// A place for something that stays open, until the guard goes. `None` if the visitor has too many.
    pub(crate) fn hold(self: &Arc<Self>, visitor: Visitor, what: Held) -> Option<Place> {
        let mut visitors = self.visitors();
        let account = self.account(&mut visitors, visitor, Instant::now())?;
        let (count, most) = match what {
            Held::Connection => (&mut account.connections, self.limits.connections_each),
            Held::Socket => (&mut account.sockets, self.limits.sockets_each),
        };
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Place(Some((Arc::clone(self), visitor, what))))
    }
}

/// Something open, given back when this goes.
pub(crate) struct Place(Option<(Arc<Gate>, Visitor, Held)>);

impl Place {
    /// One that counts for nobody.
    pub(crate) fn free() -> Place {
        Place(None)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some((gate, visitor, what)) = &self.0 else {
            return;
        };
        if let Some(account) = gate.visitors().get_mut(visitor) {
            match what {
                Held::Connection => account.connections -= 1,
                Held::Socket => account.sockets -= 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(text: &str) -> Visitor {
        Visitor::from(text.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn each_kind_has_its_own_measure_and_comes_back_with_time() {
        let gate = Gate::new(Limits {
            games_per_hour: 8,
            ..Limits::default()
        });
        let (one, start) = (visitor("192.0.2.1"), Instant::now());
        for _ in 0..2 {
            assert_eq!(gate.take_at(one, Kind::Game, start), Ok(()));
        }
        let wait = gate.take_at(one, Kind::Game, start).unwrap_err();
        assert_eq!(wait.as_secs(), 450);
        assert_eq!(gate.take_at(one, Kind::Action, start), Ok(()));
        assert_eq!(
            gate.take_at(visitor("192.0.2.2"), Kind::Game, start),
            Ok(())
        );
        let later = start + Duration::from_secs(451);
        assert_eq!(gate.take_at(one, Kind::Game, later), Ok(()));
        assert!(gate.take_at(one, Kind::Game, later).is_err());
    }

    #[test]
    fn places_are_given_back() {
        let gate = Gate::new(Limits {
            sockets_each: 1,
            ..Limits::default()
        });
        // The same customer's network, and the same address written in two ways.
        let place = gate.hold(visitor("2001:db8:1:2::1"), Held::Socket).unwrap();
        assert!(
            gate.hold(visitor("2001:db8:1:2::9"), Held::Socket)
                .is_none()
        );
        assert!(
            gate.hold(visitor("2001:db8:1:3::1"), Held::Socket)
                .is_some()
        );
        drop(place);
        assert!(
            gate.hold(visitor("2001:db8:1:2::9"), Held::Socket)
                .is_some()
        );
        assert_eq!(visitor("::ffff:192.0.2.1"), visitor("192.0.2.1"));
    }

    #[test]
    fn memory_is_bounded() {
        let gate = Gate::new(Limits::default());
        let start = Instant::now();
        for number in 0..REMEMBERED as u32 + 10 {
            let visitor = Visitor(IpAddr::from(number.to_be_bytes()));
            let _ = gate.take_at(visitor, Kind::Read, start);
        }
        assert!(gate.visitors().len() <= REMEMBERED);
        let late = visitor("192.0.2.1");
        assert!(gate.take_at(late, Kind::Read, start).is_err());
        let later = start + Duration::from_secs(60);
        assert_eq!(gate.take_at(late, Kind::Read, later), Ok(()));
    }
}
